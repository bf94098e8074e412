//! The outcome of a check: from its exit status, from what it printed, or unknown.
use serde_json::json;
use sprag_core::activity::check_kind::CheckKind::{self, Build, Format, Lint, Test, Types};
use sprag_core::activity::work::CheckResult::{self, Failed, Nothing, Passed, Unknown};
use sprag_core::activity::work::{Run, Scope, SeenIn, What};
use sprag_harness::transcript::Transcript;

use super::{actions, runs, turn};

const GREEN: &str = "============ 3 passed in 0.04s ============";
const RED: &str = "FAILED test_a.py::test_add\n======= 1 failed, 2 passed in 0.04s =======";
const JEST_RED: &str = "Tests:       1 failed, 2 passed, 3 total\nTime:        0.4 s";

/// Returns the outcome of the checks of this kind, in order.
fn results(written: &Transcript, kind: CheckKind) -> Vec<CheckResult> {
    let of_kind = runs(written).into_iter().filter(|run| run.kinds.contains(kind));
    of_kind.map(|run| run.result).collect()
}

fn ended_well(command: &str, output: &str) -> Vec<CheckResult> {
    results(&turn().runs(command, output), Test)
}

fn ended_in_error(command: &str, output: &str) -> Vec<CheckResult> {
    results(&turn().shell(command).exited(1, output), Test)
}

#[test]
fn a_check_that_ended_well_passed_unless_its_output_says_that_it_failed() {
    let table = [
        ("npm test", "", Passed),
        ("pytest", GREEN, Passed),
        ("pytest", "collecting ...", Passed),
        // Section 22, 1: whatever the command is called, a red suite is red.
        ("pytest", RED, Failed),
        ("npm test", JEST_RED, Failed),
        ("make test", RED, Failed),
        ("cargo test", "test result: FAILED. 3 passed; 1 failed; 0 ignored", Failed),
        ("go test ./...", "ok  \tcalc\t0.1s\nFAIL\tcalc/add\t0.1s\nFAIL", Failed),
        // Section 23, B: the first line does not win.
        (
            "cargo test --no-fail-fast",
            "test result: ok. 3 passed; 0 failed; 0 ignored\n\
             test result: FAILED. 0 passed; 1 failed; 0 ignored",
            Failed,
        ),
    ];
    for (command, output, expected) in table {
        assert_eq!(ended_well(command, output), [expected], "{command}: {output}");
    }
}

#[test]
fn a_check_that_ended_in_error_failed() {
    // Section 23, A and W: with or without a summary, whatever that says.
    for output in ["", "# fail 1", RED, GREEN] {
        for command in ["pytest", "npm test", "cd /home/dev/calc && node --test"] {
            assert_eq!(ended_in_error(command, output), [Failed], "{command}: {output}");
        }
    }
    let flagged = |written: &Transcript| runs(written)[0].flagged;
    assert!(flagged(&turn().shell("pytest").exited(1, RED)));
    assert!(!flagged(&turn().runs("pytest", RED)));
}

#[test]
fn an_exit_status_that_is_masked_passes_only_with_a_summary_that_says_so() {
    // Section 23, E and X.
    let masked = [
        "pytest | tail -1",
        "pytest 2>&1 | grep -v warn",
        "pytest || true",
        "pytest; echo done",
        "pytest > /dev/null",
        "out=$(pytest)",
    ];
    for command in masked {
        assert_eq!(ended_well(command, ""), [Unknown], "{command}");
    }
    for command in masked.into_iter().take(4) {
        assert_eq!(ended_well(command, GREEN), [Passed], "{command}");
        assert_eq!(ended_well(command, RED), [Failed], "{command}");
        assert_eq!(ended_in_error(command, ""), [Unknown], "{command}");
        // What ended in error is something else.
        assert_eq!(ended_in_error(command, GREEN), [Passed], "{command}");
    }
    // Redirected, and its exit status seen: what it said is not.
    assert_eq!(ended_well("pytest > log.txt", ""), [Unknown]);
    assert_eq!(ended_in_error("pytest > log.txt", ""), [Failed]);
    assert_eq!(ended_well("set -o pipefail; pytest | tail -1", "x"), [Passed]);
}

