//! Files of variables, as `.env` is one under another name: most lines are `NAME=value`, and one
//! of the values is a password or a key.

use super::value;
use crate::security::secret::Shape;

/// Endings of words in names that say so, in small letters.
const ENDINGS: [&[u8]; 9] = [
    b"password",
    b"passwd",
    b"passphrase",
    b"pwd",
    b"secret",
    b"token",
    b"key",
    b"credential",
    b"credentials",
];

/// Words in names of what is no secret.
const OPEN: [&[u8]; 4] = [b"public", b"publishable", b"pub", b"cache"];

/// Returns that a file is one of variables and holds a secret.
pub(super) fn find(content: &[u8]) -> Option<Shape> {
    let (mut lines, mut assigned, mut holds) = (0_usize, 0_usize, false);
    for line in content.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii) {
        // Remarks and sections.
        if matches!(line, [] | [b'#' | b';' | b'[' | b'!', ..]) {
            continue;
        }
        lines = lines.saturating_add(1);
        let Some((name, value)) = assignment(line) else { continue };
        assigned = assigned.saturating_add(1);
        holds = holds || names_secret(name) && is_secret(value);
    }
    let is_of_variables = assigned.saturating_mul(4) >= lines.saturating_mul(3);
    (holds && is_of_variables).then_some(Shape::Assignment)
}

/// Returns the name and the value of `NAME=value`, `export NAME="value"` or `name = value`.
fn assignment(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_prefix(b"export ").unwrap_or(line);
    let at = line.iter().position(|byte| *byte == b'=')?;
    let (name, rest) = line.split_at_checked(at)?;
    let name = name.trim_ascii();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    let value = rest.get(1..)?.trim_ascii();
    (!name.is_empty() && name.iter().all(is_name)).then_some((name, value))
}

/// Returns whether one of the words in a name says that a secret is given to it.
fn names_secret(name: &[u8]) -> bool {
    let words = || name.split(|byte| b"_.-".contains(byte));
    let is_any =
        |word: &[u8], known: &[&[u8]]| known.iter().any(|one| one.eq_ignore_ascii_case(word));
    let ends = |word: &[u8]| {
        let end = |known: &[u8]| word.len().checked_sub(known.len()).and_then(|at| word.get(at..));
        ENDINGS.iter().any(|known| end(known).is_some_and(|end| end.eq_ignore_ascii_case(known)))
    };
    words().any(ends) && !words().any(|word| is_any(word, &OPEN))
}

/// Returns whether a value, in quotes or not, is a secret: an address and a path are none.
fn is_secret(value: &[u8]) -> bool {
    let is_quote = |byte: &u8| matches!(*byte, b'"' | b'\'');
    let quoted = match value {
        [quote, rest @ ..] if is_quote(quote) => rest.split(|byte| byte == quote).next(),
        _ => value.split(u8::is_ascii_whitespace).next(),
    };
    let value = quoted.unwrap_or_default();
    let is_place = value.starts_with(b"/") || value.windows(3).any(|part| part == b"://");
    !is_place && value::is_secret(value)
}
