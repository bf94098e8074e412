//! A segment of a transcript: consecutive lines.

use super::typed::Typed;
use crate::activity::facts::Tools;
use crate::activity::work::LineFromEnd;
use crate::activity::work::Work;

/// What some consecutive lines hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Segment {
    pub(super) tools: Tools,
    pub(super) work: Work,
    /// How many calls ended in them, on hosts that tell it among the replies.
    pub(super) ended: u32,
    /// Whether one of them could not be read.
    pub(super) damaged: bool,
    /// The last one of the conversation.
    pub(super) last: Option<LineFromEnd>,
    /// What a person typed in them.
    pub(super) typed: Typed,
    /// Whether a record in them, or right after them, names the prompt of the turn.
    pub(super) has_own: bool,
    /// Whether a reply in them names another prompt.
    pub(super) has_foreign: bool,
}

impl Segment {
    /// Takes in the lines before.
    pub(super) fn extend(&mut self, older: Self) {
        self.tools.add_all(&older.tools);
        self.ended = self.ended.saturating_add(older.ended);
        self.work.extend_older(older.work);
        self.damaged |= older.damaged;
        self.last = self.last.or(older.last);
        self.typed = Typed::after(older.typed, core::mem::take(&mut self.typed));
    }
}
