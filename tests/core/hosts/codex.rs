//! What a rollout file of Codex shows of a turn.
mod membership;
mod patch;
mod windows;

use serde_json::{Value, json};
use sprag_core::activity::facts::{Ending, Facts, StartedBy};
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::Wanted;
use sprag_harness::reader::{lines, lines_read, past, turn_on};
use sprag_harness::recorded::{
    CODEX, CODEX_BLOCKED, CODEX_BLOCKED_OLDER, CODEX_DENIED, CODEX_PATCH, CODEX_SCRIPT,
    CODEX_TURNS, Recorded,
};

use crate::in_words;

/// The first or second of the recorded two turns.
const TURNS: [&str; 2] =
    ["01a229b7-c864-7520-b1e6-b2ffae857567", "01a229b7-d154-7551-bc08-087ef914dd26"];

fn last(file: &[u8]) -> Facts {
    turn_on(Host::Codex, file, Wanted::Last(None))
}

fn of(file: &[u8], turn: &str) -> Facts {
    turn_on(Host::Codex, file, Wanted::Last(Some(turn.into())))
}

fn tools(facts: &Facts) -> Vec<(String, u32)> {
    let tools = facts.tools.as_ref().unwrap();
    tools.sorted().into_iter().map(|tool| (tool.name.to_string(), tool.count)).collect()
}

fn names(expected: &[(&str, u32)]) -> Vec<(String, u32)> {
    expected.iter().map(|(name, count)| ((*name).into(), *count)).collect()
}

/// Returns the first and last line of the turn, counted from 1.
fn place(facts: &Facts, file: &[u8]) -> (u64, u64) {
    let count = u64::try_from(lines(file).len()).unwrap();
    let turn = facts.turn.as_ref().unwrap();
    (turn.first.number(count), turn.last.number(count))
}

/// Writes a rollout file, one record a line.
fn file(records: &[Value]) -> Vec<u8> {
    records.iter().flat_map(|record| format!("{record}\n").into_bytes()).collect()
}

fn item(payload: Value, turn: Option<&str>) -> Value {
    let mut payload = payload;
    if let Some(turn) = turn {
        payload["internal_chat_message_metadata_passthrough"] = json!({"turn_id": turn});
    }
    json!({"type": "response_item", "payload": payload})
}

fn prompt(text: &str, turn: Option<&str>) -> Value {
    let content = json!([{"type": "input_text", "text": text}]);
    item(json!({"type": "message", "role": "user", "content": content}), turn)
}

fn answer(text: &str, turn: Option<&str>) -> Value {
    let content = json!([{"type": "output_text", "text": text}]);
    item(json!({"type": "message", "role": "assistant", "content": content}), turn)
}

fn call(name: &str, turn: Option<&str>) -> Value {
    item(json!({"type": "function_call", "name": name, "arguments": "{}"}), turn)
}

fn started(turn: &str) -> Value {
    json!({"type": "event_msg", "payload": {"type": "task_started", "turn_id": turn}})
}

#[test]
fn every_recorded_file_shows_a_turn_of_a_person_and_its_answer() {
    for Recorded { name, bytes } in CODEX {
        let facts = last(bytes);
        let turn = facts.turn.as_ref().unwrap();
        assert_eq!(turn.started_by, StartedBy::Person, "{name}");
        assert!(facts.tools.is_some(), "{name}");
        assert!(matches!(&facts.ending, Ending::Text(text) if !text.is_empty()), "{name}");
        let named = of(bytes, turn.prompt.as_deref().unwrap());
        assert_eq!((named.turn, named.tools), (facts.turn.clone(), facts.tools.clone()), "{name}");
    }
}

#[test]
fn the_last_of_two_turns_holds_its_own_calls_alone() {
    let facts = of(CODEX_TURNS.bytes, TURNS[1]);
    assert_eq!(place(&facts, CODEX_TURNS.bytes), (21, 31));
    assert_eq!(tools(&facts), names(&[("exec_command", 1)]));
    let first = turn_on(Host::Codex, CODEX_TURNS.bytes, Wanted::Prompt(TURNS[0].into()));
    assert_eq!(place(&first, CODEX_TURNS.bytes), (2, 16));
    assert_eq!(tools(&first), names(&[("exec_command", 1)]));
}

#[test]
fn calls_and_patches_are_counted_and_what_they_print_is_not() {
    let facts = last(CODEX_PATCH.bytes);
    assert_eq!(tools(&facts), names(&[("apply_patch", 1), ("exec_command", 2)]));
    let denied = last(CODEX_DENIED.bytes);
    assert_eq!(tools(&denied), names(&[("exec_command", 1)]));
}

