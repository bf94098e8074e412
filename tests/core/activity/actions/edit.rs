//! Which calls change files, and how much of them.
use serde_json::{Value, json};
use sprag_core::activity::file_kind::FileKind;
use sprag_core::activity::work::{Change, How, What};

use super::{actions, changes, turn};

const PATH: &str = "/home/dev/calc/src/add.py";

/// Returns the only change of a call that went well.
fn change(tool: &str, input: Value) -> Change {
    let mut changes = changes(&turn().call(tool, input).printed("The file has been updated."));
    assert_eq!(changes.len(), 1, "{tool}");
    changes.remove(0)
}

#[test]
fn every_tool_that_writes_files_makes_a_change_of_counted_lines() {
    let two = "a = 1\nb = 2\n";
    let edit = |new: &str| json!({"old_string": "a = 0\n", "new_string": new});
    let edits = json!([edit("a = 1\n"), edit(two)]);
    let table = [
        ("Edit", json!({"file_path": PATH, "old_string": "a = 0\n", "new_string": two}), 2),
        ("MultiEdit", json!({"file_path": PATH, "edits": edits}), 3),
        ("Write", json!({"file_path": PATH, "content": two}), 2),
        ("NotebookEdit", json!({"notebook_path": "/home/dev/a.ipynb", "new_source": two}), 2),
    ];
    for (tool, input, lines) in table {
        let found = change(tool, input);
        assert_eq!((found.lines, found.kind), (Some(lines), FileKind::Code), "{tool}");
        assert_eq!(found.how, if tool == "Write" { How::Write } else { How::Edit }, "{tool}");
        assert!(found.path.is_some());
    }
}

#[test]
fn lines_that_did_not_change_and_comments_do_not_count() {
    let edit = |old: &str, new: &str| {
        change("Edit", json!({"file_path": PATH, "old_string": old, "new_string": new})).lines
    };
    let table = [
        ("a\nb\nc", "a\nX\nc", 1),
        ("a\nb\nc", "a\nb\nc", 0),
        ("a\nb\nc", "", 3),
        ("a", "a\nb\nc\nd", 3),
        ("a\na\na", "a\na", 1),
        ("x", "# a comment\nx", 0),
        ("x", "// a comment\n\n  \nx\n/* and\n * one\n */", 0),
        ("x", "#include <a>\nx", 1),
        (
            "def f():\n    x",
            "def f():\n    \"\"\"Do.\n\n    More.\n    And more.\n    \"\"\"\n    x",
            0,
        ),
        ("x", "y = \"\"\"\na\nb\n\"\"\"\nx", 4),
    ];
    for (old, new, lines) in table {
        assert_eq!(edit(old, new), Some(lines), "{old:?} {new:?}");
    }
}

#[test]
fn the_hosts_own_patch_counts_before_what_the_call_says() {
    let patch = json!({"filePath": PATH, "structuredPatch": [
        {"oldStart": 1, "lines": [" a", "-b", "+c", "+d", "+", "+# why"]},
        {"oldStart": 9, "lines": ["-x", "-y", "+z"]},
    ]});
    let input = json!({"file_path": PATH, "content": "many\nmany\nmany\nmany\nmany\nmany\n"});
    let written = turn().call("Write", input.clone()).answered(json!("ok"), false, patch);
    assert_eq!(changes(&written)[0].lines, Some(4));
    // Of a file that is new the host shows no patch.
    let none = json!({"filePath": PATH, "structuredPatch": []});
    let written = turn().call("Write", input).answered(json!("ok"), false, none);
    assert_eq!(changes(&written)[0].lines, Some(6));
}

