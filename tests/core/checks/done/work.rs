//! More evidence of work never makes a block.
use proptest::prelude::*;
use sprag_core::activity::check_kind::{CheckKind, KindSet};
use sprag_core::activity::verification::Verification;
use sprag_core::activity::work::CheckResult::{self, Failed, Passed, Unknown};
use sprag_core::activity::work::{Change, How, Run, Scope, What};
use sprag_core::checks::Finding;
use sprag_harness::action::{action, change, name, run, work};

use super::{blocks, found, on, says};
use crate::properties;

fn kinds() -> impl Strategy<Value = Vec<CheckKind>> {
    prop::sample::subsequence(&CheckKind::ALL[..], 1..=5)
}

fn check(result: impl Strategy<Value = CheckResult>) -> impl Strategy<Value = What> {
    let scope =
        prop::sample::select(&[Scope::NoCode, Scope::Narrowed, Scope::Suite, Scope::Whole][..]);
    (kinds(), result, scope, any::<bool>(), 0_u64..3).prop_map(
        |(kinds, result, scope, flagged, target)| {
            What::Check(Run { scope, flagged, target, ..run(&kinds, result) })
        },
    )
}

fn any_action() -> impl Strategy<Value = What> {
    let path = prop::sample::select(&["a.py", "b.rs", "c.md", "d.sh"][..]);
    let how = prop::sample::select(&[How::Edit, How::Shell, How::Git, How::Formatter][..]);
    let changes = (path, how, 0_u32..5)
        .prop_map(|(path, how, lines)| What::Change(Change { how, ..change(path, lines) }));
    let result = prop::sample::select(&[Passed, Failed, Unknown][..]);
    prop_oneof![
        4 => changes,
        4 => check(result),
        1 => Just(What::Hidden),
        1 => Just(What::Unseen),
        1 => Just(What::Program),
        1 => Just(What::OneOffCode),
        1 => Just(What::Subagent),
    ]
}

fn any_says() -> impl Strategy<Value = Vec<String>> {
    let ids = [
        "claims_done",
        "claims_tests",
        "claims_build",
        "claims_lint",
        "verification_applies",
        "outcome_blocked",
    ];
    let score = prop::sample::select(&["none", "0.1", "0.5", "0.7", "0.9"][..]);
    let scores = prop::collection::vec(score, ids.len());
    scores.prop_map(move |scores| {
        ids.iter().zip(scores).map(|(id, score)| format!("{id}={score}")).collect()
    })
}

fn after(actions: &[What], known: KindSet) -> Option<Verification> {
    let actions = actions.iter().map(|what| action(what.clone(), None)).collect();
    Verification::after(&work(actions), known)
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_a_check_that_passed_never_turns_a_pass_into_a_block(
        actions in prop::collection::vec(any_action(), 0..8),
        passed in check(Just(Passed)),
        claims in any_says(),
        known in kinds(),
    ) {
        let known = KindSet::of(&known);
        let claims: Vec<&str> = claims.iter().map(String::as_str).collect();
        let judged = says(&claims);
        let more = [actions.clone(), vec![passed]].concat();
        let (less, more) = (after(&actions, known), after(&more, known));
        prop_assert!(blocks(less, &judged) || !blocks(more, &judged));
    }

    #[test]
    fn prop_a_check_that_passed_never_makes_somebody_be_asked(
        actions in prop::collection::vec(any_action(), 0..8),
        passed in check(Just(Passed)),
        known in kinds(),
    ) {
        let known = KindSet::of(&known);
        let asks = |actions: &[What]| !on(after(actions, known)).questions().is_empty();
        let more = [actions.clone(), vec![passed]].concat();
        prop_assert!(asks(&actions) || !asks(&more));
    }

    #[test]
    fn prop_nobody_is_asked_exactly_where_no_answer_sends_back(
        actions in prop::collection::vec(any_action(), 0..8),
        known in kinds(),
    ) {
        let verification = after(&actions, KindSet::of(&known));
        let asks = !on(verification.clone()).questions().is_empty();
        let all = says(&["claims_done", "claims_tests", "claims_build", "claims_lint"]);
        prop_assert_eq!(asks, found(verification, &all).0 == Finding::Fires);
    }

    #[test]
    fn prop_the_checks_of_all_kinds_that_passed_leave_nothing_to_ask(
        actions in prop::collection::vec(any_action(), 0..8),
        claims in any_says(),
    ) {
        let claims: Vec<&str> = claims.iter().map(String::as_str).collect();
        let passed = What::Check(Run { runner: name("x"), ..run(&CheckKind::ALL, Passed) });
        let all = [actions, vec![passed]].concat();
        prop_assert_eq!(found(after(&all, KindSet::ALL), &says(&claims)).1, None);
    }

    #[test]
    fn prop_changes_of_text_and_settings_change_no_verdict(
        actions in prop::collection::vec(any_action(), 0..8),
        at in 0_usize..8,
        lines in 0_u32..99,
        path in prop::sample::select(&["x.md", "docs/x.txt", "x.toml", "x.sh", "x.bin"][..]),
        claims in any_says(),
    ) {
        let claims: Vec<&str> = claims.iter().map(String::as_str).collect();
        let judged = says(&claims);
        let mut more = actions.clone();
        more.insert(at.min(actions.len()), What::Change(change(path, lines)));
        let (less, more) = (after(&actions, KindSet::ALL), after(&more, KindSet::ALL));
        prop_assert_eq!(found(less, &judged), found(more, &judged));
    }

    #[test]
    fn prop_work_of_which_a_part_is_missing_never_blocks(
        actions in prop::collection::vec(any_action(), 0..8),
        claims in any_says(),
    ) {
        let claims: Vec<&str> = claims.iter().map(String::as_str).collect();
        let mut partial = work(actions.into_iter().map(|what| action(what, None)).collect());
        partial.miss_some();
        prop_assert!(!blocks(Verification::after(&partial, KindSet::ALL), &says(&claims)));
    }
}
