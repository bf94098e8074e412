//! Why a stop was decided as it was, and what would have changed it.

mod counterfactual;
pub(crate) mod figures;

use proptest::prelude::*;
use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::verification::Verification;
use sprag_core::checks::known::Known;
use sprag_core::checks::question::{Question, ThresholdKind};
use sprag_core::checks::score::{Score, Threshold};
use sprag_core::checks::verdict::{Failure, Pass, Verdict};
use sprag_core::checks::{ALL, Check};
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::Judged;
use sprag_core::decision::plan::Plan;
use sprag_core::decision::record::Record;
use sprag_core::reports::explain::{Counterfactual, Explanation, counterfactuals};
use sprag_core::reports::log::LogLine;
use sprag_core::reports::review::{Mark, Reviews};
use sprag_core::settings::Name;
use sprag_core::text::screen::{Columns, Ink};
use sprag_harness::action::{edit, verification};
use sprag_harness::given::{answered, judged, language, plan, set};
use sprag_harness::shown::fault;

use crate::reports::logged::{Log, clock, entry, on_every_width, plain_log, pool, record_of};
use crate::{assert_bytes, properties};

fn explained(record: &Record) -> Explanation {
    Explanation::of(&entry(record.clone()), &Reviews::default())
}

fn words(record: &Record) -> Vec<String> {
    let said = |counterfactual: Counterfactual| {
        format!("{}: {}", counterfactual.with, counterfactual.outcome)
    };
    counterfactuals(record).into_iter().map(said).collect()
}

fn sent_back() -> Record {
    record_of(plan(), judged("0.31", "0.93"), Counters::default())
}

/// A turn that changed code, ran nothing, and says that its tests pass.
fn claims_tests() -> Record {
    let verification = Verification { known: KindSet::ALL, ..verification(vec![edit(40)]) };
    let known = Known { verification: Some(verification), ..plan().known };
    let plan = Plan { checks: set(&["done"]), known, ..plan() };
    let answers = answered(&[
        ("claims_done", "0.1"),
        ("claims_tests", "0.97"),
        ("claims_build", "0.1"),
        ("claims_lint", "0.1"),
        ("verification_applies", "0.9"),
        ("outcome_blocked", "0.1"),
    ]);
    record_of(plan, answers, Counters::default())
}

#[test]
fn what_would_have_changed_a_block() {
    let passes = "passed: no check objects";
    let expected = [
        "`broken_promise` below 0.50; it was 0.93: passed: no check objects".into(),
        format!("`tau` above 0.93; it was 0.50: {passes}"),
        "`shadow` on: passed in shadow; promises would send it back".into(),
    ];
    assert_eq!(words(&sent_back()), expected);
}

#[test]
fn what_would_have_changed_a_claim() {
    let words = words(&claims_tests());
    let has = |start: &str| words.iter().any(|line| line.starts_with(start));
    for start in [
        "`claims_tests` below 0.70; it was 0.97: passed",
        "`outcome_blocked` at 0.40 or more; it was 0.10: passed",
        "a test run that passed after the last change: passed",
        "no change to code: passed",
        "`claim` above 0.97; it was 0.70: passed",
    ] {
        assert!(has(start), "no {start} in {words:#?}");
    }
    assert!(!has("a build run"), "{words:#?}");
}

#[test]
fn what_came_before_is_named_by_its_part() {
    let counters = Counters { person: Some("p1".into()), blocks: 3, ..Counters::default() };
    let capped = record_of(plan(), judged("0.31", "0.93"), counters);
    assert_eq!(capped.verdict, Verdict::Pass(Pass::CapReached));
    let before = "fewer blocks since a person last typed: sent back for promises";
    assert!(words(&capped).contains(&before.to_owned()), "{:?}", words(&capped));
    assert!(words(&capped).contains(&"`max_blocks` at 4: sent back for promises".to_owned()));
    let mut counters = Counters { person: Some("p1".into()), ..Counters::default() };
    counters.count_block(Some("a1"), 7);
    let repeated = record_of(plan(), judged("0.31", "0.93"), counters);
    let said = "an answer that had not been sent back before: sent back for promises";
    assert!(words(&repeated).contains(&said.to_owned()), "{:?}", words(&repeated));
    assert!(!words(&repeated).iter().any(|line| line.starts_with("no block before")));
}

