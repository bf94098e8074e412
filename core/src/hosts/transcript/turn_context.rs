//! The context of a turn: what a payload says at its end, as far as the transcript keeps it.

use alloc::string::String;

use super::Depth;
use crate::limits::{PATH_BYTES_MAX, TIME_BYTES_MAX};
use crate::text::json::{self, Field};
use crate::text::timestamp;

/// The context of a turn: where and when it was. `None` is unknown.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TurnContext {
    /// When its last record was written, in milliseconds of the epoch.
    pub at_ms: Option<u64>,
    /// The working directory.
    pub cwd: Option<String>,
    /// Whether the host was in plan mode.
    pub is_planning: Option<bool>,
}

impl TurnContext {
    /// Returns what a record says, where the past is looked at.
    pub(super) fn of(depth: Depth, timestamp: Field<'_>, cwd: Field<'_>, mode: Field<'_>) -> Self {
        if depth < Depth::Past {
            return Self::default();
        }
        Self {
            at_ms: json::short_text(timestamp, TIME_BYTES_MAX)
                .and_then(|time| timestamp::milliseconds(&time)),
            cwd: json::short_text(cwd, PATH_BYTES_MAX).filter(|cwd| !cwd.is_empty()),
            is_planning: json::short_text(mode, 64).map(|mode| mode == "plan"),
        }
    }

    /// Takes in what an older record says; what is known already is newer.
    pub(super) fn add_older(&mut self, older: &Self) {
        self.at_ms = self.at_ms.or(older.at_ms);
        if self.cwd.is_none() {
            self.cwd.clone_from(&older.cwd);
        }
        self.is_planning = self.is_planning.or(older.is_planning);
    }
}
