//! What a record of the user is to its turn.

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum UserKind {
    /// What somebody asks.
    Prompt,
    /// The host says that a background task has something to report, or that a schedule is due.
    Notification,
    /// A slash command that asks the model for something.
    Command,
    /// The user stopped the turn.
    Interrupt,
    /// The host says that a turn begins here.
    Start,
    /// Results of tools.
    Result,
    /// What the user did beside the conversation: a local command, a shell line. It may lie
    /// anywhere, and what prompt it names is no one's.
    Aside,
    /// The host asks its own reviewer something: nobody's turn.
    Review,
    /// Hook feedback, compaction summaries, records of the host.
    Remark,
}

impl UserKind {
    pub(super) fn begins_turns(self) -> bool {
        match self {
            Self::Prompt | Self::Notification | Self::Command => true,
            Self::Interrupt
            | Self::Start
            | Self::Result
            | Self::Aside
            | Self::Review
            | Self::Remark => false,
        }
    }
}
