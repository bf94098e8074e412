//! How often a done is sent back.
use sprag_core::checks::verdict::{Pass, Verdict};
use sprag_core::decision::counters::{Counters, Sparing};
use sprag_core::decision::decide::{Decision, decide};
use sprag_core::decision::plan::Plan;
use sprag_harness::given::check;

use super::{edit, in_project, on, says};

const MINUTE: u64 = 60_000;

/// Decides about a false done of this prompt, whose answer is new.
fn stop(prompt: Option<&str>, counters: &Counters, now_ms: u64) -> Decision {
    let plan = on(Some(in_project(vec![edit(9)])));
    let answer = Some(format!("answer at {now_ms}"));
    let plan = Plan { prompt: prompt.map(Into::into), answer, blocks_max: 99, ..plan };
    decide(&plan, &says(&["claims_done"]), counters, now_ms)
}

fn is_block(decision: &Decision) -> bool {
    match &decision.verdict {
        Verdict::Block(by) => *by == check("done"),
        other @ (Verdict::Pass(_) | Verdict::WouldBlock(_)) => {
            assert_eq!(*other, Verdict::Pass(Pass::Spared));
            false
        }
    }
}

#[test]
fn a_done_is_sent_back_once_for_a_prompt() {
    let first = stop(Some("p1"), &Counters::default(), MINUTE);
    assert!(is_block(&first));
    let sparing = Sparing { blocks: 1, prompt: Some("p1".into()) };
    assert_eq!(first.counters.sparing, sparing);
    let same = stop(Some("p1"), &first.counters, 9 * MINUTE);
    assert!(!is_block(&same));
    assert_eq!(same.counters.sparing, sparing, "a pass counts nothing");
    // A prompt that is not known may be the same.
    assert!(!is_block(&stop(None, &first.counters, 9 * MINUTE)));
    assert!(is_block(&stop(Some("p2"), &first.counters, 9 * MINUTE)));
    let nameless = stop(None, &Counters::default(), MINUTE);
    assert!(is_block(&nameless));
    assert!(is_block(&stop(Some("p1"), &nameless.counters, 9 * MINUTE)));
}

#[test]
fn a_done_is_not_sent_back_within_a_minute_of_any_block() {
    let counters = Counters { blocked_at_ms: Some(5 * MINUTE), ..Counters::default() };
    let table = [
        (5 * MINUTE, false),
        (6 * MINUTE - 1, false),
        (6 * MINUTE, true),
        // The clock went back: no time has passed.
        (4 * MINUTE, false),
        (0, false),
    ];
    for (now, expected) in table {
        assert_eq!(is_block(&stop(Some("p1"), &counters, now)), expected, "{now}");
    }
}

#[test]
fn a_done_is_sent_back_three_times_in_a_session() {
    let mut counters = Counters::default();
    for at in 1..=3 {
        let decision = stop(Some(&format!("p{at}")), &counters, at * 9 * MINUTE);
        assert!(is_block(&decision), "{at}");
        counters = decision.counters;
    }
    assert!(!is_block(&stop(Some("p4"), &counters, 99 * MINUTE)));
}

#[test]
fn shadow_counts_as_earnest_does() {
    let plan = Plan { shadow: true, ..on(Some(in_project(vec![edit(9)]))) };
    let decision = decide(&plan, &says(&["claims_done"]), &Counters::default(), MINUTE);
    assert_eq!(decision.verdict, Verdict::WouldBlock(check("done")));
    assert_eq!(decision.counters.sparing.blocks, 1);
    assert!(!is_block(&stop(Some("p1"), &decision.counters, 9 * MINUTE)));
}

#[test]
fn counters_of_a_session_keep_what_was_spared() {
    let first = stop(Some("p1"), &Counters::default(), MINUTE);
    let text = first.counters.text();
    assert!(text.contains(r#""sparing":{"blocks":1,"prompt":"p1"}"#), "{text}");
    assert_eq!(Counters::parse(Some(text.as_bytes())), first.counters);
    // A file of an older version holds none of it.
    assert!(!Counters::default().text().contains("sparing"));
}
