//! Makes damaged JSON text readable, in place and without changing its length.

use memchr::memchr;

/// Overwrites what JSON parsers refuse although it stands in transcripts: bytes that are not UTF-8
/// become `?`, escaped surrogates without a partner become `\ufffd`, and the backslash of an escape
/// that JSON does not know becomes `?`.
///
/// The first two come from output that was cut in the middle of a character, the last from programs
/// that replace names in a transcript and know nothing of JSON.
pub fn repair(bytes: &mut [u8]) {
    repair_utf8(bytes);
    repair_escapes(bytes);
}

fn repair_utf8(bytes: &mut [u8]) {
    let mut rest = bytes;
    while let Err(error) = core::str::from_utf8(rest) {
        let bad_len = error.error_len().unwrap_or(usize::MAX);
        let (_, from_bad) = rest.split_at_mut(error.valid_up_to());
        let bad_len = bad_len.min(from_bad.len());
        let (bad, after) = from_bad.split_at_mut(bad_len);
        bad.fill(b'?');
        rest = after;
    }
}

/// What may follow a backslash, <https://www.rfc-editor.org/rfc/rfc8259#section-7>.
const ESCAPES: [u8; 9] = *b"\"\\/bfnrtu";

/// A backslash occurs in JSON only inside strings, so the scan need not know where strings begin.
fn repair_escapes(bytes: &mut [u8]) {
    let mut rest = bytes;
    while let Some(at) = memchr(b'\\', rest) {
        let (_, escape) = rest.split_at_mut(at);
        let taken = match surrogate(escape) {
            Some(Surrogate::High) if low_follows(escape) => 12,
            Some(_) => {
                if let Some(digits) = escape.get_mut(2..6) {
                    digits.copy_from_slice(b"fffd");
                }
                6
            }
            None => match escape {
                [backslash, letter, ..] if !ESCAPES.contains(letter) => {
                    *backslash = b'?';
                    1
                }
                _ => 2,
            },
        };
        let taken = taken.min(escape.len());
        (_, rest) = escape.split_at_mut(taken);
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Surrogate {
    High,
    Low,
}

/// Returns which half of a pair the escape at the start of `escape` is.
fn surrogate(escape: &[u8]) -> Option<Surrogate> {
    let [b'\\', b'u', b'd' | b'D', third, x, y, ..] = escape else { return None };
    if !(x.is_ascii_hexdigit() && y.is_ascii_hexdigit()) {
        return None;
    }
    match third.to_ascii_lowercase() {
        b'8' | b'9' | b'a' | b'b' => Some(Surrogate::High),
        b'c'..=b'f' => Some(Surrogate::Low),
        _ => None,
    }
}

fn low_follows(escape: &[u8]) -> bool {
    escape.get(6..).and_then(surrogate) == Some(Surrogate::Low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn repaired(text: &[u8]) -> Vec<u8> {
        let mut bytes = text.to_vec();
        repair(&mut bytes);
        bytes
    }

    #[test]
    fn a_lone_surrogate_becomes_the_replacement_character() {
        assert_eq!(repaired(br#""ok \ud83d""#), br#""ok \ufffd""#);
        assert_eq!(repaired(br#""\uDC9D ok""#), br#""\ufffd ok""#);
        assert_eq!(repaired(br#""\ud83d\ud83d\ude00""#), br#""\ufffd\ud83d\ude00""#);
    }

    #[test]
    fn a_pair_and_an_escaped_backslash_stay() {
        for text in [br#""\ud83d\ude00""#.as_slice(), br#""C:\\ud83d""#, br#""\\\\ud83d\n""#] {
            assert_eq!(repaired(text), text);
        }
    }

    #[test]
    fn the_backslash_of_an_escape_that_json_does_not_know_becomes_a_question_mark() {
        assert_eq!(repaired(br#""origin\dev@example.com \t""#), br#""origin?dev@example.com \t""#);
        assert_eq!(repaired(br#""\\dev \\\d \" \/""#), br#""\\dev \\?d \" \/""#);
    }

    #[test]
    fn an_invalid_escape_of_a_surrogate_is_left_alone() {
        for text in [br#""\ud8g0""#.as_slice(), br#""\ud80g""#, br#""\udcz0""#, br#""\ue000""#] {
            assert_eq!(repaired(text), text);
        }
    }

    #[test]
    fn a_byte_that_is_not_utf8_becomes_a_question_mark() {
        assert_eq!(repaired(b"\"a\x9db\xf0\x9f\""), b"\"a?b??\"");
    }

    #[test]
    fn a_cut_escape_at_the_end_is_left_alone() {
        for text in [b"\"\\".as_slice(), b"\"\\u", b"\"\\ud8", b"\"\\ud83"] {
            assert_eq!(repaired(text), text);
        }
    }
}
