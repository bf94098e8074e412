//! More work never makes a block, whichever checks are on.
use proptest::prelude::*;
use sprag_core::checks::known::Known;
use sprag_core::checks::verdict::Verdict;
use sprag_core::decision::decide::decide;
use sprag_core::decision::plan::Plan;
use sprag_harness::given::{QUESTIONS, answered, language, plan, set};

use crate::properties;

/// The checks that object to a lack of work. `watch-match` objects to what runs.
const CHECKS: [&str; 3] = ["language", "watch", "promises"];

fn count() -> impl Strategy<Value = Option<u32>> {
    prop::option::weighted(0.9, 0_u32..3)
}

fn more(count: Option<u32>, by: u32) -> Option<u32> {
    count.map(|count| count + by)
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_more_work_never_turns_a_pass_into_a_block_whatever_is_on(
        on in prop::sample::subsequence(&CHECKS[..], 1..=3),
        scores in prop::collection::vec(0_u32..=100, QUESTIONS.len()),
        (tools, running, scheduled, handoffs) in (count(), count(), count(), count()),
        by in (0_u32..3, 0_u32..3, 0_u32..3, 0_u32..3),
    ) {
        let texts: Vec<String> =
            scores.iter().map(|score| format!("{}", f64::from(*score) / 100.0)).collect();
        let answers: Vec<(&str, &str)> =
            QUESTIONS.into_iter().zip(texts.iter().map(String::as_str)).collect();
        let judged = answered(&answers);
        let base = Known { language: Some(language()), ..plan().known };
        let verdict = |known: Known| {
            let plan = Plan { checks: set(&on), known, ..plan() };
            decide(&plan, &judged, &Default::default(), 5).verdict
        };
        let less = Known { tools, running, scheduled, handoffs, ..base };
        let most = Known {
            tools: more(tools, by.0),
            running: more(running, by.1),
            scheduled: more(scheduled, by.2),
            handoffs: more(handoffs, by.3),
            ..less.clone()
        };
        let (less, most) = (verdict(less), verdict(most));
        let is_block = |verdict: &Verdict| matches!(verdict, Verdict::Block(_));
        prop_assert!(is_block(&less) || !is_block(&most), "{less:?} {most:?}");
    }
}
