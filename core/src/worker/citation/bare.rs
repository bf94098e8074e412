//! References that the worker itself wrote, wherever they are: `client.py:311`, `client.py#L3-9`,
//! `client.py`, line 311.
//!
//! Nobody looked them up. A name is one of a file where it is that of a file at hand, or ends as
//! files do; the name of a machine with a port does not.

use alloc::{vec, vec::Vec};
use core::ops::Range;

use super::is_skipped;
use crate::text::path::base_name;
use crate::worker::Source;

/// Characters of an extension.
const EXTENSION_CHARS_MAX: usize = 10;

/// What ends the names of machines more often than those of files.
const HOSTS: [&str; 13] = [
    "com", "org", "net", "edu", "gov", "io", "dev", "local", "internal", "example", "invalid",
    "lan", "home",
];

/// Files without an extension that every project has.
const KNOWN: [&str; 7] =
    ["makefile", "dockerfile", "justfile", "rakefile", "gemfile", "license", "readme"];

/// Returns where the references of a text are, in order.
pub(super) fn references(text: &str, files: &[Source]) -> Vec<Range<usize>> {
    let mut found = vec![];
    let mut at = 0_usize;
    while let Some((start, name)) = next_word(text, at) {
        let end = start.saturating_add(name.len());
        let behind = text.get(end..).unwrap_or_default();
        let length = if is_file(name, files) {
            line_behind(behind, names(name, files)).or_else(|| number_of_file(name, behind))
        } else {
            file_behind(name, behind, files).or_else(|| number_of_file(name, behind))
        };
        found.extend(length.map(|length| start..end.saturating_add(length)));
        at = length.map_or(end, |length| end.saturating_add(length));
    }
    found
}

/// Returns the next run of what names are made of, and where it begins.
fn next_word(text: &str, from: usize) -> Option<(usize, &str)> {
    let rest = text.get(from..)?;
    let begin = rest.find(is_of_name)?;
    let word = rest.get(begin..)?;
    let end = word.find(|c| !is_of_name(c)).unwrap_or(word.len());
    Some((from.saturating_add(begin), word.get(..end)?))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "_-./\\~@+$%".contains(c)
}

/// Returns whether a word is the name of a file.
fn is_file(word: &str, files: &[Source]) -> bool {
    // A page, or a machine: `//example.com`.
    let is_host = word.starts_with("//") && !word.trim_start_matches('/').contains('/');
    if is_host || word.ends_with('.') {
        return false;
    }
    names(word, files) || base_name(word).is_some_and(|name| ends_as_files_do(name, word))
}

/// Returns whether a word names a file at hand.
fn names(word: &str, files: &[Source]) -> bool {
    let is = |name: &str| name.eq_ignore_ascii_case(word);
    files.iter().any(|file| is(&file.path) || base_name(&file.path).is_some_and(is))
}

fn ends_as_files_do(name: &str, word: &str) -> bool {
    let Some((_, extension)) = name.rsplit_once('.') else {
        let is_in_folder = word.contains('/') && name.starts_with(char::is_alphabetic);
        return is_in_folder || is_any(name, &KNOWN);
    };
    extension.starts_with(|c: char| c.is_ascii_alphabetic())
        && extension.len() <= EXTENSION_CHARS_MAX
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !is_any(extension, &HOSTS)
}

fn is_any(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Returns the length of what gives a name a line: `:3`, `#L3`, `, line 3`, `(3)` behind a file at
/// hand.
fn line_behind(behind: &str, is_at_hand: bool) -> Option<usize> {
    let gap = gap_of(behind);
    let rest = behind.get(gap.len()..)?;
    let is_apart = gap.contains(is_blank);
    let sign = |c: char| matches!(c, ':' | '#' | '\u{ff1a}') || c == '(' && is_at_hand;
    let direct =
        || gap.contains(sign).then(|| lines(rest.strip_prefix(['L', 'l']).unwrap_or(rest)));
    let direct = if is_apart { None } else { direct().flatten() };
    let rest = direct.or_else(|| {
        let rest = after_word(rest, &["at", "on", "in", "see"]).unwrap_or(rest);
        lines(after_word(rest, &["line", "lines", "l", "ln"])?)
    });
    Some(behind.len().saturating_sub(rest?.len()))
}

/// Returns the length of ` 3 of client.py` behind `line`.
fn file_behind(word: &str, behind: &str, files: &[Source]) -> Option<usize> {
    let rest = lines(is_any(word, &["line", "lines"]).then(|| behind.trim_start_matches(is_gap))?)?;
    let rest = after_word(rest.trim_start_matches(is_gap), &["of", "in"])?;
    let (at, name) = next_word(rest, 0)?;
    // It may end a sentence.
    let name = name.trim_end_matches('.');
    let end = at.saturating_add(name.len());
    let is_next = at == 0 && is_file(name, files);
    is_next.then(|| behind.len().saturating_sub(rest.len()).saturating_add(end))
}

/// Returns the length of ` 2:3` behind `file`, as we call a file with an odd name.
fn number_of_file(word: &str, behind: &str) -> Option<usize> {
    let rest = is_any(word, &["file"]).then(|| behind.strip_prefix(is_blank))??;
    let line = digits(rest)?.strip_prefix(':')?;
    Some(behind.len().saturating_sub(lines(line)?.len()))
}

/// Returns what follows one of the words and the gap behind it.
fn after_word<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    is_any(word, words).then(|| rest.trim_start_matches(|c| c == '.' || is_gap(c)))
}

/// Returns what follows the numbers of lines, `3`, `3-9`, `3:14`, if there are any and they end.
fn lines(text: &str) -> Option<&str> {
    let mut rest = digits(text)?;
    while let Some(more) = rest.strip_prefix(['-', '\u{2013}', ':']) {
        let Some(more) = digits(more.strip_prefix(['L', 'l']).unwrap_or(more)) else { break };
        rest = more;
    }
    let mut next = rest.chars();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    match next.next() {
        Some('.') if next.next().is_some_and(char::is_numeric) => None,
        Some(c) if is_word(c) => None,
        Some(_) | None => Some(rest),
    }
}

fn digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(char::is_numeric);
    (rest.len() < text.len()).then_some(rest)
}

fn gap_of(text: &str) -> &str {
    let end = text.find(|c| !is_gap(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// Returns whether it stands between a name and a line: signs, blanks, and what is not seen.
fn is_gap(c: char) -> bool {
    is_blank(c) || "`*\"')]>:#,([\u{ff1a}".contains(c) || is_skipped(c)
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() && c != '\n'
}
