//! Finds addresses on the web; of mail it knows only `mailto:`.

use super::extent;
use super::piece::{Hit, Mask};

/// Returns the address whose `:` stands at `colon`.
pub(super) fn at_colon(text: &str, colon: usize) -> Option<Hit> {
    let rest = extent::after(text, colon);
    if rest.starts_with("://") {
        let start = scheme_start(text, colon)?;
        return Some(hit(text, start, colon.saturating_add("://".len())));
    }
    let start = colon.checked_sub("mailto".len())?;
    let named = extent::cut(text, start..colon).eq_ignore_ascii_case("mailto");
    (named && extent::starts_word(text, start)).then(|| hit(text, start, colon.saturating_add(1)))
}

/// Returns the address that starts with `www` before the `.` at `dot`.
pub(super) fn at_dot(text: &str, dot: usize) -> Option<Hit> {
    let start = dot.checked_sub("www".len())?;
    let named = extent::cut(text, start..dot).eq_ignore_ascii_case("www");
    (named && extent::starts_word(text, start)).then(|| hit(text, start, dot.saturating_add(1)))
}

/// Returns where the scheme starts; it stops at a colon, so no character is read for two of them.
fn scheme_start(text: &str, colon: usize) -> Option<usize> {
    let run = extent::run_start(text, colon, is_scheme);
    let letter = extent::cut(text, run..colon).find(|letter: char| letter.is_ascii_alphabetic())?;
    Some(run.saturating_add(letter))
}

fn hit(text: &str, start: usize, body: usize) -> Hit {
    let whole = extent::cut(text, body..extent::run_end(text, body, is_url));
    let len = whole.trim_end_matches(is_closing).len();
    Hit::masks(Mask::Url, start..body.saturating_add(len))
}

fn is_scheme(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '.' | '-')
}

/// Tells whether an address goes on; other scripts end it, for they may follow without a space.
pub(super) fn is_url(letter: char) -> bool {
    letter.is_ascii_graphic() && !is_quote(letter)
}

pub(super) fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '`' | '<' | '>')
}

/// Tells whether a character at the end belongs to the sentence, not to the address.
fn is_closing(letter: char) -> bool {
    matches!(letter, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '*' | '_' | '~' | '|')
}
