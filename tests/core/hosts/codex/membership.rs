//! Whose turn a prompt is that names none.
use serde_json::json;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::Wanted;
use sprag_harness::reader::turn_on;

use super::{answer, call, file, last, names, of, place, prompt, said, started, tools};

#[test]
fn context_is_no_prompt_because_something_else_was_typed() {
    let context = "<environment_context>\n</environment_context>";
    let typed = json!({"type": "event_msg", "payload": {"type": "user_message", "message": "Go."}});
    let lines = [started("t"), prompt("Go.", Some("t")), prompt(context, Some("t")), typed];
    assert_eq!(said(&last(&file(&lines))), Some("Go."));
}

#[test]
fn a_prompt_that_nothing_names_is_not_taken_for_the_one_that_is_wanted() {
    let file = file(&[prompt("First.", None), answer("One.", None)]);
    let facts = turn_on(Host::Codex, &file, Wanted::Prompt("t3".into()));
    assert_eq!(facts.turn, None);
}

#[test]
fn a_prompt_without_an_id_is_no_part_of_a_turn_that_has_one() {
    let lines = file(&[
        prompt("First.", None),
        call("apply_patch", None),
        prompt("Second.", Some("t")),
        answer("Two.", Some("t")),
    ]);
    let facts = of(&lines, "t");
    assert_eq!(place(&facts, &lines), (3, 4));
    assert_eq!(tools(&facts), names(&[]));
}

#[test]
fn a_prompt_that_has_no_id_but_its_own_is_found_by_it() {
    let mut prompts = [prompt("First.", None), prompt("Second.", None)];
    prompts[0]["payload"]["id"] = json!("m1");
    prompts[1]["payload"]["id"] = json!("m2");
    let [first, second] = prompts;
    let file = file(&[first, answer("One.", None), second, answer("Two.", None)]);
    for (id, lines) in [("m1", (1, 2)), ("m2", (3, 4))] {
        let facts = turn_on(Host::Codex, &file, Wanted::Prompt(id.into()));
        assert_eq!(place(&facts, &file), lines, "{id}");
    }
}
