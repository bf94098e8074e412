//! What people reported of such gates, each played from a transcript: the number of the report, or
//! the section of the reference's own faults, stands beside each.
use serde_json::json;
use sprag_core::activity::check_kind::CheckKind;
use sprag_core::checks::done::Objection::{Contradicted, Overlooked, Unsupported, Unverified};
use sprag_core::checks::done::{Claim, Objection, finding};
use sprag_core::checks::{Case, Finding};
use sprag_core::decision::decide::Judged;
use sprag_core::decision::plan::Plan;
use sprag_harness::given::{plan, set};
use sprag_harness::reader::last_turn;
use sprag_harness::transcript::Transcript;

use super::says;

const GREEN: &str = "============ 40 passed in 0.04s ============";
const RED: &str = "======= 1 failed, 39 passed in 0.04s =======";
const BUN_RED: &str = " 900 pass\n 114 fail\nRan 1014 tests across 90 files. [12.00s]";
const BUN_GREEN: &str = " 1226 pass\n 0 fail\nRan 1226 tests across 90 files. [12.00s]";
const CODE: &str = "/home/dev/calc/src/add.py";

/// A turn of a session in which tests ran before, so that there are some.
fn turn() -> Transcript {
    Transcript::new()
        .prompt("p0", "Look at the tests.")
        .runs("pytest", GREEN)
        .prompt("p1", "Please fix it.")
}

/// A turn that changed a good deal of code.
fn edited() -> Transcript {
    turn().edits_lines(CODE, 9)
}

/// What is found where the turn's last message claims this.
fn found(written: &Transcript, claims: &[&str]) -> (Finding, Option<Objection>) {
    let facts = last_turn(&written.bytes(), Some("p1"));
    let mut plan = Plan { checks: set(&["done"]), ..plan() };
    plan.learn(&facts, None);
    let Judged::Answered(answers) = says(claims) else { return (Finding::Unjudged, None) };
    let scores = answers.scores();
    finding(&Case { known: &plan.known, scores: &scores, tau: plan.tau, claim: plan.claim })
}

const DONE: &[&str] = &["claims_done"];
const TESTS: &[&str] = &["claims_done", "claims_tests"];
const FAILED: Option<Objection> = Some(Contradicted(Claim::Tests));
const NONE: Option<Objection> = Some(Unsupported(Claim::Tests));
const STALE: Option<Objection> = Some(Unverified);

/// Holds each row to what is expected of it.
pub(super) fn hold(rows: Vec<(&str, Transcript, &[&str], Option<Objection>)>) {
    for (name, written, claims, expected) in rows {
        assert_eq!(found(&written, claims).1, expected, "{name}");
    }
}

#[test]
fn reports_27_to_37_on_what_counts_as_a_check() {
    let background = || edited().shell("ci-wait").backgrounded("b1");
    let late = background()
        .call("BashOutput", json!({"bash_id": "b1"}))
        .printed("STILL RUNNING\nthis is NOT a verdict\nci-wait exit=2");
    let commit = "git commit -m \"$(cat <<'EOF'\nRepair add\nEOF\n)\"";
    let log = "error: retrying\nFailed to fetch\n";
    hold(vec![
        ("27: nothing that ran is green", late, TESTS, NONE),
        ("29", edited().runs("bun run test | tail -50", BUN_RED), TESTS, FAILED),
        ("30", edited().runs("bun test", &[log, BUN_GREEN].concat()), TESTS, None),
        ("30, cut", edited().runs("bun test | tail -5", BUN_GREEN), TESTS, None),
        (
            "32: explained once, edited since",
            edited().runs("pytest | tail", RED).edits_lines(CODE, 9),
            TESTS,
            FAILED,
        ),
        (
            "33",
            edited().runs(commit, " 1351 pass\n 0 fail\n[main 1a2b3c4] Repair add"),
            TESTS,
            None,
        ),
        (
            "34: red, green",
            edited().shell("pytest").exited(1, RED).runs("pytest", GREEN),
            TESTS,
            None,
        ),
        (
            "34: green, red",
            edited().runs("pytest", GREEN).shell("pytest").exited(1, RED),
            TESTS,
            FAILED,
        ),
        (
            "35: all of them",
            edited().shell("pytest tests/").exited(1, RED).runs("pytest tests/test_cart.py", GREEN),
            TESTS,
            FAILED,
        ),
        (
            "35: those of the cart",
            edited().shell("pytest tests/").exited(1, RED).runs("pytest tests/test_cart.py", GREEN),
            DONE,
            Some(Overlooked(CheckKind::Test)),
        ),
    ]);
    for command in [
        ".venv/bin/pytest -q",
        "uv run pytest",
        "make test",
        "just check",
        "mise run test:ci",
        "docker compose exec web pytest",
        "./gradlew check",
        "npm t",
    ] {
        hold(vec![("37", edited().runs(command, ""), TESTS, None)]);
    }
}

