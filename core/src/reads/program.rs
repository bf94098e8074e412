//! Which of its files a program shows, and how much of them.

mod awk;
mod bat;
mod ends;
mod python;
mod sed;

use alloc::vec::Vec;

use super::part::Part;
use crate::activity::command_line::{Program, Simple, Word};

/// What a program shows: the same part of each of its files.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shows<'c, 'a> {
    /// Where it reads: from its input, where nothing is named.
    pub(super) sources: Vec<Source<'c, 'a>>,
    /// What of it is shown.
    pub(super) part: Part,
}

/// Where a program reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source<'c, 'a> {
    /// What it is given.
    Input,
    /// The file that a word of the line names.
    Word(&'c Word<'a>),
    /// The file that a script names.
    Path(&'c str),
}

/// Returns what a program shows, or nothing where it shows no file or that is in doubt.
pub(super) fn shows<'c, 'a>(
    program: &Program<'c, 'a>,
    command: &'c Simple<'a>,
) -> Option<Shows<'c, 'a>> {
    let words = program.arguments();
    match program.name {
        "cat" | "less" | "more" | "nl" => Some(Shows { sources: files(words), part: Part::Whole }),
        // What it writes into files is seen as well.
        "tee" => Some(Shows { sources: Vec::new(), part: Part::Whole }),
        "bat" | "batcat" => bat::shows(words),
        "head" => ends::shows(words, ends::End::Head),
        "tail" => ends::shows(words, ends::End::Tail),
        "sed" | "gsed" => sed::shows(words),
        "awk" | "gawk" | "mawk" | "nawk" => awk::shows(words),
        name if name.starts_with("python") => python::shows(words, command),
        _ => None,
    }
}

/// Returns whether a program leaves every line in the files that it changes.
pub(super) fn keeps_lines(program: &Program<'_, '_>) -> bool {
    matches!(program.name, "sed" | "gsed") && sed::keeps_lines(program.arguments())
}

/// Returns the files among words of which those that begin with `-` are options.
fn files<'c, 'a>(words: &'c [Word<'a>]) -> Vec<Source<'c, 'a>> {
    words.iter().filter_map(file).collect()
}

/// Returns the file that a word names, if it is no option.
fn file<'c, 'a>(word: &'c Word<'a>) -> Option<Source<'c, 'a>> {
    match word.text() {
        "-" => Some(Source::Input),
        option if option.starts_with('-') => None,
        _ => Some(Source::Word(word)),
    }
}

/// Reads a whole number.
fn digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}
