//! What is read of a hook payload, and that nothing else of it matters.
use proptest::prelude::*;
use serde_json::{Value, json};
use sprag_core::hosts::event::{Closing, Event, EventError, Kind};
use sprag_core::hosts::host::Host;
use sprag_harness::payload::Payload;

use crate::properties;

fn required() -> Payload {
    Payload::of(json!({"session_id": "s1", "hook_event_name": "Stop"}))
}

fn error(bytes: &[u8]) -> EventError {
    Event::parse(&mut bytes.to_vec(), None).unwrap_err()
}

/// What follows from an optional field, as text that can be compared.
fn read(event: &Event) -> String {
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?}",
        event.prompt,
        event.transcript,
        event.cwd,
        event.continuing,
        event.closing,
        event.background
    )
}

/// Values that no optional field has.
fn odd_values() -> [Value; 9] {
    let mut deep = json!([]);
    for _ in 0..100 {
        deep = json!([deep]);
    }
    [
        Value::Null,
        json!(7),
        json!(-1.5e300),
        json!(false),
        json!({"a": [1, {"b": null}]}),
        json!({}),
        json!([1, "running"]),
        json!(""),
        deep,
    ]
}

#[test]
fn a_stop_of_claude_code_is_read_whole() {
    let event = Payload::stop().event().unwrap();
    assert_eq!((event.host, event.kind), (Host::Claude, Kind::Stop));
    assert_eq!(event.session, "s1");
    assert_eq!(event.prompt.as_deref(), Some("p1"));
    assert_eq!(
        event.transcript.as_deref(),
        Some("/home/dev/.claude/projects/-home-dev-calc/s1.jsonl")
    );
    assert_eq!(event.cwd.as_deref(), Some("/home/dev/calc"));
    assert!(!event.continuing);
    assert_eq!(event.closing, Closing::Whole("I will fix the parser now.".into()));
    assert_eq!(event.background.tasks.unwrap().running, 0);
    assert_eq!(event.background.crons.unwrap().scheduled, 0);
}

#[test]
fn two_fields_make_an_event() {
    let event = required().event().unwrap();
    assert_eq!((event.host, event.kind), (Host::Claude, Kind::Stop));
    assert_eq!((event.prompt, event.transcript, event.cwd), (None, None, None));
    assert!(!event.continuing);
    assert_eq!(event.closing, Closing::Absent);
    assert!(event.background.tasks.is_none() && event.background.crons.is_none());
}

#[test]
fn every_optional_field_may_have_another_type() {
    for name in Payload::stop().names() {
        if matches!(name.as_str(), "session_id" | "hook_event_name") {
            continue;
        }
        let without = read(&Payload::stop().without(&name).event().unwrap());
        for value in odd_values() {
            if name == "last_assistant_message" && value == json!("") {
                // The model said nothing: that is an answer.
                continue;
            }
            let event = Payload::stop().with(&name, value.clone()).event();
            let event = event.unwrap_or_else(|error| panic!("{name} {value}: {error}"));
            assert_eq!(read(&event), without, "{name} {value}");
        }
    }
}

#[test]
fn only_true_means_that_the_host_continues() {
    for (value, expected) in [(json!(true), true), (json!("true"), false), (json!(1), false)] {
        let event = Payload::stop().with("stop_hook_active", value).event().unwrap();
        assert_eq!(event.continuing, expected);
    }
}

#[test]
fn a_field_of_a_later_host_is_ignored() {
    let plain = read(&Payload::stop().event().unwrap());
    for value in odd_values() {
        let event = Payload::stop().with("from_the_future", value).event().unwrap();
        assert_eq!(read(&event), plain);
    }
}

#[test]
fn what_is_not_an_object_is_not_an_event() {
    let table =
        ["", " ", "null", "7", "\"Stop\"", "[]", "[\"s1\",\"Stop\"]", "{", "{}x", "{\"a\"}"];
    for text in table {
        assert_eq!(error(text.as_bytes()), EventError::NotAnObject, "{text}");
    }
    assert_eq!(error(b"{} {}"), EventError::NotAnObject);
    assert_eq!(error(&b"[".repeat(300)), EventError::NotAnObject);
}

#[test]
fn an_event_without_a_name_or_session_is_none() {
    assert_eq!(required().without("hook_event_name").event().unwrap_err(), EventError::NoEventName);
    assert_eq!(required().without("session_id").event().unwrap_err(), EventError::NoSession);
    for value in [json!(null), json!(1), json!({}), json!(["Stop"])] {
        let named = required().with("hook_event_name", value.clone());
        assert_eq!(named.event().unwrap_err(), EventError::NoEventName, "{value}");
        let session = required().with("session_id", value.clone());
        assert_eq!(session.event().unwrap_err(), EventError::NoSession, "{value}");
    }
}

