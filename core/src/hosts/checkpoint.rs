//! How far a transcript has been searched, so that the next stop searches only what is new.
//!
//! Hosts append to a transcript. Anything else (another file under the name, a shorter one, other
//! bytes where the search ended) has it searched from its start.

use alloc::string::String;
use core::ops::Range;

use serde::{Deserialize, Serialize};

use crate::hosts::handoff::Handoffs;
use crate::limits::{CHECKPOINT_BYTES_MAX, CHECKPOINT_STEP_BYTES, SEAM_BYTES};
use crate::text::hash::fingerprint;

/// What is searched for and how it is kept. A file of another form is not read.
const FORM: u32 = 1;

/// Which file that was.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct FileId {
    /// The device it lies on.
    pub device: u64,
    /// Its number there.
    pub inode: u64,
}

/// Where a search ended, and what it had found until there.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    form: u32,
    file: FileId,
    /// How many bytes were searched: whole lines.
    searched: u64,
    /// The fingerprint of the last of these bytes.
    seam: String,
    handoffs: Handoffs,
}

impl Checkpoint {
    /// Returns the checkpoint of a search that has found `handoffs` in the first `searched` bytes
    /// of `file`. `seam` is what lies at [`seam`] there.
    #[must_use]
    pub fn of(file: FileId, searched: u64, seam: &[u8], handoffs: Handoffs) -> Self {
        Self { form: FORM, file, searched, seam: fingerprint(seam, 32), handoffs }
    }

    /// Returns the checkpoint that a file holds.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        if bytes.len() > CHECKPOINT_BYTES_MAX {
            return None;
        }
        let checkpoint: Self = serde_json::from_slice(bytes).ok()?;
        (checkpoint.form == FORM).then_some(checkpoint)
    }

    /// Returns the text of a file that holds the checkpoint, or nothing if no search could use it.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        let text = serde_json::to_string(self).ok()?;
        (text.len() <= CHECKPOINT_BYTES_MAX).then_some(text)
    }

    /// Returns how many bytes were searched.
    #[must_use]
    pub fn searched(&self) -> u64 {
        self.searched
    }

    /// Returns what was found, where `file` goes on from this checkpoint: it is the same file, no
    /// shorter, and `seam` is what lies at [`seam`] in it.
    #[must_use]
    pub fn guard_resume(self, file: FileId, len: u64, seam: &[u8]) -> Option<Handoffs> {
        let goes_on = self.file == file && self.searched <= len;
        (goes_on && self.seam == fingerprint(seam, 32)).then_some(self.handoffs)
    }
}

/// Returns which bytes tell whether a file is still the one that was searched that far.
#[must_use]
pub fn seam(searched: u64) -> Range<u64> {
    searched.saturating_sub(SEAM_BYTES)..searched
}

/// Returns whether a search that went this far is worth remembering: to search a little once more
/// costs less than to write a file, but where the time was over, every stop would do it again.
#[must_use]
pub fn is_worth_keeping(from: u64, searched: u64, is_over: bool) -> bool {
    let gained = searched.saturating_sub(from);
    gained >= CHECKPOINT_STEP_BYTES || (is_over && gained > 0)
}
