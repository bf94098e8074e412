//! Every verdict, compared with an oracle that was written from the contract.
use sprag_core::checks::Finding;
use sprag_core::checks::known::Known;
use sprag_core::checks::score::Threshold;
use sprag_core::checks::verdict::{Failure, Pass, Refusal, Verdict};
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::{Judged, decide};
use sprag_core::decision::notice::Notice;
use sprag_core::decision::plan::Plan;
use sprag_core::security::secret::Shape;
use sprag_harness::given::{check, judged, plan, raw, set};
use sprag_harness::oracle::{self, Asked, Check, Scores, Stop};
use sprag_harness::situation::{
    self, SCORES, counters, every, every_asked, every_local, memory, outcome, pairs,
};

const NOW: u64 = 1_700_000_000_000;

#[test]
fn every_verdict_and_every_count_is_that_of_the_contract() {
    let mut seen = 0;
    for asked in every_asked() {
        let judged = situation::judged(asked);
        every(asked, |stop, before| {
            let plan = situation::plan(stop);
            let decision = decide(&plan, &judged, &counters(before), NOW);
            let (expected, after) = oracle::judge(stop, before);
            assert_eq!(outcome(&decision), Some(expected), "{stop:?} {before:?}");
            assert_eq!(memory(&decision.counters), after, "{stop:?} {before:?}");
            let is_block = matches!(decision.verdict, Verdict::Block(_) | Verdict::WouldBlock(_));
            assert_eq!(decision.counters.blocked_at_ms, is_block.then_some(NOW), "{stop:?}");
            seen += 1;
        });
    }
    assert!(seen > 100_000, "{seen}");
    println!("counted: states={seen}");
}

#[test]
fn every_verdict_on_watches_and_language_is_that_of_the_contract() {
    let mut seen = 0;
    let before = counters(&situation::every_memory("p0")[0]);
    situation::every_watch(|stop| {
        let judged = situation::judged(stop.asked);
        let decision = decide(&situation::plan(stop), &judged, &before, NOW);
        let (expected, _) = oracle::judge(stop, &memory(&before));
        assert_eq!(outcome(&decision), Some(expected), "{stop:?}");
        seen += 1;
    });
    assert!(seen > 30_000, "{seen}");
    println!("counted: watch_states={seen}");
}

#[test]
fn every_verdict_without_a_judge_is_that_of_the_contract() {
    let mut seen = 0;
    every_local(|stop, before| {
        let judged = situation::judged(stop.asked);
        let decision = decide(&situation::plan(stop), &judged, &counters(before), NOW);
        let (expected, after) = oracle::judge(stop, before);
        assert_eq!(outcome(&decision), Some(expected), "{stop:?} {before:?}");
        assert_eq!(memory(&decision.counters), after, "{stop:?} {before:?}");
        seen += 1;
    });
    assert!(seen > 80_000, "{seen}");
    println!("counted: local_states={seen}");
}

#[test]
fn every_reason_to_pass_ends_the_stop_or_leaves_the_checks_without_a_judge() {
    let stop = Stop { on: vec![Check::Ask], hands_back: true, ..situation::plain() };
    let stop = Stop { tools: Some(2), ..stop };
    let of_judge = [
        Pass::NothingToAsk,
        Pass::NothingLeft,
        Pass::NoKey,
        Pass::KeyOdd,
        Pass::Endpoint(Refusal::NotAUrl),
        Pass::Held(Shape::SecretKey),
        Pass::Unavailable(Failure::Timeout),
    ];
    for pass in of_judge {
        let plan = Plan { pass: Some(pass), ..situation::plan(&stop) };
        let decision = decide(&plan, &Judged::NotAsked, &Counters::default(), NOW);
        assert_eq!(decision.verdict, Verdict::Block(check("ask")));
        let reason = decision.reason.unwrap();
        assert!(
            reason.starts_with("sprag: the closing message leaves something to the user"),
            "{reason}"
        );
    }
    let of_all = [
        Pass::NotAStop,
        Pass::Continuing,
        Pass::Denied,
        Pass::NoText,
        Pass::TextUnknown,
        Pass::ApiError,
        Pass::Interrupt,
        Pass::NothingFound,
        Pass::CapReached,
        Pass::AnswerRepeated,
        Pass::Spared,
    ];
    for pass in of_all {
        let plan = Plan { pass: Some(pass.clone()), ..situation::plan(&stop) };
        let decision = decide(&plan, &Judged::NotAsked, &Counters::default(), NOW);
        assert_eq!(decision.verdict, Verdict::Pass(pass));
        assert_eq!(decision.findings, []);
    }
}

