//! What a command line as a whole shows of each of its checks.
use serde_json::json;
use sprag_core::activity::check_kind::CheckKind::{self, Build, Format, Lint, Test, Types};
use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::verification::{Last, Verification};
use sprag_core::activity::work::CheckResult::{self, Failed, Nothing, Passed, Unknown};
use sprag_harness::transcript::Transcript;

use super::{runs, turn};

fn of(written: &Transcript, kind: CheckKind) -> Vec<CheckResult> {
    let of_kind = runs(written).into_iter().filter(|run| run.kinds.contains(kind));
    of_kind.map(|run| run.result).collect()
}

fn ran(command: &str, output: &str, kind: CheckKind) -> Vec<CheckResult> {
    of(&turn().runs(command, output), kind)
}

/// What the host says where nothing was printed stands in place of an output.
fn noted(command: &str, note: &str, kept: serde_json::Value) -> Transcript {
    turn().shell(command).answered(json!(note), false, kept)
}

/// The host excuses the status of the last program.
fn excused(command: &str, output: &str) -> Transcript {
    let kept = json!({
        "stdout": output, "stderr": "", "interrupted": false,
        "returnCodeInterpretation": "No matches found",
    });
    turn().shell(command).answered(json!(output), false, kept)
}

#[test]
fn what_the_host_says_of_an_output_is_none_of_it() {
    let silent = json!({"stdout": "", "stderr": "", "interrupted": false});
    let notes = [
        "(Bash completed with no output)",
        "(PowerShell completed with no output)",
        "Shell cwd was reset to /home/dev/calc",
        "(Bash completed with no output)\nShell cwd was reset to /home/dev/calc",
        "[rerun: b1]",
    ];
    for note in notes {
        for kept in [silent.clone(), json!(null)] {
            let written = noted("go build ./... 2>&1 | tail -50", note, kept);
            assert_eq!(of(&written, Build), [Passed], "{note}");
        }
    }
    let kept =
        json!({"stdout": "", "stderr": "\nShell cwd was reset to /home/dev", "interrupted": false});
    let written = noted("cd a && npx tsc | tail", "Shell cwd was reset to /home/dev", kept);
    assert_eq!(of(&written, Types), [Passed]);
    // What stands before the note was printed.
    let printed = "a.go:1: odd\nShell cwd was reset to /home/dev";
    assert_eq!(of(&noted("go build | tail", printed, json!(null)), Build), [Unknown]);
}

#[test]
fn what_only_says_what_is_run_is_silence() {
    for output in [
        "> x@1.0.0 build /p\n> nest build\n",
        "\n> x@1.0.0 build\n> tsc -p .\n\n",
        "$ tsc --noEmit",
        "yarn run v1.22.22\n$ /p/node_modules/.bin/tsc\nDone in 1.21s.",
        "\u{2728}  Done in 3.20s.",
        "Scope: 3 of 4 workspace projects\napps/api build$ nest build\napps/api build: Done",
        "[build] $ go build ./...",
        "task: [build] go build ./...",
    ] {
        assert_eq!(
            ran("pnpm --filter api build 2>&1 | tail -5", output, Build),
            [Passed],
            "{output}"
        );
    }
    for output in ["> 3 | let x = 1", "> x@1.0.0 build\nsrc/a.ts is odd"] {
        assert_eq!(ran("pnpm build 2>&1 | tail -5", output, Build), [Unknown], "{output}");
    }
    for code in [
        " ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  x@1.0.0 build: `nest build`",
        "\u{2009}ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL\u{2009} x@1.0.0 build: `nest build`",
    ] {
        assert_eq!(ran("pnpm -r build 2>&1 | tail -5", code, Build), [Failed], "{code}");
    }
}

#[test]
fn what_the_line_itself_prints_does_not_break_silence() {
    let line = "go build ./... 2>&1 | tail -80 && echo BUILD_OK";
    assert_eq!(ran(line, "BUILD_OK", Build), [Passed]);
    assert_eq!(ran(line, "./a.go:3: odd\nBUILD_OK", Build), [Unknown]);
    for line in [
        "echo '== build' ; go build ./... 2>&1 | tail; echo \"== exit $?\"",
        "printf '== build\\n'; go build ./... 2>&1 | tail; printf '== exit %s\\n' 0",
        "echo -e '\\n== build' && go build ./... 2>&1 | tail && echo == exit 0",
    ] {
        assert_eq!(ran(line, "== build\n== exit 0", Build), [Passed], "{line}");
        assert_eq!(ran(line, "== build\nodd\n== exit 0", Build), [Unknown], "{line}");
    }
    // A program prints the same, so nobody knows where which stands.
    assert_eq!(ran("tsc | tail; echo a", "a\na", Types), [Unknown]);
    // What is printed apart may belong anywhere.
    let kept = json!({"stdout": "done", "stderr": "odd", "interrupted": false});
    assert_eq!(of(&noted("go build ./...; echo done", "done\nodd", kept), Build), [Unknown]);
}

