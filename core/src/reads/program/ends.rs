//! `head` and `tail`.

use alloc::vec::Vec;

use super::{Shows, digits, file};
use crate::activity::command_line::Word;
use crate::reads::part::{LINE_BYTES, Lines, Part};

/// Which end of a file is shown.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum End {
    Head,
    Tail,
}

/// What is counted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Unit {
    Lines,
    Bytes,
}

/// What a word says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Said<'t> {
    /// So much is shown; where no number is there, the next word is it.
    Count(Unit, Option<&'t str>),
    /// Nothing about how much is shown.
    Nothing,
    /// Nothing, and the next word belongs to it.
    NothingValued,
    /// It is no option.
    File,
}

pub(super) fn shows<'c, 'a>(words: &'c [Word<'a>], end: End) -> Option<Shows<'c, 'a>> {
    // One of them may be the count.
    if words.iter().any(Word::is_expanded) {
        return None;
    }
    let mut lines = end.part("10", Unit::Lines);
    let mut bytes = None;
    let mut sources = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match said(word.text(), end)? {
            Said::File => sources.extend(file(word)),
            Said::Nothing => {}
            Said::NothingValued => drop(words.next()),
            Said::Count(Unit::Lines, value) => {
                if let Some(value) = value.or_else(|| words.next().map(Word::text)) {
                    lines = end.part(value, Unit::Lines);
                }
            }
            Said::Count(Unit::Bytes, value) => {
                let value = value.or_else(|| words.next().map(Word::text)).unwrap_or_default();
                bytes = bytes.or_else(|| Some(end.part(value, Unit::Bytes)));
            }
        }
    }
    Some(Shows { sources, part: bytes.unwrap_or(lines) })
}

/// Returns what a word says, or nothing where that is not known.
fn said(text: &str, end: End) -> Option<Said<'_>> {
    if end == End::Tail && text.starts_with('+') {
        let count = text.trim_end_matches(['f', 'l']);
        return Some(Said::Count(Unit::Lines, Some(count)));
    }
    let Some(option) = text.strip_prefix('-').filter(|option| !option.is_empty()) else {
        return Some(Said::File);
    };
    match option.strip_prefix('-') {
        Some("") => Some(Said::Nothing),
        Some(long) => said_at_length(long),
        None => said_in_letters(option),
    }
}

fn said_at_length(long: &str) -> Option<Said<'_>> {
    let (name, value) = match long.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (long, None),
    };
    match name {
        "lines" => Some(Said::Count(Unit::Lines, value)),
        "bytes" => Some(Said::Count(Unit::Bytes, value)),
        "quiet" | "silent" | "verbose" | "follow" | "retry" => Some(Said::Nothing),
        "pid" | "sleep-interval" | "max-unchanged-stats" => {
            Some(if value.is_some() { Said::Nothing } else { Said::NothingValued })
        }
        _ => None,
    }
}

/// `-n5`, `-qn 5`, `-20`, `-20f`
fn said_in_letters(letters: &str) -> Option<Said<'_>> {
    let flags = letters.trim_start_matches(['q', 'v', 'f', 'F']);
    let first = flags.chars().next();
    let value = flags.get(1..).filter(|value| !value.is_empty());
    match first {
        None => Some(Said::Nothing),
        Some('n') => Some(Said::Count(Unit::Lines, value)),
        Some('c') => Some(Said::Count(Unit::Bytes, value)),
        Some('s') => Some(if value.is_some() { Said::Nothing } else { Said::NothingValued }),
        Some('0'..='9') => {
            let count = flags.trim_end_matches(['q', 'v', 'f', 'F']);
            digits(count).map(|_| Said::Count(Unit::Lines, Some(count)))
        }
        Some(_) => None,
    }
}

impl End {
    /// Returns the part that a number asks for. An invalid number is no bound; so is one with a `+`
    /// for `head`, which knows none.
    fn part(self, number: &str, unit: Unit) -> Part {
        let number = number.trim();
        let (sign, number) = match number.split_at_checked(1) {
            Some((sign @ ("+" | "-"), number)) => (sign, number),
            Some(_) | None => ("", number),
        };
        let Some(count) = multiplied(number) else { return Part::Whole };
        match (self, unit, sign) {
            (Self::Head, _, "+") => Part::Whole,
            (Self::Head, Unit::Lines, "-") => Part::AllButLast(count),
            (Self::Head, Unit::Lines, _) => Part::Lines(Lines::first(count)),
            (Self::Tail, Unit::Lines, "+") => Part::Lines(Lines::range(count..=u64::MAX)),
            (Self::Tail, Unit::Lines, _) => Part::Last(count),
            (Self::Head, Unit::Bytes, "-") => Part::AllButLast(count / LINE_BYTES),
            (Self::Tail, Unit::Bytes, "+") => {
                let first = (count / LINE_BYTES).saturating_add(1);
                Part::Lines(Lines::range(first..=u64::MAX))
            }
            (Self::Head, Unit::Bytes, _) => Part::Bytes(count),
            (Self::Tail, Unit::Bytes, _) => Part::LastBytes(count),
        }
    }
}

/// Reads `10`, `10k`, `1M`, `2kB`.
fn multiplied(number: &str) -> Option<u64> {
    let at = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    let (count, unit) = number.split_at_checked(at)?;
    let by = match unit {
        "" => 1,
        "b" => 512,
        "kB" | "KB" => 1_000,
        "k" | "K" | "KiB" => 1 << 10,
        "MB" => 1_000_000,
        "m" | "M" | "MiB" => 1 << 20,
        "G" | "GB" | "GiB" => 1 << 30,
        _ => return None,
    };
    Some(digits(count)?.saturating_mul(by))
}
