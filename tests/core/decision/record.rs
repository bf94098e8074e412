//! What is recorded of a stop, and that it decides again to the same.
use proptest::prelude::*;
use serde_json::{Value, json};
use sprag_core::checks::Finding;
use sprag_core::checks::known::Known;
use sprag_core::checks::question::{self, Field};
use sprag_core::checks::score::Threshold;
use sprag_core::checks::verdict::{Failure, Pass, Refusal, Verdict};
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::{Judged, decide};
use sprag_core::decision::notice::Notice;
use sprag_core::decision::plan::Plan;
use sprag_core::decision::record::text::guard_text;
use sprag_core::decision::record::{Found, Record};
use sprag_core::hosts::background::Background;
use sprag_core::hosts::host::Host;
use sprag_core::judge::call::Call;
use sprag_core::judge::evidence::Evidence;
use sprag_core::security::redact::{Lines, Masks, redact};
use sprag_core::settings::{ConfigFile, Name, Settings, Source};
use sprag_harness::given::{check, given, judged, plan, set, settings};

use crate::{assert_bytes, properties};

fn record(plan: Plan, judged: Judged, counters: Counters, call: Option<Call>) -> Record {
    let decision = decide(&plan, &judged, &counters, 1_700_000_000_000);
    Record::of(plan, judged, counters, 1_700_000_000_000, &decision, call)
}

fn call() -> Call {
    Call {
        asked: "jev-1.13.0".into(),
        model: Some("stand-in".into()),
        request_id: Some("r1".into()),
        questions: "0123456789abcdef".into(),
        latency_ms: 321,
        input_tokens: Some(456),
    }
}

#[test]
fn the_record_of_a_block() {
    let mut counters = Counters { person: Some("p0".into()), ..Counters::default() };
    counters.count_block(Some("a0"), 1_699_999_000_000);
    counters.notified.push(Notice::Held);
    let record = record(plan(), judged("0.93", "0.41"), counters, Some(call()));
    assert_bytes("the_record_of_a_block.json", record.line().as_bytes());
}

#[test]
fn the_record_of_a_stop_of_which_nothing_is_known() {
    let plan = Plan {
        prompt: None,
        answer: None,
        tau: None,
        known: Known::default(),
        pass: Some(Pass::Endpoint(Refusal::NotListed)),
        ..plan()
    };
    let record = record(plan, Judged::NotAsked, Counters::default(), None);
    let line = record.line();
    assert_bytes("the_record_of_a_stop_of_which_nothing_is_known.json", line.as_bytes());
}

#[test]
fn a_record_says_what_every_check_found() {
    let both = Plan { checks: set(&["promises", "challenge"]), ..plan() };
    let text = record(both, judged("0.2", "2"), Counters::default(), None).line();
    let value: Value = serde_json::from_str(&text).unwrap();
    let found = json!([
        {"check": "promises", "finding": "unjudged"},
        {"check": "challenge", "finding": "silent"},
    ]);
    assert_eq!(value["findings"], found);
}

/// A line of the version in which `promises` was two checks that had other names in records.
const EARLIER: &str = r#"{"form":1,"at_ms":1790000000000,"plan":{"host":"claude","session":"s1",
    "prompt":"p1","started_by":"person","answer":"a1",
    "checks":["unwatched","no_action","broken_promise","unverified_done"],"shadow":false,"tau":0.5,
    "blocks_max":3,"known":{"tools":0,"running":0,"scheduled":0,"handoffs":0},"pass":null},
    "judged":{"answered":{"watch_claim":0.1,"no_action":0.2,"broken_promise":0.9}},
    "counters":{"person":null,"blocks":0,"answers":[],"blocked_at_ms":null,"told":[]},
    "verdict":{"block":"broken_promise"},
    "findings":[{"check":"unwatched","finding":"silent"},
    {"check":"unmatched_watch","finding":"silent"},{"check":"no_action","finding":"silent"},
    {"check":"broken_promise","finding":"fires"},{"check":"unverified_done","finding":"unknown"},
    {"check":"from_the_future","finding":"silent"}],"call":null}"#;

#[test]
fn a_record_that_holds_the_names_of_an_earlier_version_is_read_with_the_words_of_this_one() {
    let record = Record::parse(EARLIER).unwrap();
    assert_eq!(record.verdict, Verdict::Block(check("promises")));
    assert_eq!(record.plan.checks, set(&["watch", "promises", "done"]));
    let found = |check: &str, finding| Found { check: check.into(), finding };
    let known = [
        found("watch", Finding::Silent),
        found("watch-match", Finding::Silent),
        found("promises", Finding::Fires),
        found("done", Finding::Unknown),
    ];
    let (last, others) = record.findings.split_last().unwrap();
    assert_eq!((others, last), (&known[..], &found("from_the_future", Finding::Silent)));
    let again = record.again();
    assert_eq!((again.verdict, &again.findings[..]), (record.verdict.clone(), &known[..]));
    let written = serde_json::to_value(&record).unwrap();
    assert_eq!(written["plan"]["checks"], json!(["watch", "promises", "done"]));
    assert_eq!(written["verdict"], json!({"block": "promises"}));
    assert_eq!(written["judged"]["answered"]["broken_promise"], json!(0.9));
}

#[test]
fn a_call_that_nobody_knows_the_end_of_says_what_was_asked() {
    let call = Call::to("jev-1.13.0");
    let expected =
        Call { asked: "jev-1.13.0".into(), questions: question::set_hash(), ..Call::default() };
    assert_eq!(call, expected);
}

