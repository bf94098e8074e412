//! The names of checks in records: their words. Records of earlier versions hold others.

use alloc::string::String;

use serde::de::{Deserialize as _, Deserializer, Error as _};
use serde::ser::Serializer;

use super::{Check, find};

/// The names that checks had before, each with the word of the check that has taken its place.
const FORMER: [(&str, &str); 8] = [
    ("wrong_language", "language"),
    ("unwatched", "watch"),
    ("unmatched_watch", "watch-match"),
    ("no_action", "promises"),
    ("broken_promise", "promises"),
    ("unverified_done", "done"),
    ("capitulation", "challenge"),
    ("needless_ask", "ask"),
];

/// Returns the word that stands for a name now.
pub(super) fn current(name: &str) -> &str {
    FORMER.iter().find(|(former, _)| *former == name).map_or(name, |(_, word)| word)
}

/// Writes a check as its word.
pub(crate) fn serialize<S: Serializer>(
    check: &&'static Check,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(check.word)
}

/// Reads a check from one of its names.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<&'static Check, D::Error> {
    let name = String::deserialize(deserializer)?;
    find(&name).ok_or_else(|| D::Error::custom("no such check"))
}

/// Reads the name of a check, which this version need not know, as it is now.
pub(crate) fn deserialize_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ok(current(&name).into())
}
