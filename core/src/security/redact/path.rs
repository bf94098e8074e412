//! Finds paths and file names in prose; which words are file names is `path_name`'s to know.
//!
//! A path is a run of the ASCII characters that paths are made of, together with the letters of
//! other scripts. Letters of a script without spaces count only where the path plainly goes on
//! behind them: as a whole component, or its start, after a slash and before a slash, `.x`, `-` or
//! `_`. Else they are the sentence around the path and stay.

use memchr::memmem;

use super::path_name::Token;
use super::piece::{Hit, Mask};
use super::{extent, path_name};

/// Finds the home directory, with the path that goes on from it.
pub(super) fn home(text: &str, home: Option<&str>) -> Option<Hit> {
    let home = home.map(|home| home.trim_end_matches(['/', '\\'])).unwrap_or_default();
    let start = memmem::find(text.as_bytes(), home.as_bytes()).filter(|_| is_telling(home))?;
    let least = start.saturating_add(home.len());
    let end = trimmed_end(text, start..token_end(text, least)).max(least);
    Some(Hit::masks(Mask::Path, start..position_end(text, end)))
}

fn is_telling(home: &str) -> bool {
    home.len() > HOME_LEN_OPEN
}

/// Finds a path or a file name. Each token is read once, never backwards, and judged as a whole.
pub(super) fn find(text: &str) -> Option<Hit> {
    let mut at = 0;
    for _ in text.chars() {
        let start = token_start(text, at).filter(|start| *start >= at)?;
        at = token_end(text, start);
        let token = trimmed(text, start..at);
        if path_name::is_path(&token) || names_repository(text, &token, at) {
            let end = trimmed_end(text, start..at);
            let from = end.saturating_sub(token.text.len());
            return Some(Hit::masks(Mask::Path, from..position_end(text, end)));
        }
    }
    None
}

fn trimmed(text: &str, range: core::ops::Range<usize>) -> Token<'_> {
    let end = trimmed_end(text, range.clone());
    let whole = extent::cut(text, range.start..end);
    let inner = whole.trim_start_matches('*');
    let start = end.saturating_sub(inner.len());
    Token { text: inner, before: extent::char_before(text, start) }
}

fn trimmed_end(text: &str, range: core::ops::Range<usize>) -> usize {
    let start = range.start;
    let token = extent::cut(text, range);
    start.saturating_add(token.trim_end_matches(['.', '*', '~', '_', '-']).len())
}

/// Tells whether `owner/name` is followed by the number of an issue.
fn names_repository(text: &str, token: &Token<'_>, end: usize) -> bool {
    let number = extent::after(text, end).strip_prefix('#');
    number.is_some_and(|rest| rest.starts_with(extent::is_digit))
        && token.text.contains('/')
        && path_name::names_something(token.text)
}

/// Returns the end of a position after a path: `:12`, `:12:5`, `:12-34`, `#L10`, `#L10-L20`.
fn position_end(text: &str, end: usize) -> usize {
    let line = number_end(text, end, &["#L", ":"]);
    let column = line.and_then(|line| number_end(text, line, &[":", "-L", "-"]));
    column.or(line).unwrap_or(end)
}

fn number_end(text: &str, at: usize, signs: &[&str]) -> Option<usize> {
    let rest = extent::after(text, at);
    let sign = signs.iter().find(|sign| rest.starts_with(**sign))?;
    let start = at.saturating_add(sign.len());
    let end = extent::run_end(text, start, extent::is_digit);
    (end > start).then_some(end)
}

/// Returns where the next token starts: at a letter or a slash, or at backslashes before it.
fn token_start(text: &str, at: usize) -> Option<usize> {
    let rest = extent::after(text, at);
    let letter = rest.find(|letter| is_plain(letter) || letter == '/')?;
    let slashes = extent::run_start(rest, letter, |letter| letter == '\\');
    let start = if letter.saturating_sub(slashes) > 1 { slashes } else { letter };
    Some(at.saturating_add(start))
}

fn token_end(text: &str, start: usize) -> usize {
    let mut end = start;
    for _ in extent::after(text, start).chars() {
        let Some(next) = step(text, start, end).filter(|next| *next >= end) else { break };
        end = next;
    }
    end
}

/// Returns the end of what follows at `at` in the token from `start`, if it belongs to it.
fn step(text: &str, start: usize, at: usize) -> Option<usize> {
    let letter = extent::char_at(text, at)?;
    let next = at.saturating_add(letter.len_utf8());
    match letter {
        '/' => Some(next),
        '\\' => separator_end(text, at),
        ':' => is_drive(text, start, at).then_some(next),
        '[' | '(' | '{' => after_slash(text, at).then(|| group_end(text, next)).flatten(),
        _ if is_plain(letter) => Some(next),
        _ => spaceless_end(text, at),
    }
}

fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_-.~@+%$*".contains(letter) || extent::is_foreign(letter)
}

/// Returns the end of backslashes that separate; a single one before a sign only escapes it.
fn separator_end(text: &str, at: usize) -> Option<usize> {
    let end = extent::run_end(text, at, |letter| letter == '\\');
    let after = extent::char_at(text, end).filter(|after| is_plain(*after) || *after == '/')?;
    (!"_-~+*/".contains(after) || end.saturating_sub(at) > 1).then_some(end)
}

/// Tells whether the colon at `at` follows a drive letter and a path follows it.
fn is_drive(text: &str, start: usize, at: usize) -> bool {
    let drive = extent::cut(text, start..at);
    let rest = extent::after(text, at.saturating_add(1));
    drive.len() == 1
        && drive.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && rest.starts_with(['/', '\\'])
}

fn after_slash(text: &str, at: usize) -> bool {
    extent::before(text, at).ends_with(['/', '\\'])
}

/// Returns the end of a bracketed component such as `[id]` or `{a,b}`, from behind its bracket.
fn group_end(text: &str, start: usize) -> Option<usize> {
    let end = extent::run_end(text, start, |letter| is_plain(letter) || letter == ',');
    let closed = extent::char_at(text, end).is_some_and(|letter| "])}".contains(letter));
    (end > start && closed).then(|| end.saturating_add(1))
}

/// Returns the end of a component of a script without spaces, if the path goes on behind it; other
/// signs that come here start none, and are nothing that a path goes on with.
fn spaceless_end(text: &str, at: usize) -> Option<usize> {
    let end = extent::run_end(text, at, extent::is_spaceless);
    let mut rest = extent::after(text, end).chars();
    let goes_on = match rest.next()? {
        '/' | '\\' | '_' | '-' => true,
        '.' => rest.next().is_some_and(|letter| letter.is_ascii_alphanumeric()),
        _ => false,
    };
    (after_slash(text, at) && goes_on).then_some(end)
}

/// A home of this many bytes and less, such as `/`, would be found everywhere.
const HOME_LEN_OPEN: usize = 2;
