//! Finds the shapes of credentials in the exact bytes that are about to leave, and never repeats
//! what it found.

mod base64;
mod named;

use core::ops::Range;

use memchr::memmem;
use serde::{Deserialize, Serialize};

/// The kind of credential that was seen; never the credential.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A variable that is given a password or a key.
    Assignment,
    /// An access key of Amazon Web Services.
    AwsKey,
    /// The key of an account of Azure, or to a bus of it.
    AzureKey,
    /// A token of GitHub.
    GithubToken,
    /// A personal token of GitLab.
    GitlabToken,
    /// A key of a Google service.
    GoogleKey,
    /// A token of Hugging Face.
    HuggingFaceToken,
    /// The key with which the user pays for the judge.
    JudgeKey,
    /// A signed token that names who may do what.
    JsonWebToken,
    /// A name and a password for a host.
    Login,
    /// A token of the npm registry.
    NpmToken,
    /// The hash of a password, beside the name of its user.
    PasswordHash,
    /// A URL with a password in it.
    PasswordUrl,
    /// The first line of a private key, or one that is a line.
    PrivateKey,
    /// A token of the Python package index.
    PypiToken,
    /// A login to a registry of containers.
    RegistryLogin,
    /// A key of the family that starts with `sk-`.
    SecretKey,
    /// A token of Slack.
    SlackToken,
    /// A live key of Stripe.
    StripeKey,
    /// A token of Vault.
    VaultToken,
}

impl Shape {
    /// Returns what a notice calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Assignment => "variable with a password or a key",
            Self::AwsKey => "AWS access key",
            Self::AzureKey => "Azure key",
            Self::GithubToken => "GitHub token",
            Self::GitlabToken => "GitLab token",
            Self::GoogleKey => "Google API key",
            Self::HuggingFaceToken => "Hugging Face token",
            Self::JudgeKey => "judge key",
            Self::JsonWebToken => "JSON Web Token",
            Self::Login => "login with a password",
            Self::NpmToken => "npm token",
            Self::PasswordHash => "hash of a password",
            Self::PasswordUrl => "URL with a password",
            Self::PrivateKey => "private key",
            Self::PypiToken => "PyPI token",
            Self::RegistryLogin => "login to a registry",
            Self::SecretKey => "secret key",
            Self::SlackToken => "Slack token",
            Self::StripeKey => "Stripe key",
            Self::VaultToken => "Vault token",
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
    let len = pem_len(here).or_else(|| base64::pem_len(here));
    let len = len.or_else(|| named::len(here)).or_else(|| jwt_len(here));
    let len = len.unwrap_or_else(|| here.iter().take_while(|b| is_token(**b)).count());
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
    if pem_len(here).is_some() || base64::pem_len(here).is_some() {
        return Some(Shape::PrivateKey);
    }
    if !is_boundary(bytes, start) {
        return None;
    }
    let vendor = RULES.iter().find(|rule| rule.fits(here)).map(|rule| rule.shape);
    let token = || jwt_len(here).map(|_| Shape::JsonWebToken);
    vendor.or_else(token).or_else(|| named::shape(here))
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
    let mut bits = named::beginnings(0);
    bits = with_first(bits, PEM_START);
    bits = with_first(bits, JWT_START);
    bits = with_first(bits, base64::START);
    let mut rules = RULES;
    while let [rule, rest @ ..] = rules {
        bits = with_first(bits, rule.prefix);
        rules = rest;
    }
    bits
};

