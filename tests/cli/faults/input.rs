//! Payloads that are none, or no usable ones.

use std::io::Write as _;

use serde_json::{Value, json};

use super::{Block, Row, Silence, row};
use crate::run::{Ended, Stop};

pub(super) fn rows() -> Vec<Row> {
    [shapes(), sizes(), fields(), sessions()].into_iter().flatten().collect()
}

fn shapes() -> Vec<Row> {
    vec![
        row("empty input", Silence, |stop| _ = stop.input("")),
        row("blank input", Silence, |stop| _ = stop.input(" \n\n")),
        row("text", Silence, |stop| _ = stop.input("Stop\n")),
        row("null", Silence, |stop| _ = stop.input("null\n")),
        row("a number", Silence, |stop| _ = stop.input("12\n")),
        row("an array", Silence, |stop| _ = stop.input("[]\n")),
        row("an array with a payload", Silence, |stop| {
            let payload = [b"[", stop.payload().trim_ascii(), b"]"].concat();
            stop.input(payload);
        }),
        row("an empty object", Silence, |stop| _ = stop.input("{}\n")),
        row("bytes that are no text", Silence, |stop| _ = stop.input(b"\x00\xff\xfe{".to_vec())),
        row("half a payload", Silence, |stop| {
            let mut payload = stop.payload();
            payload.truncate(payload.len() / 2);
            stop.input(payload);
        }),
        row("a byte order mark", Silence, |stop| {
            let payload = [b"\xef\xbb\xbf", stop.payload().as_slice()].concat();
            stop.input(payload);
        }),
        row("a payload twice over", Block, |stop| {
            let payload = stop.payload().repeat(2);
            stop.input(payload);
        }),
        row("words behind the payload", Block, |stop| {
            let payload = [stop.payload().as_slice(), b"that is all"].concat();
            stop.input(payload);
        }),
        row("a pipe that stays open", Block, |_| {}).run_by(held_open),
        row("a pipe that stays open within a payload", Silence, |stop| {
            let mut payload = stop.payload();
            payload.truncate(payload.len() / 2);
            stop.input(payload).with(&["--timeout", "1"]);
        })
        .run_by(held_open),
        row("a pipe that stays open and empty", Silence, |stop| {
            stop.input("").with(&["--timeout", "1"]);
        })
        .run_by(held_open),
        row("a payload byte by byte", Block, |_| {}).run_by(byte_by_byte),
    ]
}

fn held_open(stop: &Stop) -> Ended {
    let (running, mut stdin) = stop.start();
    stdin.write_all(&stop.payload()).unwrap();
    let ended = running.ended();
    drop(stdin);
    ended
}

fn byte_by_byte(stop: &Stop) -> Ended {
    let (running, mut stdin) = stop.start();
    for byte in stop.payload().trim_ascii() {
        stdin.write_all(&[*byte]).unwrap();
    }
    running.ended()
}

fn sizes() -> Vec<Row> {
    vec![
        row("100 MB of text", Silence, |stop| _ = stop.input(vec![b'a'; 100_000_000])),
        row("100 MB in a string", Silence, |stop| {
            stop.input([br#"{"a":""#.as_slice(), &vec![b'a'; 100_000_000], b"\"}"].concat());
        }),
        row("100,000 brackets", Silence, |stop| _ = stop.input(vec![b'['; 100_000])),
        row("100,000 pairs of brackets", Silence, |stop| {
            stop.input([vec![b'['; 100_000], vec![b']'; 100_000]].concat());
        }),
        row("100,000 objects in each other", Silence, |stop| {
            stop.input([br#"{"a":"#.repeat(100_000), b"1".to_vec(), vec![b'}'; 100_000]].concat());
        }),
        row("a deep field that is not read", Block, |stop| {
            deep(stop, "deep");
        }),
        row("deep background tasks", Silence, |stop| {
            stop.without("background_tasks");
            deep(stop, "background_tasks");
        }),
        row("a deep closing text", Silence, |stop| {
            let conversation = crate::conversation::Conversation::plain();
            stop.without("last_assistant_message").transcript(&conversation);
            deep(stop, "last_assistant_message");
        }),
        row("100 KB of closing text", Block, |stop| {
            stop.field("last_assistant_message", "I'll do it now. ".repeat(6_000));
        }),
    ]
}

/// Puts 100,000 arrays into this field.
fn deep(stop: &mut Stop, field: &str) {
    let mut payload = stop.payload();
    payload.truncate(payload.len() - 2);
    payload.extend_from_slice(format!(",\"{field}\":").as_bytes());
    payload.extend([vec![b'['; 100_000], vec![b']'; 100_000], b"}\n".to_vec()].concat());
    stop.input(payload);
}

fn fields() -> Vec<Row> {
    vec![
        row("no event", Silence, |stop| _ = stop.without("hook_event_name")),
        row("an event that is a number", Silence, |stop| _ = stop.field("hook_event_name", 1)),
        row("only what is required", Silence, |stop| {
            stop.input(r#"{"session_id":"s","hook_event_name":"Stop"}"#);
        }),
        row("every optional field null", Silence, |stop| {
            every_optional_field(stop, &Value::Null);
        }),
        row("every optional field a number", Silence, |stop| {
            every_optional_field(stop, &json!(-1.5e300));
        }),
        row("every optional field an object", Silence, |stop| {
            every_optional_field(stop, &json!({"a": [{}]}));
        }),
        row("a flag that is a word", Block, |stop| _ = stop.field("stop_hook_active", "true")),
        row("background work that is a word", Silence, |stop| {
            stop.field("background_tasks", "none").field("session_crons", 7);
        }),
        row("a huge path", Silence, |stop| {
            stop.field("transcript_path", format!("/{}", "x/".repeat(100_000)));
        }),
        row("a NUL in a path", Silence, |stop| {
            stop.field("transcript_path", "/tmp/\u{0}x").field("cwd", "/tmp/\u{0}x");
        }),
        row("a huge prompt id", Block, |stop| _ = stop.field("prompt_id", "x".repeat(100_000))),
        row("new fields", Block, |stop| {
            stop.field("new", json!({"a": [1, null]})).field("newer", "\u{1f680}");
        }),
    ]
}

fn every_optional_field(stop: &mut Stop, value: &Value) {
    for field in [
        "transcript_path",
        "cwd",
        "prompt_id",
        "permission_mode",
        "effort",
        "stop_hook_active",
        "last_assistant_message",
        "background_tasks",
        "session_crons",
    ] {
        stop.field(field, value.clone());
    }
}

fn sessions() -> Vec<Row> {
    vec![
        row("no session", Silence, |stop| _ = stop.without("session_id")),
        row("an empty session", Silence, |stop| _ = stop.field("session_id", "")),
        row("the session null", Silence, |stop| _ = stop.field("session_id", Value::Null)),
        row("the session `null`", Silence, |stop| _ = stop.field("session_id", "null")),
        row("a session that is a number", Silence, |stop| _ = stop.field("session_id", 12)),
        row("a huge session", Silence, |stop| _ = stop.field("session_id", "x".repeat(5_000))),
        row("a session `../x`", Block, |stop| _ = stop.field("session_id", "../x")),
        row("a session `../../../../x`", Block, |stop| {
            stop.field("session_id", "../../../../x");
        }),
        row("a session with a NUL", Block, |stop| _ = stop.field("session_id", "a\u{0}b")),
    ]
}
