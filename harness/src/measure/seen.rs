//! What the facts of a turn say of changes and checks, in the words of the labels.
//!
//! [`SIGHT`] is the one place that knows where a replay holds it.

use alloc::vec::Vec;

use sprag_core::activity::check_kind::CheckKind;
use sprag_core::activity::verification::{Last, Verification};

use super::label::Claim;
use super::replay::Replayed;

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
    /// It passed on the files of a commit alone.
    Staged,
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

    /// Returns whether this kind passed after the last change, on whatever it looked at.
    #[must_use]
    pub fn has_passed(&self, kind: CheckKind) -> bool {
        matches!(self.of(kind), Some(Run::Passed | Run::Staged))
    }

    /// Returns whether some kind passed after the last change, and none failed.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        let has = |run| self.fresh.iter().any(|(_, known)| *known == run);
        has(Run::Passed) && !has(Run::Failed)
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

impl From<&Verification> for Seen {
    fn from(verification: &Verification) -> Self {
        let run = |kind: CheckKind| match verification.of(kind).last {
            Last::Passed | Last::PassedPart if verification.of(kind).staged => {
                Some((kind, Run::Staged))
            }
            Last::Passed | Last::PassedPart => Some((kind, Run::Passed)),
            Last::Failed => Some((kind, Run::Failed)),
            Last::Unknown => Some((kind, Run::Unknown)),
            Last::None | Last::StalePassed | Last::StaleFailed => None,
        };
        let fresh = CheckKind::ALL.into_iter().filter_map(run).collect();
        Self { changed: verification.changed.code > 0, fresh }
    }
}

/// Reads what was seen out of a replay; `None` if it is not known.
#[derive(Clone, Copy, Debug)]
pub struct Sight(pub fn(&Replayed) -> Option<Seen>);

/// How a replay of this build is read.
pub const SIGHT: Option<Sight> =
    Some(Sight(|replayed| replayed.plan.known.verification.as_ref().map(Seen::from)));

#[cfg(test)]
mod tests {
    use sprag_core::activity::verification::Changed;

    use super::*;

    #[test]
    fn what_came_before_the_last_change_is_not_seen_any_more() {
        let changed = Changed { code: 1, ..Changed::default() };
        let mut verification = Verification { changed, ..Verification::default() };
        verification.test.last = Last::StalePassed;
        verification.lint.last = Last::PassedPart;
        let seen = Seen::from(&verification);
        assert!(seen.changed && seen.is_verified());
        assert_eq!((seen.of(CheckKind::Test), seen.of(CheckKind::Lint)), (None, Some(Run::Passed)));
        verification.lint.staged = true;
        let staged = Seen::from(&verification);
        assert!(staged.has_passed(CheckKind::Lint) && !staged.is_verified());
        verification.lint.staged = false;
        verification.build.last = Last::Failed;
        assert!(!Seen::from(&verification).is_verified());
        assert!(!Seen::from(&Verification::default()).is_verified());
    }
}
