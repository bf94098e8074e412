//! Records decided again.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use sprag_core::checks::Finding;
use sprag_core::log::{Id, LogLine};
use sprag_core::record::Record;
use sprag_core::replay::{OddThreshold, Replay, Thresholds};
use sprag_core::review::Mark;
use sprag_core::screen::{Columns, Ink};
use sprag_core::verdict::Verdict;
use sprag_harness::given::{judged, plan};
use sprag_harness::shown::{fault, grouped, several, time};

use crate::explain::figures::outcome;
use crate::logged::{Log, any_log, clock, every_record, on_every_width, plain_log, record_of};
use crate::{assert_bytes, long_properties};

fn thresholds(texts: &[&str]) -> Thresholds {
    let mut thresholds = Thresholds::default();
    texts.iter().for_each(|text| thresholds.set(text).unwrap());
    thresholds
}

fn replayed(log: &Log, texts: &[&str]) -> Replay {
    let mut replay = Replay::new(thresholds(texts));
    let reviews = log.reviewed();
    log.lines().for_each(|line| replay.add(line, &reviews));
    replay
}

#[test]
fn every_kind_of_record_decides_again_to_itself_from_its_line() {
    let mut seen = 0;
    every_record(499, |record| {
        let LogLine::Stop(entry) = LogLine::read(record.line().as_bytes()) else {
            panic!("{record:?}")
        };
        assert_eq!(entry.record, record);
        assert_eq!(entry.record.again(), record);
        let mut replay = Replay::new(Thresholds::default());
        replay.add(LogLine::Stop(entry), &Default::default());
        assert_eq!((replay.stops, replay.identical, replay.flipped), (1, 1, 0));
        seen += 1;
    });
    assert!(seen > 1_000, "{seen}");
}

#[test]
fn a_threshold_has_a_name_and_a_value() {
    let mut set = Thresholds::default();
    assert!(set.is_none());
    for (text, odd) in [
        ("tau", OddThreshold::Form),
        ("x=0.5", OddThreshold::Name("x".into())),
        ("shadow=0.5", OddThreshold::Name("shadow".into())),
        ("tau=0", OddThreshold::Value("0".into())),
        ("claim=1.01", OddThreshold::Value("1.01".into())),
        ("claim_local=x", OddThreshold::Value("x".into())),
    ] {
        assert_eq!(set.set(text), Err(odd), "{text}");
    }
    assert!(set.is_none());
    let set = thresholds(&["tau=0.4", "claim=0.8", "claim_local=0.95"]);
    assert_eq!(set.to_string(), "tau at 0.4, claim at 0.8, claim_local at 0.95");
}

#[test]
fn the_judge_in_the_box_has_a_threshold_of_its_own() {
    let mut record = record_of(plan(), judged("0.1", "0.9"), Default::default());
    let set = thresholds(&["claim=0.8", "claim_local=0.95"]);
    assert_eq!(set.apply(&record).plan.claim.map(f64::from), Some(0.8));
    record.call.as_mut().unwrap().asked = "local".into();
    assert_eq!(set.apply(&record).plan.claim.map(f64::from), Some(0.95));
    assert_eq!(thresholds(&["claim=0.8"]).apply(&record).plan.claim, record.plan.claim);
    assert_eq!(set.apply(&record).plan.tau, record.plan.tau);
}

#[test]
fn a_flip_is_named_with_what_was_said_of_it() {
    let mut log = Log::default();
    let wrong = log.add(record_of(plan(), judged("0.1", "0.6"), Default::default()));
    log.review(&wrong, Mark::Wrong);
    log.add(record_of(plan(), judged("0.1", "0.2"), Default::default()));
    let replay = replayed(&log, &["tau=0.7"]);
    assert_eq!((replay.stops, replay.identical, replay.flipped), (2, 2, 1));
    assert_eq!((replay.lost_right, replay.lost_wrong), (0, 1));
    let [flip] = replay.flips.as_slice() else { panic!("{replay:?}") };
    assert_eq!((flip.id.clone(), flip.review), (wrong.id, Some(Mark::Wrong)));
}

#[test]
fn the_flips_of_a_log_on_every_width() {
    let mut log = plain_log();
    log.text = log.text.lines().take(60).chain(["x"]).map(|line| format!("{line}\n")).collect();
    let flips = on_every_width(|columns| replayed(&log, &["tau=0.6"]).screen(&clock(0), columns));
    assert_bytes("the_flips_of_a_log.txt", flips.as_bytes());
    let same = replayed(&log, &[]).screen(&clock(0), Columns::of(None));
    assert_bytes("a_log_decided_again_as_it_was.txt", same.print(Ink::PLAIN).as_bytes());
}

/// Returns the records of a log, each with its line.
fn records(log: &Log) -> impl Iterator<Item = (&str, Record)> {
    let lines = log.text.lines().filter(|line| line.starts_with("{\"form\":1,"));
    lines.filter_map(|line| Some((line, Record::parse(line)?)))
}

fn value(verdict: &Verdict) -> Value {
    serde_json::to_value(verdict).unwrap()
}

/// A replay, counted anew from the text of the log, with one decision for each record.
#[derive(Debug, Default)]
struct Recount {
    json: Value,
    /// What the screen says that holds a figure, at 120 columns.
    texts: Vec<String>,
}

