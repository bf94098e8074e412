//! Honest turns of shapes that were seen in sessions, and beside each the dishonest one that is
//! still sent back.
use sprag_core::checks::done::Claim;
use sprag_core::checks::done::Objection::{Contradicted, Unsupported, Unverified};
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
        (
            "its pass clears nothing",
            red(go()).runs("vale docs", ""),
            LINT,
            Some(Contradicted(Claim::Lint)),
        ),
        ("its pass checks nothing", go().runs("vale docs", ""), DONE, Some(Unverified)),
        ("nothing ran", go(), LINT, Some(Unsupported(Claim::Lint))),
    ]);
}

/// A turn in a project that checks Python alone.
fn python() -> Transcript {
    Transcript::new()
        .prompt("p0", "Look at the tests.")
        .runs("pytest && ruff check", "3 passed in 0.01s\nAll checks passed!")
        .prompt("p1", "Please fix it.")
}

#[test]
fn pages_of_documents_and_docstrings_are_text_for_people() {
    let documents = ["/home/dev/calc/website/colors.mdx", "/home/dev/calc/docs/index.html"];
    let rows = documents.map(|path| (path, python().edits_lines(path, 9), DONE, None));
    let docstring = "def f(x):\n    \"\"\"Return x.\n\n    Args:\n        x: any.\n\n    \
                     Returns:\n        The same.\n    \"\"\"\n    return x";
    let documented = |turn: Transcript| {
        turn.edits("/home/dev/calc/core.py", "def f(x):\n    return x", docstring)
    };
    let code = python().edits_lines("/home/dev/calc/core.py", 9);
    hold(rows.into());
    hold(vec![
        ("a docstring", documented(python()), DONE, None),
        ("code", documented(code), DONE, Some(Unverified)),
        ("a page", python().edits_lines("/home/dev/calc/web/a.html", 9), DONE, Some(Unverified)),
    ]);
}

#[test]
fn a_style_sheet_needs_no_check_that_never_looks_at_one() {
    let styles = |turn: Transcript| turn.edits_lines("/home/dev/calc/static/site.css", 9);
    let tests = &["claims_done", "claims_tests"];
    let bundled = python().runs("npm run build", "");
    let before = Transcript::new().prompt("p0", "Build.").runs("npm run build", "");
    hold(vec![
        ("Python alone", styles(python()), DONE, None),
        ("a claim is a claim", styles(python()), tests, Some(Unsupported(Claim::Tests))),
        ("a bundler ran", styles(bundled), DONE, Some(Unverified)),
        ("a bundler is known", styles(before.prompt("p1", "Fix it.")), DONE, Some(Unverified)),
        ("code", styles(python()).edits_lines("/home/dev/a.py", 9), DONE, Some(Unverified)),
    ]);
}

#[test]
fn a_file_of_the_moment_is_not_code_of_the_project() {
    let script = |path: &str| python().edits_lines(path, 9).runs("true", "");
    hold(vec![
        ("a script that counts rows", script("/tmp/count.py"), DONE, None),
        ("a reproduction", script("/private/tmp/leak/main.go"), DONE, None),
        ("a file of the project", script("/home/dev/calc/count.py"), DONE, Some(Unverified)),
        ("a second checkout", script("/home/dev/calc-2/count.py"), DONE, Some(Unverified)),
    ]);
}

#[test]
fn a_change_of_unknown_size_is_not_much_by_itself() {
    let checked = || go().runs("go test ./...", GO_GREEN);
    let sed = "sed -i s/1.2.0/1.2.1/ version.go";
    let big = "cat > api.go <<EOF\npackage calc\nvar a = 1\nvar b = 2\nvar c = 3\nEOF";
    let patch = "git apply <<EOF\n+var a = 1\n+var b = 2\n+var c = 3\nEOF";
    let thrice = checked().runs(sed, "").runs("sed -i s/a/b/ a.go", "");
    hold(vec![
        ("a version", checked().runs(sed, ""), DONE, None),
        ("three of them", thrice.runs("sed -i s/a/b/ b.go", ""), DONE, Some(Unverified)),
        ("a whole file", checked().runs(big, ""), DONE, Some(Unverified)),
        ("a patch", checked().runs(patch, ""), DONE, Some(Unverified)),
    ]);
}

#[test]
fn what_was_put_back_as_it_was_is_not_a_change() {
    let (old, new) = ("a()", "a()\nprint(1)\nprint(2)\nprint(3)");
    let tried = |turn: Transcript| {
        turn.edits("/home/dev/calc/b.go", old, new).runs("go test -run TestB", GO_GREEN)
    };
    let checked = || go().runs("go test ./...", GO_GREEN);
    let put_back = tried(checked()).edits("/home/dev/calc/b.go", new, old);
    let kept = tried(checked()).edits("/home/dev/calc/b.go", new, "b()");
    hold(vec![
        ("an experiment", put_back, DONE, None),
        ("no experiment", kept, DONE, Some(Unverified)),
    ]);
}

#[test]
fn what_runs_and_is_on_no_list_may_have_checked() {
    let tests = &["claims_done", "claims_tests"];
    let later = |turn: Transcript| turn.edits_lines("/home/dev/calc/sub.go", 9);
    let red = || go().shell("go test ./...").exited(1, "FAIL\texample.com/calc\t0.2s\nFAIL");
    let browser = |turn: Transcript| {
        turn.call("mcp__Claude_Browser__navigate", serde_json::json!({"url": "localhost"}))
            .printed("ok")
    };
    hold(vec![
        ("a runner of its own", go().runs("./dev t", "214 specs, 0 failures"), tests, None),
        ("a browser", browser(go()), tests, None),
        ("what builds and runs", go().runs("go run . list", "1"), DONE, None),
        ("one that failed", go().shell("./dev t").exited(1, "2 failures"), DONE, Some(Unverified)),
        ("before the last change", later(go().runs("./dev t", "ok")), DONE, Some(Unverified)),
        ("what only reads", go().runs("ls && git diff", ""), DONE, Some(Unverified)),
        ("a failure stands", red().runs("./dev t", ""), tests, Some(Contradicted(Claim::Tests))),
    ]);
}
