//! Checks that no command line names: the hooks of a commit, and programs that run checks.
use sprag_core::activity::check_kind::CheckKind::{self, Build, Format, Lint, Test, Types};
use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::work::CheckResult::{self, Failed, Passed};
use sprag_core::activity::work::{Run, Scope, SeenIn, What};

use super::{actions, runs, turn};

const GREEN: &str = "============ 3 passed in 0.04s ============";
const RED: &str = "======= 1 failed, 2 passed in 0.04s =======";

fn told(runs: &[Run]) -> Vec<(KindSet, CheckResult, Scope, SeenIn)> {
    runs.iter().map(|run| (run.kinds, run.result, run.scope, run.seen_in)).collect()
}

fn of(kind: CheckKind) -> KindSet {
    KindSet::of(&[kind])
}

#[test]
fn the_hooks_of_a_commit_are_checks_of_everything() {
    // Report 33: the tests ran inside of `git commit` alone.
    let hooks = (Scope::Whole, SeenIn::CommitHook);
    let passed = [(of(Test), Passed, hooks.0, hooks.1)];
    let output = " 1351 pass\n 0 fail\nRan 1351 tests across 90 files. [12.00s]\n[main 1a2b3c4] x";
    assert_eq!(told(&runs(&turn().runs("git commit -m x", output))), passed);
    assert_eq!(told(&runs(&turn().runs("git add -A && git commit -qm x", GREEN))), passed);
    let failed = [(of(Test), Failed, hooks.0, hooks.1)];
    assert_eq!(told(&runs(&turn().shell("git commit -m x").exited(1, RED))), failed);
    // A commit goes on where its hook only warns.
    assert_eq!(told(&runs(&turn().runs("git commit -m x", RED))), failed);
    assert_eq!(actions(&turn().runs("git commit -m x", "[main 1a2b3c4] x")), []);
}

#[test]
fn a_command_that_a_hook_announces_and_that_said_nothing_has_passed() {
    let output = "$ eslint .\n$ pytest\n3 passed in 0.04s\n[main 1a2b3c4] x";
    let found = runs(&turn().runs("git commit -m x", output));
    assert!(found.iter().any(|run| run.kinds == of(Lint) && run.result == Passed), "{found:?}");
    assert_eq!(found.iter().filter(|run| run.kinds.contains(Test)).count(), 1);
    let npm = "> calc@1.0.0 lint\n> eslint .\n\n[main 1a2b3c4] x";
    let found = runs(&turn().runs("git commit -m x", npm));
    assert!(found.iter().any(|run| run.kinds.contains(Lint) && run.result == Passed), "{found:?}");
    // What was announced, and ended in error, may be what failed.
    assert_eq!(actions(&turn().shell("git commit -m x").exited(1, "$ eslint .")), []);
}

#[test]
fn what_a_program_announces_and_that_said_nothing_has_passed() {
    let found = runs(&turn().runs("python tools/run.py", "$ eslint ."));
    assert_eq!(told(&found), [(of(Lint), Passed, Scope::Narrowed, SeenIn::Output)]);
    // A check that is named is what its line is about.
    let found = runs(&turn().runs("pytest", &["$ eslint .\n", GREEN].concat()));
    assert!(found.iter().all(|run| !run.kinds.contains(Lint)), "{found:?}");
}

