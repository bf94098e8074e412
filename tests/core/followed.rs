//! What a person typed after a turn.

use serde_json::{Value, json};
use sprag_core::host::Host;
use sprag_core::transcript::Next;
use sprag_core::transcript::followed::Followed;

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
