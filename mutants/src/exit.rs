//! What the program says to the one that started it.
use std::process::ExitCode;

/// The exit codes of `sprag-mutants`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[must_use]
pub enum Exit {
    /// Everything that was to be shown was shown.
    Passed,
    /// A guard is not guarded, a floor is not reached, or a list is wrong.
    Failed,
    /// The command line was not understood.
    Usage,
    /// The diff holds nothing to mutate: nothing is wrong, and nothing was shown.
    Nothing,
    /// The environment failed: no git, no cargo-mutants of the pinned version, a full disk.
    Broken,
}

impl Exit {
    /// Returns the number that the shell sees.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Nothing => 3,
            Self::Broken => 4,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