/// Adds what begins with the first byte of a prefix to `bits`.
const fn with_first(bits: u128, prefix: &[u8]) -> u128 {
    match prefix {
        [first, ..] => bits | bit(*first),
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

/// Returns the length of a token of three parts in Base64, if one starts here: the first two are
/// JSON objects, and an object begins with `{"`. <https://www.rfc-editor.org/rfc/rfc7519>
fn jwt_len(here: &[u8]) -> Option<usize> {
    here.strip_prefix(JWT_START)?;
    let head = here.iter().take(JWT_HEAD_LEN_MAX).take_while(|byte| is_token(**byte)).count();
    let claims = tail(here, head).strip_prefix(b".")?;
    claims.strip_prefix(JWT_START)?;
    let len = claims.iter().take_while(|byte| is_token(**byte) || **byte == b'.').take(JWT_LEN_MAX);
    let len = len.count();
    let whole = head.saturating_add(1).saturating_add(len);
    (head >= JWT_PART_LEN_MIN && len >= JWT_PART_LEN_MIN).then_some(whole)
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

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

const KEY_LEN_MIN: usize = 8;
const PEM_START: &[u8] = b"-----BEGIN ";
const PEM_END: &[u8] = b"-----";
const PEM_LABEL_LEN_MAX: usize = 64;
/// `{"` in Base64.
const JWT_START: &[u8] = b"eyJ";
const JWT_PART_LEN_MIN: usize = 16;
/// A header names an algorithm and a key.
const JWT_HEAD_LEN_MAX: usize = 240;
/// So much of the rest is looked at.
const JWT_LEN_MAX: usize = 4096;

/// What is found is held, so each is a prefix that means nothing else, and a length.
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
    vendor(b"gldt-", 20, is_token, Shape::GitlabToken),
    vendor(b"glrt-", 20, is_token, Shape::GitlabToken),
    vendor(b"glptt-", 40, is_token, Shape::GitlabToken),
    vendor(b"xoxa-", 10, is_token, Shape::SlackToken),
    vendor(b"xoxb-", 10, is_token, Shape::SlackToken),
    vendor(b"xoxp-", 10, is_token, Shape::SlackToken),
    vendor(b"xoxr-", 10, is_token, Shape::SlackToken),
    vendor(b"xoxs-", 10, is_token, Shape::SlackToken),
    vendor(b"xoxe-", 10, is_token, Shape::SlackToken),
    vendor(b"xapp-1-", 20, is_token, Shape::SlackToken),
    vendor(b"AIza", 35, is_token, Shape::GoogleKey),
    vendor(b"GOCSPX-", 28, is_token, Shape::GoogleKey),
    vendor(b"ya29.", 60, is_token, Shape::GoogleKey),
    vendor(b"npm_", 36, is_token, Shape::NpmToken),
    vendor(b"pypi-AgE", 60, is_token, Shape::PypiToken),
    vendor(b"sk_live_", 16, is_letter, Shape::StripeKey),
    vendor(b"rk_live_", 16, is_letter, Shape::StripeKey),
    vendor(b"hf_", 34, is_letter, Shape::HuggingFaceToken),
    vendor(b"xai-", 60, is_letter, Shape::SecretKey),
    vendor(b"hvs.", 24, is_token, Shape::VaultToken),
    vendor(b"hvb.", 24, is_token, Shape::VaultToken),
    vendor(b"hvr.", 24, is_token, Shape::VaultToken),
    vendor(b"AGE-SECRET-KEY-1", 58, is_capital, Shape::PrivateKey),
];

const fn vendor(
    prefix: &'static [u8],
    len_min: usize,
    belongs: fn(u8) -> bool,
    shape: Shape,
) -> Rule {
    Rule { prefix, len_min, belongs, shape }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_may_begin_what_a_rule_begins_with_and_nothing_else() {
        for byte in 0..=u8::MAX {
            let begins = |prefix: &[u8]| prefix.first() == Some(&byte);
            let of_rule = RULES.iter().any(|rule| begins(rule.prefix));
            let is_first = [PEM_START, JWT_START, base64::START].into_iter().any(begins)
                || b"aAsSpP".contains(&byte);
            assert_eq!(may_begin(byte), of_rule || is_first, "{byte}");
        }
        assert_eq!((bit(0), bit(b'a'), bit(0x7f)), (1, 1 << 97, 1 << 127));
        assert_eq!(with_first(0, b""), u128::MAX, "an empty prefix begins everything");
    }
    #[test]
    fn the_first_shape_is_left_whole() {
        let named = ["AccountKey=", &"aB3/".repeat(22)].concat();
        for whole in [
            &*named,
            "-----BEGIN RSA PRIVATE KEY-----",
            "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln",
            "sk-aaaaaaaaaaaaaaaaa",
        ] {
            let text = ["it is ", whole, ", or so: ", whole].concat();
            assert_eq!(first(&text), Some(6..whole.len() + 6), "{whole}");
        }
        assert_eq!(first("nothing"), None);
    }
}