#[test]
fn where_no_check_asks_a_judge_there_is_nothing_to_ask_and_nothing_found() {
    let local = Stop { on: vec![Check::Ask, Check::Challenge], ..situation::plain() };
    let both = Stop { on: vec![Check::Ask, Check::Watch], ..situation::plain() };
    for (stop, expected) in [(local, Pass::NothingFound), (both, Pass::NothingToAsk)] {
        let plan = Plan { pass: Some(Pass::NothingToAsk), ..situation::plan(&stop) };
        let decision = decide(&plan, &Judged::NotAsked, &Counters::default(), NOW);
        assert_eq!(decision.verdict, Verdict::Pass(expected));
        assert!(decision.findings.iter().any(|(check, _)| check.word == "ask"));
    }
}

#[test]
fn every_verdict_on_a_done_is_that_of_the_contract() {
    let mut seen = 0;
    let mut asked = (Asked::No, Judged::NotAsked);
    let before = counters(&situation::every_memory("p0")[0]);
    situation::every_done(|stop| {
        if asked.0 != stop.asked {
            asked = (stop.asked, situation::judged(stop.asked));
        }
        let decision = decide(&situation::plan(stop), &asked.1, &before, NOW);
        let (expected, _) = oracle::judge(stop, &memory(&before));
        assert_eq!(outcome(&decision), Some(expected), "{stop:#?}");
        seen += 1;
    });
    assert!(seen > 200_000, "{seen}");
    println!("counted: done_states={seen}");
}

#[test]
fn every_block_that_is_spared_is_that_of_the_contract() {
    let mut seen = 0;
    situation::every_pace(|stop, before| {
        let judged = situation::judged(stop.asked);
        let decision = decide(&situation::plan(stop), &judged, &counters(before), NOW);
        let (expected, after) = oracle::judge(stop, before);
        assert_eq!(outcome(&decision), Some(expected), "{stop:?} {before:?}");
        assert_eq!(memory(&decision.counters), after, "{stop:?} {before:?}");
        seen += 1;
    });
    assert!(seen > 5_000, "{seen}");
    println!("counted: pace_states={seen}");
}

/// What a check finds, in the words of the contract.
fn finding(tau: Option<f64>, scores: [Option<f64>; 2], known: &Known) -> Finding {
    let [no_action, broken_promise] = scores;
    let has_tools = known.tools.is_some();
    let is_outdone = broken_promise.zip(no_action).is_some_and(|(other, own)| other > own);
    let both = [
        answered(tau, no_action, is_outdone, has_tools),
        answered(tau, broken_promise, false, has_tools && known.running.is_some()),
    ];
    let order = [Finding::Fires, Finding::Unknown, Finding::Unjudged];
    order.into_iter().find(|finding| both.contains(finding)).unwrap_or_default()
}

fn answered(tau: Option<f64>, own: Option<f64>, is_outdone: bool, facts: bool) -> Finding {
    let (Some(tau), Some(own)) = (tau, own) else { return Finding::Unjudged };
    match (own >= tau && !is_outdone, facts) {
        (false, _) => Finding::Silent,
        (true, false) => Finding::Unknown,
        (true, true) => Finding::Fires,
    }
}

