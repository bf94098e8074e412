//! A tool call as a transcript shows it, whatever the host.

use alloc::{string::String, vec::Vec};

use crate::work::How;

/// A call of a tool.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Call {
    /// Joins it with its outcome.
    pub(crate) id: String,
    /// What was called for.
    pub(crate) act: Act,
}

/// What a call was for, as far as it matters to the work of a turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Act {
    /// A command line of a shell.
    Command(String),
    /// Changes to files.
    Edit(Vec<Edit>),
    /// The output of something that was started before: its id, or the path of its output.
    Look(String),
    /// A subagent, which works out of sight.
    Subagent,
    /// Something that may change or check anything, and does not say what.
    Hidden,
    /// Anything else.
    Other,
}

/// A change to one file that a call asks for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Edit {
    pub(crate) how: How,
    pub(crate) path: Option<String>,
    /// How many lines it touches.
    pub(crate) lines: Option<u32>,
}

/// What came of a call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Outcome {
    /// Joins it with its call.
    pub(crate) id: String,
    pub(crate) ended: Ended,
    /// What was printed, as far as the host keeps it.
    pub(crate) output: String,
    /// What it goes on as in the background.
    pub(crate) task: Option<String>,
    /// How many lines of a file it changed, where the host says so.
    pub(crate) lines: Option<u32>,
}

/// How a call ended, as the host says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Ended {
    /// Without a complaint.
    Quietly,
    /// With an error.
    InError,
    /// The user refused it, so it did not run.
    Refused,
    /// It did not run, for another reason.
    NotRun,
    /// Somebody stopped it.
    Interrupted,
}

/// Returns how many lines differ between two texts, as lines that changed, came or went; empty ones
/// and comments do not count.
///
/// What they begin and end with in common is left out; between, the larger part counts. It is no
/// least difference.
pub(crate) fn lines_changed(old: &str, new: &str) -> u32 {
    let old: Vec<&str> = telling_lines(old).collect();
    let new: Vec<&str> = telling_lines(new).collect();
    let shorter = old.len().min(new.len());
    let head = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let tail = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take(shorter.saturating_sub(head))
        .take_while(|(old, new)| old == new)
        .count();
    let longer = old.len().max(new.len());
    u32::try_from(longer.saturating_sub(head).saturating_sub(tail)).unwrap_or(u32::MAX)
}

/// Returns the lines of a text that are neither empty nor a comment.
pub(crate) fn telling_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| is_telling(line))
}

/// What a comment of one line begins with in most languages; `*` and `-->` go on with one.
const COMMENTS: [&str; 8] = ["//", "# ", "/*", "* ", "*/", "-- ", "<!--", "-->"];

/// Returns whether a line of code says something to a machine, as far as it alone tells.
pub(crate) fn is_telling(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty()
        && line != "#"
        && line != "*"
        && !COMMENTS.iter().any(|start| line.starts_with(start))
}
