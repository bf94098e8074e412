//! Entries to which tools give a password or a token, whatever else is in the file: `password`
//! below `[client]` of MySQL, `oauth_token:` and `token:` of GitHub's command line, and
//! `aws_secret_access_key`; and lines on which people note a password.

use super::value;
use crate::security::secret::Shape;

/// Characters of the shortest token.
const TOKEN_LEN_MIN: usize = 16;

/// Returns that there is such an entry.
pub(super) fn find(content: &[u8]) -> Option<Shape> {
    let mut is_of_mysql = false;
    let mut lines = content.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines
        .any(|line| {
            if let Some(section) = line.strip_prefix(b"[") {
                is_of_mysql = section.starts_with(b"client") || section.starts_with(b"mysql");
            }
            is_of_mysql && gives_password(line)
                || gives_aws_key(line)
                || gives_token(line)
                || notes_password(line)
        })
        .then_some(Shape::Assignment)
}

/// `password = ...`, in MySQL's settings.
fn gives_password(line: &[u8]) -> bool {
    given(line, b"password", b'=').is_some_and(value::is_given)
}

/// `aws_secret_access_key = ...`, also as a variable of a shell; a program gives an expression.
fn gives_aws_key(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"export ").unwrap_or(line);
    let is_of_key = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    let is_key = |key: &[u8]| key.iter().all(is_of_key) && value::is_given(key);
    given(line, b"aws_secret_access_key", b'=').is_some_and(is_key)
}

/// `oauth_token: ...`, and `token: ...` where that is no word of a program.
fn gives_token(line: &[u8]) -> bool {
    let is_of_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    let is_token = |token: &[u8]| {
        let is_long = token.len() >= TOKEN_LEN_MIN && token.iter().any(u8::is_ascii_digit);
        is_long && token.iter().all(is_of_token) && value::is_given(token)
    };
    given(line, b"oauth_token", b':').is_some_and(is_token)
        || given(line, b"token", b':')
            .is_some_and(|token| is_token(token) && value::is_secret(token))
}

/// `Password: ...`, `- passwd: ...` or `pw=...`, with nothing behind it. A program goes on behind a
/// value, and puts blanks around `=`.
fn notes_password(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"- ").unwrap_or(line).trim_ascii_start();
    let Some(at) = line.iter().position(|byte| matches!(byte, b':' | b'=')) else { return false };
    let Some((name, [mark, value @ ..])) = line.split_at_checked(at) else { return false };
    let is_known = NOTED.iter().any(|known| name.eq_ignore_ascii_case(known));
    let is_told = match value {
        [b' ' | b'\t', ..] => *mark == b':',
        _ => *mark == b'=',
    };
    is_known && is_told && is_noted(value.trim_ascii())
}

/// Returns whether a value, in quotes or not, is a password that somebody has noted.
fn is_noted(value: &[u8]) -> bool {
    let inner = match value {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        _ => value,
    };
    let is_of_program = |byte: &u8| b"();,\"'\\".contains(byte);
    value::is_secret(inner) && !inner.iter().any(is_of_program)
}

/// What a password is called where people note one.
const NOTED: [&[u8]; 6] = [b"password", b"passwd", b"passphrase", b"passcode", b"pwd", b"pw"];

/// Returns what a line gives to a name behind a mark, without quotes.
fn given<'a>(line: &'a [u8], name: &[u8], mark: u8) -> Option<&'a [u8]> {
    let (head, rest) = line.split_at_checked(name.len())?;
    let rest = rest.trim_ascii_start().strip_prefix(&[mark])?.trim_ascii();
    let is_quote = |byte: &u8| matches!(*byte, b'"' | b'\'');
    let value = match rest {
        [quote, inner @ ..] if is_quote(quote) => inner.split(|byte| byte == quote).next(),
        _ => rest.split(u8::is_ascii_whitespace).next(),
    };
    head.eq_ignore_ascii_case(name).then_some(value?)
}
