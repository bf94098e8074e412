//! A tool call that may read files.

use alloc::{string::String, vec::Vec};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::activity::command_line::shell_quoted;
use crate::hosts::host::Host;
use crate::limits::{COMMAND_BYTES_MAX, PATH_BYTES_MAX};
use crate::text::json::{self, Field};

/// A tool call, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Who makes it.
    pub host: Host,
    /// What it calls.
    pub tool: &'a Tool,
    /// The type of the subagent that calls.
    pub agent: Option<&'a str>,
    /// The folder that relative paths start from.
    pub cwd: Option<&'a str>,
    /// The user's home directory.
    pub home: Option<&'a str>,
}

/// A tool that reads files.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Tool {
    /// The host's own tool for one file.
    Read {
        /// Which file.
        path: String,
        /// The first line, where one is asked for.
        offset: Option<Number>,
        /// How many lines, where that is asked for.
        limit: Option<Number>,
    },
    /// A command line of a shell.
    Shell {
        /// As it would run.
        command: String,
    },
    /// A command line of PowerShell.
    PowerShell {
        /// As it would run.
        command: String,
    },
}

/// A number that a model gave; `None` is an invalid one.
pub type Number = Option<i64>;

/// The fields of tools of all hosts.
#[derive(Deserialize)]
struct Input<'a> {
    #[serde(borrow, default)]
    file_path: Field<'a>,
    #[serde(borrow, default)]
    target_file: Field<'a>,
    #[serde(borrow, default)]
    offset: Field<'a>,
    #[serde(borrow, default)]
    limit: Field<'a>,
    #[serde(borrow, default)]
    command: Field<'a>,
    #[serde(borrow, default)]
    cmd: Field<'a>,
}

impl Tool {
    /// Returns the tool `name` with what it is given, if it may read files.
    #[must_use]
    pub fn parse(name: &str, input: &RawValue) -> Option<Self> {
        let input: Input<'_> = json::object(Some(input))?;
        match name {
            "Read" | "read_file" => Some(Self::Read {
                path: json::short_text(input.file_path.or(input.target_file), PATH_BYTES_MAX)?,
                offset: input.offset.map(number),
                limit: input.limit.map(number),
            }),
            "Bash" | "run_terminal_command" | "exec_command" | "shell_command" => {
                let command = json::short_text(input.command.or(input.cmd), COMMAND_BYTES_MAX)?;
                Some(Self::Shell { command })
            }
            "PowerShell" => {
                let command = json::short_text(input.command, COMMAND_BYTES_MAX)?;
                Some(Self::PowerShell { command })
            }
            "shell" | "local_shell" | "container.exec" => {
                let command = words(input.command.or(input.cmd))?;
                Some(Self::Shell { command })
            }
            _ => None,
        }
    }
}

/// Returns the command line, which is a text, or the words of one.
fn words(field: Field<'_>) -> Option<String> {
    if let Some(line) = json::short_text(field, COMMAND_BYTES_MAX) {
        return Some(line);
    }
    let words = json::elements(field)?.into_iter();
    let words: Option<Vec<String>> =
        words.map(|word| json::short_text(Some(word), COMMAND_BYTES_MAX)).collect();
    let quoted: Vec<String> = words?.iter().map(|word| shell_quoted(word)).collect();
    let line = quoted.join(" ");
    (line.len() <= COMMAND_BYTES_MAX).then_some(line)
}

/// Reads a number as hosts do, which take `"50"`, `1.9` and `true` for one.
fn number(field: &RawValue) -> Number {
    match field.get() {
        "true" => return Some(1),
        "false" => return Some(0),
        _ => {}
    }
    if let Some(text) = json::short_text(Some(field), 64) {
        return text.trim().parse().ok();
    }
    let text = field.get();
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    whole.parse().ok()
}
