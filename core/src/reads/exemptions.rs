//! Files that were read for an agent, of which slices are unlimited for a while.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::limits::{EXEMPTIONS_BYTES_MAX, EXEMPTIONS_MAX};
use crate::text::hash::number;

/// Files that somebody has read for an agent, in all sessions. They are distinguished by a
/// fingerprint of their path; edits do not end an exemption, for they are what it is for.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Exemptions {
    /// The newest stands last.
    files: Vec<Exemption>,
}

#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Exemption {
    file: u64,
    at_ms: u64,
}

impl Exemptions {
    /// Returns the exemptions that a file holds. A damaged one holds none.
    #[must_use]
    pub fn parse(file: Option<&[u8]>) -> Self {
        let whole = file.filter(|bytes| bytes.len() <= EXEMPTIONS_BYTES_MAX);
        let exemptions: Option<Self> = whole.and_then(|bytes| serde_json::from_slice(bytes).ok());
        let mut exemptions = exemptions.unwrap_or_default();
        exemptions.shrink();
        exemptions
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        // Serialising integers into memory does not fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Exempts the file at `path`, whose links are resolved, and forgets what has run out.
    pub fn add(&mut self, path: &str, now_ms: u64, lasting_ms: u64) {
        let file = number(path.as_bytes());
        self.files.retain(|known| known.file != file && known.holds(now_ms, lasting_ms));
        self.files.push(Exemption { file, at_ms: now_ms });
        self.shrink();
    }

    /// Returns whether the file at `path`, whose links are resolved, is exempt.
    #[must_use]
    pub fn hold(&self, path: &str, now_ms: u64, lasting_ms: u64) -> bool {
        let file = number(path.as_bytes());
        self.files.iter().any(|known| known.file == file && known.holds(now_ms, lasting_ms))
    }

    fn shrink(&mut self) {
        let over = self.files.len().saturating_sub(EXEMPTIONS_MAX);
        self.files.drain(..over);
    }
}

impl Exemption {
    /// Where the clock went back, no time has passed.
    fn holds(self, now_ms: u64, lasting_ms: u64) -> bool {
        now_ms.saturating_sub(self.at_ms) <= lasting_ms
    }
}
