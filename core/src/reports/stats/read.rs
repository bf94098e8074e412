//! Reads that were denied.

use serde::Serialize;

use super::count;
use crate::reads::Why;
use crate::reads::record::{DeniedRead, ReadVerdict};

/// Reads that were denied, or in shadow would have been.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub struct ReadFigures {
    /// Those that were denied.
    pub denied: u64,
    /// Those that would have been, but for shadow.
    pub would_deny: u64,
    /// Lines that did not get into the context, at least: counting stops once the answer is known.
    pub lines_denied: u64,
    /// Lines that got there, and would not have but for shadow; at least, too.
    pub lines_would_deny: u64,
}

impl ReadFigures {
    pub(super) fn add(&mut self, read: &DeniedRead) {
        let shown = match read.why {
            Why::Size { shown, .. } | Why::Budget { cost: shown, .. } => shown,
        };
        let (number, lines) = match read.verdict {
            ReadVerdict::Deny => (&mut self.denied, &mut self.lines_denied),
            ReadVerdict::WouldDeny => (&mut self.would_deny, &mut self.lines_would_deny),
        };
        count(number);
        *lines = lines.saturating_add(shown);
    }

    pub(super) fn is_none(&self) -> bool {
        *self == Self::default()
    }
}