#[test]
fn a_compiler_that_has_nothing_to_say_passed_though_its_exit_status_is_lost() {
    let result = |command: &str, output: &str, kind| results(&turn().runs(command, output), kind);
    assert_eq!(result("tsc --noEmit | head -20", "", Types), [Passed]);
    assert_eq!(result("eslint . | tail -5", "", Lint), [Passed]);
    assert_eq!(result("go build ./... 2>&1 | head", "", Build), [Passed]);
    assert_eq!(result("tsc --noEmit | head -20", "compiled", Types), [Unknown]);
    assert_eq!(result("tsc --noEmit | grep src/a", "", Types), [Unknown]);
    assert_eq!(result("tsc --noEmit > /dev/null || true", "", Types), [Unknown]);
    assert_eq!(result("eslint . | tail -5; tsc | tail -5", "", Lint), [Passed]);
    assert_eq!(result("pytest | tail -5", "", Test), [Unknown]);
}

#[test]
fn what_only_lists_its_findings_passed_where_it_lists_none() {
    let result = |command: &str, output: &str| results(&turn().runs(command, output), Format);
    assert_eq!(result("gofmt -l .", ""), [Passed]);
    assert_eq!(result("gofmt -l .", "add.go"), [Unknown]);
    assert_eq!(result("gofmt -d .", "x"), [Passed]);
}

#[test]
fn a_command_that_was_not_found_did_not_run() {
    for status in [126, 127] {
        let output = "sh: pytest: command not found";
        assert_eq!(actions(&turn().shell("pytest").exited(status, output)), []);
    }
    for words in [
        "bash: line 1: pytest: command not found",
        "npm error Missing script: \"test\"",
        "/usr/bin/python: No module named pytest",
        "make: *** No rule to make target 'test'.  Stop.",
        "error: Script not found \"test\"",
    ] {
        for command in ["pytest", "npm test", "make test"] {
            assert_eq!(actions(&turn().shell(command).exited(1, words)), [], "{words}");
        }
    }
    // With a summary it did run, and far down it is a test that says so.
    let said = ["command not found\n", RED].concat();
    assert_eq!(ended_in_error("pytest", &said), [Failed]);
    let far = ["x\n".repeat(300).as_str(), "command not found"].concat();
    assert_eq!(ended_in_error("pytest", &far), [Failed]);
    // An error without an exit status shows no run.
    assert_eq!(actions(&turn().shell("pytest").erred("Hook denied this tool")), []);
    assert_eq!(actions(&turn().shell("pytest").erred("Exit code ?")), []);
}

#[test]
fn a_check_that_was_stopped_has_no_result_unless_it_failed_before() {
    for status in [130, 137, 143] {
        let stopped = |output: &str| results(&turn().shell("pytest").exited(status, output), Test);
        assert_eq!(stopped(""), [Unknown], "{status}");
        assert_eq!(stopped(GREEN), [Unknown], "{status}");
        assert_eq!(stopped(RED), [Failed], "{status}");
    }
    let kept = json!({"stdout": GREEN, "stderr": "", "interrupted": true});
    let written = turn().shell("pytest").answered(json!(GREEN), false, kept);
    assert_eq!(results(&written, Test), [Unknown]);
    // A status that no signal has is the program's own.
    for status in [1, 2, 101, 125, 128, 193, 255] {
        let written = turn().shell("pytest").exited(status, "");
        assert_eq!(results(&written, Test), [Failed], "{status}");
    }
}

#[test]
fn a_result_is_read_from_what_the_model_saw_and_from_what_the_host_keeps() {
    // The longer of the two: the model sees the beginning of a long output.
    let both = [GREEN, RED].join("\n");
    let kept = json!({"stdout": both, "stderr": "", "interrupted": false});
    let written = turn().shell("pytest | cat").answered(json!(GREEN), false, kept);
    assert_eq!(results(&written, Test), [Failed]);
    let kept = json!({"stdout": "", "stderr": JEST_RED, "interrupted": false});
    let written = turn().shell("npm test | cat").answered(json!(""), false, kept);
    assert_eq!(results(&written, Test), [Failed]);
    let blocks = json!([{"type": "text", "text": "a"}, {"type": "text", "text": RED}]);
    let written = turn().shell("pytest").answered(blocks, false, json!(null));
    assert_eq!(results(&written, Test), [Failed]);
}

