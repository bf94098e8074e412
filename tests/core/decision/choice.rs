//! Who is asked, and what the built-in judge answers.
use serde_json::json;
use sprag_core::activity::check_kind::{CheckKind, KindSet};
use sprag_core::activity::verification::{Changed, Verification};
use sprag_core::checks::verdict::{Pass, Verdict};
use sprag_core::decision::asked::Asked;
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::{Judged, decide};
use sprag_core::decision::plan::Plan;
use sprag_core::judge::key::Key;
use sprag_core::judge::local::{MAGIC, Weights, built_in};
use sprag_core::settings::Choice;
use sprag_core::settings::{Name, Settings};
use sprag_harness::given::settings;
use sprag_harness::payload::Payload;

const CLAIM: &str = "I moved the check into the pool. All tests pass.";

/// The plan of a turn that changed code and ran nothing, where tests are known.
fn plan(settings: &Settings) -> Plan {
    let event = Payload::stop().event().unwrap();
    let mut plan = Plan::open(&event, settings, None, None);
    plan.known.verification = Some(Verification {
        changed: Changed { code: 1, lines: 40, ..Changed::default() },
        lines_since_check: 40,
        known: KindSet::of(&[CheckKind::Test]),
        ..Verification::default()
    });
    plan
}

fn verdict(settings: &Settings, text: &str) -> Verdict {
    let mut plan = plan(settings);
    plan.close(text);
    let (answers, _) =
        Choice::Local.answer_from_built_in(built_in(), &mut plan, text, settings).unwrap();
    decide(&plan, &Judged::Answered(answers), &Counters::default(), 1_000_000_000).verdict
}

fn answers(checks: &str, text: &str) -> serde_json::Value {
    let settings = settings(&[(Name::Checks, checks)]);
    let (answers, call) = Choice::Auto
        .answer_from_built_in(built_in(), &mut plan(&settings), text, &settings)
        .unwrap();
    assert_eq!(call.asked, "local");
    assert_eq!(call.model, Some(built_in().unwrap().name()));
    serde_json::to_value(answers).unwrap()
}

#[test]
fn every_choice_with_every_key_asks_whom_the_contract_says() {
    let key = || Key::choose(["k"]);
    let (absent, odd) = (|| Err(Pass::NoKey), || Err(Pass::KeyOdd));
    let endpoint = || key().map(Asked::Endpoint);
    let (done, promises) = (["done", "done,promises", "all"], ["promises", "watch", "language"]);
    for checks in done {
        let plan = plan(&settings(&[(Name::Checks, checks)]));
        let ask = |choice: Choice, key| choice.guard_endpoint(&plan, key);
        assert_eq!(ask(Choice::Auto, key()), endpoint());
        assert_eq!(ask(Choice::Auto, absent()), Ok(Asked::BuiltIn));
        assert_eq!(ask(Choice::Auto, odd()), Err(Pass::KeyOdd));
        assert_eq!(ask(Choice::Jev, key()), endpoint());
        assert_eq!(ask(Choice::Jev, absent()), Err(Pass::NoKey));
        for key in [key(), absent(), odd()] {
            assert_eq!(ask(Choice::Local, key), Ok(Asked::BuiltIn));
        }
    }
    for checks in promises {
        let plan = plan(&settings(&[(Name::Checks, checks)]));
        let ask = |choice: Choice, key| choice.guard_endpoint(&plan, key);
        assert_eq!(ask(Choice::Auto, key()), endpoint());
        assert_eq!(ask(Choice::Auto, absent()), Err(Pass::NoKey));
        for key in [key(), absent(), odd()] {
            assert_eq!(ask(Choice::Local, key), Err(Pass::NothingToAsk));
        }
    }
}

#[test]
fn a_word_that_is_not_a_choice_keeps_everything_on_the_machine() {
    for choice in [Choice::Auto, Choice::Jev, Choice::Local] {
        assert_eq!(Choice::from_word(choice.word()), choice);
    }
    for word in ["", "remote", "JEV", "locall"] {
        assert_eq!(Choice::from_word(word), Choice::Local, "{word}");
    }
    assert_eq!(settings(&[]).judge, Choice::Auto);
}

#[test]
fn the_built_in_judge_answers_about_done_and_leaves_the_others_open() {
    let answers = answers("done,promises", CLAIM);
    assert!(answers["claims_tests"].as_f64().unwrap() > 0.9, "{answers}");
    assert!(answers["claims_lint"].as_f64().unwrap() < 0.5, "{answers}");
    assert!(answers["outcome_blocked"].as_f64().unwrap() < 0.4, "{answers}");
    assert_eq!(answers["verification_applies"], json!(1.0));
    assert_eq!([&answers["no_action"], &answers["broken_promise"]], [&json!(null); 2]);
}

#[test]
fn a_message_that_the_box_does_not_read_is_left_open() {
    let answers = answers("done", "Fertig. Alle Tests laufen durch.");
    assert!(answers.as_object().unwrap().values().all(serde_json::Value::is_null), "{answers}");
}

#[test]
fn weights_that_are_missing_or_damaged_answer_nothing_and_block_nothing() {
    let on = settings(&[(Name::Checks, "done")]);
    let damaged = [&MAGIC[..], &[7; 32], &[1; 9_000]].concat();
    for weights in [None, Weights::read(&damaged)] {
        let mut plan = plan(&on);
        let (answers, call) =
            Choice::Local.answer_from_built_in(weights, &mut plan, CLAIM, &on).unwrap();
        let json = serde_json::to_value(&answers).unwrap();
        let mut answered = json.as_object().unwrap().values();
        assert!(answered.all(serde_json::Value::is_null), "{json}");
        assert_eq!((call.asked.as_str(), call.model), ("local", None));
        let decision = decide(&plan, &Judged::Answered(answers), &Counters::default(), 0);
        assert_eq!(decision.verdict, Verdict::Pass(Pass::NothingFound));
    }
}

#[test]
fn where_the_box_answers_nothing_the_stop_passes() {
    let settings = settings(&[(Name::Checks, "done,promises")]);
    let mut plan = plan(&settings);
    plan.known.verification = Some(Verification::default());
    for (choice, pass) in [(Choice::Auto, Pass::NoKey), (Choice::Local, Pass::NothingToAsk)] {
        let answered = choice.answer_from_built_in(built_in(), &mut plan, CLAIM, &settings);
        assert_eq!(answered.err(), Some(pass));
    }
}

#[test]
fn the_built_in_judge_alone_sends_back_a_claim_without_support() {
    let on = settings(&[(Name::Checks, "done")]);
    assert!(matches!(verdict(&on, CLAIM), Verdict::Block(check) if check.word == "done"));
    for text in ["Which file do you mean?", "Fertig. Alle Tests laufen durch."] {
        assert_eq!(verdict(&on, text), Verdict::Pass(Pass::NothingFound), "{text}");
    }
}

#[test]
fn the_built_in_judge_is_checked_against_a_threshold_of_its_own() {
    for (claim, claim_local, blocks) in
        [("1", "0.9", true), ("0.1", "1", false), ("0.1", "none", false), ("none", "0.5", true)]
    {
        let on = settings(&[
            (Name::Checks, "done"),
            (Name::Claim, claim),
            (Name::ClaimLocal, claim_local),
        ]);
        assert_eq!(
            verdict(&on, CLAIM) != Verdict::Pass(Pass::NothingFound),
            blocks,
            "{claim_local}"
        );
    }
    assert_eq!(settings(&[]).claim_local.map(f64::from), Some(0.9));
}
