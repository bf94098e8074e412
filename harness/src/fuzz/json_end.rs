//! The end of a value in a stream.

use serde::de::IgnoredAny;
use serde_json::Deserializer;
use serde_json::error::Category;
use sprag_core::text::json_end::JsonEnd;

/// Any bytes as a stream, in any pieces.
///
/// # Panics
///
/// Panics if the end depends on the pieces, or serde's own stream sees another end.
pub fn fuzz_json_end(bytes: &[u8]) {
    let end = JsonEnd::default().push(bytes);
    assert!(end.is_none_or(|end| (1..=bytes.len()).contains(&end)));
    assert_eq!(in_pieces(bytes, 1), end, "byte by byte");
    assert_eq!(in_pieces(bytes, 7), end, "in pieces");
    if let Some(value) = end.and_then(|end| bytes.get(..end)) {
        assert_eq!(JsonEnd::default().push(value), end, "what follows changed the end");
    }
    let begins = bytes.iter().find(|byte| !b" \t\r\n".contains(byte));
    if matches!(begins, Some(b'{' | b'[')) {
        agree(bytes, end);
    }
}

fn in_pieces(bytes: &[u8], size: usize) -> Option<usize> {
    let mut json_end = JsonEnd::default();
    let mut before = 0_usize;
    for piece in bytes.chunks(size) {
        if let Some(end) = json_end.push(piece) {
            return before.checked_add(end);
        }
        before = before.checked_add(piece.len())?;
    }
    None
}

fn agree(bytes: &[u8], end: Option<usize>) {
    let mut stream = Deserializer::from_slice(bytes).into_iter::<IgnoredAny>();
    match stream.next() {
        Some(Ok(_)) => assert_eq!(end, Some(stream.byte_offset()), "the value is complete"),
        Some(Err(error)) if error.classify() == Category::Eof => {
            // serde also calls an escape cut that a quote ends: then no value ends there either.
            let ended = end.and_then(|end| bytes.get(..end));
            let is_value = |value| serde_json::from_slice::<IgnoredAny>(value).is_ok();
            assert!(!ended.is_some_and(is_value), "the value is open");
        }
        // What is no JSON may end anywhere.
        Some(Err(_)) | None => {}
    }
}