#[test]
fn a_program_that_prints_a_summary_of_its_own_was_a_check() {
    // Sections 21 and 22, 13: a script of the project that nobody knows.
    let seen = (Scope::Narrowed, SeenIn::Output);
    for command in ["./ci.sh", "bash scripts/all.sh", "python tools/run.py"] {
        let found = told(&runs(&turn().runs(command, GREEN)));
        assert!(
            found.iter().any(|run| run.0.contains(Test) && run.1 == Passed),
            "{command}: {found:?}"
        );
        let found = told(&runs(&turn().shell(command).exited(1, RED)));
        assert!(
            found.iter().any(|run| run.0.contains(Test) && run.1 == Failed),
            "{command}: {found:?}"
        );
    }
    let found = runs(&turn().shell("python tools/run.py").exited(1, RED));
    assert_eq!(told(&found), [(of(Test), Failed, seen.0, seen.1)]);
    assert!(found.iter().all(|run| run.flagged), "the agent was told that it failed");
    assert!(runs(&turn().runs("python tools/run.py", GREEN)).iter().all(|run| !run.flagged));
    // What prints findings and ends well may have been asked for them.
    assert_eq!(actions(&turn().runs("python tools/run.py", RED)), [What::Program]);
    assert_eq!(actions(&turn().runs("python tools/run.py", "all is well")), [What::Program]);
}

#[test]
fn what_is_only_read_ran_before() {
    // Section 23, G and I.
    let readers = [
        "cat test.log",
        "tail -50 /tmp/out.txt",
        "grep -r passed logs",
        "gh run view 7 --log",
        "git show HEAD:log.txt",
        "cd x && cat log | tail -3",
        "docker logs web",
        "curl -s http://localhost/log",
    ];
    for command in readers {
        assert_eq!(actions(&turn().runs(command, GREEN)), [], "{command}");
        assert_eq!(actions(&turn().shell(command).exited(1, RED)), [], "{command}");
    }
    let go = "main.go:10:5: undefined: x";
    assert_eq!(actions(&turn().runs("grep -rn undefined .", go)), []);
}

#[test]
fn a_check_that_a_line_names_is_not_counted_again() {
    let found = runs(&turn().runs("pytest && git commit -m x", GREEN));
    assert_eq!(told(&found), [(of(Test), Passed, Scope::Whole, SeenIn::Command)]);
    let hook = ["$ eslint .\n", GREEN].concat();
    let found = runs(&turn().runs("pytest && git commit -m x", &hook));
    assert_eq!(told(&found)[1], (of(Lint), Passed, Scope::Whole, SeenIn::CommitHook));
}

#[test]
fn a_check_that_runs_others_passes_those_too() {
    for command in ["./build-all", "cd x && make build", "npm run build | tail -5"] {
        let found = runs(&turn().runs(command, GREEN));
        let tests = found.iter().find(|run| run.kinds.contains(Test));
        assert_eq!(tests.map(|run| (run.result, run.scope)), Some((Passed, Scope::Narrowed)));
        // What failed in it is its own failure.
        let found = runs(&turn().shell(command).exited(1, RED));
        assert!(found.iter().all(|run| !run.kinds.contains(Test)), "{command}: {found:?}");
    }
    // What else the line prints may be old.
    for command in ["eslint . ; cat log", "eslint . && tsc --noEmit", "tail log; npm run build"] {
        let found = runs(&turn().runs(command, GREEN));
        assert!(found.iter().all(|run| !run.kinds.contains(Test)), "{command}: {found:?}");
    }
}

#[test]
fn a_program_of_no_list_that_ended_well_may_be_a_check() {
    let may_check = [
        "./dev t",
        "earthly +test",
        "uvx --from calc runtests",
        "python export.py --dry-run",
        "python - <<'EOF'\nimport subprocess\nsubprocess.run(['./t'])\nEOF",
        "node -e 'require(\"child_process\").spawnSync(\"./t\")'",
        "cd web && ./tools/all.sh | tail -3",
        "go generate ./...",
        "npm run dev",
        "cargo flamegraph",
    ];
    for command in may_check {
        assert_eq!(actions(&turn().runs(command, "214 specs")), [What::Program], "{command}");
        // What ended badly, or goes on, is nothing that an honest message could rest on.
        assert_eq!(actions(&turn().shell(command).exited(1, "214 specs")), [], "{command}");
        assert_eq!(actions(&turn().shell(command).backgrounded("b1")), [], "{command}");
    }
    assert_eq!(actions(&turn().runs("./dev t &", "")), []);
    let others = [
        "ls -la && git status",
        "mkdir -p a && touch a/b",
        "ps aux | grep node",
        "npm install && npm ls",
        "go mod tidy",
        "cargo add serde",
        "uv sync",
        "node --version",
        "./dev --help",
        "X=1",
        "[ -f a ] && echo yes",
    ];
    for command in others {
        assert_eq!(actions(&turn().runs(command, "")), [], "{command}");
    }
    // What writes files by what it is told is a change, and no check of it.
    let script = "python - <<'EOF'\nopen('src/x.py', 'w').write('a = 1')\nEOF";
    assert!(actions(&turn().runs(script, "")).iter().all(|what| matches!(what, What::Change(_))));
}

