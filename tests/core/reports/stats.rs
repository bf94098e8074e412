//! The figures of `sprag stats`, compared with a recount of the log.

mod delegation;
mod screen;

use proptest::prelude::*;
use serde_json::{Value, json};
use sprag_core::checks::verdict::Failure;
use sprag_core::decision::decide::Judged;
use sprag_core::decision::plan::Plan;
use sprag_core::reports::log::Id;
use sprag_core::reports::review::Mark;
use sprag_core::reports::stats::{Days, Stats, Tally};
use sprag_core::settings::Price;
use sprag_core::text::screen::{Columns, Ink};
use sprag_harness::given::{judged, plan};
use sprag_harness::ledger::Ledger;
use sprag_harness::shown::{fault, squeezed};

use crate::reports::logged::{
    DAY_MS, Log, NOON_MS, any_log, clock, moved, on_every_width, plain_log, record_of,
};
use crate::{assert_bytes, long_properties};

const PRICE: &str = "0.042";

fn stats(log: &Log, days: &str, price: Option<&str>) -> Stats {
    let reviews = log.reviewed();
    let mut tally = Tally::new(clock(NOON_MS), Days::parse(days).unwrap(), &reviews);
    log.lines().for_each(|line| tally.add(line));
    log.usage.split('\n').for_each(|line| tally.add_usage(line.as_bytes()));
    tally.finish(price.map(|price| Price::parse(price).unwrap()))
}

fn recounted(log: &Log, days: u64, price: Option<f64>) -> Value {
    let id = |line: &str| Id::of(line.as_bytes()).as_str().to_owned();
    let Log { text, reviews, usage } = log;
    Ledger { log: text, reviews, usage, now_ms: NOON_MS, days, price, id }.figures()
}

fn shown(stats: &Stats, columns: u16) -> String {
    stats.screen(&clock(NOON_MS), Columns::of(Some(columns))).print(Ink::PLAIN)
}

#[test]
fn the_figures_of_a_log_on_every_width() {
    let log = plain_log();
    let stats = stats(&log, "30", Some(PRICE));
    let text = on_every_width(|columns| stats.screen(&clock(NOON_MS), columns));
    assert_bytes("the_figures_of_a_log.txt", text.as_bytes());
}

#[test]
fn an_empty_log_has_no_figures_and_says_what_to_do() {
    let log = Log::default();
    let stats = stats(&log, "30", Some(PRICE));
    assert_eq!(serde_json::to_value(&stats).unwrap(), recounted(&log, 30, Some(0.042)));
    assert_bytes("the_figures_of_no_log.txt", shown(&stats, 80).as_bytes());
}

#[test]
fn one_record_is_counted_once_wherever_it_belongs() {
    let mut log = Log::default();
    log.add(moved(&record_of(plan(), judged("0.2", "0.9"), Default::default()), NOON_MS));
    let stats = stats(&log, "1", None);
    assert_eq!((stats.stops, stats.blocked, stats.passed), (1, 1, 0));
    assert_eq!(serde_json::to_value(&stats).unwrap(), recounted(&log, 1, None));
    assert_bytes("the_figures_of_one_record.txt", shown(&stats, 80).as_bytes());
}

