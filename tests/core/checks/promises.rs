//! The promises of the contract that hold for any input.
use proptest::prelude::*;
use sprag_core::activity::facts::StartedBy;
use sprag_core::checks::known::Known;
use sprag_core::checks::score::Threshold;
use sprag_core::checks::verdict::{Failure, Pass, Verdict};
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::{Judged, decide};
use sprag_core::decision::plan::Plan;
use sprag_core::decision::reply::render;
use sprag_core::hosts::host::Host;
use sprag_core::settings::ReplyForm;
use sprag_harness::given::{judged, plan, set};
use sprag_harness::{oracle, situation};

use crate::{long_properties, properties};

const FORMS: [ReplyForm; 3] = [ReplyForm::Stderr, ReplyForm::Json, ReplyForm::Context];

fn starter() -> impl Strategy<Value = StartedBy> {
    prop::sample::select(
        &[StartedBy::Person, StartedBy::Notification, StartedBy::Schedule, StartedBy::Unknown][..],
    )
}

/// Scores as they stand in an answer; one in ten is none.
fn score() -> impl Strategy<Value = String> {
    prop_oneof![
        9 => (0_u32..=100).prop_map(|hundredths| format!("{}", f64::from(hundredths) / 100.0)),
        1 => prop::sample::select(&["null", "2", "-1", "\"1\"", "true", "[1]", "{}"][..])
            .prop_map(String::from),
    ]
}

/// Names such as `a7`, of which there are few.
fn name(letter: char, count: u32) -> impl Strategy<Value = String> {
    (0..count).prop_map(move |number| format!("{letter}{number}"))
}

fn known() -> impl Strategy<Value = Known> {
    let count = || prop::option::weighted(0.9, 0_u32..4);
    (count(), count(), count()).prop_map(|(tools, running, scheduled)| Known {
        tools,
        running,
        scheduled,
        handoffs: Some(0),
        ..Known::default()
    })
}

fn judgement() -> impl Strategy<Value = Judged> {
    prop_oneof![
        8 => (score(), score()).prop_map(|(first, second)| judged(&first, &second)),
        1 => Just(Judged::Failed(Failure::Malformed)),
        1 => Just(Judged::NotAsked),
    ]
}

prop_compose! {
    fn any_plan()(
        prompt in prop::option::weighted(0.8, name('p', 4)),
        started_by in starter(),
        answer in name('a', 10),
        checks in prop::sample::subsequence(vec!["promises"], 0..=1),
        shadow: bool,
        tau in prop::option::weighted(0.9, 0.01_f64..=1.0),
        blocks_max in 0_u32..5,
        known in known(),
        pass in prop::option::weighted(0.1, Just(Pass::NoKey)),
    ) -> Plan {
        Plan {
            prompt,
            started_by,
            answer: Some(answer),
            checks: set(&checks),
            shadow,
            tau: tau.and_then(Threshold::of),
            blocks_max,
            known,
            pass,
            ..plan()
        }
    }
}

prop_compose! {
    fn any_counters()(
        person in prop::option::of(name('p', 4)),
        answers in prop::collection::vec(name('a', 10), 0..6),
        blocks in prop_oneof![0_u32..5, Just(u32::MAX)],
    ) -> Counters {
        let mut counters = Counters { person, ..Counters::default() };
        answers.iter().for_each(|answer| counters.count_block(Some(answer), 1));
        Counters { blocks, ..counters }
    }
}

fn is_block(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Block(_))
}