#[test]
fn of_several_checks_in_a_line_the_one_that_failed_is_told_where_the_output_tells() {
    let line = "eslint . && tsc --noEmit && pytest";
    let told = |written: &Transcript| [Lint, Types, Test].map(|kind| results(written, kind));
    let all = |result| [vec![result], vec![result], vec![result]];
    // The end of the line is the end of all.
    assert_eq!(told(&turn().runs(line, "")), all(Passed));
    assert_eq!(told(&turn().runs(line, GREEN)), all(Passed));
    // It ended in error, and only the output can say where.
    assert_eq!(told(&turn().shell(line).exited(1, "")), all(Unknown));
    let failed = told(&turn().shell(line).exited(1, RED));
    assert_eq!(failed, [vec![Passed], vec![Passed], vec![Failed]]);
    let passed = told(&turn().shell(line).exited(1, GREEN));
    assert_eq!(passed, all(Passed));
    let types = "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.";
    let failed = told(&turn().shell(line).exited(2, types));
    assert_eq!(failed, [vec![Passed], vec![Failed], vec![Nothing]]);
    // Section 23, C: lint passes, tests fail.
    let failed = told(&turn().runs("eslint .; pytest | tail -5", RED));
    assert_eq!(failed[2], [Failed]);
}

#[test]
fn what_says_only_that_something_failed_means_the_last_that_ran() {
    let make = "make: *** [Makefile:3: test] Error 1";
    let written = turn().shell("cargo build && make test").exited(2, make);
    assert_eq!(results(&written, Test), [Failed]);
    assert_eq!(results(&written, Build), [Passed]);
}

#[test]
fn a_check_that_may_be_about_anything_failed_only_in_what_its_output_names() {
    let written = turn().shell("make check").exited(2, RED);
    assert_eq!(results(&written, Test), [Failed]);
    assert_eq!(results(&written, Lint), [Unknown]);
    let written = turn().shell("make check").exited(2, "");
    assert!(runs(&written).iter().all(|run| run.result == Unknown));
    let written = turn().runs("just check", "");
    assert_eq!(results(&written, Test), [Passed]);
    assert_eq!(results(&written, Types), [Passed]);
}

#[test]
fn a_check_has_the_scope_of_its_arguments_and_a_target_of_its_own() {
    let run = |command: &str| -> Run { runs(&turn().runs(command, GREEN)).remove(0) };
    let table = [
        ("pytest", Scope::Whole),
        ("pytest tests/", Scope::Whole),
        ("pytest tests/test_cart.py", Scope::Narrowed),
        ("cargo test -p calc", Scope::Narrowed),
        ("go test", Scope::Suite),
    ];
    for (command, scope) in table {
        assert_eq!(run(command).scope, scope, "{command}");
    }
    let (a, b) = (run("pytest tests/a.py"), run("pytest tests/b.py"));
    assert_ne!(a.target, b.target);
    assert_eq!(a.target, run("pytest tests/a.py").target);
    assert_eq!((a.runner.as_str(), a.seen_in), ("pytest", SeenIn::Command));
}

#[test]
fn runs_that_are_not_checks_are_none() {
    // Section 23, D and G; section 21: `git push` is no check.
    let commands = [
        "pip install pytest",
        "grep -r jest .",
        "cat pytest.ini",
        "git log --grep='npm test'",
        "npm ci",
        "echo npm test",
        "pytest --version",
    ];
    for command in commands {
        assert_eq!(actions(&turn().runs(command, "")), [], "{command}");
    }
    let push = turn().shell("git push").exited(1, "error: failed to push some refs to 'origin'");
    assert_eq!(actions(&push), []);
    // Report 56: a description is no command.
    let input = json!({"command": "ls", "description": "run pytest"});
    assert_eq!(actions(&turn().call("Bash", input).printed("40 passed in 0.04s")), []);
}

