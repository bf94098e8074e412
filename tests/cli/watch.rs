//! Promises to watch, compared with what runs, is scheduled, or is awaited from another session.

use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::run::Stop;

const PROMISE: &str = "The branch is pushed. I'm watching CI and will report the result.";
const CLAIM: &str = r#"{"watch_claim": 0.94, "watch_mismatch": 0.03}"#;
const MISMATCH: &str = r#"{"watch_claim": 0.94, "watch_mismatch": 0.91}"#;

/// A stop that promises to watch, with these checks on.
fn promises(scores: &str, checks: &str) -> Stop {
    let mut stop = Stop::judged(scores);
    stop.with(&["--checks", checks]).closing(PROMISE);
    stop.arguments.drain(1..3);
    stop
}

fn task(status: &str) -> Value {
    json!([{"id": "b1", "type": "shell", "status": status, "description": "CI poll",
            "command": "gh run watch --token hunter2"}])
}

/// A message to another session, and what came back for it.
fn handoff(result: &str) -> Conversation {
    let call = json!({
        "type": "assistant", "isSidechain": false,
        "message": {"id": "m9", "role": "assistant", "content": [{
            "type": "tool_use", "id": "s1", "name": "SendMessage",
            "input": {"to": "windows", "message": "please run it there"},
        }]},
    });
    let result = json!({
        "type": "user", "isSidechain": false, "promptId": crate::conversation::PROMPT,
        "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "s1", "content": result},
        ]},
    });
    Conversation::plain().record(&call).record(&result)
}

#[test]
fn a_promise_to_watch_with_nothing_running_is_sent_back() {
    let stop = promises(CLAIM, "watch");
    stop.run().blocks_saying("promises to watch something");
    assert_eq!(stop.verdict(), "block watch");
}

#[test]
fn a_running_task_a_schedule_and_an_awaited_session_each_keep_the_promise() {
    let cron = json!([{"id": "c1", "schedule": "*/7 * * * *", "recurring": true, "prompt": "CI"}]);
    let sent = handoff("Delivered to another Claude session.").says(PROMISE);
    promises(CLAIM, "watch").field("background_tasks", task("running")).run().passes();
    promises(CLAIM, "watch").field("session_crons", cron).run().passes();
    promises(CLAIM, "watch").transcript(&sent).run().passes();
}

#[test]
fn what_does_not_run_any_more_keeps_no_promise() {
    let answered = handoff("Delivered to another Claude session.").record(&json!({
        "type": "queue-operation",
        "content": "<cross-session-message from-name=\"windows\">done</cross-session-message>",
    }));
    let to_subagent = handoff("Message delivered to agent a1.");
    promises(CLAIM, "watch")
        .field("background_tasks", task("completed"))
        .run()
        .blocks_saying("promises to watch something");
    promises(CLAIM, "watch")
        .transcript(&answered.says(PROMISE))
        .run()
        .blocks_saying("promises to watch something");
    promises(CLAIM, "watch")
        .transcript(&to_subagent.says(PROMISE))
        .run()
        .blocks_saying("promises to watch something");
}

#[test]
fn a_list_that_is_not_there_is_not_empty() {
    for name in ["background_tasks", "session_crons"] {
        for odd in [Value::Null, json!({}), json!("none"), json!([7])] {
            let mut stop = promises(CLAIM, "watch");
            stop.field(name, odd.clone()).run().passes();
            assert_eq!(stop.verdict(), "pass nothing_to_ask", "{name} {odd}");
            assert_eq!(stop.requests().len(), 0, "{name} {odd}");
        }
        promises(CLAIM, "watch").without(name).run().passes();
    }
}

