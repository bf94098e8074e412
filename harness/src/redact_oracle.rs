//! A slow second opinion on redaction, written from the list of what must not leave; it knows
//! nothing of how the core finds it.

mod markdown;
mod message;
mod pattern;

use regex_lite::Regex;
use sprag_core::security::redact::{EXPANSION_MAX, Lines, Masks, redact};
use sprag_core::text::cut::{head, tail};

use markdown::{blocks, opened};
pub use message::{clean_message, dense, giant_line, markdown, message};
use pattern::{
    AFTER_KEYS, BEFORE_KEYS, BLANKS, HASH, HIDDEN, KEY, LINE_ENDS, NEWLINES, PLACEHOLDER, PUBLIC,
    QUOTE, SLASHED, SPACELESS, TRACKER_KEY,
};

/// Returns which categories are still to be seen in `text`, each once.
///
/// A placeholder is opaque: nothing is found in it, and words end at it. A text that was cut after
/// it was redacted can show what it did not before: of `and/or` it may have only `/or`.
pub fn leaks(text: &str, home: Option<&str>, names: &[&str]) -> Vec<&'static str> {
    let mut found = structure_leaks(text);
    for line in text.split(['\n', '\r']) {
        for part in PLACEHOLDER.split(line) {
            push_matches(&mut found, part, &BEFORE_KEYS);
            let part = &KEY.replace_all(part, "$1\u{1}");
            push_matches(&mut found, part, &AFTER_KEYS);
            push_if(&mut found, "path", slashed(part).any(is_path));
            push_if(&mut found, "file", hidden(part).any(|word| !word.starts_with(".net")));
            push_if(
                &mut found,
                "commit",
                HASH.find_iter(part).any(|word| has_digit(word.as_str())),
            );
            push_if(&mut found, "issue", holds_tracker_key(part));
            push_if(&mut found, "home", home.is_some_and(|home| holds_home(part, home)));
            push_if(&mut found, "project", names.iter().any(|name| holds_name(part, name)));
        }
    }
    found
}

/// Returns `text` with fences, quotes and code spans replaced, and blanks squeezed, by reading it
/// again for every backtick.
pub fn prose(text: &str) -> String {
    let mut text = squeezed(&blocks(text));
    loop {
        let next = squeezed(&blocks(&text));
        if next == text {
            return text;
        }
        text = next;
    }
}

/// Returns `text` with single blanks, at most one empty line in a row, and bare ends.
pub fn squeezed(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = BLANKS.replace_all(&text, " ");
    let text = LINE_ENDS.replace_all(&text, "\n");
    let text = NEWLINES.replace_all(&text, "\n\n");
    text.trim_matches([' ', '\n']).to_owned()
}

/// Redacts any bytes and judges the result.
///
/// # Panics
///
/// Where a promise of the redaction is broken.
pub fn fuzz_redact(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for lines in [Lines::Mask, Lines::Drop] {
        judge(&text, &Masks { home: Some(HOME), names: NAMES, lines });
    }
    judge(&text, &Masks::default());
}

/// Asserts what must hold for any text.
///
/// # Panics
///
/// Where a promise of the redaction is broken.
pub fn judge(text: &str, masks: &Masks<'_>) {
    let once = redact(text, masks);
    assert_eq!(redact(&once, masks), once, "a second time changes the text: {text:?}");
    assert_eq!(leaks(&once, masks.home, masks.names), <[&str; 0]>::default(), "{text:?} {once:?}");
    assert!(once.len() <= text.len().saturating_mul(EXPANSION_MAX), "{text:?} grows: {once:?}");
    let last = tail::<80>(&once);
    assert!(once.ends_with(last.as_str()) && last.len() <= 80, "{once:?} {last:?}");
    assert!(once.len() < 80 || last.len() > 76, "the tail is too short: {once:?} {last:?}");
    let first = head::<80>(&once);
    assert!(once.starts_with(first.as_str()) && first.len() <= 80, "{once:?} {first:?}");
    assert!(once.len() < 80 || first.len() > 76, "the head is too short: {once:?} {first:?}");
}

/// The home directory of the fuzz bodies and strategies.
pub const HOME: &str = "/home/dev";

/// The project's names there.
pub const NAMES: &[&str] =
    &["sprocket", "hoist-rig", "\u{540d}\u{524d}", "\u{30c4}\u{30fc}\u{30eb}"];

fn structure_leaks(text: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let lines: Vec<&str> = text.split(['\n', '\r']).collect();
    push_if(&mut found, "fence", lines.iter().any(|line| opened(line).is_some()));
    push_if(&mut found, "quote", lines.iter().any(|line| QUOTE.is_match(line)));
    push_if(&mut found, "code", squeezed(&blocks(text)) != squeezed(text));
    found
}

fn push_if(found: &mut Vec<&'static str>, category: &'static str, is_seen: bool) {
    if is_seen && !found.contains(&category) {
        found.push(category);
    }
}

fn push_matches(found: &mut Vec<&'static str>, part: &str, rules: &[(&'static str, Regex)]) {
    for (category, rule) in rules {
        push_if(found, category, rule.is_match(part));
    }
}

fn slashed(part: &str) -> impl Iterator<Item = &str> {
    SLASHED.find_iter(part).map(|word| word.as_str().trim_end_matches(['.', '_', '-']))
}

/// Tells whether what has a slash within is a path: two slashes, or a sign that words lack.
fn is_path(word: &str) -> bool {
    let marked = word.contains(['.', '_', '-']) || has_digit(word);
    let slashes = word.matches('/').count();
    word.contains(|letter: char| letter.is_ascii_alphabetic())
        && (slashes > 1 || slashes == 1 && marked)
}

fn hidden(part: &str) -> impl Iterator<Item = String> {
    HIDDEN.find_iter(part).map(|word| word.as_str().trim_start().to_ascii_lowercase())
}

fn holds_tracker_key(part: &str) -> bool {
    TRACKER_KEY.captures_iter(part).any(|found| {
        found.get(2).is_none() && found.get(1).is_some_and(|key| !PUBLIC.is_match(key.as_str()))
    })
}

fn has_digit(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_digit())
}

fn holds_home(part: &str, home: &str) -> bool {
    let home = home.trim_end_matches(['/', '\\']);
    home.len() > 2 && part.contains(home)
}

fn holds_name(part: &str, name: &str) -> bool {
    if name.len() <= 2 || !name.contains(char::is_alphanumeric) {
        return false;
    }
    let part: Vec<char> = part.chars().collect();
    let name: Vec<char> = name.chars().collect();
    part.windows(name.len()).enumerate().any(|(start, window)| {
        let before = start.checked_sub(1).and_then(|at| part.get(at));
        let after = part.get(start.saturating_add(name.len()));
        let same = window.iter().zip(&name).all(|(a, b)| a.to_lowercase().eq(b.to_lowercase()));
        same && !glued(before, name.first()) && !glued(name.last(), after)
    })
}

/// Tells whether two letters side by side are of one word.
fn glued(left: Option<&char>, right: Option<&char>) -> bool {
    [left, right].into_iter().all(|letter| {
        letter.is_some_and(|letter| {
            letter.is_alphanumeric() && !SPACELESS.is_match(&letter.to_string())
        })
    })
}