fn with_more_work(known: Known, tools: u32, running: u32, scheduled: u32) -> Known {
    let more = |count: Option<u32>, by: u32| count.map(|count| count + by);
    Known {
        tools: more(known.tools, tools),
        running: more(known.running, running),
        scheduled: more(known.scheduled, scheduled),
        ..known
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_shadow_never_blocks_and_counts_like_earnest(
        plan in any_plan(),
        judged in judgement(),
        counters in any_counters(),
    ) {
        let shadow = decide(&Plan { shadow: true, ..plan.clone() }, &judged, &counters, 5);
        let earnest = decide(&Plan { shadow: false, ..plan }, &judged, &counters, 5);
        prop_assert!(!is_block(&shadow.verdict));
        prop_assert_eq!(&shadow.counters, &earnest.counters);
        prop_assert_eq!(&shadow.findings, &earnest.findings);
        match (shadow.verdict, earnest.verdict) {
            (Verdict::WouldBlock(would), Verdict::Block(does)) => prop_assert_eq!(would, does),
            (shadow, earnest) => prop_assert_eq!(shadow, earnest),
        }
    }

    #[test]
    fn prop_only_a_block_is_rendered_as_one(
        plan in any_plan(),
        judged in judgement(),
        counters in any_counters(),
    ) {
        let decision = decide(&plan, &judged, &counters, 5);
        for host in Host::ALL {
            for form in FORMS {
                let reply = render(&decision, host, form);
                let holds_back = reply.exit != 0
                    || reply.stdout.contains("decision")
                    || reply.stdout.contains("additionalContext")
                    || reply.stdout.contains("continue\"");
                prop_assert_eq!(holds_back, is_block(&decision.verdict));
                if !is_block(&decision.verdict) {
                    prop_assert!(reply.stderr.is_empty());
                    prop_assert!(reply.stdout.lines().count() <= 1);
                }
            }
        }
    }

    #[test]
    fn prop_without_an_answer_nothing_blocks(
        plan in any_plan(),
        counters in any_counters(),
        status: u16,
    ) {
        let failures = [
            Failure::Connection,
            Failure::Timeout,
            Failure::KeyRefused,
            Failure::Malformed,
            Failure::Status(status),
        ];
        let all = failures.map(Judged::Failed).into_iter().chain([Judged::NotAsked]);
        for judged in all {
            let decision = decide(&plan, &judged, &counters, 5);
            prop_assert!(matches!(decision.verdict, Verdict::Pass(_)));
        }
    }

    #[test]
    fn prop_an_answer_of_odd_numbers_never_blocks(
        plan in any_plan(),
        counters in any_counters(),
        odd in prop::sample::select(&["null", "2", "-0.1", "\"1\"", "true", "1e999", "[]"][..]),
    ) {
        let decision = decide(&plan, &judged(odd, odd), &counters, 5);
        prop_assert!(matches!(decision.verdict, Verdict::Pass(_)));
    }

    #[test]
    fn prop_more_work_never_turns_a_pass_into_a_block(
        plan in any_plan(),
        judged in judgement(),
        counters in any_counters(),
        (tools, running, scheduled) in (0_u32..3, 0_u32..3, 0_u32..3),
    ) {
        let less = decide(&plan, &judged, &counters, 5).verdict;
        let known = with_more_work(plan.known, tools, running, scheduled);
        let more = decide(&Plan { known, ..plan }, &judged, &counters, 5).verdict;
        prop_assert!(is_block(&less) || !is_block(&more));
    }

    #[test]
    fn prop_knowing_less_never_turns_a_pass_into_a_block(
        plan in any_plan(),
        judged in judgement(),
        counters in any_counters(),
    ) {
        let more = decide(&plan, &judged, &counters, 5).verdict;
        for known in [
            Known { tools: None, ..plan.known.clone() },
            Known { running: None, ..plan.known.clone() },
            Known { scheduled: None, ..plan.known.clone() },
            Known::default(),
        ] {
            let less = decide(&Plan { known, ..plan.clone() }, &judged, &counters, 5).verdict;
            prop_assert!(is_block(&more) || !is_block(&less));
        }
    }

    #[test]
    fn prop_the_same_inputs_give_the_same_decision(
        plan in any_plan(),
        judged in judgement(),
        counters in any_counters(),
        now: u64,
    ) {
        let first = decide(&plan, &judged, &counters, now);
        prop_assert_eq!(decide(&plan, &judged, &counters, now), first);
    }
}

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_one_prompt_of_a_person_never_causes_more_blocks_than_the_cap(
        blocks_max in 0_u32..5,
        shadow in prop::collection::vec(any::<bool>(), 200),
        starters in prop::collection::vec(starter(), 200),
        answers in prop::collection::vec(name('a', 100), 200),
    ) {
        let mut counters = Counters::default();
        let mut blocks = 0;
        for (at, ((starter, answer), shadow)) in
            starters.iter().zip(&answers).zip(&shadow).enumerate()
        {
            // A person typed once; every turn that began by itself has a prompt id of its own.
            let started_by = if at == 0 { StartedBy::Person } else { *starter };
            let is_persons = started_by == StartedBy::Person;
            let prompt = if is_persons { "typed".into() } else { format!("by-itself-{at}") };
            let plan = Plan {
                prompt: Some(prompt),
                started_by,
                answer: Some(answer.clone()),
                blocks_max,
                shadow: *shadow,
                ..plan()
            };
            let decision = decide(&plan, &judged("0.9", "0.9"), &counters, at as u64);
            // What stands on disk is what the next stop reads.
            counters = Counters::parse(Some(decision.counters.text().as_bytes()));
            blocks += u32::from(!matches!(decision.verdict, Verdict::Pass(_)));
        }
        prop_assert_eq!(blocks, blocks_max);
    }

    #[test]
    fn prop_without_prompt_ids_a_row_of_blocks_never_exceeds_the_cap(
        blocks_max in 0_u32..5,
        starters in prop::collection::vec(starter(), 200),
        answers in prop::collection::vec(name('a', 100), 200),
    ) {
        let mut counters = Counters::default();
        let mut row = 0;
        for (starter, answer) in starters.iter().zip(&answers) {
            let plan = Plan {
                prompt: None,
                started_by: *starter,
                answer: Some(answer.clone()),
                blocks_max,
                ..plan()
            };
            let decision = decide(&plan, &judged("0.9", "0.9"), &counters, 5);
            counters = Counters::parse(Some(decision.counters.text().as_bytes()));
            row = if is_block(&decision.verdict) { row + 1 } else { 0 };
            prop_assert!(row <= blocks_max);
        }
    }

    #[test]
    fn prop_a_check_without_a_judge_objects_once_to_an_answer_and_never_twice_in_a_row(
        answers in prop::collection::vec(name('a', 12), 1..60),
        typed in prop::collection::vec(any::<bool>(), 60),
        shadow: bool,
    ) {
        let stop = oracle::Stop { hands_back: true, tools: Some(2), ..situation::plain() };
        let on = vec![oracle::Check::Ask];
        let stop = oracle::Stop { on, shadow, asked: oracle::Asked::Keyless, ..stop };
        let mut counters = Counters::default();
        let (mut sent_back, mut was_blocked) = (Vec::new(), false);
        for (at, (answer, typed)) in answers.iter().zip(&typed).enumerate() {
            let started_by = if *typed { StartedBy::Person } else { StartedBy::Notification };
            let prompt = Some(format!("p{at}"));
            let answer = Some(answer.clone());
            let blocks_max = u32::MAX;
            let plan = situation::plan(&stop);
            let plan = Plan { prompt, started_by, answer: answer.clone(), blocks_max, ..plan };
            let decision = decide(&plan, &Judged::NotAsked, &counters, 5);
            counters = Counters::parse(Some(decision.counters.text().as_bytes()));
            let is_block = !matches!(decision.verdict, Verdict::Pass(_));
            let is_known = sent_back.iter().rev().take(16).any(|known| *known == answer);
            prop_assert_eq!(is_block, !is_known && (*typed || !was_blocked));
            if is_block {
                sent_back.push(answer);
            }
            was_blocked = is_block;
        }
    }

    #[test]
    fn prop_an_answer_that_was_sent_back_lately_is_not_sent_back_again(
        answers in prop::collection::vec(name('a', 110), 1..60),
    ) {
        let mut counters = Counters::default();
        let mut sent_back: Vec<String> = Vec::new();
        for (at, answer) in answers.iter().enumerate() {
            let prompt = Some(format!("p{at}"));
            let plan = Plan { prompt, answer: Some(answer.clone()), ..plan() };
            let decision = decide(&plan, &judged("0.9", "0.9"), &counters, 5);
            counters = decision.counters;
            let recent = sent_back.iter().rev().take(16).any(|known| known == answer);
            prop_assert_eq!(is_block(&decision.verdict), !recent);
            if is_block(&decision.verdict) {
                sent_back.push(answer.clone());
            }
        }
    }
}
