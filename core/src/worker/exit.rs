//! How a delegation ends.

use super::Failure;

/// How the command ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[must_use]
pub enum Exit {
    /// With an answer.
    Done,
    /// Without. Never 2: for a host that runs the command as a hook, that would block.
    Failed,
    /// The user broke off.
    Interrupted,
}

impl Exit {
    /// Returns how it ends with this failure.
    pub const fn of(failure: &Failure) -> Self {
        if matches!(failure, Failure::Interrupted) { Self::Interrupted } else { Self::Failed }
    }

    /// Returns the exit code of the process.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Interrupted => 130,
        }
    }
}