#[test]
fn what_is_unknown_may_have_changed_it() {
    let known = Known { tools: None, ..plan().known };
    let record = record_of(Plan { known, ..plan() }, judged("0.1", "0.9"), Counters::default());
    let said = "no tool call; it was unknown: sent back for promises";
    assert!(words(&record).contains(&said.to_owned()), "{:?}", words(&record));
}

#[test]
fn a_check_that_is_only_recorded_would_have_counted() {
    let known = Known { running: Some(1), ..plan().known };
    let plan = Plan { checks: set(&["watch"]), known, ..plan() };
    let scores = answered(&[("watch_claim", "0.9"), ("watch_mismatch", "0.9")]);
    let record = record_of(plan, scores, Counters::default());
    let said = "`watch-match` among the enabled checks: sent back for watch-match";
    assert!(words(&record).contains(&said.to_owned()), "{:?}", words(&record));
    let rules = explained(&record).rules;
    assert_eq!(rules.iter().map(|rule| rule.is_on).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn it_says_who_was_asked_or_why_nobody_was() {
    let asking = |judged: Judged, pass: Option<Pass>| {
        let plan = Plan { pass, ..plan() };
        explained(&record_of(plan, judged, Counters::default())).asking
    };
    assert_eq!(asking(judged("0.1", "0.1"), None), "stand-in answered");
    assert_eq!(
        asking(Judged::Failed(Failure::Status(503)), None),
        "jev-1.13.0 was asked, but did not answer: HTTP status 503"
    );
    assert_eq!(
        asking(Judged::NotAsked, Some(Pass::NoKey)),
        "nobody was asked: there is no key for the judge"
    );
    let mut local = sent_back();
    let call = local.call.as_mut().unwrap();
    (call.asked, call.model) = ("local".into(), Some("local-0011223344556677".into()));
    let asking = explained(&local).asking;
    assert_eq!(asking, "the built-in judge answered, local-0011223344556677");
}

#[test]
fn a_record_that_this_version_decides_differently_says_so() {
    let mut record = sent_back();
    assert!(explained(&record).decides_again);
    record.verdict = Verdict::Pass(Pass::NothingFound);
    let explanation = explained(&record);
    assert!(!explanation.decides_again);
    assert_eq!(explanation.told, None);
    let shown = explanation.card(&clock(0), Columns::of(None)).print(Ink::PLAIN);
    assert!(shown.contains("this one decides differently"), "{shown}");
}

#[test]
fn the_explanation_of_a_block() {
    let mut log = Log::default();
    let block = log.add(sent_back());
    log.review(&block, Mark::Right);
    let claim = log.add(Record { text: Some("All tests pass.".into()), ..claims_tests() });
    let explained = |entry| Explanation::of(entry, &log.reviewed());
    let all = |entry| on_every_width(|columns| explained(entry).screen(&clock(0), columns));
    let card = |entry| on_every_width(|columns| explained(entry).card(&clock(0), columns));
    assert_bytes("the_explanation_of_a_block.txt", all(&block).as_bytes());
    assert_bytes("the_explanation_of_a_claim.txt", all(&claim).as_bytes());
    assert_bytes("the_card_of_a_block.txt", card(&block).as_bytes());
    assert_bytes("the_card_of_a_claim.txt", card(&claim).as_bytes());
}

/// Returns what a record finds with this score for a question.
fn with_score(record: &Record, question: &Question, score: f64) -> Record {
    let Judged::Answered(answers) = &record.judged else { panic!("{record:?}") };
    let judged = Judged::Answered(answers.with(question.id, Score::of(score).unwrap()));
    Record { judged, ..record.clone() }.again()
}

#[test]
fn every_question_is_compared_with_the_threshold_that_a_screen_names() {
    let language = Some(language());
    let known = Known { running: Some(1), language, ..plan().known };
    let (tau, claim) = (Threshold::of(0.37), Threshold::of(0.83));
    let mut seen = 0;
    let deciding = ALL.iter().flat_map(|check| check.questions.iter().map(move |it| (check, it)));
    for (check, question) in deciding {
        let known = match check.word {
            "watch" => plan().known,
            "done" => claims_tests().plan.known,
            _ => known.clone(),
        };
        let plan = Plan { checks: set(&[check.word]), known, tau, claim, ..plan() };
        let record = record_of(plan, answered(&others(check, question)), Counters::default());
        let threshold = record.plan.threshold(question.limit).map(f64::from).unwrap();
        let found = |score| with_score(&record, question, score).findings;
        let (at, below) = (found(threshold), found(threshold.next_down()));
        assert_ne!(at, below, "{}: {}", check.word, question.id);
        assert_eq!((at, below), (found(1.0), found(0.0)), "{}: {}", check.word, question.id);
        seen += 1;
    }
    assert_eq!(seen, 12);
    assert_eq!(Name::of_threshold(ThresholdKind::Claim, true), Some(Name::ClaimLocal));
    assert_eq!(Name::of_threshold(ThresholdKind::Possible, true), None);
}

/// Returns answers to the other questions of a check under which this one decides.
fn others(check: &Check, question: &Question) -> Vec<(&'static str, &'static str)> {
    let needs_claim = ["outcome_blocked", "verification_applies"].contains(&question.id);
    let answer = |id| match id {
        "outcome_blocked" | "no_action" | "broken_promise" => "0",
        "claims_done" if needs_claim => "1",
        "claims_done" | "claims_tests" | "claims_build" | "claims_lint" => "0",
        _ => "1",
    };
    check.questions.iter().map(|other| (other.id, answer(other.id))).collect()
}

#[test]
fn every_figure_of_an_explanation_is_in_the_text_of_the_record() {
    let logs = [plain_log().text, include_str!("../../../shell/src/recorded/sample.jsonl").into()];
    let entries = logs.iter().flat_map(|log| log.lines()).filter_map(|line| {
        match LogLine::read(line.as_bytes()) {
            LogLine::Stop(entry) => Some(entry),
            LogLine::Read(_) | LogLine::Unknown | LogLine::Damaged | LogLine::Blank => None,
        }
    });
    let mut seen = 0;
    for entry in entries {
        let explanation = Explanation::of(&entry, &Reviews::default());
        let line = figures::Line::of(&explanation);
        let columns = Columns::of(Some(120));
        let shown = explanation.screen(&clock(0), columns).print(Ink::PLAIN);
        assert_eq!(fault(&shown, &line.screen()), None, "{shown}");
        let card = explanation.card(&clock(0), columns).print(Ink::PLAIN);
        assert_eq!(fault(&card, &line.card()), None, "{card}");
        seen += 1;
    }
    assert!(seen > 300, "{seen}");
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_whatever_is_recorded_is_explained_and_fits(
        at in 0..pool().len(),
        columns in 40_u16..130,
    ) {
        let explanation = explained(&pool()[at]);
        for screen in [
            explanation.screen(&clock(0), Columns::of(Some(columns))),
            explanation.card(&clock(0), Columns::of(Some(columns))),
        ] {
            for line in screen.lines() {
                prop_assert!(line.width() <= usize::from(columns.min(120)));
            }
        }
    }

    #[test]
    fn prop_what_is_named_would_have_changed_it(at in 0..pool().len()) {
        let record = &pool()[at];
        for counterfactual in counterfactuals(record) {
            prop_assert!(counterfactual.verdict != record.verdict, "{:?}", counterfactual);
        }
    }
}
