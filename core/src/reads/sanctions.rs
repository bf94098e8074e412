//! Files that were read for an agent, of which slices are unlimited for a while.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::limits::{SANCTIONS_BYTES_MAX, SANCTIONS_MAX};
use crate::text::hash::number;

/// Files that somebody has read for an agent, in all sessions. They are distinguished by a
/// fingerprint of their path; edits do not end a sanction, for they are what it is for.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Sanctions {
    /// The newest stands last.
    files: Vec<Sanction>,
}

#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Sanction {
    file: u64,
    at_ms: u64,
}

impl Sanctions {
    /// Returns the sanctions that a file holds. A damaged one holds none.
    #[must_use]
    pub fn parse(file: Option<&[u8]>) -> Self {
        let whole = file.filter(|bytes| bytes.len() <= SANCTIONS_BYTES_MAX);
        let sanctions: Option<Self> = whole.and_then(|bytes| serde_json::from_slice(bytes).ok());
        let mut sanctions = sanctions.unwrap_or_default();
        sanctions.shrink();
        sanctions
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        // Serialising integers into memory does not fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Sanctions the file at `path`, whose links are resolved, and forgets what has run out.
    pub fn add(&mut self, path: &str, now_ms: u64, lasting_ms: u64) {
        let file = number(path.as_bytes());
        self.files.retain(|known| known.file != file && known.holds(now_ms, lasting_ms));
        self.files.push(Sanction { file, at_ms: now_ms });
        self.shrink();
    }

    /// Returns whether the file at `path`, whose links are resolved, is sanctioned.
    #[must_use]
    pub fn hold(&self, path: &str, now_ms: u64, lasting_ms: u64) -> bool {
        let file = number(path.as_bytes());
        self.files.iter().any(|known| known.file == file && known.holds(now_ms, lasting_ms))
    }

    fn shrink(&mut self) {
        let over = self.files.len().saturating_sub(SANCTIONS_MAX);
        self.files.drain(..over);
    }
}

impl Sanction {
    /// Where the clock went back, no time has passed.
    fn holds(self, now_ms: u64, lasting_ms: u64) -> bool {
        now_ms.saturating_sub(self.at_ms) <= lasting_ms
    }
}
