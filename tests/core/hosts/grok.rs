//! What `updates.jsonl` of Grok shows of a turn.
use serde_json::{Value, json};
use sprag_core::activity::facts::{Ending, Facts, StartedBy};
use sprag_core::hosts::event::Closing;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Ledger, Next, Wanted};
use sprag_harness::reader::{lines, lines_read, turn_on};
use sprag_harness::recorded::{
    GROK, GROK_BACKGROUND, GROK_BLOCKED, GROK_CAP, GROK_PLAIN, Recorded,
};

use crate::in_words;

/// Two prompts as the host numbers them.
const P1: &str = "341dc914-0006-4fda-959e-7740c3407c6d";
const P2: &str = "94189256-d6be-4ace-b512-e70f655105f9";

fn last(file: &[u8]) -> Facts {
    turn_on(Host::Grok, file, Wanted::Last(None))
}

fn of(file: &[u8], prompt: &str) -> Facts {
    turn_on(Host::Grok, file, Wanted::Last(Some(prompt.into())))
}

fn named(file: &[u8], prompt: &str) -> Facts {
    turn_on(Host::Grok, file, Wanted::Prompt(prompt.into()))
}

fn tools(facts: &Facts) -> Vec<(String, u32)> {
    let tools = facts.tools.as_ref().unwrap();
    tools.sorted().into_iter().map(|tool| (tool.name.to_string(), tool.count)).collect()
}

fn names(expected: &[(&str, u32)]) -> Vec<(String, u32)> {
    expected.iter().map(|(name, count)| ((*name).into(), *count)).collect()
}

fn started_by(facts: &Facts) -> StartedBy {
    facts.turn.as_ref().unwrap().started_by
}

/// Returns the first and last line of the turn, counted from 1.
fn place(facts: &Facts, file: &[u8]) -> (u64, u64) {
    let count = u64::try_from(lines(file).len()).unwrap();
    let turn = facts.turn.as_ref().unwrap();
    (turn.first.number(count), turn.last.number(count))
}

/// Writes a file, one record a line.
fn file(records: &[Value]) -> Vec<u8> {
    records.iter().flat_map(|record| format!("{record}\n").into_bytes()).collect()
}

fn update(update: Value, prompt: &str) -> Value {
    json!({"method": "session/update",
        "params": {"update": update, "_meta": {"promptId": prompt}}})
}

fn asked(text: &str) -> Value {
    json!({"method": "session/update", "params": {"update": {
        "sessionUpdate": "user_message_chunk", "content": {"type": "text", "text": text},
        "_meta": {"promptIndex": 0}}}})
}

fn call(name: &str, prompt: &str) -> Value {
    let tool = json!({"x.ai/tool": {"name": name}});
    update(json!({"sessionUpdate": "tool_call", "title": "Title", "_meta": tool}), prompt)
}

fn said(prompt: &str) -> Value {
    update(
        json!({"sessionUpdate": "agent_message_chunk",
        "content": {"type": "text", "text": "Looking."}}),
        prompt,
    )
}

fn completed(prompt: &str) -> Value {
    json!({"method": "_x.ai/session/update", "params": {"update": {
        "sessionUpdate": "turn_completed", "prompt_id": prompt, "stop_reason": "end_turn"}}})
}

fn submitted(prompt: &str) -> Value {
    json!({"method": "_x.ai/session/update", "params": {"update": {
        "sessionUpdate": "hook_execution", "event_name": "user_prompt_submit",
        "prompt_id": prompt}}})
}

#[test]
fn every_recorded_file_shows_a_turn() {
    for (Recorded { name, bytes }, expected) in GROK.into_iter().zip([
        &[][..],
        &[("run_terminal_command", 1)],
        &[],
        &[("run_terminal_command", 1)],
    ]) {
        assert_eq!(tools(&last(bytes)), names(expected), "{name}");
    }
}

#[test]
fn a_stop_that_was_sent_back_does_not_begin_a_turn() {
    for (Recorded { name, bytes }, end) in [(GROK_BLOCKED, 8), (GROK_CAP, 27), (GROK_PLAIN, 11)] {
        let facts = last(bytes);
        assert_eq!(started_by(&facts), StartedBy::Person, "{name}");
        let first = if name == GROK_PLAIN.name { 2 } else { 1 };
        assert_eq!(place(&facts, bytes), (first, end), "{name}");
    }
}

