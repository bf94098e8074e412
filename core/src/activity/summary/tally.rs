//! What the lines of one runner come to.

use crate::activity::check_kind::CheckKind;

use super::runner::{Rule, Runner};
use super::shape::Found;
use super::{Run, Verdict};

/// The sum of the lines of one runner.
#[derive(Debug)]
pub(super) struct Tally {
    runner: &'static Runner,
    kind: Option<CheckKind>,
    /// A line that only this runner writes was there.
    seen: bool,
    sure: Sum,
    /// What common lines say.
    maybe: Sum,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    found: Found,
    /// A line that decides was there.
    closed: bool,
    passed: bool,
    failed: bool,
    /// A line said that there is nothing to run.
    empty: bool,
}

impl Tally {
    pub(super) fn of(runner: &'static Runner, kind: Option<CheckKind>) -> Self {
        Self { runner, kind, seen: false, sure: Sum::default(), maybe: Sum::default() }
    }

    pub(super) fn is_of(&self, runner: &Runner, kind: Option<CheckKind>) -> bool {
        self.runner.name == runner.name && self.kind == kind
    }

    pub(super) fn add(&mut self, rule: Rule, found: Found) {
        let maybe = matches!(rule, Rule::MaybeCounts | Rule::MaybePasses);
        self.seen |= !maybe;
        let sum = if maybe { &mut self.maybe } else { &mut self.sure };
        sum.found = sum.found.and(found);
        match rule {
            Rule::Opens | Rule::Marks => {}
            Rule::Counts | Rule::MaybeCounts => sum.closed = true,
            Rule::Passes | Rule::MaybePasses => sum.passed = true,
            Rule::Fails => sum.failed = true,
            Rule::RanNothing => sum.empty = true,
        }
    }

    /// What the runner said, if it said anything about a run.
    pub(super) fn run(&self) -> Option<Run> {
        // That all is well is also said where there was nothing.
        let maybe = Sum { passed: self.maybe.passed && !self.sure.empty, ..self.maybe };
        let sum = if self.seen { self.sure.and(maybe) } else { Sum::default() };
        let verdict = verdict(sum)?;
        let ran = sum.found.ran();
        // Most runners do not write that nothing failed.
        let none = (verdict == Verdict::Passed).then_some(0).filter(|_| ran.is_some());
        let failed = sum.found.failed().or(none);
        Some(Run { runner: self.runner.name, kind: self.kind, verdict, ran, failed })
    }
}

impl Sum {
    fn and(self, other: Self) -> Self {
        Self {
            found: self.found.and(other.found),
            closed: self.closed | other.closed,
            passed: self.passed | other.passed,
            failed: self.failed | other.failed,
            empty: self.empty | other.empty,
        }
    }
}

/// A failure fails. What ran and did not fail passes where a line decides; where nothing ran,
/// nothing passed.
fn verdict(sum: Sum) -> Option<Verdict> {
    if sum.failed || sum.found.is_bad() {
        return Some(Verdict::Failed);
    }
    let decides = sum.passed || sum.closed || sum.empty;
    match sum.found.ran() {
        Some(0) if decides => Some(Verdict::RanNothing),
        Some(1..) if sum.passed || sum.closed => Some(Verdict::Passed),
        Some(_) => None,
        None if sum.passed => Some(Verdict::Passed),
        None if sum.empty || (sum.closed && sum.found.is_idle()) => Some(Verdict::RanNothing),
        None => None,
    }
}