#[test]
fn every_check_that_is_on_is_evaluated_and_says_what_it_found() {
    for asked in every_asked() {
        let Asked::Answered(Scores { no_action, broken_promise, .. }) = asked else { continue };
        let judged = situation::judged(asked);
        for (tools, running) in pairs(&[None, Some(0), Some(3)], &[None, Some(0), Some(2)]) {
            for tau in [None, Some(0.5), Some(1.0)] {
                let known = Known { tools, running, ..Known::default() };
                let tau_set = tau.and_then(Threshold::of);
                let plan = Plan { known: known.clone(), tau: tau_set, ..plan() };
                let found = decide(&plan, &judged, &Counters::default(), NOW).findings;
                let found: Vec<_> =
                    found.iter().map(|(check, found)| (check.word, *found)).collect();
                let scores = [no_action, broken_promise];
                let expected = [("promises", finding(tau, scores, &known))];
                assert_eq!(found, expected, "{asked:?} {known:?} {tau:?}");
            }
        }
    }
}

#[test]
fn a_check_that_is_off_finds_nothing() {
    for words in [&[][..], &["promises"]] {
        let plan = Plan { checks: set(words), ..plan() };
        let decision = decide(&plan, &judged("0.9", "0.9"), &Counters::default(), NOW);
        let found: Vec<&str> = decision.findings.iter().map(|(check, _)| check.word).collect();
        assert_eq!(found, words);
    }
}

#[test]
fn checks_are_evaluated_also_where_nothing_may_block() {
    let plan = Plan { shadow: true, ..plan() };
    let spent = Counters { blocks: u32::MAX, person: Some("p1".into()), ..Counters::default() };
    let decision = decide(&plan, &judged("0.9", "0.2"), &spent, NOW);
    assert_eq!(decision.verdict, Verdict::Pass(Pass::CapReached));
    let found = [(check("promises"), Finding::Fires)];
    assert_eq!(decision.findings, found);
}

#[test]
fn the_likelier_of_two_answers_is_what_the_agent_is_told_and_at_a_tie_that_nothing_was_done() {
    let said = |no_action: &str, broken_promise: &str| {
        let judged = judged(no_action, broken_promise);
        decide(&plan(), &judged, &Counters::default(), NOW).reason.unwrap_or_default()
    };
    for (no_action, broken_promise) in [("0.9", "0.9"), ("0.9", "0.4"), ("0.9", "2")] {
        assert!(said(no_action, broken_promise).contains("this turn did not do it"));
    }
    for (no_action, broken_promise) in [("0.8", "0.9"), ("0.4", "0.5"), ("2", "0.9")] {
        assert!(said(no_action, broken_promise).contains("announces an action"));
    }
    assert_eq!(said("0.4", "0.4"), "");
}

#[test]
fn the_cap_is_looked_at_before_the_answer() {
    let mut before = Counters { person: Some("p1".into()), ..Counters::default() };
    (0..3).for_each(|at| before.count_block(Some("a1"), at));
    let decision = decide(&plan(), &judged("0.9", "0.9"), &before, NOW);
    assert_eq!(decision.verdict, Verdict::Pass(Pass::CapReached));
    before.blocks = 2;
    let decision = decide(&plan(), &judged("0.9", "0.9"), &before, NOW);
    assert_eq!(decision.verdict, Verdict::Pass(Pass::AnswerRepeated));
}

#[test]
fn a_cap_of_one_and_a_cap_of_zero_are_kept() {
    let block = |blocks_max, blocks| {
        let person = Some("p1".into());
        let before = Counters { person, blocks, ..Counters::default() };
        decide(&Plan { blocks_max, ..plan() }, &judged("0.9", "0.9"), &before, NOW).verdict
    };
    assert_eq!(block(0, 0), Verdict::Pass(Pass::CapReached));
    assert_eq!(block(1, 0), Verdict::Block(check("promises")));
    assert_eq!(block(1, 1), Verdict::Pass(Pass::CapReached));
}

#[test]
fn a_block_is_counted_whether_the_plan_knows_the_answer_or_not() {
    let plan = Plan { answer: None, ..plan() };
    let decision = decide(&plan, &judged("0.9", "0.9"), &Counters::default(), NOW);
    let is_block = matches!(decision.verdict, Verdict::Block(_));
    assert_eq!(decision.counters.blocks, u32::from(is_block), "{:?}", decision.verdict);
}

