//! What the lines of one runner come to.

use super::runner::{Rule, Runner};
use super::shape::Found;
use super::{Run, Verdict};

/// The sum of the lines of one runner.
#[derive(Debug)]
pub(super) struct Tally {
    runner: &'static Runner,
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
}

impl Tally {
    pub(super) fn of(runner: &'static Runner) -> Self {
        Self { runner, seen: false, sure: Sum::default(), maybe: Sum::default() }
    }

    pub(super) fn is_of(&self, runner: &Runner) -> bool {
        self.runner.name == runner.name && self.runner.kind == runner.kind
    }

    pub(super) fn add(&mut self, rule: &Rule, found: Found) {
        let maybe = matches!(rule, Rule::MaybeCounts | Rule::MaybePasses);
        self.seen |= !maybe;
        let sum = if maybe { &mut self.maybe } else { &mut self.sure };
        sum.found = sum.found.and(found);
        match rule {
            Rule::Opens | Rule::Marks => {}
            Rule::Counts | Rule::MaybeCounts => sum.closed = true,
            Rule::Passes | Rule::MaybePasses => sum.passed = true,
            Rule::Fails => sum.failed = true,
        }
    }

    /// What the runner said, if it said anything about a run.
    pub(super) fn run(&self) -> Option<Run> {
        let sum = if self.seen { self.sure.and(self.maybe) } else { Sum::default() };
        let verdict = verdict(sum)?;
        let (ran, failed) = (sum.found.ran(), sum.found.failed());
        Some(Run { runner: self.runner.name, kind: self.runner.kind, verdict, ran, failed })
    }
}

impl Sum {
    fn and(self, other: Self) -> Self {
        Self {
            found: self.found.and(other.found),
            closed: self.closed | other.closed,
            passed: self.passed | other.passed,
            failed: self.failed | other.failed,
        }
    }
}

/// A failure fails. What ran and did not fail passes where a line decides; what ran nothing does not.
fn verdict(sum: Sum) -> Option<Verdict> {
    if sum.failed || sum.found.is_bad() {
        return Some(Verdict::Failed);
    }
    let ran_something = sum.found.ran().is_some_and(|count| count > 0);
    (sum.passed || (sum.closed && ran_something)).then_some(Verdict::Passed)
}
