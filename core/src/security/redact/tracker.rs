//! Finds the key that a tracker gives to an issue, such as `ABC-123`.

use super::extent;
use crate::security::public_word;

/// Returns where the key starts whose hyphen and end are these; nothing if it is none.
///
/// What is read before the hyphen is what no other number reads: no hyphen is in it.
pub(super) fn key_start(text: &str, hyphen: usize, end: usize) -> Option<usize> {
    let start = extent::run_start(text, hyphen, is_name);
    let name = extent::cut(text, start..hyphen);
    let is_named = name.starts_with(|letter: char| letter.is_ascii_uppercase())
        && name.len() >= NAME_LEN_MIN
        && name.len() <= NAME_LEN_MAX;
    let is_numbered = end.saturating_sub(hyphen) <= NUMBER_LEN_MAX && !goes_on(text, end);
    let is_public = public_word::is_public(extent::cut(text, start..end));
    let is_key = is_named && is_numbered && !is_public && extent::starts_word(text, start);
    is_key.then_some(start)
}

/// Tells whether the number goes on behind a dot or a hyphen, as that of a version or a date does.
fn goes_on(text: &str, end: usize) -> bool {
    let rest = extent::after(text, end).strip_prefix(['.', '-']);
    rest.is_some_and(|rest| rest.starts_with(extent::is_digit))
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_uppercase() || letter.is_ascii_digit()
}

/// The name of a project at a tracker.
const NAME_LEN_MIN: usize = 2;
const NAME_LEN_MAX: usize = 10;

/// The number of an issue, with the hyphen.
const NUMBER_LEN_MAX: usize = 8;