#[test]
fn a_check_of_which_nothing_shows_that_it_ran_is_not_silent_but_unseen() {
    for line in [
        "[ -f go.mod ] && go build ./... 2>&1 | tail; echo done",
        "if [ -f go.mod ]; then go build ./... 2>&1 | tail; fi; echo done",
        "true || go build ./... | tail; echo done",
        "go build ./... 2>/dev/null | tail -3; echo done",
        "go build ./... &> /dev/null; echo done",
        "go build ./... & echo done",
    ] {
        assert_eq!(ran(line, "done", Build), [Unknown], "{line}");
    }
    assert_eq!(ran("go build 2>/dev/null | tail -3", "", Build), [Unknown]);
    assert_eq!(ran("cd web && go build ./... 2>&1 | tail; echo done", "done", Build), [Passed]);
}

#[test]
fn what_was_printed_behind_a_check_proves_it() {
    let line = "GOOS=linux go build ./... && echo OK\ngit status";
    assert_eq!(ran(line, "OK\nOn branch main", Build), [Passed]);
    assert_eq!(ran(line, "On branch main", Build), [Unknown]);
    // Whatever it was, and whatever became of its output.
    assert_eq!(ran("pytest -q > /dev/null && echo GREEN; git status", "GREEN\nx", Test), [Passed]);
    assert_eq!(ran("pytest > a.log 2>&1 || exit 1; echo GREEN; ls", "GREEN\nx", Test), [Passed]);
    let chain = "tsc --noEmit && pytest -q > log && echo ALL_GOOD ; git status";
    for kind in [Types, Test] {
        assert_eq!(ran(chain, "ALL_GOOD\nx", kind), [Passed]);
        assert_eq!(ran(chain, "x", kind), [Unknown]);
    }
    let asked = "if pytest -q > log; then echo GREEN; else echo RED; fi";
    assert_eq!(ran(asked, "GREEN", Test), [Passed]);
    assert_eq!(ran(asked, "RED", Test), [Unknown]);
    // It proves nothing where it stands behind something else, or goes round.
    for line in [
        "pytest | tail -1 && echo OK; ls",
        "pytest || true && echo OK; ls",
        "pytest & echo OK; ls",
        "! pytest > log && echo OK; ls",
        "for d in a b; do (cd $d && pytest > log && echo OK); done; ls",
    ] {
        assert_eq!(ran(line, "OK\nx", Test), [Unknown], "{line}");
    }
}

#[test]
fn an_exit_status_that_the_line_prints_is_that_of_its_check() {
    for (line, output) in [
        ("luac -p a.lua; echo exit=$?", "exit=0"),
        ("go build ./...; echo \"exit: $?\"; git status", "exit: 0\nx"),
        ("go build ./... 2>&1; Write-Output \"exit $LASTEXITCODE\"", "exit 0"),
        ("cd a && go build ./... > log; echo $?", "0"),
    ] {
        assert_eq!(ran(line, output, Build), [Passed], "{line}");
        let failed = output.replacen('0', "2", 1);
        assert_eq!(ran(line, &failed, Build), [Failed], "{line}");
        let missing = output.replacen('0', "127", 1);
        assert_eq!(ran(line, &missing, Build), [Unknown], "{line}");
    }
    // It is that of the last of a pipe, or of one of several.
    assert_eq!(ran("pytest | tail -3; echo exit=$?", "x\nexit=0", Test), [Unknown]);
    assert_eq!(ran("pytest | tail -3; echo exit=$?", "x\nexit=1", Test), [Unknown]);
    let two = "tsc > log && pytest > log; echo exit=$?";
    assert_eq!(
        (ran(two, "exit=1", Types), ran(two, "exit=1", Test)),
        (vec![Unknown], vec![Unknown])
    );
    assert_eq!((ran(two, "exit=0", Types), ran(two, "exit=0", Test)), (vec![Passed], vec![Passed]));
    assert_eq!(ran("pytest > log; ls; echo exit=$?", "x\nexit=0", Test), [Unknown]);
    // What failed outweighs its summary.
    assert_eq!(ran("pytest; echo exit=$?", "3 passed in 0.04s\nexit=1", Test), [Failed]);
}