#[test]
fn an_edit_that_failed_or_was_refused_is_not_a_change() {
    // Section 23, J.
    let input = || json!({"file_path": PATH, "old_string": "a", "new_string": "b"});
    for tool in ["Edit", "Write", "MultiEdit"] {
        let call = || turn().call(tool, input());
        let failed = call().erred("<tool_use_error>String to replace not found</tool_use_error>");
        assert_eq!(actions(&failed), [], "{tool}");
        assert_eq!(actions(&call().refused()), [What::Refused], "{tool}");
        let by_hand = call().erred("User rejected tool use");
        assert_eq!(actions(&by_hand), [What::Refused], "{tool}");
        assert_eq!(actions(&call()), [], "{tool}: no result yet");
        let stopped = call().answered(json!("ok"), false, json!({"interrupted": true}));
        assert_eq!(actions(&stopped), [], "{tool}: stopped");
        assert_eq!(actions(&call().exited(1, "no such file")), [], "{tool}: ended in error");
    }
}

#[test]
fn a_result_without_what_the_host_keeps_counts_all_the_same() {
    // Section 23, M.
    let input = json!({"file_path": PATH, "content": "a = 1\n"});
    let written = turn().call("Write", input).answered(json!("ok"), false, Value::Null);
    assert_eq!(changes(&written).len(), 1);
}

#[test]
fn tools_of_other_servers_that_write_a_file_change_it() {
    // Section 23, M.
    let table = [
        ("mcp__serena__replace_symbol_body", json!({"relative_path": "src/a.rs"})),
        ("mcp__files__write_file", json!({"path": "src/a.rs", "content": "a\nb\n"})),
        ("mcp__files__edit_file", json!({"file_path": "src/a.rs"})),
        ("mcp__files__create", json!({"path": "src/a.rs"})),
    ];
    for (tool, input) in table {
        let lines = input.get("content").map(|_| 2);
        let found = change(tool, input);
        assert_eq!((found.how, found.kind), (How::Mcp, FileKind::Code), "{tool}");
        assert_eq!(found.path.as_deref(), Some("src/a.rs"), "{tool}");
        assert_eq!(found.lines, lines, "{tool}");
    }
    for (tool, input) in [
        ("mcp__files__read_file", json!({"path": "src/a.rs"})),
        ("mcp__db__insert_row", json!({"table": "people"})),
    ] {
        assert_eq!(actions(&turn().call(tool, input).printed("ok")), [], "{tool}");
    }
}

#[test]
fn a_change_has_the_kind_of_its_file() {
    let table = [
        ("/home/dev/calc/README.md", FileKind::Docs),
        ("/home/dev/calc/notes.md", FileKind::Docs),
        ("/home/dev/calc/website/colors.mdx", FileKind::Docs),
        ("/home/dev/calc/docs/index.html", FileKind::Docs),
        ("/home/dev/calc/static/index.html", FileKind::Code),
        ("/home/dev/calc/docs/conf.py", FileKind::Code),
        ("/home/dev/calc/run.sh", FileKind::Script),
        ("/home/dev/calc/Makefile", FileKind::Script),
        ("/home/dev/calc/package.json", FileKind::Config),
        ("/home/dev/calc/src/a.tsx", FileKind::Code),
        ("/home/dev/calc/data", FileKind::Other),
    ];
    for (path, kind) in table {
        let found = change("Write", json!({"file_path": path, "content": "x\n"}));
        assert_eq!(found.kind, kind, "{path}");
    }
}