#[test]
fn days_are_those_of_the_calendar() {
    let mut log = Log::default();
    let record = record_of(plan(), judged("0.2", "0.2"), Default::default());
    let midnight = NOON_MS / DAY_MS * DAY_MS;
    for at in [midnight - 1, midnight, midnight + DAY_MS - 1, midnight + DAY_MS] {
        log.add(moved(&record, at));
    }
    let one = stats(&log, "1", None);
    assert_eq!((one.stops, one.earlier, one.later), (2, 1, 1));
    let two = stats(&log, "2", None);
    assert_eq!((two.stops, two.earlier, two.later), (3, 0, 1));
    assert_eq!(two.calendar.iter().map(|day| day.stops).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn an_invalid_number_of_days_is_refused() {
    for text in ["0", "-1", "", "x", "1.5", "3651", "99999999999"] {
        assert_eq!(Days::parse(text), None, "{text}");
    }
    assert!(Days::parse("1").is_some() && Days::parse("3650").is_some());
}

#[test]
fn a_price_is_read_to_six_decimals_and_nothing_else_is() {
    for (text, written) in
        [("0.042", "0.042"), ("3", "3"), ("0.000001", "0.000001"), ("1.50", "1.5"), ("7.", "7")]
    {
        assert_eq!(Price::parse(text).map(Price::text).as_deref(), Some(written), "{text}");
    }
    for text in ["", ".5", "-1", "1e3", "0.0000001", "1,5", "100001", "x", "0.04 USD"] {
        assert_eq!(Price::parse(text), None, "{text}");
    }
    assert_eq!(Price::parse("0.042").unwrap().of(1_000_000).text(), "0.042000");
    assert_eq!(Price::parse("0.042").unwrap().of(11).text(), "0.000000");
    assert_eq!(Price::parse("0.042").unwrap().of(12).text(), "0.000001");
}

#[test]
fn a_row_of_requests_that_failed_is_an_outage_with_its_first_and_last_time() {
    let (down, up) = (Judged::Failed(Failure::Status(503)), judged("0.1", "0.1"));
    let mut log = Log::default();
    // A stop at which nobody is asked ends no outage.
    for (minute, judged) in [
        (1, &down),
        (2, &up),
        (3, &down),
        (5, &down),
        (7, &Judged::NotAsked),
        (11, &down),
        (12, &up),
        (13, &down),
        (14, &down),
    ] {
        let record = record_of(plan(), judged.clone(), Default::default());
        log.add(moved(&record, NOON_MS + minute * 61_000));
    }
    let stats = stats(&log, "1", None);
    let recounted = recounted(&log, 1, None);
    assert_eq!(serde_json::to_value(&stats).unwrap(), recounted);
    assert_eq!(fault(&shown(&stats, 120), &screen::texts(&recounted)), None);
    let said = "3 rows of failures, the longest of 3 requests: 2026-11-18 12:03:03 to 2026-11-18 \
                12:11:11; no answer since";
    assert!(squeezed(&shown(&stats, 120)).contains(said), "{}", shown(&stats, 120));
    let outages = &recounted["calls"]["outages"];
    let at = |minute: u64| NOON_MS + minute * 61_000;
    assert_eq!(outages["longest"], json!({"from_ms": at(3), "to_ms": at(11), "requests": 3}));
    assert_eq!(outages["latest"], json!({"from_ms": at(13), "to_ms": at(14), "requests": 2}));
}

/// A log of judged stops in shadow, some of which a check objected to, with these reviews.
fn shadowed(silent: usize, marks: &[Option<Mark>]) -> Value {
    let mut log = Log::default();
    let shadow = Plan { shadow: true, ..plan() };
    for number in 0..silent + marks.len() {
        let score = if number < silent { "0.1" } else { "0.9" };
        let plan = Plan { answer: Some(format!("a{number}")), ..shadow.clone() };
        let record = record_of(plan, judged("0.1", score), Default::default());
        let entry = log.add(moved(&record, NOON_MS));
        if let Some(mark) = number.checked_sub(silent).and_then(|at| marks[at]) {
            log.review(&entry, mark);
        }
    }
    let stats = serde_json::to_value(stats(&log, "1", None)).unwrap();
    assert_eq!(stats, recounted(&log, 1, None));
    let checks = stats["checks"].as_array().unwrap();
    let own = checks.iter().find(|check| check["check"] == "promises").unwrap();
    own["readiness"]["missing"].clone()
}

#[test]
fn a_check_may_block_once_every_bar_is_passed() {
    let (right, wrong) = (Some(Mark::Right), Some(Mark::Wrong));
    let many = |mark, number| vec![mark; number];
    let table = [
        (39, many(right, 1), json!([])),
        (38, many(right, 1), json!([{"records": 1}])),
        (40, many(None, 0), json!(["objections"])),
        // One of forty may be wrong: one that nobody reviewed, too, beside one that is right.
        (39, vec![right, None], json!([])),
        (39, vec![None], json!([{"reviews": 1}])),
        (38, vec![right, None, None], json!([{"reviews": 1}])),
        (37, vec![right, right, wrong], json!([{"precision": {"percent": 66}}])),
        (36, vec![right, right, right, wrong], json!([])),
        (
            35,
            vec![right, right, right, wrong, wrong],
            json!([{"precision": {"percent": 60}}, {"wrong": {"wrong": 2, "most": 1}}]),
        ),
        (60, vec![right, right, right, right, right, wrong, wrong], json!([])),
    ];
    for (silent, marks, missing) in table {
        assert_eq!(shadowed(silent, &marks), missing, "{silent} {marks:?}");
    }
}

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_every_figure_is_that_of_a_recount(log in any_log(), days in 1_u64..45) {
        let counted = stats(&log, &days.to_string(), Some(PRICE));
        let recounted = recounted(&log, days, Some(0.042));
        prop_assert_eq!(serde_json::to_value(&counted).unwrap(), recounted);
    }

    #[test]
    fn prop_every_figure_on_the_screen_is_that_of_a_recount(log in any_log(), days in 1_u64..45) {
        for price in [Some(PRICE), None] {
            let recounted = recounted(&log, days, price.map(|price| price.parse().unwrap()));
            let shown = shown(&stats(&log, &days.to_string(), price), 120);
            prop_assert_eq!(fault(&shown, &screen::texts(&recounted)), None);
        }
    }
}
