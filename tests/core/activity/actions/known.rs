//! Which checks there are: those of the session before the turn.
use sprag_core::activity::check_kind::CheckKind::{self, Build, Lint, Test};
use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::known_check::From;
use sprag_core::activity::own_check::OwnCheck;
use sprag_core::activity::work::CheckResult::{Failed, Passed};
use sprag_core::hosts::transcript::{Chain, Next, Scan, Wanted};
use sprag_harness::reader::lines;
use sprag_harness::transcript::Transcript;

use super::facts;

const GREEN: &str = "3 passed in 0.04s";

/// Returns the kinds that are known to exist where these ran before, and code changed since.
fn known(commands: &[&str]) -> KindSet {
    let before = Transcript::new().prompt("p0", "First.");
    let before = commands.iter().fold(before, |written, command| written.runs(command, GREEN));
    let written = before.prompt("p1", "Second.").edits_lines("/home/dev/a.py", 9);
    facts(&written).known_checks.kinds()
}

#[test]
fn what_ran_earlier_in_the_session_is_known_to_exist() {
    let of = |kinds: &[CheckKind]| KindSet::of(kinds);
    assert_eq!(known(&[]), KindSet::NONE);
    assert_eq!(known(&["ls", "pip install pytest"]), KindSet::NONE);
    assert_eq!(known(&["pytest -q"]), of(&[Test]));
    assert_eq!(known(&["eslint .", "make build"]), of(&[Lint, Build]));
    // Who lints prose has no linter of code.
    assert_eq!(known(&["markdownlint .", "npm run lint:md"]), KindSet::NONE);
    let both = known(&["eslint .", "pytest"]);
    assert_eq!(both, of(&[Lint, Test]));
    // Nothing more would change anything.
    assert_eq!(known(&["make build", "eslint .", "pytest"]), both);
}

#[test]
fn a_check_is_known_with_its_program_and_where_it_comes_from() {
    let written = Transcript::new()
        .prompt("p0", "First.")
        .runs("pytest a.py", GREEN)
        .shell("pytest b.py")
        .exited(1, "")
        .prompt("p1", "Second.")
        .edits_lines("/home/dev/a.py", 9);
    let found = facts(&written).known_checks;
    let found: Vec<_> = found.iter().map(|one| (one.runner.as_str(), one.from)).collect();
    assert_eq!(found, [("pytest", From::Session)], "each once, whatever came of it");
}

#[test]
fn what_ran_before_is_not_looked_for_where_no_code_changed() {
    let before = || Transcript::new().prompt("p0", "First.").runs("pytest", GREEN);
    let docs = before().prompt("p1", "Second.").edits_lines("/home/dev/a.md", 9);
    assert!(facts(&docs).known_checks.kinds().is_empty());
    let nothing = before().prompt("p1", "Second.").assistant_text("It is so.");
    assert!(facts(&nothing).known_checks.kinds().is_empty());
}

#[test]
fn a_damaged_line_before_the_turn_does_no_harm() {
    let written = Transcript::new()
        .prompt("p0", "First.")
        .runs("pytest", GREEN)
        .line(b"{\"type\":")
        .prompt("p1", "Second.")
        .edits_lines("/home/dev/a.py", 9);
    let found = facts(&written);
    assert_eq!(found.known_checks.kinds(), KindSet::of(&[Test]));
    assert!(found.work.is_some_and(|work| work.is_whole()));
}

/// Returns a scan for the user's own check, after all lines.
fn own(matches: impl Fn(&str) -> bool + Send + Sync + 'static, written: &Transcript) -> Scan {
    let own = OwnCheck::of(matches);
    assert!(own.is_some());
    let wanted = Wanted::Last(Some("p1".into()));
    let mut scan = Scan::begin(wanted, Chain::Main).with_work(own);
    for line in lines(&written.bytes()).into_iter().rev() {
        if scan.line(&mut line.to_vec()) == Next::Enough {
            break;
        }
    }
    scan
}

#[test]
fn the_users_own_check_proves_every_kind() {
    // Section 21: an empty output passes, a failing one fails.
    let is_own = |text: &str| text.starts_with("./check.sh");
    for (output, expected) in [("", Passed), ("1 failed, 2 passed in 0.04s", Failed)] {
        let written =
            Transcript::new().prompt("p1", "Go.").runs("cd x && ./check.sh --all", output);
        let work = own(is_own, &written).finish().work.unwrap();
        let runs: Vec<_> = work.actions().map(|action| format!("{:?}", action.what)).collect();
        assert!(runs.iter().any(|run| run.contains("your own check")), "{runs:?}");
        assert!(runs.iter().any(|run| run.contains(&format!("{expected:?}"))), "{runs:?}");
    }
    let written = Transcript::new()
        .prompt("p0", "First.")
        .runs("./check.sh", "")
        .prompt("p1", "Second.")
        .edits_lines("/home/dev/a.py", 9);
    assert_eq!(own(is_own, &written).finish().known_checks.kinds(), KindSet::ALL);
}

#[test]
fn an_own_check_that_would_be_found_in_nothing_is_none() {
    // Section 22, 15.
    assert!(OwnCheck::of(|_| true).is_none());
    assert!(OwnCheck::of(str::is_empty).is_none());
    assert!(OwnCheck::of(|text| text.contains("check")).is_some());
}