#[test]
fn what_a_script_carries_out_counts_instead_of_the_script() {
    let facts = last(CODEX_SCRIPT.bytes);
    assert_eq!(tools(&facts), names(&[("apply_patch", 1), ("exec_command", 1)]));
    let script = item(json!({"type": "custom_tool_call", "name": "exec", "input": "1"}), Some("t"));
    let search = json!({"type": "event_msg", "payload": {"type": "item_completed", "turn_id": "t",
        "item": {"type": "McpToolCall", "id": "exec-1", "server": "docs", "tool": "find"}}});
    let lines = [prompt("Look.", Some("t")), script.clone(), script, search];
    assert_eq!(tools(&last(&file(&lines))), names(&[("exec", 1), ("mcp__docs__find", 1)]));
}

#[test]
fn a_stop_that_was_sent_back_does_not_begin_a_turn() {
    for Recorded { name, bytes } in [CODEX_BLOCKED, CODEX_BLOCKED_OLDER] {
        let facts = last(bytes);
        assert_eq!(tools(&facts), names(&[("exec_command", 1)]), "{name}");
        assert_eq!(place(&facts, bytes).0, 2, "{name}");
    }
}

/// Returns what was typed; each part of a message stands on lines of its own.
fn said(facts: &Facts) -> Option<&str> {
    facts.typed.as_deref().map(str::trim)
}

#[test]
fn a_context_of_a_new_kind_begins_no_turn() {
    let typed = |text: &str| {
        let payload = json!({"type": "user_message", "message": text});
        json!({"type": "event_msg", "payload": payload})
    };
    let context = "<recommended_plugins>\nHere is a list.\n</recommended_plugins>";
    let lines = [started("t"), prompt("Go.", Some("t")), call("write", Some("t"))];
    let lines = [&lines[..], &[prompt(context, Some("t")), answer("Done.", Some("t"))]].concat();
    let facts = last(&file(&lines));
    assert_eq!(said(&facts), Some("Go."));
    assert_eq!(place(&facts, &file(&lines)).0, 1);
    // Where an event says that it was typed, it was.
    let lines = [started("t"), prompt(context, Some("t")), typed(context)];
    assert_eq!(said(&last(&file(&lines))), Some(context));
    for text in ["<Button> is off.", "<div> is_odd", "a <my_tag> is odd"] {
        let lines = [started("t"), prompt(text, Some("t")), answer("Done.", Some("t"))];
        assert_eq!(said(&last(&file(&lines))), Some(text));
    }
}

#[test]
fn what_the_reviewer_of_approvals_is_asked_is_nobodys_turn() {
    let asked = "The following is the Codex agent history whose request action you are assessing.";
    let typed = json!({"type": "event_msg", "payload": {"type": "user_message", "message": asked}});
    let lines = [started("t"), prompt(asked, Some("t")), typed, answer("{}", Some("t"))];
    for wanted in [Wanted::Last(None), Wanted::Last(Some("t".into())), Wanted::Prompt("t".into())] {
        assert!(turn_on(Host::Codex, &file(&lines), wanted).turn.is_none());
    }
    assert!(past(Host::Codex, &file(&lines)).is_empty());
}

#[test]
fn what_the_host_says_in_the_users_name_is_not_a_prompt() {
    let remarks = [
        "<environment_context>\n</environment_context>",
        "<hook_prompt hook_run_id=\"stop:0\">Go on.</hook_prompt>",
        "<user_instructions>Be brief.</user_instructions>",
        "# AGENTS.md instructions for /home/dev/calc",
        "<turn_aborted>",
    ];
    for remark in remarks {
        let lines = [prompt("Fix it.", None), call("shell", None), prompt(remark, None)];
        let facts = last(&file(&lines));
        assert_eq!(tools(&facts), names(&[("shell", 1)]), "{remark}");
    }
    let harness = json!({"content_item_metadata": [{"provenance": {"type": "harness"}}],
        "turn_id": "t"});
    let mut remark = prompt("Plain words.", Some("t"));
    remark["payload"]["internal_chat_message_metadata_passthrough"] = harness;
    let facts = last(&file(&[started("t"), remark]));
    assert!(facts.turn.is_some() && facts.tools.is_none(), "nobody asked for anything");
}

#[test]
fn hosts_that_write_no_turn_ids_begin_a_turn_with_its_prompt() {
    let lines = [
        prompt("First.", None),
        call("apply_patch", None),
        answer("Patched.", None),
        prompt("Second.", None),
        call("shell", None),
        answer("Ran it.", None),
    ];
    for facts in [last(&file(&lines)), of(&file(&lines), "t2")] {
        assert_eq!(place(&facts, &file(&lines)), (4, 6));
        assert_eq!(tools(&facts), names(&[("shell", 1)]));
        assert_eq!(facts.ending, Ending::Text("Ran it.".into()));
    }
}