#[test]
fn a_handoff_that_cannot_be_read_may_be_one() {
    let cut = handoff("Delivered to another Claude session.").line(r#"{"name":"SendMessage","#);
    let mut stop = promises(CLAIM, "watch");
    stop.transcript(&cut.says(PROMISE)).run().passes();
    assert_eq!(stop.records()[0]["plan"]["known"]["handoffs"], Value::Null);
}

#[test]
fn a_transcript_that_cannot_be_read_may_hold_a_handoff() {
    let mut stop = promises(CLAIM, "watch");
    stop.field("transcript_path", "/nonexistent/transcript.jsonl").run().passes();
}

#[test]
fn a_watch_that_is_not_the_promised_one_is_recorded_with_watch_and_sent_back_by_its_own_word() {
    let mut recorded = promises(MISMATCH, "watch");
    recorded.field("background_tasks", task("running")).run().passes();
    let found = &recorded.records()[0]["findings"];
    assert!(
        found
            .as_array()
            .unwrap()
            .iter()
            .any(|found| { found == &json!({"check": "watch-match", "finding": "fires"}) })
    );
    let mut own = promises(MISMATCH, "watch-match");
    own.field("background_tasks", task("running"))
        .run()
        .blocks_saying("promises to watch something");
    assert_eq!(own.verdict(), "block watch-match");
    promises(CLAIM, "watch-match").field("background_tasks", task("running")).run().passes();
    promises(MISMATCH, "watch-match").run().passes();
}

#[test]
fn the_judge_sees_who_is_awaited_and_never_what_was_sent() {
    let mut stop = promises(CLAIM, "watch,promises");
    stop.field("background_tasks", task("running"));
    stop.transcript(&handoff("Delivered to another Claude session.").says(PROMISE)).run();
    let request = String::from_utf8(stop.request()).unwrap();
    assert!(request.contains("running: CI poll | awaited: an answer from session windows"));
    for hidden in ["please run it there", "hunter2", "gh run watch"] {
        assert!(!request.contains(hidden), "{hidden}");
    }
}

#[test]
fn an_agent_that_waits_for_what_runs_is_left_alone() {
    let text = "Waiting for the backtest; I'll report once it is through.";
    let mut stop = promises(CLAIM, "watch");
    stop.field("background_tasks", task("running")).closing(text).run().passes();
}

#[test]
fn switching_a_check_on_changes_no_byte_of_another_ones_question() {
    let question = |checks: &str, id: &str| {
        let mut stop = promises(CLAIM, checks);
        stop.field("background_tasks", task("running"));
        stop.transcript(&handoff("Delivered to another Claude session.").says(PROMISE)).run();
        let request = String::from_utf8(stop.request()).unwrap();
        let (_, from) = request.split_once(&format!(r#""{id}":{{"type""#)).unwrap();
        from.split(r#","criteria":"#).next().unwrap().to_owned()
    };
    for (alone, id) in [
        ("promises", "no_action"),
        ("promises", "broken_promise"),
        ("watch", "watch_claim"),
        ("watch-match", "watch_mismatch"),
    ] {
        for others in ["promises,watch", "watch-match,promises", "all"] {
            if question("all", id) != question(alone, id) {
                panic!("{id} differs");
            }
            if others.contains(alone) {
                assert_eq!(question(others, id), question(alone, id), "{id} {others}");
            }
        }
    }
}

#[test]
fn facts_name_who_is_awaited_and_count_what_a_payload_lists() {
    let mut stop = promises(CLAIM, "watch");
    stop.field("background_tasks", task("running"));
    stop.transcript(&handoff("Delivered to another Claude session.").says(PROMISE));
    let payload = String::from_utf8(stop.payload()).unwrap();
    stop.write("payload.json", payload);
    let facts = |arguments: &[&str]| -> Value {
        let run = std::process::Command::new(crate::judge::SPRAG)
            .env_clear()
            .arg("facts")
            .arg(stop.path("session.jsonl"))
            .args(arguments)
            .output()
            .unwrap();
        serde_json::from_slice(&run.stdout).unwrap()
    };
    let alone = facts(&[]);
    assert_eq!(alone["handoffs"], json!(["windows"]));
    assert_eq!(alone["background"], Value::Null);
    let payload = stop.path("payload.json");
    let with_payload = facts(&["--payload", payload.to_str().unwrap()]);
    assert_eq!(with_payload["background"], json!({"running": 1, "scheduled": 0}));
}
