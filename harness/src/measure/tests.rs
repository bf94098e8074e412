//! Whole measures, on sessions written here.

use std::fs;

use serde_json::{Value, json};
use sprag_core::activity::check_kind::CheckKind;
use tempfile::TempDir;

use super::declared::Declared;
use super::judge::{Drifting, Perfect};
use super::planted::plant;
use super::report::Report;
use super::seen::{Run, SIGHT, Seen, Sight};
use super::sessions::Sessions;
use super::{label, measure};
use crate::transcript::Transcript;

/// Two turns: one only promises, one edits, checks and reports.
fn session() -> Transcript {
    let write = json!({"file_path": "/home/dev/calc/sum.ts", "content": "let a = 1;\n".repeat(9)});
    let test = json!({"command": "bun test"});
    Transcript::new()
        .prompt("p1", "fix the sum")
        .assistant_text("I will fix the sum now.")
        .prompt("p2", "then do it")
        .assistant_text("On it.")
        .part(call("w1", "Write", write))
        .user(result("w1", "done"), json!({"toolUseResult": {"type": "update"}}))
        .assistant_text("Now the tests.")
        .part(call("b1", "Bash", test))
        .user(result("b1", " 12 pass\n 0 fail\n"), json!({"toolUseResult": {"stdout": "ok"}}))
        .assistant_text("The sum is fixed and the tests pass.")
}

fn call(id: &str, tool: &str, input: Value) -> Value {
    json!({"type": "tool_use", "id": id, "name": tool, "input": input})
}

fn result(id: &str, output: &str) -> Value {
    json!([{"type": "tool_result", "tool_use_id": id, "content": output}])
}

/// One label of each kind: right, fine, cut too late, of no session.
const LABELS: [&str; 4] = [
    r#"{"id":"a","session":"s1","line":2,"block":1,"why":"broken_promise","promise":1}"#,
    r#"{"id":"b","session":"s1","line":10,"claims_done":1,"verify_applies":1,"verified":1,
        "claims":["tests"],"backed":[1]}"#,
    r#"{"id":"c","session":"s1","line":99}"#,
    r#"{"id":"d","session":"s2","line":1}"#,
];

/// Returns what `measured` does with the labels and the session in a folder of its own.
fn in_folder<T>(measured: impl FnOnce(&[label::Label], &mut Sessions) -> T) -> T {
    let folder = TempDir::new().unwrap();
    let project = folder.path().join("calc");
    // A subagent's file is nobody's session.
    fs::create_dir_all(project.join("s1/subagents")).unwrap();
    fs::write(project.join("s1/subagents/s2.jsonl"), "{}\n").unwrap();
    fs::write(project.join("s1.jsonl"), session().bytes()).unwrap();
    let labels = label::parse(&LABELS.map(|label| label.replace('\n', " ")).join("\n")).unwrap();
    measured(&labels, &mut Sessions::below(folder.path()).unwrap())
}

fn report(strength: f64, sight: Option<Sight>) -> Report {
    let judge = Drifting { judge: Perfect, strength };
    in_folder(|labels, sessions| measure(labels, sessions, &Declared::default(), &judge, sight))
}

#[test]
fn a_label_is_replayed_on_the_transcript_as_it_was_then() {
    let report = report(0.0, None);
    let promise = report.checks.iter().find(|(id, _)| *id == "promises").unwrap();
    assert_eq!(promise.1.right, ["a"]);
    assert_eq!((promise.1.wrong.len(), promise.1.missed.len()), (0, 0));
    assert_eq!(report.blocks.right, ["a"]);
    assert_eq!(report.blocks.turns, 2);
}

#[test]
fn a_label_that_cannot_be_replayed_is_named_and_not_counted() {
    let report = report(0.0, None);
    let gaps: Vec<_> = report.gaps.iter().map(|gap| (&*gap.id, &*gap.why)).collect();
    assert_eq!(
        gaps,
        [("c", "the transcript ends before its line"), ("d", "no transcript of its session")]
    );
    assert_eq!(report.turns, 2);
}

#[test]
fn drift_changes_the_measure_and_is_the_same_each_time() {
    let text = |strength| report(strength, None).to_string();
    assert_eq!(text(50.0), text(50.0));
    assert_ne!(text(50.0), text(0.0));
}

#[test]
fn what_is_seen_is_compared_with_the_labels_and_adds_to_the_wording() {
    let unverified = Sight(|_| Some(Seen { changed: true, ..Seen::default() }));
    let blind = report(0.0, Some(unverified));
    let agreement = blind.agreement.as_ref().unwrap();
    assert_eq!(agreement.verified.no, ["b"]);
    assert_eq!(agreement.unverified.yes, 1);
    let wrong = |stage: &str, report: &Report| {
        report.ablation.iter().find(|(name, _)| *name == stage).unwrap().1.wrong.clone()
    };
    assert_eq!(wrong("+ evidence", &blind), ["b"]);
    let tested =
        Sight(|_| Some(Seen { changed: true, fresh: Vec::from([(CheckKind::Test, Run::Passed)]) }));
    let sighted = report(0.0, Some(tested));
    assert_eq!(sighted.agreement.as_ref().unwrap().verified.yes, 1);
    assert_eq!(wrong("wording alone", &sighted), ["b"]);
    assert!(wrong("+ evidence", &sighted).is_empty());
}

#[test]
fn a_report_says_the_same_to_people_and_to_programs() {
    let report = report(0.0, None);
    let json: Value = serde_json::from_str(&report.json().unwrap()).unwrap();
    assert_eq!(json["turns"], 2);
    assert_eq!(json["blocks"]["right"], json!(["a"]));
    let text = report.to_string();
    assert!(text.starts_with("2 turn ends replayed, 2 not\n"), "{text}");
    assert!(text.contains("right 1: a\n"), "{text}");
}

#[test]
fn every_mutation_of_a_turn_that_was_verified_is_noticed() {
    // Nothing but the turn itself says that the project has tests.
    let report = in_folder(|labels, sessions| plant(labels, sessions, &Declared::default(), SIGHT));
    for planted in &report.mutations {
        assert_eq!(planted.changed, ["b"], "{}", planted.name);
        assert!(planted.stuck.is_empty(), "{}", planted.name);
    }
    let text = report.to_string();
    assert!(text.contains("    noticed 1: b\n") && !text.contains("not noticed"), "{text}");
    // Who sees nothing pass notices the loss, and who sees nothing at all does not.
    let unverified = Sight(|_| Some(Seen { changed: true, ..Seen::default() }));
    for (sight, is_noticed) in [(Some(unverified), true), (None, false)] {
        let report =
            in_folder(|labels, sessions| plant(labels, sessions, &Declared::default(), sight));
        let cut = report.mutations.iter().find(|planted| planted.name == "output cut by a pipe");
        assert_eq!(!cut.unwrap().changed.is_empty(), is_noticed);
    }
}
