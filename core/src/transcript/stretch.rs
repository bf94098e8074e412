//! Consecutive lines of a transcript.

use super::typed::Typed;
use crate::facts::{LineFromEnd, Tools};
use crate::work::Work;

/// What some consecutive lines hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Stretch {
    pub(super) tools: Tools,
    pub(super) work: Work,
    /// Whether one of them could not be read.
    pub(super) damaged: bool,
    /// The last one of the conversation.
    pub(super) last: Option<LineFromEnd>,
    /// What a person typed in them.
    pub(super) typed: Typed,
}

impl Stretch {
    /// Takes in the lines before.
    pub(super) fn extend(&mut self, older: Self) {
        self.tools.add_all(&older.tools);
        self.work.extend_older(older.work);
        self.damaged |= older.damaged;
        self.last = self.last.or(older.last);
        self.typed = Typed::after(older.typed, core::mem::take(&mut self.typed));
    }
}
