//! Reads JSON without a guaranteed shape, from command lines and services.

use alloc::string::String;

use serde_json::Value;

use super::Failure;

/// Characters of an odd answer that are shown.
const SHOWN: usize = 400;

/// Returns the object that the bytes hold.
///
/// # Errors
///
/// Returns what stands there instead, its beginning.
pub(super) fn object(who: &'static str, bytes: &[u8]) -> Result<Value, Failure> {
    let odd = || Failure::Odd { who, beginning: beginning(bytes) };
    let value: Value = serde_json::from_slice(bytes).map_err(|_| odd())?;
    if value.is_object() { Ok(value) } else { Err(odd()) }
}

/// Returns the beginning of what is text or not.
pub(super) fn beginning(bytes: &[u8]) -> String {
    let bytes = bytes.get(..bytes.len().min(SHOWN.saturating_mul(4))).unwrap_or_default();
    shown(&String::from_utf8_lossy(bytes))
}

/// Returns the beginning of a text that others wrote, in one piece of one line: no character of it
/// moves a cursor.
pub(super) fn shown(text: &str) -> String {
    let plain = |character: char| if character.is_control() { ' ' } else { character };
    text.trim().chars().take(SHOWN).map(plain).collect()
}

/// Returns a member that is a text and not blank.
pub(super) fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name)?.as_str().filter(|text| !text.trim().is_empty())
}

/// Returns the sum of those members that are whole numbers; none where the first is none.
pub(super) fn sum(value: Option<&Value>, names: &[&str]) -> Option<u64> {
    let value = value?;
    let number = |name: &&str| value.get(*name).and_then(Value::as_u64);
    number(names.first()?)?;
    Some(names.iter().filter_map(number).fold(0, u64::saturating_add))
}
