//! Codex and Grok: their payloads, their transcripts, and what each of them is answered.

use std::process::Command;

use serde_json::{Value, json};

use crate::judge::SPRAG;
use crate::run::{SOUND, Stop, names};

/// Scores under which a turn is sent back because nothing was done.
const IDLE: &str = r#"{"no_action": 0.93, "broken_promise": 0.31}"#;

const TURN: &str = "341dc914-0006-4fda-959e-7740c3407c6d";

fn file(records: &[Value]) -> Vec<u8> {
    records.iter().flat_map(|record| format!("{record}\n").into_bytes()).collect()
}

/// A turn of Codex in which somebody asks and nothing is done.
fn rollout() -> Vec<u8> {
    let asked = json!({"type": "message", "role": "user",
        "content": [{"type": "input_text", "text": "Fix the rocket."}],
        "internal_chat_message_metadata_passthrough": {"turn_id": TURN}});
    file(&[
        json!({"type": "event_msg", "payload": {"type": "task_started", "turn_id": TURN}}),
        json!({"type": "response_item", "payload": asked}),
    ])
}

/// The same of Grok.
fn updates() -> Vec<u8> {
    file(&[json!({"method": "session/update", "params": {"update": {
        "sessionUpdate": "user_message_chunk",
        "content": {"type": "text", "text": "Fix the rocket."}}}})])
}

/// A Stop of Codex.
fn codex_stop(transcript: &str) -> Value {
    json!({
        "session_id": "s1", "turn_id": TURN, "transcript_path": transcript,
        "cwd": "/home/dev/rocket", "hook_event_name": "Stop", "model": "gpt-6.2-sol",
        "permission_mode": "default", "stop_hook_active": false,
        "last_assistant_message": "I'll fix the rocket now.",
    })
}

/// A Stop of Grok.
fn grok_stop(transcript: &str) -> Value {
    json!({
        "hookEventName": "stop", "sessionId": "s1", "cwd": "/home/dev/rocket",
        "timestamp": "2026-11-30T00:02:51.483123277+00:00", "transcriptPath": transcript,
        "promptId": TURN, "reason": "end_turn", "stopHookActive": false,
        "lastAssistantMessage": "I'll fix the rocket now.", "backgroundTasks": [],
        "sessionCrons": [], "hook_event_name": "Stop", "session_id": "s1",
        "transcript_path": transcript,
    })
}

fn ends(stop: &mut Stop, payload: &Value) {
    stop.input(payload.to_string());
}

fn with(payload: &Value, name: &str, value: Value) -> Value {
    let mut payload = payload.clone();
    payload[name] = value;
    payload
}

fn codex() -> (Stop, Value) {
    let mut stop = Stop::judged(IDLE);
    stop.write("rollout-1.jsonl", rollout());
    let payload = codex_stop(stop.path("rollout-1.jsonl").to_str().unwrap());
    ends(&mut stop, &payload);
    (stop, payload)
}

/// What Grok writes beside it: the prompt and the last message.
fn history(said: &str) -> Vec<u8> {
    let content = json!([{"type": "text", "text": "<user_query>\nFix the rocket.\n</user_query>"}]);
    file(&[
        json!({"type": "user", "content": content, "prompt_index": 0}),
        json!({"type": "assistant", "content": said}),
    ])
}

fn grok() -> (Stop, Value) {
    let mut stop = Stop::judged(IDLE);
    stop.write("updates.jsonl", updates());
    stop.write("chat_history.jsonl", history("I'll fix the rocket now."));
    let payload = grok_stop(stop.path("updates.jsonl").to_str().unwrap());
    ends(&mut stop, &payload);
    (stop, payload)
}

