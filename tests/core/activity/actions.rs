//! What a turn did, as its transcript shows it.
mod background;
mod edit;
mod hook;
mod known;
mod line;
mod powershell;
mod result;

use sprag_core::activity::facts::Facts;
use sprag_core::activity::work::{Change, Run, What};
use sprag_harness::reader::last_turn;
use sprag_harness::transcript::Transcript;

/// Returns a turn that has begun.
fn turn() -> Transcript {
    Transcript::new().prompt("p1", "Please fix it.")
}

fn facts(transcript: &Transcript) -> Facts {
    last_turn(&transcript.bytes(), Some("p1"))
}

fn actions(transcript: &Transcript) -> Vec<What> {
    let work = facts(transcript).work.unwrap();
    assert!(work.is_whole());
    work.actions().map(|action| action.what.clone()).collect()
}

fn changes(transcript: &Transcript) -> Vec<Change> {
    let change = |what| match what {
        What::Change(change) => Some(change),
        What::Check(_)
        | What::Subagent
        | What::Hidden
        | What::Unseen
        | What::Program
        | What::OneOffCode
        | What::Refused => None,
    };
    actions(transcript).into_iter().filter_map(change).collect()
}

fn runs(transcript: &Transcript) -> Vec<Run> {
    let run = |what| match what {
        What::Check(run) => Some(run),
        What::Change(_)
        | What::Subagent
        | What::Hidden
        | What::Unseen
        | What::Program
        | What::OneOffCode
        | What::Refused => None,
    };
    actions(transcript).into_iter().filter_map(run).collect()
}

#[test]
fn actions_are_in_the_order_of_their_calls() {
    let written = turn()
        .edits_lines("/home/dev/calc/src/a.py", 1)
        .runs("pytest -q && sed -i s/a/b/ src/b.py", "3 passed in 0.01s")
        .edits_lines("/home/dev/calc/src/c.py", 2);
    let told: Vec<String> = actions(&written)
        .into_iter()
        .map(|what| match what {
            What::Change(change) => change.path.unwrap(),
            What::Check(run) => run.runner.to_string(),
            What::Subagent
            | What::Hidden
            | What::Unseen
            | What::Program
            | What::OneOffCode
            | What::Refused => String::new(),
        })
        .collect();
    let expected = ["/home/dev/calc/src/a.py", "pytest", "src/b.py", "/home/dev/calc/src/c.py"];
    assert_eq!(told, expected);
}

#[test]
fn an_action_has_the_line_and_the_time_of_its_call() {
    let written = turn().edits_lines("/home/dev/a.py", 1).runs("pytest", "3 passed in 0.01s");
    let work = facts(&written).work.unwrap();
    let lines: Vec<u64> = work.actions().map(|action| action.at.number(written.count())).collect();
    assert_eq!(lines, [2, 4]);
    assert!(
        work.actions().all(|action| action.time.as_deref() == Some("2026-11-30T00:00:00.000Z"))
    );
}

#[test]
fn several_calls_of_one_message_are_in_order_whatever_the_order_of_their_results() {
    let call = |id: &str, path: &str| {
        serde_json::json!({"type": "tool_use", "id": id, "name": "Write",
            "input": {"file_path": path, "content": "x = 1\n"}})
    };
    let result =
        |id: &str| serde_json::json!({"type": "tool_result", "tool_use_id": id, "content": "ok"});
    let written = turn()
        .parts(serde_json::json!([call("t1", "a.py"), call("t2", "b.py")]))
        .user(serde_json::json!([result("t2"), result("t1")]), serde_json::json!({}));
    let paths: Vec<_> = changes(&written).into_iter().map(|change| change.path).collect();
    assert_eq!(paths, [Some("a.py".into()), Some("b.py".into())]);
}

#[test]
fn a_call_without_a_result_has_done_nothing_yet() {
    assert_eq!(actions(&turn().shell("pytest")), []);
    assert_eq!(actions(&turn().shell("sed -i s/a/b/ a.py")), []);
}

#[test]
fn what_an_earlier_turn_did_is_not_among_its_actions() {
    let written = Transcript::new()
        .prompt("p0", "First.")
        .edits_lines("/home/dev/a.py", 9)
        .prompt("p1", "Second.")
        .runs("pytest", "3 passed in 0.01s");
    assert_eq!((changes(&written).len(), runs(&written).len()), (0, 1));
}

