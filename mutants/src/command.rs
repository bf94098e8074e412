//! Runs a program with a log and a time limit.
use core::time::Duration;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Instant;

use crate::Fault;
use crate::fault::fault;

const POLL: Duration = Duration::from_millis(20);

/// What happened to a program.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit code; none after a signal or when time was up.
    pub(crate) code: Option<i32>,
    /// The signal that ended it, unless that was ours when time was up.
    pub(crate) signal: Option<i32>,
    /// Both outputs, in the order in which they were written.
    pub(crate) text: String,
    /// How long it took.
    pub(crate) took: Duration,
    /// Whether it was stopped because time was up.
    pub(crate) timed_out: bool,
}

/// Runs the command, writes both its outputs to `log`, and stops it and its children at `limit`.
///
/// Without a limit it stays in our process group, so that an interrupt from the terminal ends it.
pub(crate) fn run(
    command: &mut Command,
    log: &Path,
    limit: Option<Duration>,
) -> Result<Ran, Fault> {
    let name = command.get_program().to_string_lossy().into_owned();
    let broken = |e: io::Error| fault!("cannot run {name} with the log {}: {e}", log.display());
    if let Some(folder) = log.parent() {
        fs::create_dir_all(folder).map_err(broken)?;
    }
    let output = File::create(log).map_err(broken)?;
    let errors = output.try_clone().map_err(broken)?;
    command.stdin(Stdio::null()).stdout(output).stderr(errors);
    if limit.is_some() {
        command.process_group(0);
    }
    let start = Instant::now();
    let mut child = command.spawn().map_err(broken)?;
    let status = wait(&mut child, start, limit).map_err(broken)?;
    let bytes = fs::read(log).map_err(broken)?;
    Ok(Ran {
        code: status.and_then(|status| status.code()),
        signal: status.and_then(|status| status.signal()),
        text: String::from_utf8_lossy(&bytes).into_owned(),
        took: start.elapsed(),
        timed_out: status.is_none(),
    })
}

/// Returns the exit status; none if time was up, and then nothing of the group is left.
fn wait(
    child: &mut Child,
    start: Instant,
    limit: Option<Duration>,
) -> io::Result<Option<ExitStatus>> {
    let Some(limit) = limit else { return child.wait().map(Some) };
    while start.elapsed() < limit {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(POLL);
    }
    let group = format!("-{}", child.id());
    Command::new("kill").args(["-KILL", "--", &group]).status()?;
    child.wait()?;
    Ok(None)
}

/// Returns what the program prints, or a fault with its last words if it fails.
pub(crate) fn output(command: &mut Command) -> Result<Vec<u8>, Fault> {
    let name = command.get_program().to_string_lossy().into_owned();
    let first = command.get_args().next().unwrap_or_default().to_string_lossy().into_owned();
    let ran = command.output().map_err(|e| fault!("cannot run {name}: {e}; install it"))?;
    if ran.status.success() {
        Ok(ran.stdout)
    } else {
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        Err(fault!("`{name} {first}` failed: {}", last(&said, 3)))
    }
}

/// Returns the last lines of a text, as one line.
pub(crate) fn last(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let from = all.len().saturating_sub(lines);
    all.get(from..).unwrap_or_default().join(" / ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Option<Duration>) -> Ran {
        let folder = tempfile::tempdir().unwrap();
        run(Command::new("sh").args(["-c", script]), &folder.path().join("a/log"), limit).unwrap()
    }

    #[test]
    fn both_outputs_come_in_order() {
        let ran = shell("echo a; echo b >&2; echo c; exit 3", None);
        assert_eq!((ran.text.as_str(), ran.code, ran.timed_out), ("a\nb\nc\n", Some(3), false));
    }

    #[test]
    fn a_program_is_stopped_with_its_children_when_time_is_up() {
        let ran = shell("sleep 60 & sleep 60", Some(Duration::from_millis(200)));
        assert_eq!((ran.code, ran.timed_out), (None, true));
        assert!(ran.took < Duration::from_secs(30));
    }

    #[test]
    fn a_program_that_fails_leaves_its_last_words() {
        let said = output(Command::new("sh").args(["-c", "echo; echo a b >&2; exit 1"]));
        assert_eq!(said.unwrap_err().to_string(), "`sh -c` failed: a b");
    }
}
