//! Credentials that only their names tell from other Base64: `AccountKey=...`.

use super::{Shape, with_first};

/// A name, and how long what it is given is.
struct Name {
    /// In small letters.
    name: &'static [u8],
    /// Exactly so many characters, the `=` that fill up among them.
    len: usize,
    shape: Shape,
}

const NAMES: &[Name] = &[
    Name { name: b"accountkey", len: 88, shape: Shape::AzureKey },
    Name { name: b"sharedaccesskey", len: 44, shape: Shape::AzureKey },
    Name { name: b"aws_secret_access_key", len: 40, shape: Shape::AwsKey },
    Name { name: b"secretaccesskey", len: 40, shape: Shape::AwsKey },
    Name { name: b"privatekey", len: 44, shape: Shape::PrivateKey },
    Name { name: b"presharedkey", len: 44, shape: Shape::PrivateKey },
];

/// Adds what the names begin with to `bits`, one bit for each byte of ASCII.
pub(super) const fn beginnings(mut bits: u128) -> u128 {
    let mut names = NAMES;
    while let [name, rest @ ..] = names {
        bits = with_first(bits, name.name);
        if let [first, ..] = name.name {
            bits = with_first(bits, &[first.to_ascii_uppercase()]);
        }
        names = rest;
    }
    bits
}

/// Returns the kind of credential that is named here and given.
pub(super) fn shape(here: &[u8]) -> Option<Shape> {
    found(here).map(|(shape, _)| shape)
}

/// Returns how long the name is with what it is given.
pub(super) fn len(here: &[u8]) -> Option<usize> {
    found(here).map(|(_, len)| len)
}

fn found(here: &[u8]) -> Option<(Shape, usize)> {
    NAMES.iter().find_map(|name| {
        let (head, rest) = here.split_at_checked(name.name.len())?;
        let value = head.eq_ignore_ascii_case(name.name).then(|| value(rest))??;
        let run = value.iter().take(name.len.saturating_add(1));
        let is_whole = run.take_while(|byte| is_base64(**byte)).count() == name.len;
        let before = here.len().saturating_sub(value.len());
        (is_whole && is_mixed(value)).then(|| (name.shape, before.saturating_add(name.len)))
    })
}

/// Returns what follows `=` or `:`, where nothing but quotes and blanks stands around it.
fn value(rest: &[u8]) -> Option<&[u8]> {
    let rest = after_padding(rest);
    let rest = rest.strip_prefix(b"=").or_else(|| rest.strip_prefix(b":"))?;
    Some(after_padding(rest))
}

fn after_padding(bytes: &[u8]) -> &[u8] {
    let is_padding = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'"' | b'\'' | b'\\');
    let padding = bytes.iter().take(PADDING_LEN_MAX).take_while(is_padding).count();
    bytes.get(padding..).unwrap_or_default()
}

/// Returns whether it is no word of a person: random characters are of every kind.
fn is_mixed(value: &[u8]) -> bool {
    let value = value.get(..MIXED_LEN).unwrap_or(value);
    let any = |is: fn(&u8) -> bool| value.iter().any(is);
    any(u8::is_ascii_digit) && any(u8::is_ascii_uppercase) && any(u8::is_ascii_lowercase)
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

const PADDING_LEN_MAX: usize = 8;
/// The shortest value that is named above.
const MIXED_LEN: usize = 40;
