//! What the facts of a turn say of changes and checks, in the words of the labels.
//!
//! [`SIGHT`] is the one place that knows how the core's facts hold it.

use alloc::vec::Vec;

use sprag_core::check_kind::CheckKind;
use sprag_core::facts::Facts;

use super::label::Claim;

/// Changes and checks of a turn.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Whether code changed.
    pub changed: bool,
    /// The result of each kind of check that ran after the last change.
    pub fresh: Vec<(CheckKind, Run)>,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Run {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// That is not to be seen.
    Unknown,
}

impl Seen {
    /// Returns whether this kind ran after the last change, and how it came out.
    #[must_use]
    pub fn of(&self, kind: CheckKind) -> Option<Run> {
        self.fresh.iter().find(|(known, _)| *known == kind).map(|(_, run)| *run)
    }

    /// Returns whether some kind passed after the last change, and none did not.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        let all_passed = self.fresh.iter().all(|(_, run)| *run == Run::Passed);
        all_passed && !self.fresh.is_empty()
    }
}

/// Returns the kind that a claim names.
#[must_use]
pub fn kind(claim: Claim) -> Option<CheckKind> {
    match claim {
        Claim::Tests => Some(CheckKind::Test),
        Claim::Build => Some(CheckKind::Build),
        Claim::Lint => Some(CheckKind::Lint),
        Claim::Types => Some(CheckKind::Types),
        Claim::Format => Some(CheckKind::Format),
        Claim::Other => None,
    }
}

/// Reads what was seen out of the facts of a turn; `None` where they do not know.
#[derive(Clone, Copy, Debug)]
pub struct Sight(pub fn(&Facts) -> Option<Seen>);

/// How the facts of this build are read: they hold no changes and no checks.
pub const SIGHT: Option<Sight> = None;