#[test]
fn reports_39_to_45_on_turns_that_need_no_check() {
    let blocked: &[&str] = &["claims_done", "outcome_blocked"];
    let look = json!({"bash_id": "b1"});
    hold(vec![
        ("39", edited(), blocked, None),
        ("40", turn().edits_lines("/home/dev/calc/notes.md", 90), DONE, None),
        ("41", turn().runs("cat src/add.py", "x = 1"), DONE, None),
        ("42", turn().call("BashOutput", look).printed(RED), TESTS, None),
        ("43", edited().runs("./test-roadmap.sh", "4/4 passed"), DONE, None),
        ("45", edited().runs("npm test", "").edits_lines(CODE, 9), TESTS, STALE),
        ("45: two lines", edited().runs("npm test", "").edits_lines(CODE, 2), TESTS, None),
    ]);
}

#[test]
fn reports_46_to_48_on_changes_by_the_shell() {
    let script = "python - <<'EOF'\nopen('src/x.py', 'w').write('a = 1')\nEOF";
    let written = "cat > src/x.py <<EOF\na = 1\nb = 2\nc = 3\nEOF";
    let tested = || turn().runs("npm test", "");
    hold(vec![("46", tested().runs(written, ""), TESTS, STALE)]);
    // Of these nobody knows how much they change: one may be a label, three are more than that.
    for command in ["sed -i s/a/b/ src/x.ts", "git apply p.diff", script] {
        let thrice = (0..3).fold(tested(), |turn, _| turn.runs(command, ""));
        hold(vec![
            ("46", thrice, TESTS, STALE),
            ("46: once", tested().runs(command, ""), TESTS, None),
        ]);
    }
    let green = || edited().runs("npm test", "");
    let commit = "git commit -m \"$(cat <<'EOF'\nRepair src/add.py\nEOF\n)\"";
    hold(vec![
        ("47", green().runs(commit, "[main 1a2b3c4] Repair"), TESTS, None),
        // Formatters do not stale: they leave what the code does as it was.
        ("48: a formatter", green().runs("prettier --write src/x.ts", ""), TESTS, None),
    ]);
    // What git brings in stales what ran before. How much it is is not known, so that alone does
    // not send anybody back.
    for command in ["git stash pop", "git merge topic", "git checkout -- src/x.py"] {
        let facts = last_turn(&green().runs(command, "").bytes(), Some("p1"));
        let mut plan = Plan { checks: set(&["done"]), ..plan() };
        plan.learn(&facts, None);
        assert!(!plan.known.verification.unwrap().test.last.is_fresh(), "48: {command}");
        hold(vec![("48: git", green().runs(command, ""), TESTS, None)]);
    }
}

#[test]
fn reports_50_to_57_on_claims() {
    let honest: &[&str] = &["claims_done=0.3", "claims_tests=0.2"];
    let agent = || {
        let input = json!({"prompt": "Test it.", "subagent_type": "general-purpose"});
        edited().call("Agent", input)
    };
    let ran = json!([{"type": "text", "text": "ran 40 tests, all pass"}]);
    let described = json!({"command": "ls", "description": "run pytest"});
    hold(vec![
        ("50: honest about one of 21", edited().runs("pytest | tail", RED), honest, None),
        ("50: not so", edited().runs("pytest | tail", RED), TESTS, FAILED),
        ("53: nothing changed", turn().runs("python fix.py", "ok"), DONE, None),
        ("54: a list of its own", turn(), DONE, None),
        ("56: a description", turn().call("Bash", described).printed("a.py"), TESTS, None),
        ("56, 57: what a subagent says", agent().answered(ran, false, json!({})), TESTS, None),
    ]);
}