#[test]
fn a_slash_command_between_two_edits_leaves_them_in_one_turn() {
    // Sections 21 and 22, 2: a command that is no prompt of its own does not drop what came before.
    let command = serde_json::json!("<command-name>/status</command-name>");
    let written = turn()
        .edits_lines("/home/dev/a.py", 1)
        .user(command, serde_json::json!({}))
        .edits_lines("/home/dev/b.py", 1);
    assert_eq!(changes(&written).len(), 2);
}

#[test]
fn summaries_of_a_compaction_and_notes_of_the_host_do_not_split_a_turn() {
    // Section 23, L.
    let note = serde_json::json!("<bash-stdout>ok</bash-stdout>");
    let written = turn()
        .edits_lines("/home/dev/a.py", 1)
        .compaction()
        .user(note, serde_json::json!({}))
        .feedback("Run the tests.")
        .edits_lines("/home/dev/b.py", 1);
    assert_eq!(changes(&written).len(), 2);
}

#[test]
fn a_turn_with_a_line_that_cannot_be_read_has_no_known_work() {
    // Section 23, M: a line that is `null` does not make the rest unreadable, only unknown.
    for line in [&b"null"[..], b"{\"type\":\"user\",\"mess"] {
        let written = turn().edits_lines("/home/dev/a.py", 9).line(line);
        assert!(facts(&written).work.is_none());
    }
}

#[test]
fn what_a_subagent_does_is_seen_by_a_scan_of_its_own() {
    let agent = serde_json::json!({"prompt": "Do it.", "subagent_type": "general-purpose"});
    let written = turn().call("Agent", agent).answered(
        serde_json::json!([{"type": "text", "text": "All 40 tests pass."}]),
        false,
        serde_json::json!({}),
    );
    assert_eq!(actions(&written), [What::Subagent]);
    let workflow = turn().call("Workflow", serde_json::json!({"script": "x"})).printed("Done.");
    assert_eq!(actions(&workflow), [What::Subagent]);
    let reader = serde_json::json!({"prompt": "Look.", "subagent_type": "Explore"});
    assert_eq!(actions(&turn().call("Task", reader).printed("src/a.py")), []);
}

#[test]
fn what_may_do_anything_is_hidden() {
    let tools = [
        "mcp__ide__executeCode",
        "mcp__host__run_tests",
        // What neither reads nor writes by its name, and what is no tool of any list.
        "mcp__simulator__tap",
        "SendMessage",
        "ToolOfTomorrow",
    ];
    for tool in tools {
        let written = turn().call(tool, serde_json::json!({})).printed("ok");
        assert_eq!(actions(&written), [What::Hidden], "{tool}");
    }
    // What only looks at the code may be the check that is lacking.
    let lookers = [
        "mcp__ide__getDiagnostics",
        "mcp__web__browser_click",
        // Whatever a browser is told to do, it shows what became of the code.
        "mcp__Claude_Browser__navigate",
        "mcp__Claude_Browser__read_console_messages",
        "mcp__claude-in-chrome__computer",
    ];
    for tool in lookers {
        let written = turn().call(tool, serde_json::json!({})).printed("ok");
        assert_eq!(actions(&written), [What::Unseen], "{tool}");
    }
    // A line whose end cannot be told, and a command that is no text.
    assert_eq!(actions(&turn().runs("pytest 'tests", "")), [What::Unseen]);
    assert_eq!(actions(&turn().runs("sed -i 's/a/b/ a.py", "")), [What::Hidden]);
    assert_eq!(actions(&turn().runs("pytest 'tests > a.py", "")), [What::Hidden]);
    let odd = turn().call("Bash", serde_json::json!({"command": 7})).printed("");
    assert_eq!(actions(&odd), [What::Hidden]);
    let lsp = |operation| {
        turn().call("LSP", serde_json::json!({"operation": operation})).printed("No diagnostics")
    };
    assert_eq!(actions(&lsp("diagnostics")), [What::Unseen]);
    assert_eq!(actions(&lsp("hover")), []);
    let harmless = [
        "Grep",
        "WebFetch",
        "TodoWrite",
        "mcp__ccd_session__spawn_task",
        "mcp__ccd_session__dismiss_task",
        "mcp__docs__search",
        "mcp__tracker__create_issue",
        "mcp__tracker__list_issues",
        "mcp__context7__resolve-library-id",
    ];
    for tool in harmless {
        assert_eq!(actions(&turn().call(tool, serde_json::json!({})).printed("x")), [], "{tool}");
    }
}