#[test]
fn work_of_an_earlier_turn_that_reports_late_is_not_counted() {
    let late = json!({"type": "event_msg", "payload": {"type": "item_completed", "turn_id": "t1",
        "item": {"type": "CommandExecution", "id": "exec-1", "exit_code": 0}}});
    let lines = [
        started("t1"),
        prompt("First.", Some("t1")),
        started("t2"),
        prompt("Second.", Some("t2")),
        late,
        answer("Done.", Some("t2")),
    ];
    assert_eq!(tools(&of(&file(&lines), "t2")), names(&[]));
}

#[test]
fn a_turn_whose_prompt_is_not_there_has_no_known_tools() {
    let lines = [started("t1"), prompt("First.", Some("t1")), started("t2"), call("a", Some("t2"))];
    let facts = of(&file(&lines), "t2");
    assert!(facts.tools.is_none());
    assert!(of(&file(&lines), "t3").turn.is_none());
}

#[test]
fn a_line_that_cannot_be_read_makes_the_tools_unknown() {
    let mut lines = file(&[started("t"), prompt("Go.", Some("t"))]);
    lines.extend_from_slice(b"{\"type\":\"response_item\",\"payl\n");
    lines.extend(file(&[answer("Done.", Some("t"))]));
    let facts = of(&lines, "t");
    assert!(facts.turn.is_some() && facts.tools.is_none());
}

#[test]
fn what_comes_before_the_start_of_a_turn_is_not_read() {
    let older = [started("t0"), prompt("First.", Some("t0")), answer("Done.", Some("t0"))];
    let turn = [started("t"), prompt("Go.", Some("t")), answer("Done.", Some("t"))];
    let wanted = Wanted::Last(Some("t".into()));
    assert_eq!(lines_read(Host::Codex, &file(&[older, turn].concat()), wanted), 3);
}

#[test]
fn an_interruption_or_an_error_of_the_server_is_how_it_ends() {
    let event =
        |kind: &str| json!({"type": "event_msg", "payload": {"type": kind, "turn_id": "t"}});
    let asked = prompt("Go.", Some("t"));
    let interrupted = last(&file(&[asked.clone(), event("turn_aborted")]));
    assert_eq!(interrupted.ending, Ending::Interrupt);
    assert_eq!(last(&file(&[asked.clone(), event("error")])).ending, Ending::ApiError);
    assert_eq!(last(&file(&[asked, call("shell", Some("t"))])).ending, Ending::Open);
}

/// Says in words what a turn did.
fn work(lines: &[Value]) -> Vec<String> {
    let facts = last(&file(&[&[started("t"), prompt("Go.", Some("t"))], lines].concat()));
    facts.work.unwrap().actions().map(|action| in_words(&action.what)).collect()
}

fn function(name: &str, arguments: &Value, output: &str) -> [Value; 2] {
    let arguments = arguments.to_string();
    let call = json!({"type": "function_call", "name": name, "arguments": arguments,
        "call_id": "c1"});
    let output = json!({"type": "function_call_output", "call_id": "c1", "output": output});
    [item(call, Some("t")), item(output, Some("t"))]
}

fn completed(done: Value) -> Value {
    json!({"type": "event_msg", "payload": {"type": "item_completed", "turn_id": "t",
        "item": done}})
}

fn script(source: &str, done: &[Value]) -> Vec<Value> {
    let call = json!({"type": "custom_tool_call", "name": "exec", "input": source,
        "call_id": "c1"});
    let output = json!([{"type": "input_text", "text": "Script completed\nOutput:\n"}]);
    let output = json!({"type": "custom_tool_call_output", "call_id": "c1", "output": output});
    let mut lines = vec![item(call, Some("t"))];
    lines.extend(done.iter().cloned().map(completed));
    lines.push(item(output, Some("t")));
    lines
}

const PASSED: &str = "..\nRan 2 tests in 0.001s\n\nOK\n";
const FAILED: &str = "F.\nRan 2 tests in 0.001s\n\nFAILED (failures=1)\n";
const SUITE: &str = "python3 -m unittest";

fn head(status: i32, output: &str) -> String {
    format!(
        "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code {status}\nOutput:\n{output}"
    )
}

