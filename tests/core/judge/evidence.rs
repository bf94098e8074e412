//! What a question carries, and the bounds that it keeps.
use proptest::prelude::*;
use serde_json::{Value, json};
use sprag_core::activity::facts::Tools;
use sprag_core::checks::question::Field;
use sprag_core::hosts::background::Background;
use sprag_core::judge::evidence::Evidence;
use sprag_harness::given::MASKS;
use sprag_harness::payload::Payload;

use crate::long_properties;

const FIELDS: [Field; 3] = [Field::FinalText, Field::Tools, Field::Background];

fn background(tasks: Value, crons: Value) -> Background {
    let payload = Payload::stop().with("background_tasks", tasks).with("session_crons", crons);
    payload.event().unwrap().background
}

fn described(tasks: Value, crons: Value) -> String {
    let evidence = Evidence::of_payload("Done.", &background(tasks, crons), None, &MASKS);
    evidence.text(Field::Background).unwrap().into()
}

fn listed(names: &[&str]) -> String {
    let mut tools = Tools::default();
    names.iter().for_each(|name| tools.add(name));
    let evidence = Evidence::default().with_transcript(Some(&tools), Some(&[]), &MASKS);
    evidence.text(Field::Tools).unwrap().into()
}

#[test]
fn every_field_has_a_name() {
    assert_eq!(FIELDS.map(Field::name), ["final_text", "tools", "background"]);
}

#[test]
fn tools_are_named_and_counted_in_order() {
    assert_eq!(listed(&[]), "no tools were called");
    assert_eq!(listed(&["Bash"]), "1 call: Bash 1");
    assert_eq!(listed(&["Read", "Bash", "Read"]), "3 calls: Bash 1, Read 2");
}

#[test]
fn tools_beyond_the_bound_are_named_others() {
    let names: Vec<String> = (0..49).map(|at| format!("tool{at:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let text = listed(&names);
    assert!(text.starts_with("49 calls: tool00 1, ") && text.ends_with("tool47 1, others 1"));
    assert!(!listed(&names[..48]).contains("others"));
}

#[test]
fn unknown_tools_are_said_to_be_unknown() {
    let text = "the list of tool calls is not available";
    let of_payload = Evidence::of_payload("Done.", &background(json!([]), json!([])), None, &MASKS);
    assert_eq!(of_payload.text(Field::Tools), Some(text));
    assert_eq!(of_payload.with_transcript(None, Some(&[]), &MASKS).text(Field::Tools), Some(text));
}

#[test]
fn background_work_is_said_by_status_and_description_alone() {
    let tasks = json!([
        {"id": "b1", "type": "shell", "status": "running", "description": "Long build",
            "command": "make secret-target"},
        {"id": "b2", "status": "failed", "description": "Look\n  around"},
        {"id": "b3", "status": "running"},
    ]);
    let crons = json!([{"id": "c1", "schedule": "*/7 * * * *", "prompt": "Check the deploy."}]);
    assert_eq!(
        described(tasks, crons),
        "running: Long build | failed: Look around | running: (no description) | \
         scheduled: Check the deploy."
    );
}

#[test]
fn unknown_background_work_is_said_to_be_unknown() {
    let tasks = "the list of background tasks is not available";
    let crons = "the list of schedules is not available";
    assert_eq!(described(json!(null), json!([])), tasks);
    assert_eq!(described(json!([]), json!(null)), crons);
    assert_eq!(described(json!(null), json!(null)), format!("{tasks} | {crons}"));
    assert_eq!(described(json!([]), json!([])), "nothing is running or scheduled");
}

#[test]
fn a_long_closing_text_keeps_its_end() {
    let text = format!("start {}", "word ".repeat(600));
    let evidence = Evidence::of_payload(&text, &Background::default(), None, &MASKS);
    let kept = evidence.text(Field::FinalText).unwrap();
    assert!(kept.len() <= 2_400 && kept.len() > 2_390, "{}", kept.len());
    assert!(text.trim_end().ends_with(kept.trim_end()));
}

#[test]
fn a_long_background_keeps_its_beginning() {
    let tasks: Vec<Value> =
        (0..64).map(|_| json!({"status": "running", "description": "word ".repeat(20)})).collect();
    let text = described(json!(tasks), json!([]));
    assert!(text.starts_with("running: word word"));
    assert!(text.len() <= 1_000 && text.len() > 990, "{}", text.len());
}

#[test]
fn white_space_is_nothing_to_judge() {
    for (text, expected) in [("", true), (" \n\u{a0}", true), ("x", false)] {
        let evidence = Evidence::of_payload(text, &Background::default(), None, &MASKS);
        assert_eq!(evidence.is_blank(), expected, "{text:?}");
    }
}

#[test]
fn what_a_person_typed_stays_unless_that_person_says_otherwise() {
    let with = |may_leave, typed| {
        let evidence = Evidence::default().with_task(may_leave, typed, &MASKS);
        evidence.text(Field::Task).map(String::from)
    };
    assert_eq!(with(false, Some("Fix the parser.")), None);
    assert_eq!(with(false, None), None);
    assert_eq!(Evidence::default().text(Field::Task), None);
    let fix = "Fix src/parser.rs and tell a@corp.example.";
    assert_eq!(with(true, Some(fix)).unwrap(), "the user asked: Fix <path> and tell <email>.");
    assert_eq!(with(true, None).unwrap(), "what the user asked for is not known");
}

#[test]
fn a_long_request_keeps_its_beginning_and_is_cut_behind_redaction() {
    let task = |typed: &str| {
        let evidence = Evidence::default().with_task(true, Some(typed), &MASKS);
        evidence.text(Field::Task).unwrap().strip_prefix("the user asked: ").unwrap().to_owned()
    };
    // Three bytes a character, and the bound counts characters.
    assert_eq!(task(&"\u{8a9e}".repeat(1_600)), "\u{8a9e}".repeat(1_500));
    let open = format!("{}\n```\nzebra", "word ".repeat(298));
    assert!(!task(&format!("{open}\n{}\n```", "zebra ".repeat(99))).contains("zebra"));
}

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_every_field_keeps_its_bound(
        text in prop::collection::vec(any::<char>(), 0..1_200),
        description in prop::collection::vec(any::<char>(), 0..500),
    ) {
        let text: String = text.into_iter().collect();
        let description: String = description.into_iter().collect();
        let tasks = json!([{"status": "running", "description": description}]);
        let evidence = Evidence::of_payload(&text, &background(tasks, json!([])), None, &MASKS);
        prop_assert!(evidence.text(Field::FinalText).unwrap().len() <= 2_400);
        prop_assert!(evidence.text(Field::Background).unwrap().len() <= 1_000);
    }
}