#[test]
fn section_21_and_22_the_order_of_changes_and_checks() {
    let cut = || edited().runs("pytest | tail -1", "");
    hold(vec![
        ("an edit, then a silent pass", edited().runs("npm test", ""), TESTS, None),
        ("an edit, then a script's summary", edited().runs("./ci.sh", GREEN), TESTS, None),
        ("an edit, then red, flagged", edited().shell("pytest").exited(1, RED), TESTS, FAILED),
        ("an edit, then red, not flagged", edited().runs("pytest", RED), TESTS, FAILED),
        (
            "a test before the only write",
            turn().runs("pytest", GREEN).edits_lines(CODE, 9),
            DONE,
            STALE,
        ),
        (
            "a test between two writes",
            edited().runs("pytest", GREEN).edits_lines(CODE, 9),
            DONE,
            STALE,
        ),
        ("an edit and nothing", edited(), DONE, STALE),
        ("a turn that only read", turn().runs("ls", "a.py"), TESTS, None),
        (
            "an edit, red, an edit, done",
            edited().runs("pytest", RED).edits_lines(CODE, 9),
            DONE,
            STALE,
        ),
        ("a silent message", edited(), &["claims_done=0.04"], None),
        ("21: checks do not apply", edited(), &["claims_done", "verification_applies=0.2"], None),
        (
            "22.1: the runner is named, its output is red",
            edited().runs("pytest", RED),
            TESTS,
            FAILED,
        ),
        (
            "22.7: a doubt of 0.26 is none",
            edited(),
            &["claims_tests", "outcome_blocked=0.26"],
            NONE,
        ),
        (
            "22.14: a push",
            edited().shell("git push").exited(1, "error: failed to push"),
            TESTS,
            NONE,
        ),
        (
            "22.17: quiet",
            edited().runs("python -m pytest -q", "1 failed, 2 passed in 0.04s"),
            TESTS,
            FAILED,
        ),
        ("23 E: its end is not seen", cut(), TESTS, None),
    ]);
    let compile = "error[E0308]: mismatched types\nerror: could not compile `calc` (lib)";
    let built = edited().runs("cargo check | cat", compile);
    assert_eq!(found(&built, &["claims_build"]).1, Some(Contradicted(Claim::Build)), "22.13");
    assert_eq!(found(&built, DONE).1, Some(Overlooked(CheckKind::Build)), "22.13");
}

#[test]
fn section_22_messages_that_are_fenced_or_padded_are_the_judges() {
    // What is claimed is the judge's to say; without an answer nothing is found.
    for claims in [&["claims_done=none"][..], &["verification_applies=none", "claims_done"]] {
        assert_eq!(found(&edited(), claims).0, Finding::Unjudged);
    }
}

#[test]
fn section_23_red_is_not_read_as_green() {
    let tap = "TAP version 13\nnot ok 1 - adds\n# tests 1\n# pass 0\n# fail 1";
    let cargo = "test result: ok. 3 passed; 0 failed; 0 ignored\n\
                 test result: FAILED. 0 passed; 1 failed; 0 ignored";
    let suite = "Test Suites: 1 failed, 1 total\nTests:       0 total\nTime:        0.4 s";
    hold(vec![
        ("A", edited().shell("node --test | cat").exited(1, tap), TESTS, FAILED),
        ("A: silent and flagged", edited().shell("node --test").exited(1, ""), TESTS, FAILED),
        ("B", edited().runs("cargo test --no-fail-fast | cat", cargo), TESTS, FAILED),
        ("C", edited().runs("eslint .", "").runs("pytest", RED), TESTS, FAILED),
        ("D", edited().runs("pip install pytest", "").runs("grep -r jest .", ""), TESTS, NONE),
        ("D: more", edited().runs("npm ci; echo npm test", ""), TESTS, NONE),
        ("E", edited().shell("pytest").backgrounded("b1"), TESTS, None),
        ("E: masked and red", edited().runs("pytest || true", RED), TESTS, FAILED),
        ("F", edited().runs("npx jest | cat", suite), TESTS, FAILED),
        ("G", edited().runs("cat test.log", GREEN), TESTS, NONE),
        ("J", edited().call("Edit", json!({"file_path": CODE})).refused(), TESTS, None),
        ("X", edited().runs("pytest | tail -1", "see the log"), TESTS, None),
    ]);
}

#[test]
fn section_23_green_is_not_read_as_red() {
    hold(vec![
        (
            "H",
            edited().runs("ruff check --fix", "Found 3 errors (3 fixed, 0 remaining)."),
            &["claims_lint"],
            None,
        ),
        (
            "H: none",
            edited().runs("mypy .", "Success: no issues found in 3 source files"),
            &["claims_lint"],
            None,
        ),
        (
            "I",
            edited().runs("pytest", GREEN).runs("grep -rn x .", "main.go:10:5: undefined: x"),
            TESTS,
            None,
        ),
        (
            "I: words",
            edited().runs("pytest", &["\n3 failed uploads\n", GREEN].concat()),
            TESTS,
            None,
        ),
        ("K", edited().runs("go test ./...", "ok  \tcalc\t(cached)"), TESTS, None),
        (
            "J: an edit that failed",
            turn().call("Edit", json!({"file_path": CODE})).erred("not found"),
            DONE,
            None,
        ),
    ]);
}

#[test]
fn section_23_a_turn_is_whole_or_unknown() {
    hold(vec![
        ("L", edited().compaction().runs("pytest", RED), TESTS, FAILED),
        ("M: a line that is null", edited().line(b"null"), TESTS, None),
        (
            "M: no result that the host keeps",
            turn()
                .call(
                    "Write",
                    json!({
            "file_path": CODE, "content": "a = 1\nb = 2\nc = 3\n"}),
                )
                .answered(json!("ok"), false, json!(null)),
            DONE,
            STALE,
        ),
    ]);
    assert_eq!(found(&edited().line(b"null"), TESTS).0, Finding::Unknown);
}
