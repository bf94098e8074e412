//! Which kinds of records this version has met.

use alloc::string::String;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::json::{self, Field};
use crate::repair::repair;

/// The kinds that Claude Code 1.0.98 to 2.1.332 was seen to write.
const KNOWN: [&str; 30] = [
    "agent-color",
    "agent-name",
    "ai-title",
    "api-request",
    "api-request-blob",
    "api-request-shape",
    "assistant",
    "atis-latch",
    "attachment",
    "bridge-session",
    "content-replacement",
    "cost-state",
    "custom-title",
    "ended-by-model",
    "file-history-delta",
    "file-history-snapshot",
    "fork-context-ref",
    "frame-link",
    "last-prompt",
    "mode",
    "permission-mode",
    "pr-link",
    "progress",
    "queue-operation",
    "relocated",
    "summary",
    "system",
    "tag",
    "tools-used",
    "user",
];

/// What one line of a transcript is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A record of a kind that is known, or nothing.
    Known,
    /// A record of another kind, by its name.
    Unknown(String),
    /// No record.
    Damaged,
}

#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Field<'a>,
}

impl Kind {
    /// Returns what `line` is; damage in it is repaired in place.
    pub fn of(line: &mut [u8]) -> Self {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Self::Known;
        }
        repair(line);
        let raw = serde_json::from_slice::<&RawValue>(line).ok();
        let Some(raw) = json::object::<Raw<'_>>(raw) else { return Self::Damaged };
        match json::short_text(raw.kind, 64) {
            Some(kind) if KNOWN.contains(&kind.as_str()) || kind.starts_with("artifact-") => {
                Self::Known
            }
            Some(kind) => Self::Unknown(kind),
            None => Self::Unknown("(none)".into()),
        }
    }
}