#[test]
fn runs_behind_wrappers_are_checks() {
    // Report 37.
    let commands = [
        ".venv/bin/pytest -q",
        "uv run pytest",
        "make test",
        "mise run test:ci",
        "docker compose exec web pytest",
        "npm t",
        "cd x && env CI=1 timeout 60 pytest",
        "python -m pytest -q",
    ];
    for command in commands {
        assert_eq!(ended_well(command, ""), [Passed], "{command}");
    }
    assert_eq!(ended_well("./gradlew check", ""), [Passed]);
    // Report 108: wrapping a check is no offence.
    assert_eq!(ended_well("bash test.sh", GREEN), [Passed]);
}

#[test]
fn a_refused_command_ran_nothing_and_is_remembered() {
    assert_eq!(actions(&turn().shell("pytest").refused()), [What::Refused]);
}

#[test]
fn what_was_built_and_ran_on_was_built_where_it_ended_well() {
    let shown = "   Compiling calc v0.1.0\n     Running `target/debug/calc`\n[1]";
    for command in ["go run . --json list", "go run ./cmd/calc", "cargo run -- --json list"] {
        let ended_well = turn().runs(command, "[1]");
        assert_eq!(results(&ended_well, Build), [Passed], "{command}");
        // It was asked for what is not there, and says so.
        let ended_badly = turn().shell(command).exited(1, "no such list");
        assert_eq!(results(&ended_badly, Build), [Unknown], "{command}");
        let broken = turn().shell(command).exited(1, "error: could not compile `calc` (bin)");
        assert_eq!(results(&broken, Build), [Failed], "{command}");
    }
    assert_eq!(results(&turn().runs("cargo run", shown), Build), [Passed]);
    let none = turn().runs("golangci-lint run", "");
    assert_eq!(results(&none, Build), []);
}

#[test]
fn what_runs_in_a_folder_of_the_project_is_about_a_part() {
    let run = |command: &str| -> Run { runs(&turn().runs(command, "")).remove(0) };
    for command in [
        "cd apps/api && npx tsc --noEmit",
        "cd ./apps/api; npx tsc --noEmit",
        "(cd apps/api && npx tsc --noEmit)",
        "pushd apps/api && bash -c 'npx tsc --noEmit'",
    ] {
        assert_eq!(run(command).scope, Scope::Narrowed, "{command}");
    }
    for command in [
        "cd /home/dev/calc && npx tsc --noEmit",
        "cd .. && npx tsc --noEmit",
        "cd apps/.. && npx tsc --noEmit",
        "cd \"$ROOT\" && npx tsc --noEmit",
        "cd $(git rev-parse --show-toplevel) && npx tsc --noEmit",
        "cd . && npx tsc --noEmit",
        "cd - && npx tsc --noEmit",
        "cd apps/api && cd ../.. && npx tsc --noEmit",
        "(cd apps/api && ls); npx tsc --noEmit",
        "npx tsc --noEmit; cd apps/api",
    ] {
        assert_eq!(run(command).scope, Scope::Whole, "{command}");
    }
    assert_ne!(run("cd apps/api && npx tsc").target, run("cd apps/web && npx tsc").target);
    // What reads no code reads none in a folder.
    assert_eq!(run("cd docs && vale .").scope, Scope::NoCode);
}

#[test]
fn a_shell_beside_another_does_not_go_where_that_went() {
    let command = "(cd apps/api && ls); (npx tsc --noEmit)";
    assert_eq!(runs(&turn().runs(command, "")).remove(0).scope, Scope::Whole);
}

#[test]
fn a_script_of_the_moment_is_not_a_check_of_the_project() {
    for command in [
        "/tmp/build.sh",
        "bash /tmp/run-tests.sh",
        "bash \"$TMPDIR/test.sh\"",
        r"bash 'C:\Users\dev\AppData\Local\Temp\x\test.sh'",
        "bash C:/Users/dev/AppData/Local/Temp/x/test.sh",
        "python /tmp/x/run_tests.py",
    ] {
        assert_eq!(actions(&turn().runs(command, "")), [What::Program], "{command}");
    }
}
