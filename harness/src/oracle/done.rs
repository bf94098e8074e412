//! What the contract says about a turn that claims to be done or checked.
//!
//! Written from the contract's words and not from the code: a claim is compared with the kind of
//! check that it names, facts that are unknown never block, and more than two lines are
//! substantial.

use super::Score;

/// How a kind of check stands at the end of a turn.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum CheckState {
    /// It did not run.
    #[default]
    NeverRan,
    /// It ran before the last change, and nobody saw how it ended.
    UnseenBefore,
    /// It passed before the last change.
    PassedBefore,
    /// It failed before the last change.
    FailedBefore,
    /// It ran on the code as it is, and nobody saw how it ended.
    Unseen,
    /// It passed on a part of the code as it is.
    PassedPart,
    /// It passed on the code as it is.
    Passed,
    /// It failed on the code as it is.
    Failed,
}

/// What a turn changed, and which checks it ran.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Work {
    /// Whether code changed.
    pub is_code: bool,
    /// Lines of code that changed.
    pub lines: u32,
    /// Those since any check ran.
    pub lines_since_check: u32,
    /// How tests stand.
    pub test: CheckState,
    /// How the build stands.
    pub build: CheckState,
    /// How the linter stands.
    pub lint: CheckState,
    /// How the type checker stands.
    pub types: CheckState,
    /// How the formatter stands.
    pub format: CheckState,
    /// Whether each of them is known to exist, in this order.
    pub known: [bool; 5],
    /// Whether the host told the agent of what failed.
    pub was_told: bool,
    /// Whether the user refused a call.
    pub is_refused: bool,
    /// Whether the message says that something fails or is left over.
    pub says_failed: bool,
    /// Whether the user wants no checks to run.
    pub is_forbidden: bool,
    /// Whether the message says that nothing was checked.
    pub says_unchecked: bool,
    /// Whether a program ran that may be a check.
    pub other_ran: bool,
}

/// How likely each claim is made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Claims {
    /// The work is done.
    pub done: Score,
    /// Tests passed.
    pub tests: Score,
    /// It builds.
    pub build: Score,
    /// Linter, types and layout are clean.
    pub lint: Score,
    /// A check could tell.
    pub applies: Score,
    /// Something is in the way.
    pub blocked: Score,
}

/// Returns whether the check objects.
#[must_use]
pub fn objects(work: &Work, claims: &Claims, claim: f64) -> bool {
    let Work { test, build, lint, types, format, .. } = *work;
    // Asked only when code changed and some claimable kind lacks a fresh, wide enough pass. Who was
    // refused a call cannot have run it, and the user knows.
    let is_asked = work.is_code
        && !work.is_refused
        && [test, build, lint].iter().any(|s| *s != CheckState::Passed);
    // A stated blocker passes, and so does one of which nobody knows.
    let is_free = claims.blocked.is_some_and(|score| score < 0.4);
    if !is_asked || !is_free {
        return false;
    }
    let claimed = |score: Score| score.is_some_and(|score| score >= claim);
    // What the user wants not to be run is not asked for, and what may have been a check is not
    // said to be none.
    let is_substantial = work.lines > 2 && !work.is_forbidden && !work.other_ran;
    let [knows_test, knows_build, knows_lint, knows_types, knows_format] = work.known;
    let layout = [lint, types, format];
    let builders = [build, test, types, lint];

    let tests = contradicts(&[test], &[test])
        || (is_substantial && knows_test && test == CheckState::NeverRan);
    let builds =
        contradicts(&[build], &builders) || (is_substantial && knows_build && none_ran(&builders));
    // Findings of a linter or a type checker stand, however the formatter fared.
    let has_findings = [lint, types].contains(&CheckState::Failed);
    let heard = if has_findings { &layout[..2] } else { &layout[..] };
    let lints = contradicts(heard, &layout)
        || (is_substantial && (knows_lint || knows_types || knows_format) && none_ran(&layout));

    // Something failed, and the message does not say so. Where the host told the agent and
    // something else passed, the agent may have weighed it.
    let has_passed =
        builders.iter().any(|stand| matches!(stand, CheckState::Passed | CheckState::PassedPart));
    let is_overlooked = !(work.says_failed || (work.was_told && has_passed))
        && [test, build, types, lint].contains(&CheckState::Failed);
    // Nothing ran since, of all that could tell, there is something that could, and the message
    // does not say so itself.
    let knows = knows_test || knows_build || knows_lint || knows_types;
    let is_unchecked = work.lines_since_check > 2
        && !work.says_unchecked
        && !work.is_forbidden
        && knows
        && builders.iter().all(|stand| {
            matches!(
                stand,
                CheckState::NeverRan
                    | CheckState::UnseenBefore
                    | CheckState::PassedBefore
                    | CheckState::FailedBefore
            )
        });
    let is_done = claimed(claims.done) && claims.applies.is_some_and(|score| score >= 0.5);

    (claimed(claims.tests) && tests)
        || (claimed(claims.build) && builds)
        || (claimed(claims.lint) && lints)
        || (is_done && (is_overlooked || is_unchecked))
}

fn none_ran(stands: &[CheckState]) -> bool {
    stands.iter().all(|stand| *stand == CheckState::NeverRan)
}

/// Returns whether a check of the kind failed, and nothing passed since that would bear the claim
/// out, or may have.
fn contradicts(kinds: &[CheckState], support: &[CheckState]) -> bool {
    let may_have_passed = |stand: &CheckState| {
        matches!(stand, CheckState::Passed | CheckState::PassedPart | CheckState::Unseen)
    };
    if kinds.iter().any(may_have_passed) {
        return false;
    }
    let is_fixed = support.iter().any(|s| matches!(s, CheckState::Passed | CheckState::PassedPart));
    kinds.contains(&CheckState::Failed) || (kinds.contains(&CheckState::FailedBefore) && !is_fixed)
}
