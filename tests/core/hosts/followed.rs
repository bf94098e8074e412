//! What a person typed after a turn.

use serde_json::{Value, json};
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::followed::Followed;
use sprag_core::hosts::transcript::{Next, Scan, Wanted};

fn user(prompt: &str, text: &str, kind: &str) -> Value {
    let is_person = kind == "human";
    json!({
        "type": "user", "isSidechain": false, "sessionId": "s1", "promptId": prompt,
        "promptSource": if is_person { "typed" } else { "system" },
        "origin": {"kind": kind},
        "turnOrigin": if is_person { "human" } else { "task_notification" },
        "message": {"role": "user", "content": text},
    })
}

fn person(prompt: &str, text: &str) -> Value {
    user(prompt, text, "human")
}

/// A record of Claude Code before 2.1.196: it has an id, and names no prompt.
fn nameless(uuid: &str, text: &str) -> Value {
    json!({
        "type": "user", "isSidechain": false, "sessionId": "s1", "uuid": uuid,
        "message": {"role": "user", "content": text},
    })
}

fn typed_after(prompt: &str, records: &[Value]) -> Option<String> {
    let mut followed = Followed::begin_on(Host::Claude, prompt);
    for record in records.iter().rev() {
        if followed.line(record.to_string().as_bytes().to_vec().as_mut_slice()) == Next::Enough {
            break;
        }
    }
    followed.finish()
}

#[test]
fn the_next_thing_that_a_person_typed_follows_a_turn() {
    let side = {
        let mut side = person("p2", "Look after the parser.");
        side["isSidechain"] = json!(true);
        side
    };
    let report = user("p2", "<task-notification>", "task-notification");
    let result = json!({
        "type": "user", "isSidechain": false, "promptId": "p3",
        "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": "ok"},
        ]},
    });
    let records = [
        person("p0", "Hello."),
        person("p1", "Fix it."),
        side,
        report,
        person("p3", "Go on."),
        person("p3", "And commit."),
        result,
        person("p4", "Thanks."),
    ];
    assert_eq!(typed_after("p1", &records).as_deref(), Some("Go on."));
    assert_eq!(typed_after("p0", &records).as_deref(), Some("Fix it."));
    assert_eq!(typed_after("p3", &records).as_deref(), Some("Thanks."));
    assert_eq!(typed_after("p4", &records), None);
    assert_eq!(typed_after("p9", &records), None);
    assert_eq!(typed_after("p1", &[]), None);
}

#[test]
fn a_turn_whose_prompt_has_no_id_is_found_by_that_of_its_record() {
    let result = json!({
        "type": "user", "isSidechain": false, "sessionId": "s1", "uuid": "u2",
        "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": "ok"},
        ]},
    });
    let records =
        [nameless("u1", "Fix it."), result, nameless("u3", "Go on."), nameless("u4", "Thanks.")];
    assert_eq!(typed_after("u1", &records).as_deref(), Some("Go on."));
    assert_eq!(typed_after("u3", &records).as_deref(), Some("Thanks."));
    assert_eq!(typed_after("u4", &records), None);
    assert_eq!(typed_after("u2", &records), None, "a result begins no turn");
    // A prompt that has an id goes by it alone, also beside those that have none.
    let mut named = person("p4", "Thanks.");
    named["uuid"] = json!("u4");
    let mixed = [&records[..3], &[named, person("p5", "Bye.")]].concat();
    assert_eq!(typed_after("p4", &mixed).as_deref(), Some("Bye."));
    assert_eq!(typed_after("u4", &mixed), None);
    assert_eq!(typed_after("u3", &mixed).as_deref(), Some("Thanks."));
    // It is the id under which the turn is recorded.
    let mut scan = Scan::begin_on(Host::Claude, Wanted::Last(None));
    for record in records[..2].iter().rev() {
        let _ = scan.line(record.to_string().as_bytes().to_vec().as_mut_slice());
    }
    assert_eq!(scan.finish().turn.unwrap().prompt.as_deref(), Some("u1"));
}
