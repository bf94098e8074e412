//! Finds credentials that are labelled as such; unlabelled ones are left to `secret`.

use memchr::{memchr2_iter, memchr3_iter};

use super::piece::{Hit, Mask};
use super::{extent, url};

/// Finds a credential that is named, or an address.
///
/// Whichever starts first swallows the other. One walk over `:`, `=` and `.` finds both: what
/// is read backwards from a sign ends at the sign before it, and what is read forwards in vain is
/// a few bytes or blanks, so the walk is linear.
pub(super) fn or_url(text: &str) -> Option<Hit> {
    memchr3_iter(b':', b'=', b'.', text.as_bytes()).find_map(|sign| {
        match extent::char_at(text, sign)? {
            '.' => url::at_dot(text, sign),
            ':' => url::at_colon(text, sign).or_else(|| named(text, sign)),
            _ => named(text, sign),
        }
    })
}

/// Finds `Bearer` or `Basic` and what it announces.
pub(super) fn bearer(text: &str) -> Option<Hit> {
    memchr2_iter(b'B', b'b', text.as_bytes())
        .filter(|start| extent::starts_word(text, *start))
        .find_map(|start| announced(text, start))
}

fn announced(text: &str, start: usize) -> Option<Hit> {
    let scheme = scheme(extent::after(text, start))?;
    let end = start.saturating_add(scheme.len());
    let token_start = extent::run_end(text, end, extent::is_blank);
    if token_start == end {
        // Reading on would be quadratic: a token may hold the scheme's name many times.
        return None;
    }
    let token_end = extent::run_end(text, token_start, is_token);
    let token = extent::cut(text, token_start..token_end);
    announces(scheme, token).then(|| Hit::masks(Mask::Credential, start..token_end))
}

fn scheme(text: &str) -> Option<&str> {
    let named = |name: &&&str| extent::before(text, name.len()).eq_ignore_ascii_case(name);
    ["bearer", "basic"].iter().find(named).map(|name| extent::before(text, name.len()))
}

/// Tells whether `scheme` makes a credential of `token`; "basic functionality" is not one.
fn announces(scheme: &str, token: &str) -> bool {
    token.len() >= TOKEN_LEN_MIN && (scheme == "Bearer" || !is_plain(token))
}

fn is_plain(token: &str) -> bool {
    let mut tail = token.trim_end_matches('.').chars().skip(1);
    tail.all(|letter| letter.is_ascii_lowercase() || letter == '-')
}

/// Finds a credential whose name ends before the sign: `password: ...`, `"api_key" = "..."`.
fn named(text: &str, sign: usize) -> Option<Hit> {
    let name_end = extent::run_start(text, sign, extent::is_blank);
    let name_end = quote_start(text, name_end);
    if let Some(start) = suffix_start(text, name_end, "authorization") {
        let end = words_end(text, sign.saturating_add(1))?;
        return Some(Hit::masks(Mask::Credential, start..end));
    }
    let start = NAMES.iter().find_map(|name| suffix_start(text, name_end, name))?;
    value_end(text, sign).map(|end| Hit::masks(Mask::Credential, start..end))
}

/// Returns the end of what `sign` gives a name. The signs that follow it are its own, as in `:=`,
/// or the value's, as in `token:=::=::a`: whichever makes more of a value.
fn value_end(text: &str, sign: usize) -> Option<usize> {
    let after = [sign.saturating_add(1), extent::run_end(text, sign, is_sign)];
    let ends = after.map(|start| {
        let value = value_start(text, start);
        let end = extent::run_end(text, value, is_value);
        let long = extent::cut(text, value..end).chars().count() >= VALUE_LEN_MIN;
        long.then_some(end)
    });
    ends.into_iter().flatten().max()
}

/// Returns where `name` starts if the text before `end` ends with it, in any case.
fn suffix_start(text: &str, end: usize, name: &str) -> Option<usize> {
    let start = end.checked_sub(name.len())?;
    extent::cut(text, start..end).eq_ignore_ascii_case(name).then_some(start)
}

/// Returns the end of the next word, or of the next two if they share the line.
fn words_end(text: &str, start: usize) -> Option<usize> {
    let first = value_start(text, start);
    let end = extent::run_end(text, first, is_value);
    let second = extent::run_end(text, end, extent::is_blank);
    let last = extent::run_end(text, second, is_value);
    (end > first).then_some(if last > second { last } else { end })
}

/// Returns where a value starts after blanks and at most one quotation mark.
fn value_start(text: &str, start: usize) -> usize {
    let start = extent::run_end(text, start, extent::is_blank);
    match extent::char_at(text, start) {
        Some('"' | '\'') => start.saturating_add(1),
        _ => start,
    }
}

fn quote_start(text: &str, end: usize) -> usize {
    match extent::char_before(text, end) {
        Some('"' | '\'') => end.saturating_sub(1),
        _ => end,
    }
}

fn is_sign(letter: char) -> bool {
    matches!(letter, ':' | '=' | '>')
}

/// Tells whether a value goes on. All that an address may hold is in it: else an address that
/// starts in a value could be read to its end once for every value.
fn is_value(letter: char) -> bool {
    url::is_url(letter) || extent::is_foreign(letter)
}

fn is_token(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-._~+/=".contains(letter)
}

const TOKEN_LEN_MIN: usize = 8;
const VALUE_LEN_MIN: usize = 6;

/// How names of credentials end; `DB_PASSWORD` and `auth token` do too.
const NAMES: &[&str] = &[
    "access key",
    "access-key",
    "access_key",
    "accesskey",
    "api key",
    "api-key",
    "api_key",
    "apikey",
    "auth token",
    "access token",
    "passphrase",
    "passwd",
    "password",
    "pwd",
    "secret",
    "token",
];
