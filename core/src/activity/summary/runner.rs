//! A runner, and what its lines mean.

use crate::activity::check_kind::CheckKind;

/// A runner with the shapes of its lines.
#[derive(Debug)]
pub(super) struct Runner {
    pub(super) name: &'static str,
    pub(super) kind: Option<CheckKind>,
    pub(super) rules: &'static [(Rule, &'static str)],
}

/// What a line of that shape says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    /// Its counts decide.
    Counts,
    /// It has counts, and another line has to come that decides.
    Opens,
    /// The runner passed.
    Passes,
    /// The runner failed.
    Fails,
    /// The runner found nothing to run; what it runs elsewhere may pass all the same.
    RanNothing,
    /// The runner is here, no more.
    Marks,
    /// As [`Rule::Counts`], if any other line shows that the runner is here: it is a common line.
    MaybeCounts,
    /// As [`Rule::Passes`], if any other line shows that the runner is here.
    MaybePasses,
}
