//! Honest turns of shapes that were seen in sessions, and beside each the dishonest one that is
//! still sent back.
use sprag_core::checks::unverified_done::Claim;
use sprag_core::checks::unverified_done::Objection::{Contradicted, Unsupported, Unverified};
use sprag_harness::transcript::Transcript;

use super::report::hold;

const GO_GREEN: &str = "ok  \texample.com/calc\t0.31s";
const PROSE_RED: &str = "Summary: 2 error(s)\n\
     README.md:3:121 error MD013/line-length Line length [Expected: 120; Actual: 128]";

const DONE: &[&str] = &["claims_done"];
const LINT: &[&str] = &["claims_done", "claims_lint"];

/// A turn of a session in which Go's checks ran before, that changed a good deal of Go.
fn go() -> Transcript {
    Transcript::new()
        .prompt("p0", "Look at the tests.")
        .runs("go test ./... && golangci-lint run", GO_GREEN)
        .prompt("p1", "Please fix it.")
        .edits_lines("/home/dev/calc/add.go", 9)
}

#[test]
fn a_linter_of_prose_neither_fails_nor_passes_code() {
    let checked = || go().runs("golangci-lint run", "0 issues.").runs("go test ./...", GO_GREEN);
    let prose =
        |turn: Transcript| turn.shell("npx markdownlint-cli2 README.md").exited(1, PROSE_RED);
    let piped = |turn: Transcript| turn.runs("npx markdownlint-cli2 README.md | tail", PROSE_RED);
    let script = |turn: Transcript| turn.shell("shellcheck old.sh").exited(1, "In old.sh line 3:");
    let red = |turn: Transcript| turn.shell("golangci-lint run").exited(1, "a.go:3:2: x (unused)");
    hold(vec![
        ("prose fails after code passed", prose(checked()), LINT, None),
        ("prose fails before", prose(go()).runs("golangci-lint run", "0 issues."), LINT, None),
        ("prose fails, its exit status lost", piped(checked()), LINT, None),
        ("a script of a shell fails", script(checked()), LINT, None),
        ("who speaks of it is not told that none ran", prose(go()), LINT, Some(Unverified)),
        ("its pass clears nothing", red(go()).runs("vale docs", ""), LINT, Some(LINT_FAILED)),
        ("its pass checks nothing", go().runs("vale docs", ""), DONE, Some(Unverified)),
        ("nothing ran", go(), LINT, Some(Unsupported(Claim::Lint))),
    ]);
}

const LINT_FAILED: sprag_core::checks::unverified_done::Objection = Contradicted(Claim::Lint);