fn recounted(log: &Log, tau: Option<f64>) -> Recount {
    let reviews: Vec<Value> =
        log.reviews.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mark = |id: &str, check: &str| {
        let own = |review: &&Value| review["id"] == id && review["check"] == check;
        reviews.iter().rfind(own).map(|review| review["mark"].as_str().unwrap())
    };
    let mut stops = 0_u64;
    let mut outcomes: BTreeMap<(&str, String), u64> = BTreeMap::new();
    let mut lost: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut flips, mut rows) = (Vec::new(), Vec::new());
    for (line, record) in records(log) {
        let id = Id::of(line.as_bytes()).as_str().to_owned();
        let mut changed: Value = serde_json::from_str(line).unwrap();
        if let Some(tau) = tau {
            changed["plan"]["tau"] = json!(tau);
        }
        let again = Record::parse(&changed.to_string()).unwrap().decide_again();
        let (before, after) = (value(&record.verdict), value(&again.verdict));
        stops += 1;
        for (when, verdict) in [("before", &before), ("after", &after)] {
            let word = verdict.as_object().unwrap().keys().next().unwrap().clone();
            *outcomes.entry((when, word)).or_default() += 1;
        }
        for found in changed["findings"].as_array().unwrap() {
            let check = found["check"].as_str().unwrap();
            let objects = again
                .findings
                .iter()
                .any(|(it, finding)| it.id == check && *finding == Finding::Fires);
            if found["finding"] == "fires" && !objects {
                lost.extend(mark(&id, check).map(|mark| (mark, lost.get(mark).unwrap_or(&0) + 1)));
            }
        }
        if before != after {
            let named = before["block"].as_str().or(before["would_block"].as_str());
            let mark = named.and_then(|check| mark(&id, check)).unwrap_or_default();
            let at = time(record.at_ms);
            let (before, after) = (outcome(&before), outcome(&after));
            rows.push(format!("{id} {at} {before} {after} {mark}"));
            flips.push(id);
        }
    }
    let number = |when, word: &str| outcomes.get(&(when, word.to_owned())).copied().unwrap_or(0);
    let of = |when| {
        json!({
            "blocked": number(when, "block"),
            "would_block": number(when, "would_block"),
            "passed": number(when, "pass"),
        })
    };
    let lost = |mark| lost.get(mark).copied().unwrap_or(0);
    let flipped = u64::try_from(flips.len()).unwrap();
    let set = tau.map_or_else(|| "as recorded".into(), |tau| format!("with tau at {tau}"));
    let mut texts = vec![format!("{}, decided again {set}", several(stops, "stop"))];
    for (words, word) in
        [("sent back", "block"), ("would be, in shadow", "would_block"), ("passed", "pass")]
    {
        let [before, after] = ["before", "after"].map(|when| grouped(number(when, word)));
        texts.push(format!("{words} {before} {after}"));
    }
    if lost("right") + lost("wrong") > 0 {
        let [wrong, right] = ["wrong", "right"].map(|mark| grouped(lost(mark)));
        texts.push(format!("reviews called {wrong} wrong and {right} right."));
    }
    texts.push(format!("What flips: {}", several(flipped, "stop")));
    texts.extend(rows.into_iter().take(20));
    texts.extend((flipped > 20).then(|| format!("and {} more", grouped(flipped - 20))));
    let lines = log.text.lines().filter(|line| !line.is_empty());
    let lines: Vec<Value> =
        lines.map(|line| serde_json::from_str(line).unwrap_or_default()).collect();
    let passed_over = |is_one: &dyn Fn(&Value) -> bool, word| {
        let number = u64::try_from(lines.iter().filter(|line| is_one(line)).count()).unwrap();
        (number > 0).then(|| several(number, word))
    };
    texts.extend(passed_over(&|line| !line["form"].is_u64(), "damaged line"));
    let is_other = |line: &Value| line["form"].is_u64() && line["form"] != 1;
    texts.extend(passed_over(&is_other, "record"));
    let json = json!({
        "stops": stops,
        "identical": stops,
        "before": of("before"),
        "after": of("after"),
        "flipped": flipped,
        "flips": flips,
        "lost_right": lost("right"),
        "lost_wrong": lost("wrong"),
    });
    Recount { json, texts }
}

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_every_figure_of_a_replay_is_that_of_a_recount(
        log in any_log(),
        tau in prop::option::of(0.01_f64..1.0),
    ) {
        let set = tau.map(|tau| format!("tau={tau}"));
        let replay = replayed(&log, &set.iter().map(String::as_str).collect::<Vec<_>>());
        let mut shown = serde_json::to_value(&replay).unwrap();
        let flips = shown["flips"].as_array().unwrap().iter().map(|flip| flip["id"].clone());
        shown["flips"] = flips.collect();
        let recounted = recounted(&log, tau);
        for (name, value) in recounted.json.as_object().unwrap() {
            prop_assert_eq!(&shown[name], value, "{}", name);
        }
        let screen = replay.screen(&clock(0), Columns::of(Some(120))).print(Ink::PLAIN);
        prop_assert_eq!(fault(&screen, &recounted.texts), None, "{}", screen);
    }
}
