//! What becomes of the output of a check in a pipe.

use alloc::vec::Vec;

use crate::activity::command_line::{Operator, Output, Simple, Word};

/// What is left of an output at the end of its pipe.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Left {
    /// The whole, or its beginning or its end.
    All,
    /// What is not filtered out, and no failure is.
    Failures,
    /// Nobody knows.
    Unknown,
}

/// Returns what is left of what the command at `at` printed, errors included.
pub(super) fn left(commands: &[Simple<'_>], at: usize) -> Left {
    let Some(command) = commands.get(at) else { return Left::Unknown };
    let loses_errors = |command: &Simple<'_>| {
        command.redirections.iter().any(|one| {
            one.descriptor == Some(2)
                && !(one.operator == Operator::Duplicate && one.target.text() == "1")
        })
    };
    // What follows a group has no words of its own.
    let of_group = |command: &&Simple<'_>| command.words.is_empty();
    if loses_errors(command) || commands.iter().filter(of_group).any(loses_errors) {
        return Left::Unknown;
    }
    let joins_errors = || command.redirections.iter().any(|one| one.descriptor == Some(2));
    let mut left = Left::All;
    let mut last = command;
    // A pipe leads on.
    for _ in commands {
        match (last.output, last.piped_into.and_then(|next| commands.get(next))) {
            (Output::Shown, _) => return left,
            (Output::Piped, Some(reader)) => {
                left = match (left, passed_on(reader)) {
                    (left, Left::All) => left,
                    // What is not in the pipe is no pass that the filter left nothing of.
                    (_, Left::Failures) if joins_errors() => Left::Failures,
                    (_, Left::Failures | Left::Unknown) => return Left::Unknown,
                };
                last = reader;
            }
            (Output::Piped | Output::Redirected | Output::Captured, _) => return Left::Unknown,
        }
    }
    Left::Unknown
}

/// Returns what a reader passes on.
fn passed_on(reader: &Simple<'_>) -> Left {
    let Some(program) = reader.program() else { return Left::Unknown };
    let words: Vec<&str> = program.arguments().iter().map(Word::text).collect();
    match program.name {
        "cat" | "head" | "tail" | "tee" | "Out-String" => Left::All,
        "Select-Object" if words.first().is_some_and(|word| is_end(word)) => Left::All,
        "grep" | "egrep" | "rg" | "Select-String" if guard_keeps_failures(&words) => Left::Failures,
        _ => Left::Unknown,
    }
}

fn is_end(word: &str) -> bool {
    ["-Last", "-First"].iter().any(|end| word.eq_ignore_ascii_case(end))
}

/// Returns whether a filter with these words only removes lines, and none in which a runner says
/// that something failed.
fn guard_keeps_failures(words: &[&str]) -> bool {
    let is_inverse = |word: &&str| {
        word.eq_ignore_ascii_case("-NotMatch")
            || *word == "--invert-match"
            || (word.starts_with('-') && !word.starts_with("--") && is_short_inverse(word))
    };
    let mut patterns = words.iter().filter(|word| !word.starts_with('-'));
    let pattern = patterns.next();
    words.iter().any(is_inverse)
        && patterns.next().is_none()
        && pattern.is_some_and(|pattern| {
            pattern.split('|').all(|one| keeps_failures(one.trim_end_matches('\\')))
        })
}

fn is_short_inverse(word: &str) -> bool {
    let letters = word.get(1..).unwrap_or_default();
    letters.contains('v') && letters.bytes().all(|letter| b"vEiFwx".contains(&letter))
}

/// Words by which runners say that something is wrong.
const FAILURES: [&str; 8] =
    ["fail", "failed", "failure", "error", "panic", "fatal", "exception", "warning"];

/// Returns whether a pattern without repetition finds none of these words.
fn keeps_failures(pattern: &str) -> bool {
    let pattern = pattern.trim_start_matches('^').trim_end_matches('$').to_ascii_lowercase();
    let is_plain = |letter: char| letter.is_alphanumeric() || " /_-\"':=\\[]()@".contains(letter);
    let says = |word: &&str| pattern.contains(*word) || word.contains(pattern.as_str());
    pattern.trim().len() > 1 && pattern.chars().all(is_plain) && !FAILURES.iter().any(says)
}
