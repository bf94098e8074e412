//! The fields of a tool call that every host writes: its id, a path, texts in parts.

use alloc::{string::String, vec::Vec};

use serde_json::value::RawValue;

use crate::activity::call::ID_BYTES_MAX;
use crate::limits::PATH_BYTES_MAX;
use crate::text::json::{self, Field};

/// Returns the id of a call or of a task.
pub(super) fn id(field: Field<'_>) -> Option<String> {
    json::short_text(field, ID_BYTES_MAX)
}

/// Returns the path of a file.
pub(super) fn path(field: Field<'_>) -> Option<String> {
    json::short_text(field, PATH_BYTES_MAX)
}

/// Returns a text, or the texts of a list.
pub(super) fn text(field: Field<'_>, part: fn(&RawValue) -> Option<String>) -> String {
    json::text(field).unwrap_or_else(|| texts(field, part))
}

/// Returns the texts of a list, each on lines of its own.
pub(super) fn texts(list: Field<'_>, part: fn(&RawValue) -> Option<String>) -> String {
    let parts = json::elements(list).unwrap_or_default();
    parts.into_iter().filter_map(part).collect::<Vec<String>>().join("\n")
}
