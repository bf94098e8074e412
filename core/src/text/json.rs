//! Reads single fields of JSON without a guaranteed shape.
//!
//! A field may be absent, `null` or of another type; each reader returns `None` for all three.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::text::repair::repair;

/// A field as it is in the text, or nothing.
pub(crate) type Field<'a> = Option<&'a RawValue>;

/// Returns the text of a string.
pub(crate) fn text(field: Field<'_>) -> Option<String> {
    serde_json::from_str(field?.get()).ok()
}

/// Returns the text of a string of at most `bytes_max` bytes.
pub(crate) fn short_text(field: Field<'_>, bytes_max: usize) -> Option<String> {
    // An escape is never shorter than what it stands for, so the raw length bounds the text; six
    // bytes is the longest escape of one byte.
    let field = field.filter(|raw| raw.get().len() <= bytes_max.saturating_mul(6))?;
    text(Some(field)).filter(|text| text.len() <= bytes_max)
}

/// Returns whether the field is `true`; anything else is `false`.
pub(crate) fn is_true(field: Field<'_>) -> bool {
    field.is_some_and(|raw| raw.get() == "true")
}

/// Returns the elements of an array.
pub(crate) fn elements<'a>(field: Field<'a>) -> Option<Vec<&'a RawValue>> {
    serde_json::from_str(field?.get()).ok()
}

/// Returns the object as a `T`.
pub(crate) fn object<'a, T: Deserialize<'a>>(field: Field<'a>) -> Option<T> {
    let raw = field?.get();
    // serde also reads a struct from an array; a host's array is not the object we know.
    raw.starts_with('{').then(|| serde_json::from_str(raw).ok()).flatten()
}

/// Returns the object that a line of JSON holds, without its line end; damage in it is repaired in
/// place.
pub(crate) fn line<'a, T: Deserialize<'a>>(line: &'a mut [u8]) -> Option<T> {
    repair(line);
    object(serde_json::from_slice(line).ok())
}

/// Returns a value as one line, with its line end.
pub(crate) fn to_line(value: &impl Serialize) -> String {
    // Serialising strings and numbers into memory does not fail.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}
