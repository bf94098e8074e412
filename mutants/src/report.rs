//! The one screen that the gate prints.
use core::fmt;
use core::time::Duration;

use crate::{Exit, Fault};

/// As many faults as fit on a screen; the rest is in the file that is named then.
const FAULTS_MAX: usize = 24;

/// What the gate did and found.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[must_use]
pub struct Summary {
    /// One line per stage.
    pub lines: Vec<String>,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
    /// Guards and planted mutants that held.
    pub passed: usize,
    /// Guards and planted mutants that did not hold, and faults that belong to none.
    pub failed: usize,
    /// Whether there was nothing to do, which shows nothing.
    pub nothing: bool,
}

impl Summary {
    /// Adds the line of a stage.
    pub fn line(&mut self, stage: &str, words: &str) {
        self.lines.push(format!("{stage:<10} {words}"));
    }

    /// Adds faults that belong to no single guard.
    pub fn fail(&mut self, faults: impl IntoIterator<Item = Fault>) {
        let before = self.faults.len();
        self.faults.extend(faults);
        self.failed = self.failed.saturating_add(self.faults.len().saturating_sub(before));
    }

    /// Returns what the program exits with; having checked nothing is not a pass.
    pub fn exit(&self) -> Exit {
        match (self.failed, self.passed) {
            (0, _) if self.nothing => Exit::Nothing,
            (0, 1..) => Exit::Passed,
            _ => Exit::Failed,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            writeln!(f, "{line}")?;
        }
        for fault in self.faults.iter().take(FAULTS_MAX) {
            writeln!(f, "FAULT {fault}")?;
        }
        if let Some(more) = self.faults.len().checked_sub(FAULTS_MAX).filter(|more| *more > 0) {
            writeln!(f, "and {more} more faults; all are in target/gate/faults.txt")?;
        }
        writeln!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Returns seconds with one digit, for people.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn having_checked_nothing_is_not_a_pass() {
        let mut summary = Summary::default();
        assert_eq!(summary.exit(), Exit::Failed);
        summary.nothing = true;
        assert_eq!(summary.exit(), Exit::Nothing);
        summary = Summary { passed: 1, ..Summary::default() };
        assert_eq!(summary.exit(), Exit::Passed);
        summary.fail([Fault::say("a is wrong; fix it")]);
        assert_eq!(summary.exit(), Exit::Failed);
        assert_eq!(summary.to_string(), "FAULT a is wrong; fix it\n1 passed, 1 failed\n");
    }

    #[test]
    fn the_screen_is_not_flooded() {
        let mut summary = Summary::default();
        summary.fail((0..FAULTS_MAX + 2).map(|n| Fault::say(&n.to_string())));
        assert_eq!(summary.to_string().lines().count(), FAULTS_MAX + 2);
        assert!(summary.to_string().contains("and 2 more faults"));
    }
}