#[test]
fn codex_gets_a_decision_and_nothing_else() {
    for host in [&[][..], &["--host", "codex"]] {
        let (mut stop, _) = codex();
        let ended = stop.with(host).run();
        assert_eq!((ended.exit, ended.stderr.as_str()), (Some(0), ""));
        let reply: Value = serde_json::from_str(&ended.stdout).unwrap();
        let members: Vec<&String> = reply.as_object().unwrap().keys().collect();
        assert_eq!(members, ["decision", "reason"]);
        assert_eq!(reply["decision"], "block");
        assert_eq!(stop.verdict(), "block promises");
        let plan = &stop.records()[0]["plan"];
        assert_eq!((&plan["started_by"], &plan["known"]["tools"]), (&json!("person"), &json!(0)));
    }
}

#[test]
fn grok_gets_exit_code_2_and_an_empty_standard_output() {
    for host in [&[][..], &["--host", "grok"], &["--host", "claude"]] {
        let (mut stop, _) = grok();
        let ended = stop.with(host).run();
        assert_eq!((ended.exit, ended.stdout.as_str()), (Some(2), ""));
        assert!(ended.stderr.contains("sprag:"), "{}", ended.stderr);
        assert_eq!(stop.verdict(), "block promises");
    }
}

#[test]
fn a_turn_that_keeps_its_promise_ends_in_silence() {
    for (mut stop, _) in [codex(), grok()] {
        stop.judge_anew(SOUND).run().passes();
        assert_eq!(stop.verdict(), "pass nothing_found");
        assert_eq!(stop.requests().len(), 1);
    }
}

#[test]
fn a_stop_that_was_sent_back_is_not_sent_back_again() {
    let (mut stop, payload) = codex();
    assert!(stop.run().stdout.contains("block"));
    ends(&mut stop, &with(&payload, "stop_hook_active", json!(true)));
    stop.run().passes();
    let (mut stop, payload) = grok();
    stop.run().blocks_saying("did not do it");
    ends(&mut stop, &with(&payload, "stopHookActive", json!(true)));
    stop.run().passes();
    assert_eq!(stop.verdicts(), ["block promises", "pass continuing"]);
}

#[test]
fn an_event_that_reaches_two_entries_is_handled_once() {
    let (stop, _) = grok();
    stop.run().blocks_saying("did not do it");
    stop.run().passes();
    assert_eq!(stop.verdict(), "block promises");
    assert_eq!(stop.requests().len(), 1);
    let (stop, payload) = grok();
    let runs: Vec<_> = (0..4).map(|_| stop.start()).collect();
    let ended = runs
        .into_iter()
        .map(|(running, stdin)| running.fed(stdin, payload.to_string().into_bytes()));
    assert_eq!(ended.filter(|ended| ended.exit == Some(2)).count(), 1);
    assert_eq!(stop.verdict(), "block promises");
}

#[test]
fn an_event_that_cannot_be_taken_passes() {
    let (mut stop, _) = grok();
    stop.write(".local/state/sprag", "a file, no folder").run().passes();
    assert!(stop.requests().is_empty());
}

#[test]
fn what_grok_says_at_the_end_of_a_session_or_of_a_subagent_is_not_a_stop() {
    let (_, payload) = grok();
    for (name, value) in [("reason", "shutdown"), ("subagentType", "explore")] {
        let (mut stop, _) = grok();
        ends(&mut stop, &with(&payload, name, json!(value)));
        stop.run().passes();
        assert!(stop.requests().is_empty(), "{name}");
    }
}

#[test]
fn a_transcript_that_is_not_there_leaves_the_tools_unknown() {
    for (mut stop, payload) in [codex(), grok()] {
        let payload = with(&payload, "transcript_path", json!(null));
        ends(&mut stop, &with(&payload, "transcriptPath", json!(null)));
        stop.run().passes();
        assert_eq!(stop.verdict(), "pass nothing_found");
    }
}

