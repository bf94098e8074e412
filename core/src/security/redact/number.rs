//! Finds the numbers that name something in a project: commits, issues, lines.

use super::piece::{Hit, Mask};
use super::{extent, tracker};

/// Finds a commit hash: 7 to 64 hexadecimal digits of one case, a decimal one among them.
pub(super) fn commit(text: &str) -> Option<Hit> {
    let mut next: usize = 0;
    text.split(is_between).find_map(|word| {
        let start = next;
        let end = start.saturating_add(word.len());
        // What splits words may be wider than a byte, so the place is taken from the text.
        next = end.saturating_add(extent::char_at(text, end).map_or(0, char::len_utf8));
        is_hash(word).then(|| Hit::masks(Mask::Commit, start..end))
    })
}

/// Tells whether a character splits words of ASCII.
fn is_between(letter: char) -> bool {
    !extent::is_word(letter)
}

fn is_hash(word: &str) -> bool {
    let one_case = word.bytes().all(is_lower_hex) || word.bytes().all(is_upper_hex);
    one_case && is_hash_long(word) && word.bytes().any(|byte| byte.is_ascii_digit())
}

fn is_hash_long(word: &str) -> bool {
    word.len() >= HASH_LEN_MIN && word.len() <= HASH_LEN_MAX
}

fn is_lower_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'a'..=b'f')
}

fn is_upper_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'A'..=b'F')
}

/// Finds the number of an issue, or of lines, with the word that says so.
///
/// What is read before a number is blanks and a short word; no two numbers share the blanks.
pub(super) fn issue_or_lines(text: &str) -> Option<Hit> {
    text.char_indices().filter(|(at, _)| starts_number(text, *at)).find_map(|(start, _)| {
        let end = extent::run_end(text, start, extent::is_digit);
        extent::ends_word(text, end).then(|| numbered(text, start, end)).flatten()
    })
}

/// Tells whether a run of decimal digits starts at `at`.
fn starts_number(text: &str, at: usize) -> bool {
    extent::char_at(text, at).is_some_and(extent::is_digit)
        && !extent::char_before(text, at).is_some_and(extent::is_digit)
}

/// Finds what the word before the number from `start` to `end` says it is.
fn numbered(text: &str, start: usize, end: usize) -> Option<Hit> {
    let issue = issue_start(text, start, end).map(|from| Hit::masks(Mask::Issue, from..end));
    issue.or_else(|| {
        let from = lines_start(text, start)?;
        Some(Hit::masks(Mask::Lines, from..range_end(text, end)))
    })
}

fn issue_start(text: &str, number: usize, end: usize) -> Option<usize> {
    let sign = number.saturating_sub(1);
    match extent::char_before(text, number)? {
        '#' => Some(word_start(text, sign, ISSUE_WORDS).unwrap_or(sign)),
        '!' if extent::starts_word(text, sign) => {
            Some(word_start(text, sign, ISSUE_WORDS).unwrap_or(sign))
        }
        '-' => named_start(text, sign, "gh").or_else(|| tracker::key_start(text, sign, end)),
        letter if extent::is_blank(letter) => word_start(text, number, ISSUE_WORDS),
        _ => None,
    }
}

fn lines_start(text: &str, number: usize) -> Option<usize> {
    let before = extent::char_before(text, number)?;
    let letter = number.saturating_sub(1);
    if before == 'L' && extent::starts_word(text, letter) {
        return Some(letter);
    }
    extent::is_blank(before).then(|| word_start(text, number, LINE_WORDS)).flatten()
}

/// Returns the end of `12-34`, `L12-L34` or `12 to 34`, given the end of the first number.
fn range_end(text: &str, end: usize) -> usize {
    let rest = extent::after(text, end).trim_start_matches(extent::is_blank);
    let joined = ["-", "\u{2013}", "to ", "and "].iter().find_map(|join| rest.strip_prefix(*join));
    let number = joined.map(|rest| rest.trim_start_matches(extent::is_blank));
    let digits = number.map(|rest| rest.strip_prefix('L').unwrap_or(rest)).unwrap_or_default();
    let last = extent::run_end(digits, 0, extent::is_digit);
    let whole = text.len().saturating_sub(digits.len()).saturating_add(last);
    if last > 0 && extent::ends_word(digits, last) { whole } else { end }
}

/// Returns where one of `words` starts that ends before `end`, blanks between them allowed.
fn word_start(text: &str, end: usize, words: &[&str]) -> Option<usize> {
    let end = extent::run_start(text, end, extent::is_blank);
    words.iter().find_map(|word| named_start(text, end, word))
}

fn named_start(text: &str, end: usize, word: &str) -> Option<usize> {
    let start = end.checked_sub(word.len())?;
    let named = extent::cut(text, start..end).eq_ignore_ascii_case(word);
    (named && extent::starts_word(text, start)).then_some(start)
}

const HASH_LEN_MIN: usize = 7;
const HASH_LEN_MAX: usize = 64;
const ISSUE_WORDS: &[&str] = &[
    "issue",
    "issues",
    "merge request",
    "merge requests",
    "mr",
    "pr",
    "prs",
    "pull request",
    "pull requests",
];
const LINE_WORDS: &[&str] = &["line", "lines"];