#[test]
fn a_line_that_is_not_a_record_is_none() {
    let sound = record(plan(), Judged::NotAsked, Counters::default(), None).line();
    for text in ["", "{}", "null", &sound[..sound.len() / 2], &sound.replace("verdict", "verdikt")]
    {
        assert!(Record::parse(text).is_none(), "{text}");
    }
    assert!(Record::parse(&sound).is_some());
}

const MASKED: Masks<'_> = Masks { home: Some("/home/dev"), names: &["rocket"], lines: Lines::Mask };

fn kept(setting: Option<&str>, text: &str) -> Option<String> {
    let values: Vec<(Name, &str)> =
        setting.map(|value| (Name::LogText, value)).into_iter().collect();
    guard_text(&settings(&values), text, &MASKED, || vec!["tsk-3v9XqLw0bTzR7yKd".into()])
}

#[test]
fn no_text_is_kept_unless_it_is_asked_for() {
    for setting in [None, Some("off"), Some(""), Some("true"), Some("1"), Some("yes"), Some("ON")] {
        assert_eq!(kept(setting, "All tests pass."), None, "{setting:?}");
    }
    assert_eq!(kept(Some("on"), "All tests pass.").as_deref(), Some("All tests pass."));
    for source in [Source::CommandLine, Source::Environment, Source::PluginOption] {
        let given = [given(Name::LogText, "on", source)];
        assert!(!Settings::resolve(&given, ConfigFile::Sound).log_text, "{source:?}");
    }
}

#[test]
fn a_text_that_is_kept_is_redacted_then_cut_and_holds_no_credential() {
    let text = "I changed `let x = 1` in /home/dev/rocket/src/a.rs of rocket.";
    let redacted = redact(text, &MASKED);
    assert!(!redacted.contains("rocket") && !redacted.contains("let x"), "{redacted}");
    assert_eq!(kept(Some("on"), text), Some(redacted));
    let long = "word ".repeat(1_000);
    let end = kept(Some("on"), &long).unwrap();
    assert!(end.len() <= 2_400 && redact(&long, &MASKED).ends_with(&end), "{end}");
    assert_eq!(kept(Some("on"), "The key is tsk-3v9XqLw0bTzR7yKd here."), None);
    let shape = format!("AK{}", "IAIOSFODNN7EXAMPLE");
    let shaped = kept(Some("on"), &format!("I used {shape} here."));
    assert!(shaped.is_none_or(|text| !text.contains(&shape)));
}

#[test]
fn the_record_of_a_block_whose_text_is_kept() {
    let text = kept(Some("on"), "I'll change the value in `config.rs` now, then run the suite.");
    let record = record(plan(), judged("0.31", "0.93"), Counters::default(), Some(call()));
    let record = record.with_text(text);
    assert_eq!(again(&record).1.line(), record.line());
    assert_bytes("the_record_of_a_block_whose_text_is_kept.json", record.line().as_bytes());
}

fn again(record: &Record) -> (Record, Record) {
    let read = Record::parse(&record.line()).unwrap();
    let decision = read.decide_again();
    let decided = Record::of(
        read.plan.clone(),
        read.judged.clone(),
        read.counters.clone(),
        read.at_ms,
        &decision,
        read.call.clone(),
    )
    .with_text(read.text.clone());
    (read, decided)
}

prop_compose! {
    fn any_record()(
        (host, session, prompt) in
            (prop::sample::select(&Host::ALL[..]), any::<String>(), any::<Option<String>>()),
        (shadow, blocks_max, blocks) in (any::<bool>(), 0_u32..5, any::<u32>()),
        tau in prop::option::of(0.0_f64..=1.0),
        known in (any::<Option<u32>>(), any::<Option<u32>>(), any::<Option<u32>>()),
        scores in (0.0_f64..=1.0, 0.0_f64..=1.0),
        (answer, person) in (any::<String>(), any::<Option<String>>()),
        failure in prop::option::weighted(0.2, any::<u16>().prop_map(Failure::Status)),
        has_call: bool,
    ) -> Record {
        let (tools, running, scheduled) = known;
        let plan = Plan {
            host,
            session,
            prompt,
            answer: Some(answer),
            shadow,
            blocks_max,
            tau: tau.and_then(Threshold::of),
            known: Known { tools, running, scheduled, ..Known::default() },
            ..plan()
        };
        let judged = match failure {
            Some(failure) => Judged::Failed(failure),
            None => judged(&scores.0.to_string(), &scores.1.to_string()),
        };
        let counters = Counters { person, blocks, ..Counters::default() };
        record(plan, judged, counters, has_call.then(call))
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_what_is_kept_of_a_text_is_what_a_judge_would_get(text: String) {
        let evidence = Evidence::of_payload(&text, &Background::default(), None, &MASKED);
        if let Some(kept) = kept(Some("on"), &text) {
            prop_assert_eq!(Some(kept.as_str()), evidence.text(Field::FinalText));
        }
        prop_assert_eq!(kept(None, &text), None);
    }

    #[test]
    fn prop_a_record_decides_again_to_itself_byte_for_byte(record in any_record()) {
        let (read, decided) = again(&record);
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(decided.line(), record.line());
    }

    #[test]
    fn prop_a_record_is_one_line(record in any_record()) {
        let line = record.line();
        prop_assert_eq!(line.matches('\n').count(), 1);
        prop_assert_eq!(&line[line.len() - 2..], "}\n");
    }

    #[test]
    fn prop_any_line_is_read_without_a_panic(text: String) {
        let _ = Record::parse(&text);
    }
}