#[test]
fn a_session_id_that_others_could_share_is_none() {
    let long = "s".repeat(300);
    for id in ["", " ", "  ", "\t\n", "null", long.as_str(), &"s".repeat(257)] {
        let event = required().with("session_id", json!(id)).event();
        assert_eq!(event.unwrap_err(), EventError::NoSession, "{id}");
    }
    for id in ["../x", "nul", "NULL", "0", " s1", &"s".repeat(256), &"\u{7}".repeat(200)] {
        let event = required().with("session_id", json!(id)).event().unwrap();
        assert_eq!(event.session, id);
    }
}

#[test]
fn an_event_of_another_name_is_not_a_stop() {
    for name in ["stop", "SubagentStop", "StopFailure", "PostToolUse", "", "Stop "] {
        let event = required().with("hook_event_name", json!(name)).event().unwrap();
        assert_eq!(event.kind, Kind::Other, "{name}");
    }
}

#[test]
fn an_id_or_path_that_is_empty_or_huge_is_taken_as_absent() {
    for (name, most) in [("prompt_id", 256), ("transcript_path", 4_096), ("cwd", 4_096)] {
        let longest = "/".repeat(most);
        let event = required().with(name, json!(longest)).event().unwrap();
        assert!(read(&event).contains(&longest), "{name}");
        for text in [String::new(), "/".repeat(most + 1), "x".repeat(1 << 20)] {
            let event = required().with(name, json!(text)).event().unwrap();
            assert_eq!(read(&event), read(&required().event().unwrap()), "{name}");
        }
    }
}

#[test]
fn a_huge_closing_text_is_read_whole() {
    let text = "word ".repeat(200_000);
    let event = required().with("last_assistant_message", json!(text)).event().unwrap();
    assert_eq!(event.closing, Closing::Whole(text));
}

#[test]
fn a_cut_text_is_distinguished_from_a_whole_one() {
    let cut = |text: &str| {
        required().with("last_assistant_message", json!(text)).event().unwrap().closing
    };
    assert_eq!(cut("I did\u{2026} [+120 chars]"), Closing::Cut("I did".into()));
    assert_eq!(cut("a\u{2026} [+1 chars] b\u{2026} [+2 chars]").clone(), {
        Closing::Cut("a\u{2026} [+1 chars] b".into())
    });
    assert_eq!(cut("\u{2026} [+120 chars]"), Closing::Cut(String::new()));
    for whole in [
        "",
        "I did",
        "I did... [+120 chars]",
        "I did\u{2026} [+ chars]",
        "I did\u{2026} [+x chars]",
        "I did\u{2026} [+-1 chars]",
        "I did\u{2026} [+120 chars].",
        "I did\u{2026} +120 chars]",
    ] {
        assert_eq!(cut(whole), Closing::Whole(whole.into()));
    }
}

#[test]
fn damage_in_a_text_is_repaired() {
    let event = |text: &[u8]| {
        let head = br#"{"session_id":"s1","hook_event_name":"Stop","last_assistant_message":""#;
        let mut bytes = [head.as_slice(), text, b"\"}"].concat();
        Event::parse(&mut bytes, None).unwrap().closing
    };
    assert_eq!(event(br"ok \ud83d"), Closing::Whole("ok \u{fffd}".into()));
    assert_eq!(event(br"\ude00 ok"), Closing::Whole("\u{fffd} ok".into()));
    assert_eq!(event(br"\ud83d\ude00"), Closing::Whole("\u{1f600}".into()));
    assert_eq!(event(b"a\xffb"), Closing::Whole("a?b".into()));
    assert_eq!(event(b"a\xe2\x80"), Closing::Whole("a??".into()));
}

#[test]
fn a_field_that_is_there_twice_makes_no_event() {
    let text = br#"{"session_id":"s1","session_id":"s2","hook_event_name":"Stop"}"#;
    assert_eq!(error(text), EventError::NotAnObject);
    let text = br#"{"session_id":"s1","hook_event_name":"Stop","other":1,"other":2}"#;
    assert!(Event::parse(&mut text.to_vec(), None).is_ok());
}

#[test]
fn each_error_says_what_the_payload_lacks() {
    let table = [
        (EventError::NotAnObject, "the payload is not a JSON object"),
        (EventError::NoEventName, "the payload names no event"),
        (EventError::NoSession, "the payload has no usable session id"),
    ];
    for (error, words) in table {
        assert_eq!(error.to_string(), words);
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_any_bytes_are_read_without_a_panic(mut bytes: Vec<u8>) {
        let _ = Event::parse(&mut bytes, None);
    }

    #[test]
    fn prop_a_payload_that_is_damaged_anywhere_is_read_without_a_panic(
        at in 0_usize..400,
        byte: u8,
    ) {
        let mut bytes = Payload::stop().bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        let _ = Event::parse(&mut bytes, None);
    }
}