#[test]
fn what_a_command_line_writes_is_a_change() {
    // Section 23, M; reports 46 and 48.
    let script = "python - <<'EOF'\nopen('src/x.py', 'w').write('a = 1')\nEOF";
    let table = [
        ("sed -i s/a/b/ src/x.ts", How::Shell, Some(1)),
        ("cat > src/x.py <<EOF\na = 1\nb = 2\nEOF", How::Shell, Some(2)),
        ("perl -pi -e s/a/b/ src/x.py", How::Shell, Some(1)),
        (script, How::Shell, Some(1)),
        ("git apply p.diff", How::Patch, Some(1)),
        ("git apply <<EOF\n+a = 1\n+b = 2\nEOF", How::Patch, Some(2)),
        ("patch -p1 <<EOF\n+a = 1\n+b = 2\nEOF", How::Patch, Some(2)),
        ("git stash pop", How::Unstash, None),
        ("git stash", How::Stash, None),
        ("rm src/a.py", How::Remove, None),
        ("git merge topic", How::Git, None),
        ("git checkout -- src/x.py", How::Git, None),
        ("mv src/a.py src/b.py", How::Shell, None),
        ("ruff format", How::Formatter, None),
        ("prettier --write src/x.ts", How::Formatter, None),
    ];
    for (command, how, lines) in table {
        let found = changes(&turn().runs(command, ""));
        let found: Vec<_> = found.iter().map(|change| (change.how, change.kind)).collect();
        assert!(found.contains(&(how, FileKind::Code)), "{command}: {found:?}");
        let counted = changes(&turn().runs(command, ""));
        assert!(counted.iter().any(|change| change.lines == lines), "{command}: {counted:?}");
    }
}

#[test]
fn what_a_command_line_only_names_is_not_a_change() {
    // Report 47: the message of a commit, though it is in a here-document, is none.
    let commit = "git commit -m \"$(cat <<'EOF'\nRepair src/x.py\nEOF\n)\"";
    let commands = [
        commit,
        "git add -A && git commit -qm x",
        "cargo build > /tmp/log 2>&1",
        "pytest > /dev/null",
        "git diff src/x.py",
        "ls -la",
        "cat src/x.py",
    ];
    for command in commands {
        assert_eq!(changes(&turn().runs(command, "")), [], "{command}");
    }
}

#[test]
fn a_command_that_ended_in_error_may_have_changed_files_and_one_that_did_not_run_has_not() {
    let line = "sed -i s/a/b/ src/x.py && false";
    assert_eq!(changes(&turn().shell(line).exited(1, "")).len(), 1);
    assert_eq!(changes(&turn().shell(line).exited(127, "sed: command not found")).len(), 0);
    assert_eq!(actions(&turn().shell(line).refused()), [What::Refused]);
}

#[test]
fn a_file_that_git_restored_is_named_as_the_command_does() {
    let found = changes(&turn().runs("git checkout -- src/add.py", ""));
    let paths: Vec<_> = found.iter().map(|change| change.path.as_deref()).collect();
    assert_eq!(paths, [Some("src/add.py")]);
}

#[test]
fn what_is_nothing_of_the_project_is_not_a_change() {
    // The project is the one in which the host says that it is at work.
    let scratch = ["/tmp/count.py", "/private/tmp/leak/main.go", "/home/dev/.claude/hooks/a.py"];
    for path in scratch {
        let input = json!({"file_path": path, "content": "a = 1\nb = 2\nc = 3\n"});
        assert_eq!(actions(&turn().call("Write", input).printed("ok")), [], "{path}");
    }
    let ours = json!({"file_path": "/home/dev/calc/tmp/a.py", "content": "a = 1\n"});
    assert_eq!(change("Write", ours).lines, Some(1));
}

#[test]
fn a_sentence_that_gains_quotes_is_not_known_to_lie_in_a_literal() {
    for (old, new) in [
        ("Be kind to all of them.\n", "Be \"kind\" to all of the people.\n"),
        ("Be \"kind\" to all of the people.\n", "Be kind to all of them.\n"),
    ] {
        let input = json!({"file_path": PATH, "old_string": old, "new_string": new});
        assert_eq!(change("Edit", input).lines, Some(1), "{old}");
    }
}

#[test]
fn a_message_in_a_literal_touches_no_line_of_code() {
    let (old, new) = ("say(\"No file was found.\")", "say(\"There is no such file.\")");
    let lines = |old: &str, new: &str| changes(&turn().edits(PATH, old, new))[0].lines;
    assert_eq!(lines(old, new), Some(0));
    assert_eq!(lines(old, "ask(\"There is no such file.\")"), Some(1));
}