#[test]
fn a_turn_that_grok_has_not_written_yet_is_waited_for_and_else_unknown() {
    let (mut stop, _) = grok();
    stop.write("chat_history.jsonl", history("Something before.")).run().passes();
    assert_eq!(stop.verdict(), "pass nothing_found");
    assert_eq!(stop.records()[0]["plan"]["known"]["tools"], json!(null));
    let (mut stop, payload) = grok();
    stop.write("chat_history.jsonl", history("Something before."));
    let (running, stdin) = stop.start();
    let writer = std::thread::spawn({
        let path = stop.path("chat_history.jsonl");
        move || {
            std::thread::sleep(std::time::Duration::from_millis(100));
            std::fs::write(path, history("I'll fix the rocket now.")).unwrap();
        }
    });
    let ended = running.fed(stdin, payload.to_string().into_bytes());
    writer.join().unwrap();
    assert_eq!(ended.exit, Some(2), "{}", ended.stderr);
}

#[test]
fn a_session_keeps_its_counters_and_its_last_event() {
    let (stop, _) = grok();
    stop.run().blocks_saying("did not do it");
    let files = names(&stop.state("sessions"));
    let endings: Vec<&str> = files.iter().filter_map(|name| name.rsplit('.').next()).collect();
    assert_eq!(endings, ["json", "taken"]);
}

#[test]
fn the_folders_that_another_tool_leaves_alone_on_grok_are_left_alone() {
    let (mut stop, _) = grok();
    stop.write(".grok/stingray-deny", "/home/dev/rocket\n").run().passes();
    assert_eq!((stop.verdict().as_str(), stop.requests().len()), ("pass denied", 0));
    let (mut stop, _) = grok();
    stop.write("moved/stingray-deny", "/home/dev\n");
    let moved = stop.path("moved");
    stop.set("GROK_HOME", moved).run().passes();
    assert_eq!(stop.verdict(), "pass denied");
}

/// Returns the exit code of `facts` on these arguments, and what it prints.
fn facts(stop: &Stop, arguments: &[&str]) -> (Option<i32>, Value) {
    let mut command = Command::new(SPRAG);
    let output = command.env_clear().current_dir(stop.path("")).arg("facts").args(arguments);
    let output = output.output().unwrap();
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn facts_tells_the_host_by_the_name_of_the_file() {
    for (stop, name, host) in
        [(codex().0, "rollout-1.jsonl", "codex"), (grok().0, "updates.jsonl", "grok")]
    {
        let (code, shown) = facts(&stop, &[name]);
        assert_eq!((code, &shown["host"]), (Some(0), &json!(host)));
        assert_eq!((&shown["tools"], &shown["handoffs"]), (&json!([]), &json!([])));
        assert_eq!(shown["turn"]["started_by"], "person");
        std::fs::rename(stop.path(name), stop.path("other.jsonl")).unwrap();
        let (_, named) = facts(&stop, &["other.jsonl", "--host", host]);
        assert_eq!(named, shown);
        assert_eq!(facts(&stop, &["other.jsonl"]).1["host"], "claude");
    }
}

#[test]
fn facts_names_what_is_not_known_of_any_host() {
    for (mut stop, name, unknown) in [
        (codex().0, "rollout-1.jsonl", json!({"type": "event_of_tomorrow"})),
        (
            grok().0,
            "updates.jsonl",
            json!({"params": {"update": {"sessionUpdate": "event_of_tomorrow"}}}),
        ),
    ] {
        assert_eq!(facts(&stop, &[name, "--strict"]).0, Some(0));
        let path = format!("sessions/{name}");
        stop.write(&path, [file(&[unknown]), b"torn".to_vec()].concat());
        for paths in [&[path.as_str(), "--strict"][..], &["sessions", "--strict"]] {
            let (code, shown) = facts(&stop, paths);
            assert_eq!(code, Some(1));
            assert_eq!(shown["unknown"]["record_types"], json!({"event_of_tomorrow": 1}));
            assert_eq!(shown["unknown"]["missing"], json!({"record": 1}));
        }
    }
}
