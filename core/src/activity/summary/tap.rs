//! TAP: `ok 1 - adds`, `not ok 2 - wrong`, `1..2`.

use crate::activity::check_kind::CheckKind::Test;

use super::runner::{Rule, Runner};
use super::shape::number;

static TAP: Runner = Runner { name: "tap", kind: Some(Test), rules: &[] };

/// The points of the outermost test.
#[derive(Debug, Default)]
pub(super) struct Tap {
    planned: u64,
    passed: u64,
    failed: bool,
}

impl Tap {
    pub(super) fn line(&mut self, line: &str) {
        if let Some(point) = line.strip_prefix("not ok ") {
            // What is to be done, or is not done here, is no failure.
            self.failed |= is_point(point) && !has_directive(point);
            self.passed = self.passed.saturating_add(u64::from(has_directive(point)));
        } else if let Some(point) = line.strip_prefix("ok ") {
            self.passed = self.passed.saturating_add(u64::from(is_point(point)));
        } else if let Some((planned, "")) = line.strip_prefix("1..").and_then(number) {
            self.planned = self.planned.saturating_add(planned);
        } else if line.starts_with("Bail out!") {
            self.failed = true;
        }
    }

    /// Returns what the points show; without a plan that was kept nothing shows that all are there.
    pub(super) fn finish(&self) -> Option<(&'static Runner, Rule)> {
        if self.failed {
            return Some((&TAP, Rule::Fails));
        }
        let kept = self.planned > 0 && self.passed >= self.planned;
        kept.then_some((&TAP, Rule::Passes))
    }
}

/// A number stands first; otherwise it is prose.
fn is_point(point: &str) -> bool {
    number(point).is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with(' '))
}

fn has_directive(point: &str) -> bool {
    let directive = point.rsplit_once(" # ").map(|(_, directive)| directive);
    let is = |directive: &str, word: &str| {
        directive.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    directive.is_some_and(|directive| is(directive, "TODO") || is(directive, "SKIP"))
}
