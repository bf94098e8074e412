//! What a turn did, in few words.

use alloc::vec::Vec;

use sprag_core::activity::check_kind::{CheckKind, KindSet};
use sprag_core::activity::file_kind::FileKind;
use sprag_core::activity::verification::Verification;
use sprag_core::activity::work::LineFromEnd;
use sprag_core::activity::work::{
    Action, By, Change, CheckResult, How, Run, RunnerName, Scope, SeenIn, What, Work,
};

/// Returns a change of as many lines of this file, by an edit.
#[must_use]
pub fn change(path: &str, lines: u32) -> Change {
    let kind = FileKind::of(path);
    Change { how: How::Edit, path: Some(path.into()), kind, lines: Some(lines), texts: None }
}

/// Returns an edit of as many lines of code.
#[must_use]
pub fn edit(lines: u32) -> What {
    What::Change(change("/home/dev/calc/src/add.py", lines))
}

/// Returns a run of a check that proves `kinds`, over everything.
#[must_use]
pub fn run(kinds: &[CheckKind], result: CheckResult) -> Run {
    Run {
        kinds: KindSet::of(kinds),
        runner: name("pytest"),
        scope: Scope::Whole,
        result,
        flagged: false,
        seen_in: SeenIn::Command,
        target: 1,
    }
}

/// Returns that tests ran, over everything.
#[must_use]
pub fn tests(result: CheckResult) -> What {
    What::Check(run(&[CheckKind::Test], result))
}

/// Returns a run of tests of one part.
#[must_use]
pub fn part(target: u64, result: CheckResult) -> Run {
    Run { scope: Scope::Narrowed, target, ..run(&[CheckKind::Test], result) }
}

/// Returns the name of a program.
#[must_use]
pub fn name(name: &str) -> RunnerName {
    RunnerName::try_from(name).unwrap_or_default()
}

/// Returns an action of the agent, at a time if there is one.
#[must_use]
pub fn action(what: What, time: Option<&str>) -> Action {
    let time = time.and_then(|time| time.try_into().ok());
    Action { at: LineFromEnd(0), time, by: By::Agent, what }
}

/// Returns the work of which these are the actions, the oldest first.
#[must_use]
pub fn work(actions: Vec<Action>) -> Work {
    let mut work = Work::default();
    actions.into_iter().rev().for_each(|action| work.add_older(action));
    work
}

/// Returns where things stand after these, where nothing is known but what they show.
///
/// # Panics
///
/// Panics if there are too many.
#[must_use]
#[expect(clippy::expect_used, reason = "a test states few actions")]
pub fn verification(actions: Vec<What>) -> Verification {
    let actions = actions.into_iter().map(|what| action(what, None)).collect();
    Verification::after(&work(actions), KindSet::NONE).expect("few actions are whole")
}
