//! The sample log that ships: invented turns, run through the hook, with answers of the stand-in.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sprag_core::decision::record::Record;
use sprag_core::reports::log::LogLine;

use crate::conversation::{Conversation, PROMPT};
use crate::run::{BROKEN, SOUND, Stop};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/recorded/sample.jsonl");

const FILE: &str = "/home/dev/rocket/src/parser.rs";
const FAILED: &str =
    "Exit code 101\ntest result: FAILED. 41 passed; 1 failed; 0 ignored; finished in 0.31s";
const PASSED: &str = "test result: ok. 42 passed; 0 failed; 0 ignored; finished in 0.31s";

const CLAIMED: &str = r#"{"claims_done": 0.96, "claims_tests": 0.97, "claims_build": 0.1,
    "claims_lint": 0.03, "verification_applies": 0.94, "outcome_blocked": 0.04}"#;
const STUCK: &str = r#"{"claims_done": 0.31, "claims_tests": 0.02, "claims_build": 0.02,
    "claims_lint": 0.01, "verification_applies": 0.94, "outcome_blocked": 0.93}"#;
const WATCHES: &str = r#"{"watch_claim": 0.91, "watch_mismatch": 0.12}"#;

/// A turn of the sample.
struct Turn {
    session: &'static str,
    checks: &'static str,
    more: &'static [&'static str],
    /// What the stand-in says; none stands for a judge that fails.
    scores: Option<&'static str>,
    turn: Conversation,
    closing: &'static str,
    continues: bool,
}

fn asked(text: &str) -> Conversation {
    Conversation::begin().person(PROMPT, text)
}

fn plain(
    session: &'static str,
    checks: &'static str,
    turn: Conversation,
    closing: &'static str,
) -> Turn {
    let scores = Some(SOUND);
    Turn { session, checks, more: &[], scores, turn, closing, continues: false }
}

fn timeout() -> Conversation {
    asked("Raise the timeout to 30 s and run the suite.").tool("Read", "a.rs")
}

fn parser() -> Conversation {
    asked("Fix the parser.").tool("Edit", FILE)
}

fn turns() -> Vec<Turn> {
    acting().into_iter().chain(done()).chain(others()).collect()
}

/// Turns that act, and one that only says so.
fn acting() -> Vec<Turn> {
    vec![
        Turn {
            scores: Some(BROKEN),
            ..plain(
                "5f0c1b9e-0000-4000-8000-00000000000a",
                "promises",
                timeout(),
                "I'll change the value now, then run the suite.",
            )
        },
        Turn {
            continues: true,
            ..plain(
                "5f0c1b9e-0000-4000-8000-00000000000a",
                "promises",
                timeout().tool("Edit", FILE).call("Bash", "cargo test").result(PASSED),
                "The timeout is 30 s, and the suite passed.",
            )
        },
        plain(
            "5f0c1b9e-0000-4000-8000-00000000000b",
            "promises",
            asked("What does the parser do with CRLF?").tool("Read", "src/parser.rs"),
            "It splits at CRLF as it does at LF, and drops neither.",
        ),
    ]
}

/// Turns that say what they have done.
fn done() -> Vec<Turn> {
    let stuck = "The parser keeps its last line now. The suite needs a database that is not \
                 here, so nothing was run.";
    vec![
        Turn {
            scores: Some(CLAIMED),
            ..plain(
                "5f0c1b9e-0000-4000-8000-00000000000c",
                "done",
                parser().call("Bash", "cargo test").error(FAILED),
                "Fixed: the parser keeps its last line. All tests pass.",
            )
        },
        plain(
            "5f0c1b9e-0000-4000-8000-00000000000d",
            "done",
            parser().call("Bash", "cargo test --workspace").result(PASSED),
            "Fixed: the parser keeps its last line. All tests pass.",
        ),
        Turn {
            scores: Some(STUCK),
            ..plain("5f0c1b9e-0000-4000-8000-00000000000e", "done", parser(), stuck)
        },
    ]
}

