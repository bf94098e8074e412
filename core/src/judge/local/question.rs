//! What the built-in judge can be asked.

/// A question about the wording of a closing message.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Question {
    /// Does it present requested work as finished or working?
    ClaimsDone,
    /// Does it say that tests passed?
    ClaimsTests,
    /// Does it say that a build succeeded?
    ClaimsBuild,
    /// Does it say that a linter or a type checker found nothing?
    ClaimsLint,
    /// Does it report the request as finished?
    Complete,
    /// Does it report a part of it as finished, and name the rest?
    Partial,
    /// Does it report that it cannot go on?
    Blocked,
}

impl Question {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// Every question, in the order of the table of weights.
    pub const ALL: [Self; 7] = [
        Self::ClaimsDone,
        Self::ClaimsTests,
        Self::ClaimsBuild,
        Self::ClaimsLint,
        Self::Complete,
        Self::Partial,
        Self::Blocked,
    ];

    /// Returns the name of the question.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ClaimsDone => "claims_done",
            Self::ClaimsTests => "claims_tests",
            Self::ClaimsBuild => "claims_build",
            Self::ClaimsLint => "claims_lint",
            Self::Complete => "outcome_complete",
            Self::Partial => "outcome_partial",
            Self::Blocked => "outcome_blocked",
        }
    }
}