#[test]
fn a_number_that_is_no_exit_status_is_no_mark() {
    let line = "go build ./...; echo exit=$?";
    assert_eq!(ran(line, "exit=0000", Build), [Unknown]);
    assert_eq!(ran(line, "exit=101", Build), [Failed]);
}

#[test]
fn what_only_lists_passed_where_the_line_lists_no_file_of_its_kind() {
    let line = "gofmt -l . && echo CLEAN && golangci-lint run";
    let output = "CLEAN\n0 issues.";
    assert_eq!((ran(line, output, Format), ran(line, output, Lint)), (vec![Passed], vec![Passed]));
    assert_eq!(ran(line, "add.go\nCLEAN\n0 issues.", Format), [Unknown]);
    assert_eq!(ran("gofmt -l .; git status --short", " M add.go", Format), [Passed]);
    assert_eq!(ran("gofmt -l .; git diff --name-only", "add.go", Format), [Unknown]);
    assert_eq!(ran("gofmt -l . | head; echo x", "a.go:3:2: expected ')'\nx", Format), [Unknown]);
    assert_eq!(ran("npx prettier -l src || true; echo x", "x", Format), [Passed]);
    assert_eq!(ran("npx prettier -l src || true; echo x", "src/a.ts\nx", Format), [Unknown]);
    assert_eq!(ran("rustfmt -l src/lib.rs; echo x", "/p/src/lib.rs\nx", Format), [Unknown]);
    assert_eq!(ran("gofmt -l . > /dev/null; echo x", "x", Format), [Unknown]);
    assert_eq!(ran("[ -d x ] && gofmt -l x; echo x", "x", Format), [Unknown]);
}