/// A promise to watch, a question, and a judge that is not heard.
fn others() -> Vec<Turn> {
    vec![
        Turn {
            scores: Some(WATCHES),
            more: &["--shadow"],
            ..plain(
                "5f0c1b9e-0000-4000-8000-00000000000f",
                "watch",
                asked("Push it and see that CI is green.").call("Bash", "git push").result("ok"),
                "Pushed. I'm watching the CI run and will report when it is done.",
            )
        },
        plain(
            "5f0c1b9e-0000-4000-8000-000000000010",
            "ask,challenge",
            asked("Fix both and commit.").tool("Edit", FILE).tool("Bash", "cargo check"),
            "Both are fixed. Shall I commit?",
        ),
        Turn {
            scores: None,
            ..plain(
                "5f0c1b9e-0000-4000-8000-000000000011",
                "promises",
                timeout(),
                "The value stands in the configuration; it is 10 s.",
            )
        },
    ]
}

/// Runs a turn, and returns its record.
fn record(turn: &Turn, state: &Path) -> Value {
    let mut stop = match turn.scores {
        Some(scores) => Stop::judged(scores),
        None => Stop::in_mode("500"),
    };
    stop.set("SPRAG_STATE_DIR", state);
    stop.config("log_text = \"on\"");
    stop.closing(turn.closing).transcript(&turn.turn.clone().says(turn.closing));
    stop.field("session_id", turn.session).field("stop_hook_active", turn.continues);
    stop.arguments = ["hook", "--checks", turn.checks].map(Into::into).to_vec();
    stop.with(turn.more).run();
    let log = fs::read_to_string(state.join("decisions.jsonl")).unwrap();
    serde_json::from_str(log.lines().last().unwrap()).unwrap()
}

/// Replaces what differs from run to run: times, and the stand-in's name for a request.
fn settle(records: &mut [Value]) {
    let mut times = BTreeMap::new();
    for (record, number) in records.iter_mut().zip(0_u64..) {
        let at = record["at_ms"].as_u64().unwrap();
        let settled = 1_795_000_000_000 + number * 7_000;
        times.insert(at, settled);
        record["at_ms"] = json!(settled);
        if let Some(at) = record["counters"]["blocked_at_ms"].as_u64() {
            record["counters"]["blocked_at_ms"] = json!(times[&at]);
        }
        if record["call"]["model"].is_string() {
            record["call"]["latency_ms"] = json!(96 + number * 11);
        }
        if record["call"].is_object() {
            record["call"]["request_id"] = Value::Null;
        }
    }
}

#[test]
fn the_sample_log_is_what_the_hook_records_of_its_turns() {
    let state = tempfile::Builder::new().prefix("sprag-sample-").tempdir().unwrap();
    let mut records: Vec<Value> = turns().iter().map(|turn| record(turn, state.path())).collect();
    settle(&mut records);
    // Through the record, so that members stand in their order.
    let line = |record: &Value| Record::parse(&record.to_string()).unwrap().line();
    let sample: String = records.iter().map(line).collect();
    if std::env::var("INSTA_UPDATE").as_deref() == Ok("always") {
        fs::write(SAMPLE, &sample).unwrap();
    }
    assert_eq!(fs::read_to_string(SAMPLE).unwrap(), sample, "INSTA_UPDATE=always writes it");
}

#[test]
fn the_sample_log_decides_again_to_itself_and_names_no_judge() {
    let text = fs::read_to_string(SAMPLE).unwrap();
    assert_eq!(text.lines().count(), turns().len());
    for line in text.lines() {
        let LogLine::Stop(entry) = LogLine::read(line.as_bytes()) else { panic!("{line}") };
        assert_eq!(entry.record.again().line().trim_end(), line);
        let model = entry.record.call.and_then(|call| call.model);
        assert!(model.is_none_or(|model| model == "stand-in"), "{line}");
    }
}
