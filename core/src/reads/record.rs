//! The record of a denied read.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use super::{By, Denial, Why};
use crate::hosts::event::Event;
use crate::hosts::host::Host;
use crate::text::hash::fingerprint;
use crate::text::json;

/// The form of the records that this version writes, of stops and of reads.
pub(crate) const FORM: u32 = 1;

/// One line of `decisions.jsonl` about a read. Reads that pass have none.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ReadRecord {
    /// The form of the record, a number that grows.
    pub form: u32,
    /// When it was decided, in milliseconds of the epoch.
    pub at_ms: u64,
    /// The read.
    pub read: DeniedRead,
}

/// A read that may not happen.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct DeniedRead {
    /// The host that asks.
    pub host: Host,
    /// The session.
    pub session: String,
    /// With what.
    pub by: By,
    /// What happens to it.
    pub verdict: ReadVerdict,
    /// Why, in lines.
    pub why: Why,
    /// A fingerprint of the file's path.
    pub file: String,
}

/// What happens to a read that is too large.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[must_use]
#[serde(rename_all = "snake_case")]
pub enum ReadVerdict {
    /// It is denied.
    Deny,
    /// It happens; but for shadow it would be denied.
    #[default]
    WouldDeny,
}

impl ReadRecord {
    /// Returns the record of a denial.
    #[must_use]
    pub fn of(event: &Event, by: By, denial: &Denial, verdict: ReadVerdict, at_ms: u64) -> Self {
        let read = DeniedRead {
            host: event.host,
            session: event.session.clone(),
            by,
            verdict,
            why: denial.why,
            file: fingerprint(denial.path.as_bytes(), 16),
        };
        Self { form: FORM, at_ms, read }
    }

    /// Returns the line that holds the record, with its line end.
    #[must_use]
    pub fn line(&self) -> String {
        json::to_line(self)
    }

    /// Returns the record that a line holds.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }
}