#[test]
fn the_turn_of_a_tasks_end_is_the_hosts() {
    let facts = last(GROK_BACKGROUND.bytes);
    assert_eq!(started_by(&facts), StartedBy::Notification);
    assert_eq!(place(&facts, GROK_BACKGROUND.bytes), (31, 32));
    let before = named(GROK_BACKGROUND.bytes, "c468c34c-dd2f-4b3d-8a73-7bccaa003b0a");
    assert_eq!(started_by(&before), StartedBy::Person);
    let calls =
        [("read_file", 1), ("run_terminal_command", 1), ("search_replace", 1), ("write", 1)];
    assert_eq!(tools(&before), names(&calls));
    assert_eq!(place(&before, GROK_BACKGROUND.bytes), (2, 28));
}

#[test]
fn a_turn_without_a_record_of_its_own_begins_with_the_last_prompt() {
    let first = [asked("First."), call("write", P1), completed(P1)];
    let lines = [&first[..], &[asked("Second.")]].concat();
    let facts = of(&file(&lines), P2);
    assert_eq!((tools(&facts), started_by(&facts)), (names(&[]), StartedBy::Person));
    assert_eq!(place(&facts, &file(&lines)), (4, 4));
    // Where the prompt is not there yet, nothing is known about its turn.
    let facts = of(&file(&first), P2);
    assert!(facts.turn.is_none() && facts.tools.is_none());
}

#[test]
fn a_prompt_that_another_turn_claims_is_not_taken_for_a_turn_that_did_nothing() {
    let lines = [
        asked("First."),
        call("write", P1),
        submitted("task-completed-7"),
        asked("<system-reminder>The build is through.</system-reminder>"),
    ];
    let facts = of(&file(&lines), P1);
    assert!(facts.turn.is_none() && facts.tools.is_none());
    // Where no hook runs at prompts, what the turn did is still its own.
    let lines = [asked("First."), call("write", P1), asked("Next.")];
    assert_eq!(tools(&of(&file(&lines), P1)), names(&[("write", 1)]));
}

#[test]
fn a_turn_holds_its_own_calls_alone() {
    let lines = [
        asked("First."),
        call("write", P1),
        completed(P1),
        asked("Second."),
        call("grep", P2),
        said(P2),
    ];
    for facts in [of(&file(&lines), P2), last(&file(&lines)), named(&file(&lines), P2)] {
        assert_eq!(tools(&facts), names(&[("grep", 1)]));
        assert_eq!(place(&facts, &file(&lines)), (4, 6));
    }
    assert_eq!(tools(&named(&file(&lines), P1)), names(&[("write", 1)]));
}

#[test]
fn a_prompt_while_the_agent_works_does_not_hide_what_it_did_before() {
    let lines = [asked("Go."), call("write", P1), asked("And test it."), call("grep", P1)];
    let facts = of(&file(&lines), P1);
    assert_eq!(tools(&facts), names(&[("grep", 1), ("write", 1)]));
    assert_eq!(place(&facts, &file(&lines)), (1, 4));
}

#[test]
fn a_hook_at_the_prompt_may_run_before_or_after_it() {
    for start in [[submitted(P2), asked("Second.")], [asked("Second."), submitted(P2)]] {
        let before = [asked("First."), call("write", P1), completed(P1)];
        for after in [&[call("grep", P2)][..], &[]] {
            let lines = [&before[..], &start, after].concat();
            let facts = of(&file(&lines), P2);
            assert_eq!(tools(&facts).len(), after.len());
            assert_eq!(started_by(&facts), StartedBy::Person);
            assert_eq!(place(&facts, &file(&lines)).0, 4);
        }
    }
}

#[test]
fn work_of_an_earlier_turn_that_reports_late_is_not_counted() {
    let lines =
        [asked("First."), completed(P1), asked("Second."), call("write", P1), call("grep", P2)];
    assert_eq!(tools(&of(&file(&lines), P2)), names(&[("grep", 1)]));
    let nothing_of_ours = &lines[..4];
    assert!(of(&file(nothing_of_ours), P2).turn.is_none());
}

#[test]
fn only_a_uuid_is_a_prompt_of_a_person() {
    for (prompt, by) in [
        (P1, StartedBy::Person),
        ("task-completed-341dc914-0006-4fda-959e-7740c3407c6d", StartedBy::Unknown),
        ("341dc914-0006-4fda-959e-7740c3407c6z", StartedBy::Unknown),
        ("schedule-7", StartedBy::Unknown),
    ] {
        let facts = of(&file(&[asked("Go."), call("grep", prompt)]), prompt);
        assert_eq!(started_by(&facts), by, "{prompt}");
        assert_eq!(tools(&facts), names(&[("grep", 1)]));
    }
}

