//! `done` blocks sparingly.

use std::fs;

use serde_json::{Value, json};

use super::{CLAIM, Conversation, FILE, Stop, UNSUPPORTED, claimed};
use crate::ended::Ended;
use crate::run::names;

/// Ends a turn of this prompt with an answer of its own.
fn ends(stop: &mut Stop, prompt: &str, number: u32) -> Ended {
    let text = format!("{CLAIM} That was step {number} of {prompt}.");
    let turn = Conversation::begin().person(prompt, "Go on.").tool("Edit", FILE).says(&text);
    stop.field("prompt_id", prompt).closing(&text).transcript(&turn).run()
}

/// Lets time pass: moves the last block back.
fn passes_time(stop: &Stop, milliseconds: u64) {
    let folder = stop.state("sessions");
    let file = folder.join(&names(&folder)[0]);
    let mut counters: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let at = counters["blocked_at_ms"].as_u64().unwrap();
    counters["blocked_at_ms"] = json!(at - milliseconds);
    fs::write(&file, counters.to_string()).unwrap();
}

const LONG: u64 = 60_000;

#[test]
fn one_prompt_causes_one_block() {
    let mut stop = claimed(Conversation::begin());
    ends(&mut stop, "a", 1).blocks_saying(UNSUPPORTED);
    passes_time(&stop, LONG);
    ends(&mut stop, "a", 2).passes();
    assert_eq!(stop.verdicts(), ["block done", "pass spared"]);
}

#[test]
fn one_session_has_three_blocks() {
    let mut stop = claimed(Conversation::begin());
    for prompt in ["a", "b", "c"] {
        ends(&mut stop, prompt, 1).blocks_saying(UNSUPPORTED);
        passes_time(&stop, LONG);
    }
    ends(&mut stop, "d", 1).passes();
    stop.field("session_id", "another");
    ends(&mut stop, "d", 1).blocks_saying(UNSUPPORTED);
}

#[test]
fn at_least_a_minute_is_between_two_blocks() {
    let mut stop = claimed(Conversation::begin());
    ends(&mut stop, "a", 1).blocks_saying(UNSUPPORTED);
    ends(&mut stop, "b", 1).passes();
    passes_time(&stop, LONG);
    ends(&mut stop, "c", 1).blocks_saying(UNSUPPORTED);
}

/// The block of another check has interrupted the agent as well.
#[test]
fn the_block_of_another_check_counts_for_the_minute() {
    let mut stop = Stop::judged(crate::run::BROKEN);
    stop.arguments = ["hook", "--checks", "promises,done"].map(Into::into).to_vec();
    ends(&mut stop, "a", 1).blocks();
    stop.judge_anew(super::CLAIMED);
    ends(&mut stop, "b", 1).passes();
    assert_eq!(stop.verdicts(), ["block promises", "pass spared"]);
    passes_time(&stop, LONG);
    ends(&mut stop, "c", 1).blocks_saying(UNSUPPORTED);
}

#[test]
fn shadow_spends_the_same_blocks() {
    let mut stop = claimed(Conversation::begin());
    stop.with(&["--shadow"]);
    ends(&mut stop, "a", 1).notice();
    passes_time(&stop, LONG);
    ends(&mut stop, "a", 2).passes();
    assert_eq!(stop.verdicts(), ["would_block done", "pass spared"]);
}