#[test]
fn a_check_and_its_result_are_seen_however_a_command_is_called() {
    let command = json!({"type": "CommandExecution", "id": "exec-1", "exit_code": 0,
        "command": ["/bin/bash", "-lc", SUITE], "aggregated_output": PASSED});
    let mut failing = command.clone();
    failing["exit_code"] = json!(1);
    failing["aggregated_output"] = json!(FAILED);
    let in_script = "text(await tools.exec_command({cmd: \"x\"}));";
    let older = json!({"output": PASSED, "metadata": {"exit_code": 0}}).to_string();
    let words = json!({"command": ["bash", "-lc", SUITE]});
    for (lines, expected) in [
        (function("exec_command", &json!({"cmd": SUITE}), &head(0, PASSED)).to_vec(), "passed"),
        (function("exec_command", &json!({"cmd": SUITE}), &head(1, FAILED)).to_vec(), "failed"),
        (function("shell", &words, &older).to_vec(), "passed"),
        (script(in_script, &[command]), "passed"),
        (script(in_script, &[failing]), "failed"),
    ] {
        assert_eq!(work(&lines), [format!("test {expected}")], "{lines:?}");
    }
}

#[test]
fn a_command_that_did_not_run_did_nothing() {
    let refused = "exec command rejected by user";
    let denied = "Command blocked by PreToolUse hook: no. Command: x";
    let call = json!({"cmd": SUITE});
    assert_eq!(work(&function("exec_command", &call, refused)), ["refused"]);
    assert_eq!(work(&function("exec_command", &call, denied)), [""; 0]);
    assert_eq!(work(&function("exec_command", &call, &head(127, "not found"))), [""; 0]);
}

#[test]
fn a_command_that_was_left_running_has_the_result_of_its_end() {
    let told = "Chunk ID: 1\nProcess running with session ID 77\nOutput:\n";
    let call = function("exec_command", &json!({"cmd": SUITE}), told);
    assert_eq!(work(&call), ["test unknown"]);
    let end = completed(json!({"type": "CommandExecution", "id": "c1", "process_id": "77",
        "command": ["/bin/bash", "-lc", SUITE], "exit_code": 0, "aggregated_output": PASSED}));
    assert_eq!(work(&[&call[..], &[end]].concat()), ["test passed"]);
}

#[test]
fn a_patch_is_a_change_to_each_of_its_files() {
    let patch = "*** Begin Patch\n*** Update File: src/calc.rs\n@@\n-a - b\n+a + b\n+c\n\
                 *** Add File: README.md\n+Hello\n*** End Patch";
    let direct = [
        item(
            json!({"type": "custom_tool_call", "name": "apply_patch", "input": patch,
            "call_id": "c1"}),
            Some("t"),
        ),
        item(
            json!({"type": "custom_tool_call_output", "call_id": "c1",
            "output": "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess."}),
            Some("t"),
        ),
    ];
    assert_eq!(work(&direct), ["src/calc.rs 2", "README.md 1"]);
    let mut failing = direct.clone();
    failing[1]["payload"]["output"] = json!("Exit code: 1\nOutput:\nno such context");
    assert_eq!(work(&failing), [""; 0]);
    let diff = "@@ -1,2 +1,3 @@\n-a - b\n+a + b\n+c\n";
    let done = json!({"type": "FileChange", "id": "exec-1", "status": "completed", "changes": {
        "src/calc.rs": {"type": "update", "unified_diff": diff},
        "README.md": {"type": "add", "content": "Hello\n"}}});
    let source = "await tools.apply_patch(\"x\");";
    assert_eq!(work(&script(source, &[done])), ["README.md 1", "src/calc.rs 2"]);
}

#[test]
fn what_a_script_starts_and_does_not_show_is_hidden() {
    let source = "tools.exec_command({cmd: \"make\"});";
    assert_eq!(work(&script(source, &[])), ["hidden"]);
    assert_eq!(work(&script("text(1);", &[])), [""; 0]);
}

#[test]
fn the_recorded_turns_changed_a_file_each() {
    for Recorded { name, bytes } in [CODEX_PATCH, CODEX_SCRIPT] {
        let work = last(bytes).work.unwrap();
        let changed: Vec<String> = work.actions().map(|action| in_words(&action.what)).collect();
        let [only] = &changed[..] else { panic!("{name}: {changed:?}") };
        assert!(only.ends_with(".txt 1"), "{name}: {only}");
    }
}

#[test]
fn a_prompt_without_an_id_has_that_of_its_replies_and_of_no_other() {
    let file = file(&[
        prompt("First.", None),
        answer("One.", Some("t1")),
        prompt("Second.", None),
        answer("Two.", Some("t2")),
    ]);
    for (turn, lines) in [("t1", (1, 2)), ("t2", (3, 4))] {
        let facts = turn_on(Host::Codex, &file, Wanted::Prompt(turn.into()));
        assert_eq!(place(&facts, &file), lines, "{turn}");
    }
    let facts = turn_on(Host::Codex, &file, Wanted::Prompt("t3".into()));
    assert_eq!(facts.turn, None);
}
