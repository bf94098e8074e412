//! The facts of a past turn are those that `sprag facts` prints.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sprag_harness::recorded::{CODEX, GROK, Recorded};
use sprag_harness::transcript::Transcript;

use crate::home::{Home, PROJECT};

/// Demands that each line has the facts of its turn; returns how many lines each host has.
fn demand(home: &Home) -> BTreeMap<String, usize> {
    let mut hosts = BTreeMap::new();
    for line in home.lines(&["audit", "--json"]) {
        let file = line["file"].as_str().unwrap();
        let prompt = line["prompt_id"].as_str().unwrap();
        let shown = home.lines(&["facts", file, "--prompt-id", prompt]);
        assert_eq!(shown, std::slice::from_ref(&line["facts"]), "{file} {prompt}");
        assert_eq!(line["line"], line["facts"]["turn"]["last_line"]);
        assert_eq!(line["prompt_id"], line["facts"]["turn"]["prompt_id"]);
        *hosts.entry(line["host"].as_str().unwrap().into()).or_default() += 1;
    }
    hosts
}

#[test]
fn the_facts_of_every_past_turn_are_those_that_are_printed_for_its_prompt() {
    let hosts = demand(&Home::of_every_host());
    let names: Vec<&str> = hosts.keys().map(String::as_str).collect();
    assert_eq!(names, ["claude", "codex", "grok"]);
    assert!(hosts["claude"] > 60 && hosts["codex"] == 7 && hosts["grok"] == 5, "{hosts:?}");
}

/// Returns the prompts of the turns that a host says to have run; `prompt` finds one in a record.
fn run(recorded: &[Recorded], prompt: fn(&Value) -> Option<&str>) -> BTreeSet<String> {
    let lines = recorded.iter().flat_map(|recorded| recorded.bytes.split(|byte| *byte == b'\n'));
    let records = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    records.filter_map(|record| prompt(&record).map(String::from)).collect()
}

fn prompts(home: &Home) -> BTreeSet<String> {
    let lines = home.lines(&["audit", "--json"]);
    lines.iter().map(|line| line["prompt_id"].as_str().unwrap().into()).collect()
}

#[test]
fn each_turn_that_codex_recorded_has_the_facts_that_are_printed_for_its_prompt() {
    let home = Home::empty();
    home.add_codex();
    assert_eq!(demand(&home), BTreeMap::from([("codex".into(), 7)]));
    let run = run(&CODEX, |record| {
        let payload = &record["payload"];
        (payload["type"] == "task_complete").then_some(payload["turn_id"].as_str()?)
    });
    assert_eq!((run.len(), prompts(&home)), (7, run.clone()));
}

#[test]
fn each_turn_that_grok_recorded_has_the_facts_that_are_printed_for_its_prompt() {
    let home = Home::empty();
    home.add_grok();
    assert_eq!(demand(&home), BTreeMap::from([("grok".into(), 5)]));
    let run = run(&GROK, |record| record["params"]["update"]["prompt_id"].as_str());
    assert_eq!((run.len(), prompts(&home)), (5, run.clone()));
}

#[test]
fn what_subagents_did_and_who_owes_an_answer_is_what_it_was_at_the_end_of_the_turn() {
    let home = Home::empty();
    let sent = json!({"to": "windows", "message": "go"});
    let written = Transcript::new()
        .prompt("p1", "Fix it.")
        .call("Task", json!({"subagent_type": "general-purpose", "prompt": "Fix it."}))
        .answered(json!("Done."), false, json!(null))
        .assistant_text("Fixed.")
        .prompt("p2", "Ask them.")
        .call("SendMessage", sent)
        .answered(json!("Sent to another Claude session."), false, json!(null))
        .assistant_text("Asked.")
        .prompt("p3", "<cross-session-message from-id=\"9\" from-name=\"windows\">done")
        .assistant_text("They are done.");
    home.write(&format!("{PROJECT}/s1.jsonl"), &written.bytes());
    let agent = Transcript::new()
        .aside(|side| side.prompt("p1", "Fix it.").edits_lines("/home/dev/calc/src/add.py", 5));
    home.write(&format!("{PROJECT}/s1/subagents/agent-a1.jsonl"), &agent.bytes());
    demand(&home);
    let lines = home.lines(&["audit", "--json"]);
    let owed: Vec<&Value> = lines.iter().map(|line| &line["facts"]["handoffs"]).collect();
    assert_eq!(owed, [&json!([]), &json!(["windows"]), &json!([])]);
    assert_eq!(lines[0]["facts"]["changes"][0]["by"], "subagent");
    assert_eq!(lines.len(), 3, "a subagent's end is none of the session's");
}