#[test]
fn the_hooks_of_a_push_are_checks_where_they_are_named() {
    let dots = ".".repeat(30);
    let passed = format!("Typecheck{dots}Passed\nremote: Unit tests{dots}Failed\n");
    let found = told(&runs(&turn().runs("git push", &passed)));
    assert_eq!(found, [(of(Types), Passed, Scope::Whole, SeenIn::CommitHook)]);
    // Refused by the other side: what ran here has passed all the same.
    let refused = format!("{passed}error: failed to push some refs to 'origin'");
    assert_eq!(told(&runs(&turn().shell("git push").exited(1, &refused))), found);
    let failed = format!("Typecheck{dots}Failed\n");
    let found = told(&runs(&turn().shell("git push").exited(1, &failed)));
    assert_eq!(found, [(of(Types), Failed, Scope::Whole, SeenIn::CommitHook)]);
    let refused = "error: failed to push some refs to 'origin'";
    assert_eq!(actions(&turn().shell("git push").exited(1, refused)), []);
    assert_eq!(actions(&turn().runs("git push --no-verify", &passed)), []);
}

#[test]
fn what_lint_staged_completed_passed_on_the_files_of_a_commit() {
    for (line, kind) in [
        ("[COMPLETED] eslint --fix", Lint),
        ("  \u{2714} eslint --fix", Lint),
        ("    \u{2713} prettier --write", Format),
    ] {
        let output =
            format!("[STARTED] Running tasks for staged files...\n{line}\n[main 1a2b3c4] x");
        let found = told(&runs(&turn().runs("git commit -m x", &output)));
        let staged = (of(kind), Passed, Scope::Narrowed, SeenIn::StagedFiles);
        assert_eq!(found, [staged], "{line}");
    }
    // Tests that it chose are no suite, and elsewhere the words are others.
    let tests = "[COMPLETED] vitest related\n[main 1a2b3c4] x";
    assert_eq!(actions(&turn().runs("git commit -m x", tests)), []);
    assert_eq!(actions(&turn().runs("cat log", "[COMPLETED] eslint --fix")), []);
    let failed = "[FAILED] eslint --fix [FAILED]";
    assert_eq!(actions(&turn().shell("git commit -m x").exited(1, failed)), []);
}

#[test]
fn what_is_announced_where_its_end_is_lost_has_not_passed() {
    let announced = "> calc@1.0.0 wasm\n> cargo build --target wasm32-unknown-unknown";
    let builds = |command: &str| {
        let found = runs(&turn().runs(command, announced));
        found.iter().any(|run| run.kinds.contains(Build))
    };
    assert!(builds("npm run wasm"));
    for command in ["npm run wasm | tail -3", "npm run wasm; true", "npm run wasm &"] {
        assert!(!builds(command), "{command}");
    }
}

#[test]
fn code_that_was_written_for_this_once_is_a_trial() {
    for command in [
        "python - <<'EOF'\nimport calc\nassert calc.f(1) == 1\nEOF",
        "python3 -c 'import json; print(json)'",
        "node -e 'console.log(require(\"./a\").f(1))'",
        "/tmp/calc 1 2",
        "cd web && ruby -e 'puts 1' | tail -3",
    ] {
        assert_eq!(actions(&turn().runs(command, "1")), [What::OneOffCode], "{command}");
    }
}
