//! What a person reads: standard output, errors, exit codes.

use core::error::Error;
use core::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

use sprag_core::worker::shown::guard_message;

/// The version, as `--version` prints it.
pub(crate) const VERSION: &str = concat!("sprag ", env!("CARGO_PKG_VERSION"), "\n");

/// Why a command for people failed.
#[derive(Debug)]
pub(crate) struct Fault(String);

impl Fault {
    pub(crate) fn of(text: impl fmt::Display) -> Self {
        Self(text.to_string())
    }

    pub(crate) fn no_such_command(word: &str) -> Self {
        Self(format!("no command `{word}`; `sprag --help` lists them"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: Error> From<E> for Fault {
    fn from(error: E) -> Self {
        Self::of(error)
    }
}

/// Prints `text` on standard output. A reader that has gone away has read enough.
pub(crate) fn say(text: &str) -> Result<(), Fault> {
    let said = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
    match said {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Returns the rows with their cells below each other.
pub(crate) fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in rows {
        let padded = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(padded.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Returns the lines that differ, between those that are the same at the beginning and the end.
pub(crate) fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let head = old.iter().zip(&new).take_while(same).count();
    let rest = old.len().min(new.len()).saturating_sub(head);
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(same).count();
    let mut text = format!("@@ line {} @@\n", head.saturating_add(1));
    for (sign, lines) in [("-", &old), ("+", &new)] {
        let end = lines.len().saturating_sub(tail);
        for line in lines.get(head..end).unwrap_or_default() {
            text.push_str(&[sign, line, "\n"].concat());
        }
    }
    text
}

/// Says on standard error why a command failed. Without it the exit code still says so.
pub(crate) fn complain(fault: &impl fmt::Display) {
    let _ = writeln!(io::stderr(), "sprag: {}", guard_message(&fault.to_string()));
}

/// Ends a command. A failure is 1, never 2: for a host that runs a wrong command as a hook, 2 would
/// block every turn.
pub(crate) fn end(result: Result<(), impl fmt::Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            complain(&fault);
            ExitCode::FAILURE
        }
    }
}
