//! Whether a value is a password or a key, or stands where one belongs.

/// Characters of the shortest password that is taken for one.
const LEN_MIN: usize = 6;
/// Nobody types or makes a longer one.
const LEN_MAX: usize = 1_024;

/// Parts of what is written in place of a password, in small letters.
const PLACEHOLDERS: [&[u8]; 19] = [
    b"pass",
    b"secret",
    b"your",
    b"example",
    b"change",
    b"placeholder",
    b"xxx",
    b"dummy",
    b"sample",
    b"todo",
    b"redacted",
    b"replace",
    b"insert",
    b"test",
    b"fake",
    b"foo",
    b"user",
    b"12345",
    b"...",
];

/// Returns whether a value is no placeholder: a text without blanks and without the marks of
/// templates, of letters and something else.
pub(super) fn is_secret(value: &[u8]) -> bool {
    let any = |is: fn(&u8) -> bool| value.iter().any(is);
    let is_mixed = any(u8::is_ascii_lowercase) && any(u8::is_ascii_uppercase);
    let is_plain =
        value.iter().all(|byte| byte.is_ascii_graphic() && !b"<>{}[]$*`|".contains(byte));
    (LEN_MIN..=LEN_MAX).contains(&value.len())
        && is_plain
        && any(u8::is_ascii_alphabetic)
        && (any(u8::is_ascii_digit) || is_mixed && value.len() >= MIXED_LEN_MIN)
        && !stands_for_another(value)
}

/// Returns whether something is given that is no template and no word for a password. It is asked
/// where all around it says that a password belongs there.
pub(super) fn is_given(value: &[u8]) -> bool {
    let is_word = |known: &&[u8]| value.eq_ignore_ascii_case(known);
    let is_template = matches!(value, [] | [b'<' | b'$' | b'{' | b'[' | b'*', ..]);
    let is_word = is_word(&b"password".as_slice()) || PLACEHOLDERS.iter().any(is_word);
    !is_template && !is_word && value.len() <= LEN_MAX
}

fn stands_for_another(value: &[u8]) -> bool {
    let holds =
        |known: &&[u8]| value.windows(known.len()).any(|part| part.eq_ignore_ascii_case(known));
    PLACEHOLDERS.iter().any(holds)
}

/// Names are of both cases as well, but seldom so long.
const MIXED_LEN_MIN: usize = 16;
