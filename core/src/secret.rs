//! Finds the shapes of credentials in the exact bytes that are about to leave, and never repeats
//! what it found.

use core::ops::Range;

use memchr::memmem;
use serde::{Deserialize, Serialize};

/// The kind of credential that was seen; never the credential.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// An access key of Amazon Web Services.
    AwsKey,
    /// A token of GitHub.
    GithubToken,
    /// A personal token of GitLab.
    GitlabToken,
    /// A key of a Google service.
    GoogleKey,
    /// The key with which the user pays for the judge.
    JudgeKey,
    /// A token of the npm registry.
    NpmToken,
    /// The first line of a private key.
    PrivateKey,
    /// A key of the family that starts with `sk-`.
    SecretKey,
    /// A token of Slack.
    SlackToken,
}

impl Shape {
    /// Returns what a notice calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AwsKey => "AWS access key",
            Self::GithubToken => "GitHub token",
            Self::GitlabToken => "GitLab token",
            Self::GoogleKey => "Google API key",
            Self::JudgeKey => "judge key",
            Self::NpmToken => "npm token",
            Self::PrivateKey => "private key",
            Self::SecretKey => "secret key",
            Self::SlackToken => "Slack token",
        }
    }
}

/// Returns the first kind of credential in `bytes`, where `keys` are the user's own.
///
/// A key of the user's counts from 8 bytes on. The time is linear in `bytes` for given `keys`:
/// at each position a constant number of rules reads a constant number of bytes.
pub fn find(bytes: &[u8], keys: &[&[u8]]) -> Option<Shape> {
    if keys.iter().any(|key| holds_key(bytes, key)) {
        return Some(Shape::JudgeKey);
    }
    (0..bytes.len()).find_map(|start| shape_at(bytes, start))
}

/// Returns where the first credential shape of a text lies, so that redaction can leave it whole
/// for the scan of the outgoing bytes.
pub(crate) fn first(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let start = (0..bytes.len()).find(|start| shape_at(bytes, *start).is_some())?;
    let here = tail(bytes, start);
    let len = pem_len(here).unwrap_or_else(|| here.iter().take_while(|b| is_token(**b)).count());
    Some(start..start.saturating_add(len))
}

fn holds_key(bytes: &[u8], key: &[u8]) -> bool {
    key.len() >= KEY_LEN_MIN && memmem::find(bytes, key).is_some()
}

fn shape_at(bytes: &[u8], start: usize) -> Option<Shape> {
    let here = tail(bytes, start);
    // The first byte alone settles nearly all.
    if !here.first().is_some_and(|byte| may_begin(*byte)) {
        return None;
    }
    if pem_len(here).is_some() {
        return Some(Shape::PrivateKey);
    }
    if !is_boundary(bytes, start) {
        return None;
    }
    RULES.iter().find(|rule| rule.fits(here)).map(|rule| rule.shape)
}

/// What a vendor's credentials look like.
struct Rule {
    prefix: &'static [u8],
    len_min: usize,
    belongs: fn(u8) -> bool,
    shape: Shape,
}

impl Rule {
    fn fits(&self, here: &[u8]) -> bool {
        here.strip_prefix(self.prefix).is_some_and(|rest| self.is_long(rest))
    }

    fn is_long(&self, rest: &[u8]) -> bool {
        let run = rest.iter().take(self.len_min).take_while(|byte| (self.belongs)(**byte));
        run.count() >= self.len_min
    }
}

/// Returns whether a credential may begin with this byte.
fn may_begin(byte: u8) -> bool {
    byte.is_ascii() && BEGINNINGS & bit(byte) != 0
}

/// What the rules and private keys begin with, one bit for each byte of ASCII.
const BEGINNINGS: u128 = {
    let mut bits = first_bit(PEM_START);
    let mut rules = RULES;
    while let [rule, rest @ ..] = rules {
        bits |= first_bit(rule.prefix);
        rules = rest;
    }
    bits
};

const fn first_bit(prefix: &[u8]) -> u128 {
    match prefix {
        [first, ..] => bit(*first),
        [] => u128::MAX,
    }
}

const fn bit(byte: u8) -> u128 {
    1 << (byte & 0x7f)
}

/// Tells whether no word goes on at `start`, so that `task-...` holds no `sk-...`.
///
/// The bytes are JSON: what follows `\n` or `\u0007` follows a control character, not a letter.
fn is_boundary(bytes: &[u8], start: usize) -> bool {
    let before = bytes.get(..start).unwrap_or_default();
    !before.last().is_some_and(u8::is_ascii_alphanumeric) || ends_in_escape(before)
}

fn ends_in_escape(before: &[u8]) -> bool {
    matches!(before, [.., b'\\', b'b' | b'f' | b'n' | b'r' | b't'])
        || matches!(before, [.., b'\\', b'u', _, _, _, _])
}

/// Returns the length of the header of a private key, OpenSSL's or PGP's, if one starts here.
fn pem_len(here: &[u8]) -> Option<usize> {
    let rest = here.strip_prefix(PEM_START)?;
    let label = rest.iter().take(PEM_LABEL_LEN_MAX).take_while(|byte| is_label(**byte)).count();
    let (label, rest) = rest.split_at_checked(label)?;
    let whole = PEM_START.len().saturating_add(label.len()).saturating_add(PEM_END.len());
    (names_private_key(label) && rest.starts_with(PEM_END)).then_some(whole)
}

fn names_private_key(label: &[u8]) -> bool {
    label.ends_with(b"PRIVATE KEY") || label.ends_with(b"PRIVATE KEY BLOCK")
}

fn tail(bytes: &[u8], start: usize) -> &[u8] {
    bytes.get(start..).unwrap_or_default()
}

fn is_label(byte: u8) -> bool {
    is_capital(byte) || byte == b' '
}

fn is_capital(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

const KEY_LEN_MIN: usize = 8;
const PEM_START: &[u8] = b"-----BEGIN ";
const PEM_END: &[u8] = b"-----";
const PEM_LABEL_LEN_MAX: usize = 64;

const RULES: &[Rule] = &[
    vendor(b"sk-", 16, is_token, Shape::SecretKey),
    vendor(b"gho_", 20, is_token, Shape::GithubToken),
    vendor(b"ghp_", 20, is_token, Shape::GithubToken),
    vendor(b"ghr_", 20, is_token, Shape::GithubToken),
    vendor(b"ghs_", 20, is_token, Shape::GithubToken),
    vendor(b"ghu_", 20, is_token, Shape::GithubToken),
    vendor(b"github_pat_", 20, is_token, Shape::GithubToken),
    vendor(b"AKIA", 16, is_capital, Shape::AwsKey),
    vendor(b"ASIA", 16, is_capital, Shape::AwsKey),
    vendor(b"glpat-", 20, is_token, Shape::GitlabToken),
    vendor(b"xoxa-", 10, is_token, Shape::SlackToken),
    vendor(b"xoxb-", 10, is_token, Shape::SlackToken),
    vendor(b"xoxp-", 10, is_token, Shape::SlackToken),
    vendor(b"xoxr-", 10, is_token, Shape::SlackToken),
    vendor(b"xoxs-", 10, is_token, Shape::SlackToken),
    vendor(b"AIza", 35, is_token, Shape::GoogleKey),
    vendor(b"npm_", 36, is_token, Shape::NpmToken),
];

const fn vendor(
    prefix: &'static [u8],
    len_min: usize,
    belongs: fn(u8) -> bool,
    shape: Shape,
) -> Rule {
    Rule { prefix, len_min, belongs, shape }
}