#[test]
fn an_event_that_is_not_a_stop_ends_no_row_of_blocks() {
    let mut before = Counters::default();
    before.count_block(Some("a1"), 1);
    let plan = Plan { prompt: None, pass: Some(Pass::NotAStop), answer: None, ..plan() };
    let decision = decide(&plan, &Judged::NotAsked, &before, NOW);
    assert_eq!(decision.counters, before);
}

/// Passes that the user can do something about, with what the user is told.
fn notices() -> [(Pass, Notice); 6] {
    [
        (Pass::NoKey, Notice::NoKey),
        (Pass::KeyOdd, Notice::KeyOdd),
        (Pass::Unavailable(Failure::KeyRefused), Notice::KeyRefused),
        (Pass::Endpoint(Refusal::NotListed), Notice::Endpoint),
        (Pass::Endpoint(Refusal::ConfigInProject), Notice::Endpoint),
        (Pass::Held(Shape::SecretKey), Notice::Held),
    ]
}

#[test]
fn the_user_is_told_once_a_session_what_only_the_user_can_fix() {
    for (pass, notice) in notices() {
        let plan = Plan { pass: Some(pass.clone()), ..plan() };
        let first = decide(&plan, &Judged::NotAsked, &Counters::default(), NOW);
        assert_eq!(first.notice, Some(notice), "{pass:?}");
        assert_eq!(first.counters.notified, [notice]);
        let second = decide(&plan, &Judged::NotAsked, &first.counters, NOW);
        assert_eq!((second.notice, second.counters), (None, first.counters), "{pass:?}");
    }
}

#[test]
fn one_notice_does_not_hide_another() {
    let mut counters = Counters::default();
    for (pass, _) in notices() {
        let plan = Plan { pass: Some(pass), ..plan() };
        counters = decide(&plan, &Judged::NotAsked, &counters, NOW).counters;
    }
    let notified =
        [Notice::NoKey, Notice::KeyOdd, Notice::KeyRefused, Notice::Endpoint, Notice::Held];
    assert_eq!(counters.notified, notified);
}

#[test]
fn a_judge_that_refuses_the_key_is_told_of_and_one_that_is_away_is_not() {
    let failures = [
        (Failure::KeyRefused, Some(Notice::KeyRefused)),
        (Failure::Timeout, None),
        (Failure::Connection, None),
        (Failure::Status(500), None),
        (Failure::Malformed, None),
    ];
    for (failure, notice) in failures {
        let decision = decide(&plan(), &Judged::Failed(failure), &Counters::default(), NOW);
        assert_eq!(decision.verdict, Verdict::Pass(Pass::Unavailable(failure)));
        assert_eq!((decision.notice, decision.findings.len()), (notice, 0), "{failure:?}");
    }
}

#[test]
fn a_status_means_an_answer_a_refused_key_or_a_failure() {
    assert_eq!(Failure::of_status(200), Ok(()));
    assert_eq!(Failure::of_status(401), Err(Failure::KeyRefused));
    assert_eq!(Failure::of_status(403), Err(Failure::KeyRefused));
    for status in [0, 199, 201, 204, 302, 400, 402, 404, 429, 500, 529] {
        assert_eq!(Failure::of_status(status), Err(Failure::Status(status)));
    }
}

#[test]
fn every_answer_that_does_not_count_leaves_the_other_question_as_it_is() {
    for own in SCORES {
        let own = own.map_or_else(|| "null".into(), |own| own.to_string());
        for odd in ["null", "2", "-1", "\"0.9\"", "[]"] {
            let alone = raw(&[("broken_promise", &own)]);
            let beside = raw(&[("broken_promise", &own), ("no_action", odd)]);
            let verdict = |answers| {
                decide(&plan(), &Judged::Answered(answers), &Counters::default(), NOW).verdict
            };
            assert_eq!(verdict(beside), verdict(alone), "{own} {odd}");
        }
    }
}
