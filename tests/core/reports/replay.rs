//! Records decided again.

mod recount;

use proptest::prelude::*;
use sprag_core::reports::log::LogLine;
use sprag_core::reports::replay::{OddThreshold, Replay, Thresholds};
use sprag_core::reports::review::Mark;
use sprag_core::text::screen::{Columns, Ink};
use sprag_harness::given::{judged, plan};
use sprag_harness::shown::fault;

use recount::Recount;

use crate::reports::logged::{
    Log, any_log, clock, every_record, on_every_width, plain_log, record_of,
};
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
fn the_built_in_judge_has_its_own_threshold() {
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
        let recount = Recount::of(&log, tau);
        for (name, value) in recount.json().as_object().unwrap() {
            prop_assert_eq!(&shown[name], value, "{}", name);
        }
        let screen = replay.screen(&clock(0), Columns::of(Some(120))).print(Ink::PLAIN);
        prop_assert_eq!(fault(&screen, &recount.texts(&log)), None, "{}", screen);
    }
}
