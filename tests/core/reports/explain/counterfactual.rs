//! What would have changed a decision, done by hand to the text of its line.

use serde_json::{Value, json};
use sprag_core::checks::ALL;
use sprag_core::decision::record::Record;
use sprag_core::reports::explain::counterfactuals;

use super::figures::outcome;
use crate::reports::logged::pool;

/// Returns the figure between two words, as `why` writes it, and what follows.
fn figure<'a>(text: &'a str, end: &str) -> Option<(f64, &'a str)> {
    let (figure, rest) = text.split_once(end)?;
    Some((figure.parse().unwrap(), rest))
}

/// Demands that the figure that is said to have held is the one in the record.
fn demand_was(said: &str, was: &Value, unknown: &str) {
    let was = was.as_f64().filter(|was| (0.0..=1.0).contains(was));
    let was = was.map_or_else(|| unknown.into(), |was| format!("it was {was:.2}"));
    assert_eq!(said.strip_prefix("; ").unwrap(), was);
}

/// Returns the record with one thing changed, and for a figure the record with the change that
/// falls just short of it.
fn turned(record: &Value, with: &str) -> (Value, Option<Value>) {
    let mut turned = record.clone();
    let short = match with.strip_prefix('`').and_then(|rest| rest.split_once("` ")) {
        Some((name, change)) => setting(&mut turned, name, change),
        None => {
            fact(&mut turned, with);
            None
        }
    };
    (turned, short)
}

/// Changes a score or a setting.
fn setting(record: &mut Value, name: &str, change: &str) -> Option<Value> {
    match (name, change) {
        ("shadow", word) => record["plan"]["shadow"] = json!(word == "on"),
        ("max_blocks", number) => {
            let most: u64 = number.strip_prefix("at ").unwrap().parse().unwrap();
            assert_eq!(Some(most - 1), record["plan"]["blocks_max"].as_u64());
            record["plan"]["blocks_max"] = json!(most);
        }
        (word, "among the enabled checks") => {
            let check = ALL.iter().find(|check| check.word == word).unwrap();
            record["plan"]["checks"].as_array_mut().unwrap().push(json!(check.word));
        }
        (name, change) => return threshold(record, name, change),
    }
    None
}

/// Changes a score, or the threshold that scores are compared with.
fn threshold(record: &mut Value, name: &str, change: &str) -> Option<Value> {
    let before = record.clone();
    let (member, unknown) = match name {
        "tau" => (&mut record["plan"]["tau"], "it was invalid"),
        "claim" | "claim_local" => (&mut record["plan"]["claim"], "it was invalid"),
        score => (&mut record["judged"]["answered"][score], "it was no answer"),
    };
    let was = member.clone();
    let (to, short, said) = if let Some(rest) = change.strip_prefix("above ") {
        let (at, rest) = rest.split_once("; ").unwrap();
        let at: f64 = at.parse().unwrap();
        (at.next_up(), at, rest)
    } else if let Some(rest) = change.strip_prefix("below ") {
        let (at, rest) = rest.split_once("; ").unwrap();
        let at: f64 = at.parse().unwrap();
        (at.next_down(), at, rest)
    } else {
        let rest = change.strip_prefix("at ").unwrap();
        let more = figure(rest, " or more; ").map(|(at, said)| (at, at.next_down(), said));
        let less = figure(rest, " or less; ").map(|(at, said)| (at, at.next_up(), said));
        more.or(less).unwrap()
    };
    demand_was(&format!("; {said}"), &was, unknown);
    *member = json!(to);
    // A score that is none at all has no place from which it falls short.
    let is_known = was.as_f64().is_some_and(|was| (0.0..=1.0).contains(&was));
    is_known.then(|| {
        let mut record = before;
        let member = match name {
            "tau" => &mut record["plan"]["tau"],
            "claim" | "claim_local" => &mut record["plan"]["claim"],
            score => &mut record["judged"]["answered"][score],
        };
        *member = json!(short);
        record
    })
}

/// Changes a fact, or what came before.
fn fact(record: &mut Value, with: &str) {
    let counts = [
        ("tools", ["no tool call", "a tool call", "two tool calls"]),
        ("running", ["nothing running", "a running task", "-"]),
        ("scheduled", ["nothing scheduled", "a scheduled prompt", "-"]),
        ("handoffs", ["no session awaited", "an awaited session", "-"]),
    ];
    let (plain, is_unknown) = match with.strip_suffix("; it was unknown") {
        Some(plain) => (plain, true),
        None => (with, false),
    };
    let known = &mut record["plan"]["known"];
    for (name, words) in counts {
        if let Some(number) = words.iter().position(|words| *words == plain) {
            assert_eq!(known[name].is_null(), is_unknown, "{with}");
            known[name] = json!(number);
            return;
        }
    }
    if let Some(kind) = with.strip_suffix(" run that passed after the last change") {
        let kind = kind.strip_prefix("a ").unwrap();
        let runs = known["standing"][kind]["runs"].as_u64().unwrap() + 1;
        known["standing"][kind] =
            json!({"last": "passed", "runs": runs, "lines_since": 0, "flagged": false});
        known["standing"]["lines_since_check"] = json!(0);
    } else if with == "no change to code" {
        for name in ["code", "lines"] {
            known["standing"]["changed"][name] = json!(0);
        }
        known["standing"]["lines_since_check"] = json!(0);
    } else if let Some((place, cue)) = with.split_once(" without the cue `") {
        let place = if place == "a message" { "closing" } else { "request" };
        for cues in ["blocking", "all"] {
            let cues = known["wording"][place][cues].as_array_mut().unwrap();
            cues.retain(|other| other.as_str() != cue.strip_suffix('`'));
        }
    } else {
        before(&mut record["counters"], with);
    }
}

fn before(counters: &mut Value, with: &str) {
    match with {
        "no block before" => {
            let person = counters["person"].clone();
            *counters = json!({
                "person": person, "blocks": 0, "answers": [], "blocked_at_ms": null, "told": [],
            });
        }
        "fewer blocks since a person last typed" => counters["blocks"] = json!(0),
        "an answer that had not been sent back before" => counters["answers"] = json!([]),
        "no earlier block by this check, and no recent block" => {
            counters.as_object_mut().unwrap().remove("sparing");
            counters["blocked_at_ms"] = Value::Null;
        }
        "no objection to the previous answer" => {
            counters.as_object_mut().unwrap().remove("nagged");
        }
        other => panic!("{other}"),
    }
}

/// Returns what a record comes to, by its text.
fn decided(record: &Value) -> String {
    let record = Record::parse(&record.to_string()).unwrap_or_else(|| panic!("{record}"));
    outcome(&serde_json::to_value(record.decide_again().verdict).unwrap())
}

#[test]
fn what_is_said_to_change_a_decision_changes_it_as_is_said_and_no_less_does() {
    let mut seen = 0;
    for record in pool() {
        let before: Value = serde_json::from_str(&record.line()).unwrap();
        for counterfactual in counterfactuals(record) {
            let (after, short) = turned(&before, &counterfactual.with);
            assert_eq!(decided(&after), counterfactual.outcome, "{} {before}", counterfactual.with);
            assert_ne!(
                counterfactual.outcome,
                outcome(&before["verdict"]),
                "{}",
                counterfactual.with
            );
            if let Some(short) = short {
                let as_it_was = outcome(&before["verdict"]);
                assert_eq!(decided(&short), as_it_was, "short of {} {before}", counterfactual.with);
            }
            seen += 1;
        }
    }
    assert!(seen > 800, "{seen}");
}