#[test]
fn what_a_file_says_last_is_never_the_closing_text() {
    for Recorded { name, bytes } in GROK {
        assert_eq!(last(bytes).ending, Ending::Open, "{name}");
    }
    assert_eq!(of(&file(&[asked("Go."), said(P1)]), P1).ending, Ending::Open);
}

#[test]
fn a_line_that_cannot_be_read_makes_the_tools_unknown() {
    let mut lines = file(&[asked("Go.")]);
    lines.extend_from_slice(b"{\"method\":\"session/upd\n");
    lines.extend(file(&[call("grep", P1)]));
    let facts = of(&lines, P1);
    assert!(facts.turn.is_some() && facts.tools.is_none());
    let before = [b"torn\n".as_slice(), &file(&[completed(P2), asked("Go."), call("grep", P1)])];
    assert_eq!(tools(&of(&before.concat(), P1)), names(&[("grep", 1)]));
}

#[test]
fn what_comes_before_a_turn_without_a_record_is_not_read() {
    let lines = file(&[asked("First."), call("write", P1), completed(P1), asked("Second.")]);
    for wanted in [None, Some(P2.into())] {
        // The record of another turn ends the search.
        assert_eq!(lines_read(Host::Grok, &lines, Wanted::Last(wanted)), 2);
    }
}

#[test]
fn of_two_prompts_without_a_record_the_last_one_is_the_turn() {
    let lines = file(&[asked("First."), asked("Second.")]);
    assert_eq!(place(&of(&lines, P2), &lines), (2, 2));
}

/// Says in words what a turn did.
fn work(lines: &[Value]) -> Vec<String> {
    let facts = of(&file(&[&[asked("Go.")], lines].concat()), P1);
    facts.work.unwrap().actions().map(|action| in_words(&action.what)).collect()
}

fn tool(name: &str, input: &Value, status: &str, output: &Value) -> [Value; 2] {
    let tool = json!({"x.ai/tool": {"name": name}});
    let call = json!({"sessionUpdate": "tool_call", "toolCallId": "c1", "rawInput": input,
        "_meta": tool});
    let text = output["text"].clone();
    let end = json!({"sessionUpdate": "tool_call_update", "toolCallId": "c1", "status": status,
        "rawOutput": output, "content": [{"type": "content", "content": {"text": text}}]});
    [update(call, P1), update(end, P1)]
}

const SUITE: &str = "python3 -m unittest";
const PASSED: &str = "exit: 0\n..\nRan 2 tests in 0.001s\n\nOK\n";
const FAILED: &str = "exit: 1\nF.\nRan 2 tests in 0.001s\n\nFAILED (failures=1)\n";

#[test]
fn a_check_has_the_result_that_its_exit_code_and_its_output_say() {
    let run = |status, output: Value| {
        work(&tool("run_terminal_command", &json!({"command": SUITE}), status, &output))
    };
    let bash = |code, text| json!({"type": "Bash", "exit_code": code, "output_for_prompt": text});
    assert_eq!(run("completed", bash(0, PASSED)), ["test passed"]);
    assert_eq!(run("completed", bash(1, FAILED)), ["test failed"]);
    assert_eq!(run("completed", bash(127, "exit: 127\n")), [""; 0]);
    assert_eq!(run("in_progress", json!(null)), [""; 0]);
    assert_eq!(run("failed", json!({"text": "Hook denied: no"})), [""; 0]);
    assert_eq!(run("failed", json!({"text": "rejected by the user"})), ["refused"]);
}

#[test]
fn a_command_in_the_background_has_the_result_of_its_end() {
    let started = json!({"type": "BackgroundTaskStarted", "task_id": "b1"});
    let call = tool("run_terminal_command", &json!({"command": SUITE}), "completed", &started);
    assert_eq!(work(&call), ["test unknown"]);
    let end = json!({"method": "_x.ai/session/update", "params": {"update": {
        "sessionUpdate": "task_completed",
        "task_snapshot": {"task_id": "b1", "exit_code": 0, "output": &PASSED[8..]}}}});
    assert_eq!(work(&[&call[..], &[end]].concat()), ["test passed"]);
}

