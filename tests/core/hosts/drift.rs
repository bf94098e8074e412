//! What a transcript holds that its readers do not know.
use proptest::prelude::*;
use serde_json::{Value, json};
use sprag_core::hosts::drift::Drift;
use sprag_core::limits::DRIFT_NAMES_MAX;
use sprag_harness::session::{turns, write, write_old};
use sprag_harness::transcript::Transcript;

use crate::properties;

fn drift(transcript: &Transcript) -> Value {
    let mut drift = Drift::default();
    for line in transcript.lines() {
        drift.line(&mut line.clone());
    }
    assert_eq!(drift.is_empty(), drift == Drift::default());
    serde_json::to_value(&drift).unwrap()
}

/// Returns what is not known of a record with these members.
fn of(members: Value) -> Value {
    drift(&Transcript::new().line(members.to_string().as_bytes()))
}

fn nothing() -> Value {
    json!({"record_types": {}, "block_types": {}, "missing": {}})
}

fn user(version: &str, prompt: Value) -> Value {
    json!({
        "type": "user", "uuid": "u1", "version": version, "promptId": prompt,
        "message": {"role": "user", "content": "Please."},
    })
}

#[test]
fn a_new_type_of_record_is_counted_by_its_name() {
    let written = Transcript::new().line(br#"{"type":"aside"}"#).line(br#"{"type":"aside"}"#);
    let seen = drift(&written.line(br#"{"type":"users"}"#).line(br#"{"type":"artifact-a"}"#));
    assert_eq!(seen["record_types"], json!({"aside": 2, "users": 1}));
    assert_eq!((&seen["block_types"], &seen["missing"]), (&json!({}), &json!({})));
}

#[test]
fn a_new_type_of_block_is_counted_with_the_side_that_wrote_it() {
    let blocks = json!([{"type": "text"}, {"type": "video"}, {"type": "image"}, 7]);
    let written = Transcript::new().prompt("p1", "Please.").parts(blocks.clone());
    let seen = drift(&written.user(blocks, json!({})));
    let expected = json!({
        "assistant.video": 1, "assistant.image": 1, "assistant.": 1, "user.video": 1, "user.": 1,
    });
    assert_eq!(seen["block_types"], expected);
}

#[test]
fn a_prompt_without_an_id_is_missed_from_the_first_host_that_wrote_one() {
    for (version, expected) in [
        ("2.1.204", json!({})),
        ("1.9.999", json!({})),
        ("2.1.205", json!({"user.promptId": 1})),
        ("2.2.0", json!({"user.promptId": 1})),
        ("3.0.0", json!({"user.promptId": 1})),
        ("next", json!({"user.version": 1})),
        ("2.1", json!({"user.version": 1})),
        ("2.1.205.1", json!({"user.version": 1})),
    ] {
        assert_eq!(of(user(version, Value::Null))["missing"], expected, "{version}");
    }
    assert_eq!(of(user("2.1.205", json!("")))["missing"], json!({"user.promptId": 1}));
    assert_eq!(of(user("2.1.205", json!("p1"))), nothing());
}

#[test]
fn a_field_that_readers_rely_on_is_missed() {
    let mut nameless = user("2.1.332", json!("p1"));
    nameless["uuid"] = json!(7);
    nameless["message"] = json!({"role": "user", "content": {"text": "Please."}});
    let expected = json!({"user.uuid": 1, "user.message.content": 1});
    assert_eq!(of(nameless)["missing"], expected);
    let expected = json!({"assistant.message.id": 1, "assistant.message.content": 1});
    assert_eq!(of(json!({"type": "assistant"}))["missing"], expected);
    assert_eq!(of(json!({"kind": "user"}))["missing"], json!({"type": 1}));
    assert_eq!(of(json!({"type": "t".repeat(65)}))["missing"], json!({"type": 1}));
}

#[test]
fn a_line_that_holds_no_record_is_missed_and_a_blank_one_is_not() {
    let written = Transcript::new().line(b"{\"type\":").line(b"[1]").line(b"").line(b" \r");
    let mut seen = Drift::default();
    written.lines().iter().for_each(|line| seen.line(&mut line.clone()));
    assert_eq!(seen.missing.of("record"), 2);
    seen.skipped_line();
    assert_eq!(seen.missing.of("record"), 3);
    assert_eq!(seen.missing.of("type"), 0);
}

#[test]
fn more_names_than_can_be_kept_are_counted_together() {
    let mut seen = Drift::default();
    for at in 0..=DRIFT_NAMES_MAX {
        seen.line(&mut format!(r#"{{"type":"new-{at}"}}"#).into_bytes());
    }
    seen.line(&mut br#"{"type":"new-0"}"#.to_vec());
    assert_eq!((seen.record_types.of("..."), seen.record_types.of("new-0")), (1, 2));
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_a_session_of_known_hosts_is_known(turns in turns()) {
        prop_assert_eq!(drift(&write(&turns).0), nothing());
        prop_assert_eq!(drift(&write_old(&turns).0), nothing());
    }

    #[test]
    fn prop_any_line_is_read_without_a_panic(line: Vec<u8>) {
        let mut seen = Drift::default();
        seen.line(&mut line.clone());
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        prop_assert_eq!(seen.is_empty(), is_blank);
    }
}
