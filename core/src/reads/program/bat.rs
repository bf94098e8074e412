//! `bat`.

use alloc::vec::Vec;

use super::{Shows, digits, file};
use crate::activity::command_line::Word;
use crate::reads::part::{Lines, Part};
use crate::text::listing::lists;

/// Options that take the next word.
const VALUED: &str = "-l --language -H --highlight-line --file-name --tabs --wrap --color \
    --italic-text --decorations --paging --pager -m --map-syntax --theme --theme-light \
    --theme-dark --style --terminal-width --diff-context --nonprintable-notation --binary \
    --ignored-suffix --squeeze-limit --strip-ansi --completion";

pub(super) fn shows<'c, 'a>(words: &'c [Word<'a>]) -> Option<Shows<'c, 'a>> {
    // One of them may be a range.
    if words.iter().any(Word::is_expanded) {
        return None;
    }
    let mut ranges: Option<Lines> = None;
    let mut last = None;
    let mut sources = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.text();
        let range = match text {
            "-r" | "--line-range" => Some(words.next()?.text()),
            // What git has seen change.
            "-d" | "--diff" => return None,
            _ => text.strip_prefix("--line-range=").or_else(|| {
                text.strip_prefix("-r")
                    .filter(|_| !text.starts_with("--"))
                    .map(|value| value.strip_prefix('=').unwrap_or(value))
            }),
        };
        if let Some(range) = range {
            match read(range)? {
                Range::Lines(first, end) => {
                    ranges.get_or_insert_default().add(first, end)?;
                }
                Range::Last(count) => last = Some(Part::Last(count)),
            }
        } else if lists(VALUED, text) {
            words.next();
        } else {
            sources.extend(file(word));
        }
    }
    let part = match (ranges, last) {
        (Some(_), Some(_)) => return None,
        (Some(lines), None) => Part::Lines(lines),
        (None, Some(last)) => last,
        (None, None) => Part::Whole,
    };
    Some(Shows { sources, part })
}

enum Range {
    Lines(u64, u64),
    Last(u64),
}

/// Reads `30:40`, `:40`, `40:`, `30:+10`, `40`, `-10:`.
fn read(range: &str) -> Option<Range> {
    let Some((first, last)) = range.split_once(':') else {
        let line = digits(range)?;
        return Some(Range::Lines(line, line));
    };
    if let Some(count) = first.strip_prefix('-') {
        return last.is_empty().then_some(Range::Last(digits(count)?));
    }
    let first = if first.is_empty() { 1 } else { digits(first)? };
    let last = match last.strip_prefix('+') {
        Some(more) => first.saturating_add(digits(more)?),
        None if last.is_empty() => u64::MAX,
        None => digits(last)?,
    };
    Some(Range::Lines(first, last))
}