#[test]
fn a_filter_that_only_removes_what_passed_leaves_nothing_of_a_pass() {
    let line = r#"go test ./... 2>&1 | grep -vE "^ok|no test files" | head; echo clean"#;
    assert_eq!(ran(line, "clean", Test), [Passed]);
    let line = r#"go test ./... 2>&1 | grep -v "^ok\|no test files" | head; echo clean"#;
    assert_eq!(ran(line, "clean", Test), [Passed]);
    let line = r#"go test ./... 2>&1 | Select-String -NotMatch "^ok"; echo clean"#;
    assert_eq!(ran(line, "clean", Test), [Passed]);
    for line in [
        // It may remove failures; errors go round it; it keeps what matches.
        r#"go test ./... 2>&1 | grep -v "FAIL"; echo clean"#,
        r#"go test ./... 2>&1 | grep -v "."; echo clean"#,
        r#"go test ./... 2>&1 | grep -v "k"; echo clean"#,
        r#"go test ./... 2>&1 | grep -v "a\|rror"; echo clean"#,
        r#"go test ./... | grep -v "^ok"; echo clean"#,
        r#"go test ./... 2>&1 | grep "^ok"; echo clean"#,
        r#"[ -d x ] && go test ./x 2>&1 | grep -v "^ok"; echo clean"#,
        "go test ./... 2>&1 | tail -3; echo clean",
    ] {
        assert_eq!(ran(line, "clean", Test), [Unknown], "{line}");
    }
    let line = r#"ls && go test ./... 2>&1 | grep -v "^ok"; echo clean"#;
    assert_eq!(ran(line, "a.go\nclean", Test), [Unknown]);
    assert_eq!(of(&excused(r#"go test ./... 2>&1 | grep -v "^ok""#, ""), Test), [Passed]);
}

#[test]
fn a_filter_that_keeps_what_matches_leaves_nothing_of_a_failure() {
    for option in ["-E", "-i", "--line-buffered", "--extended-regexp"] {
        let line = format!(r#"go test ./... 2>&1 | grep {option} "^ok"; echo clean"#);
        assert_eq!(ran(&line, "clean", Test), [Unknown], "{line}");
    }
}

#[test]
fn errors_that_go_to_a_file_named_like_the_output_are_lost() {
    for line in ["go build 2>1 | tail -3; echo done", "go build 2>&3 | tail -3; echo done"] {
        assert_eq!(ran(line, "done", Build), [Unknown], "{line}");
    }
    assert_eq!(ran("go build 2>&1 | tail -3; echo done", "done", Build), [Passed]);
}

#[test]
fn a_status_that_the_host_excuses_passes_nothing() {
    let line = r#"go build ./... && go vet ./... && go test ./... | grep -v "^ok""#;
    let found = "cache\\m.go:204:13: possible misuse of unsafe.Pointer";
    let written = excused(line, found);
    assert_eq!(of(&written, Lint), [Failed]);
    assert_eq!(of(&written, Build), [Passed], "vet ran, so it was built");
    assert_eq!(of(&written, Test), [Nothing], "what stands behind vet did not run");
    let written = excused(line, "something odd");
    assert_eq!(
        [of(&written, Build), of(&written, Lint), of(&written, Test)].concat(),
        [Unknown; 3]
    );
    for line in ["pytest > log; grep -n x log", "pytest > log && diff a b"] {
        assert_eq!(of(&excused(line, ""), Test), [Unknown], "{line}");
    }
    assert_eq!(of(&excused("go vet ./... | tail; grep -rn x .", ""), Lint), [Passed]);
    // Not where it is only there.
    let kept = json!({"stdout": "", "stderr": "", "returnCodeInterpretation": ""});
    assert_eq!(of(&noted("pytest", "", kept), Test), [Passed]);
}

#[test]
fn of_two_runs_of_a_kind_each_has_its_own_result() {
    let line = "go test ./a -run TestX | tail -3; go test ./a | tail -2";
    let output = "--- FAIL: TestX (0.00s)\nFAIL\tex.com/a\t0.1s\nok  \tex.com/a\t0.2s";
    assert_eq!(ran(line, output, Test), [Unknown, Passed]);
    let line = "go test ./a | tail -3; echo ---; go test ./b | tail -2";
    let output = "FAIL\tex.com/a\t0.1s\n---\nok  \tex.com/b\t0.2s";
    assert_eq!(ran(line, output, Test), [Failed, Passed]);
    let output = "ok  \tex.com/a\t0.1s\n---\nFAIL\tex.com/b\t0.2s";
    assert_eq!(ran(line, output, Test), [Passed, Failed]);
    let both = "pytest a | tail -1; pytest b | tail -1";
    assert_eq!(ran(both, "3 passed in 0.04s\n1 failed in 0.04s", Test), [Unknown, Failed]);
    assert_eq!(ran(both, "1 failed in 0.04s\n3 passed in 0.04s", Test), [Unknown, Passed]);
    assert_eq!(ran(both, "3 passed in 0.04s\n3 passed in 0.04s", Test), [Passed, Passed]);
    // What the last one said went elsewhere.
    let away = "pytest a | tail -1; pytest b > log";
    assert_eq!(ran(away, "1 failed in 0.04s", Test), [Unknown, Unknown]);
}

#[test]
fn what_ran_before_a_failure_of_the_same_line_passed_and_what_stands_behind_it_did_not_run() {
    let told = |line: &str, output: &str| {
        let written = turn().shell(line).exited(1, output);
        [Build, Lint, Test].map(|kind| of(&written, kind))
    };
    let vet = "# ex.com/a\n# [ex.com/a]\n./a.go:3:2: something that vet says";
    let line = "go build ./... && go vet ./... && go test ./...";
    assert_eq!(told(line, vet), [vec![Passed], vec![Failed], vec![Nothing]]);
    let build = "# ex.com/a\n./a.go:3:2: undefined: x";
    assert_eq!(told(line, build), [vec![Failed], vec![Nothing], vec![Nothing]]);
    let test = "--- FAIL: TestX (0.00s)\nFAIL\tex.com/a\t0.1s\nFAIL";
    assert_eq!(told(line, test), [vec![Passed], vec![Passed], vec![Failed]]);
    assert_eq!(told(line, "odd"), [vec![Unknown], vec![Unknown], vec![Unknown]]);
    // What runs in any case is neither.
    let apart = "go build ./...; go vet ./...; go test ./...";
    assert_eq!(told(apart, vet), [vec![Unknown], vec![Failed], vec![Unknown]]);
    let instead = "go build ./... && go vet ./... || go test ./...";
    assert_eq!(told(instead, vet), [vec![Passed], vec![Failed], vec![Unknown]]);
}

#[test]
fn what_ran_nothing_is_neither_a_pass_nor_a_failure() {
    for (command, output) in [
        ("python -m unittest", "Ran 0 tests in 0.000s\n\nOK"),
        ("cargo test nosuch", "test result: ok. 0 passed; 0 failed; 0 ignored; 4 filtered out"),
        ("npx vitest run --passWithNoTests", "No test files found, exiting with code 0"),
        ("npx jest --passWithNoTests", "No tests found, exiting with code 0"),
        ("go test -run TestNone ./a", "ok  \tex.com/a\t0.1s [no tests to run]"),
        ("node --test", "\u{2139} tests 0\n\u{2139} pass 0\n\u{2139} fail 0"),
        ("dotnet test", "No test is available in /p/Demo.dll."),
        ("vendor/bin/phpunit", "No tests executed!"),
        ("gradle test", "> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s"),
        ("mvn test", "[INFO] No tests to run.\n[INFO] BUILD SUCCESS"),
        ("ctest", "No tests were found!!!"),
        ("rspec", "No examples found.\n\n0 examples, 0 failures"),
        ("pytest -k nosuch || true", "====== 5 deselected in 0.01s ======"),
    ] {
        assert_eq!(ran(command, output, Test), [Nothing], "{command}");
        assert_eq!(of(&turn().shell(command).exited(5, output), Test), [Nothing], "{command}");
    }
    assert_eq!(
        ran("vale docs", "\u{2714} 0 errors, 0 warnings and 0 suggestions in 0 files.", Lint),
        [Nothing]
    );
}

#[test]
fn of_an_output_that_was_cut_or_filtered_nobody_knows_that_nothing_ran() {
    let none = "test result: ok. 0 passed; 0 failed; 0 ignored";
    let go = "?   \tex.com/a\t[no test files]";
    for (command, output) in [
        ("cargo test 2>&1 | tail -3", none),
        ("go test ./... 2>&1 | grep -v '^ok'", go),
        ("go test ./... | tail -1; echo x", go),
    ] {
        assert_eq!(ran(command, output, Test), [Unknown], "{command}");
    }
    let cut = format!("... [12 lines truncated] ...\n{none}");
    assert_eq!(ran("cargo test; ls", &cut, Test), [Unknown]);
    assert_eq!(ran("cargo test; ls", none, Test), [Nothing]);
}

#[test]
fn a_silent_check_ran_where_the_end_of_its_pipe_ended_the_line_well() {
    let line = "[ -f go.mod ] && go build ./... 2>&1 | tail";
    assert_eq!(ran(line, "", Build), [Passed]);
    assert_eq!(ran(&format!("{line}; echo done"), "done", Build), [Unknown]);
}

#[test]
fn a_folder_is_no_file_that_a_formatter_of_one_language_lists() {
    assert_eq!(ran("gofmt -l .; git ls-files", "cmd/tool", Format), [Passed]);
    assert_eq!(ran("gofmt -l .; git ls-files", "cmd/tool.go", Format), [Unknown]);
    assert_eq!(ran("prettier -l .; git ls-files", "cmd/tool", Format), [Unknown]);
}

#[test]
fn an_output_of_which_the_host_keeps_nothing_apart_is_in_order_unless_it_is_an_error() {
    let line = "ls; echo ==; go build ./... 2>&1 | tail; echo done";
    assert_eq!(of(&noted(line, "a.go\n==\ndone", json!(null)), Build), [Passed]);
    assert_eq!(of(&noted(line, "==\na.go\ndone", json!(null)), Build), [Unknown]);
}

#[test]
fn a_check_between_putting_changes_away_and_back_is_of_other_code() {
    let line = "git stash && go vet ./... 2>&1; git stash pop";
    let found = "a.go:3:2: possible misuse of unsafe.Pointer\nDropped refs/stash@{0}";
    let written = turn()
        .edits_lines("/home/dev/calc/a.go", 3)
        .runs("go test ./...", "ok  \tex.com/a\t0.1s")
        .runs(line, found);
    let work = super::facts(&written).work.unwrap();
    let state = Verification::after(&work, KindSet::NONE).unwrap();
    assert_eq!((state.test.last, state.lint.last), (Last::Passed, Last::None));
}