#[test]
fn edits_are_changes_to_their_files() {
    let applied = json!({"type": "SearchReplace", "EditsApplied": {"absolute_path": "/p/a.rs"}});
    let input = json!({"file_path": "/p/a.rs", "old_string": "a\nb", "new_string": "a\nc\nd"});
    assert_eq!(work(&tool("search_replace", &input, "completed", &applied)), ["/p/a.rs 2"]);
    let missed = json!({"type": "SearchReplace", "NoMatch": {}});
    assert_eq!(work(&tool("search_replace", &input, "completed", &missed)), [""; 0]);
    let input = json!({"file_path": "/p/a.md", "content": "One\n\nTwo\n"});
    assert_eq!(work(&tool("write", &input, "completed", &applied)), ["/p/a.md 2"]);
    let hidden = json!({"tool_name": "x"});
    assert_eq!(work(&tool("use_tool", &hidden, "completed", &json!({}))), ["hidden"]);
    assert_eq!(work(&tool("spawn_subagent", &json!({}), "completed", &json!({}))), ["subagent"]);
}

#[test]
fn the_recorded_turn_wrote_a_file_and_edited_another() {
    let facts = named(GROK_BACKGROUND.bytes, "c468c34c-dd2f-4b3d-8a73-7bccaa003b0a");
    let work = facts.work.unwrap();
    let changed: Vec<String> = work.actions().map(|action| in_words(&action.what)).collect();
    assert_eq!(changed, ["/home/dev/calc/w.txt 1", "/home/dev/calc/a.txt 1"]);
}

fn user(index: Option<u32>) -> Value {
    json!({"type": "user", "content": [{"type": "text", "text": "x"}], "prompt_index": index})
}

fn calls(count: usize) -> Value {
    json!({"type": "assistant", "content": "", "tool_calls": vec![json!({"id": "c"}); count]})
}

fn ends(text: &str) -> Value {
    json!({"type": "assistant", "content": text})
}

/// Returns how many calls the history says, for a turn that ends with "Done.".
fn ledger(records: &[Value]) -> Option<u32> {
    let mut ledger = Ledger::begin(&Closing::Whole("Done.".into()));
    for record in records.iter().rev() {
        if ledger.line(record.to_string().as_bytes().to_vec().as_mut_slice()) == Next::Enough {
            break;
        }
    }
    ledger.calls()
}

#[test]
fn a_history_counts_the_calls_of_a_turn_once_its_last_message_is_there() {
    let result = json!({"type": "tool_result", "tool_call_id": "c", "content": "ok"});
    let before = [user(Some(0)), calls(3), ends("Before.")];
    let turn = [user(Some(1)), calls(1), result.clone(), calls(2), result.clone()];
    let whole = [&before[..], &turn, &[ends(" Done.\n")]].concat();
    assert_eq!(ledger(&whole), Some(3));
    let thought = json!({"type": "reasoning", "content": "Hm."});
    assert_eq!(ledger(&[&whole[..], &[thought]].concat()), Some(3));
    // What the host says in between begins no turn.
    let reminded = [&before[..], &[user(Some(1)), calls(1), user(None), ends("Done.")]].concat();
    assert_eq!(ledger(&reminded), Some(1));
    for missing in [
        &[][..],
        &[&before[..], &turn].concat(),
        &[&before[..], &turn, &[calls(1)]].concat(),
        &[&before[..], &turn, &[ends("Other.")]].concat(),
        &before,
        &[calls(1), ends("Done.")],
        &[user(Some(0)), json!(7), ends("Done.")],
    ] {
        assert_eq!(ledger(missing), None, "{missing:?}");
    }
}

#[test]
fn a_turn_that_is_not_all_written_is_unknown() {
    let applied = json!({"type": "Bash", "exit_code": 0});
    let [begun, ended] =
        tool("run_terminal_command", &json!({"command": "ls"}), "completed", &applied);
    let facts = |lines: &[Value]| of(&file(&[&[asked("Go.")], lines].concat()), P1);
    let whole = facts(&[begun.clone(), ended]);
    assert!(whole.guard_complete(Some(1)) && whole.guard_complete(Some(0)));
    assert!(!whole.guard_complete(Some(2)));
    for (lines, calls) in [(&[][..], Some(1)), (&[begun][..], Some(1)), (&[][..], None)] {
        let facts = facts(lines);
        assert!(!facts.guard_complete(calls));
        let facts = facts.without_calls();
        assert!(facts.tools.is_none() && facts.work.is_none() && facts.turn.is_some());
        assert!(facts.guard_complete(Some(1)), "unknown anyway");
    }
    assert!(facts(&[]).guard_complete(Some(0)));
    assert!(!Facts::default().guard_complete(Some(0)), "the turn may still come");
}
