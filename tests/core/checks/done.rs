//! What a closing message claims, compared with what ran.
mod asking;
mod honest;
mod nudge;
mod pace;
mod report;
mod said;
mod work;

use sprag_core::activity::check_kind::{CheckKind, KindSet};
use sprag_core::activity::verification::Verification;
use sprag_core::activity::work::CheckResult::{Failed, Passed, Unknown};
use sprag_core::activity::work::{Change, Run, Texts, What};
use sprag_core::checks::done::Objection::{Contradicted, Overlooked, Unsupported, Unverified};
use sprag_core::checks::done::{Claim, Objection, finding};
use sprag_core::checks::known::Known;
use sprag_core::checks::score::Threshold;
use sprag_core::checks::verdict::{Pass, Verdict};
use sprag_core::checks::{Case, Finding};
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::{Judged, decide, wants_second_look};
use sprag_core::decision::plan::Plan;
use sprag_harness::action::{edit, part, run, tests, verification};
use sprag_harness::given::{answered, check, plan, set};

/// A message that claims these, of work to which checks apply, with nothing in the way.
fn says(claims: &[&str]) -> Judged {
    let mut answers = vec![
        ("claims_done", "0.1"),
        ("claims_tests", "0.1"),
        ("claims_build", "0.1"),
        ("claims_lint", "0.1"),
        ("verification_applies", "0.9"),
        ("outcome_blocked", "0.1"),
    ];
    for claim in claims {
        let (id, score) = claim.split_once('=').unwrap_or((claim, "0.9"));
        answers.retain(|(known, _)| *known != id);
        if score != "none" {
            answers.push((id, score));
        }
    }
    answered(&answers)
}

fn on(verification: Option<Verification>) -> Plan {
    let known = Known { verification, ..plan().known };
    Plan { checks: set(&["done"]), known, ..plan() }
}

/// Where things stand after these actions, where the project has every kind of check.
fn in_project(actions: Vec<What>) -> Verification {
    Verification { known: KindSet::ALL, ..verification(actions) }
}

fn found(verification: Option<Verification>, judged: &Judged) -> (Finding, Option<Objection>) {
    let plan = on(verification);
    let Judged::Answered(answers) = judged else { return (Finding::Unjudged, None) };
    let scores = answers.scores();
    finding(&Case { known: &plan.known, scores: &scores, tau: plan.tau, claim: plan.claim })
}

fn objection(actions: Vec<What>, claims: &[&str]) -> Option<Objection> {
    let (finding, objection) = found(Some(in_project(actions)), &says(claims));
    assert_eq!(finding == Finding::Fires, objection.is_some());
    objection
}

fn blocks(verification: Option<Verification>, judged: &Judged) -> bool {
    let decision = decide(&on(verification), judged, &Counters::default(), 5);
    matches!(decision.verdict, Verdict::Block(_))
}

fn ran(kind: CheckKind, result: sprag_core::activity::work::CheckResult) -> What {
    What::Check(run(&[kind], result))
}

#[test]
fn a_claim_that_a_failed_check_of_its_kind_contradicts_is_sent_back() {
    let table = [
        ("claims_tests", CheckKind::Test, Claim::Tests),
        ("claims_build", CheckKind::Build, Claim::Build),
        ("claims_lint", CheckKind::Lint, Claim::Lint),
        ("claims_lint", CheckKind::Types, Claim::Lint),
        ("claims_lint", CheckKind::Format, Claim::Lint),
    ];
    for (id, kind, claim) in table {
        let failed = || vec![edit(9), ran(kind, Failed)];
        assert_eq!(objection(failed(), &[id]), Some(Contradicted(claim)), "{id} {kind:?}");
        // Before the last change too: nothing has passed since.
        let before = vec![edit(9), ran(kind, Failed), edit(1)];
        assert_eq!(objection(before, &[id]), Some(Contradicted(claim)), "{id} {kind:?}");
        // A failure that one line of code caused is one.
        assert_eq!(objection(vec![edit(1), ran(kind, Failed)], &[id]), Some(Contradicted(claim)));
        for passes in [Passed, Unknown] {
            let later = vec![edit(9), ran(kind, Failed), edit(1), ran(kind, passes)];
            assert_eq!(objection(later, &[id]), None, "{id} {kind:?} {passes:?}");
        }
    }
}

#[test]
fn a_claim_is_compared_with_the_kind_that_it_names() {
    let actions = || vec![edit(9), ran(CheckKind::Lint, Failed), tests(Passed)];
    assert_eq!(objection(actions(), &["claims_tests"]), None);
    assert_eq!(objection(actions(), &["claims_lint"]), Some(Contradicted(Claim::Lint)));
    let actions = || vec![edit(9), tests(Failed), ran(CheckKind::Lint, Passed)];
    assert_eq!(objection(actions(), &["claims_lint"]), None);
    assert_eq!(objection(actions(), &["claims_tests"]), Some(Contradicted(Claim::Tests)));
    // That a linter was content says nothing about tests.
    let actions = vec![edit(9), ran(CheckKind::Lint, Passed)];
    assert_eq!(objection(actions, &["claims_tests"]), Some(Unsupported(Claim::Tests)));
}

#[test]
fn tests_that_passed_since_clear_a_failed_build() {
    let build = |result| ran(CheckKind::Build, result);
    for kind in [CheckKind::Test, CheckKind::Types, CheckKind::Lint] {
        let fixed = vec![edit(9), build(Failed), edit(2), ran(kind, Passed)];
        assert_eq!(objection(fixed, &["claims_build"]), None, "{kind:?}");
        // The same code: it failed to build, whatever else passed.
        let same = vec![edit(9), build(Failed), ran(kind, Passed)];
        assert_eq!(objection(same, &["claims_build"]), Some(Contradicted(Claim::Build)));
        let failed = vec![edit(9), build(Failed), edit(2), ran(kind, Failed)];
        assert_eq!(objection(failed, &["claims_build"]), Some(Contradicted(Claim::Build)));
    }
}

#[test]
fn what_one_of_several_kinds_may_have_shown_contradicts_nothing() {
    let lint = || vec![edit(9), ran(CheckKind::Lint, Failed)];
    for result in [Passed, Unknown] {
        let actions = [lint(), vec![ran(CheckKind::Types, result)]].concat();
        assert_eq!(objection(actions, &["claims_lint"]), None, "{result:?}");
        // What failed in the layout alone may not be what is claimed.
        let layout = vec![edit(9), ran(CheckKind::Format, Failed), ran(CheckKind::Lint, result)];
        assert_eq!(objection(layout, &["claims_lint"]), None, "{result:?}");
    }
    let stale = [vec![ran(CheckKind::Types, Passed)], lint()].concat();
    assert_eq!(objection(stale, &["claims_lint"]), Some(Contradicted(Claim::Lint)));
}

#[test]
fn that_the_layout_is_right_does_not_outweigh_what_a_linter_found() {
    for kind in [CheckKind::Lint, CheckKind::Types] {
        for result in [Passed, Unknown, Failed] {
            let format = || ran(CheckKind::Format, result);
            let found = Some(Contradicted(Claim::Lint));
            for actions in [
                vec![edit(9), format(), ran(kind, Failed)],
                vec![edit(9), ran(kind, Failed), format()],
            ] {
                assert_eq!(objection(actions, &["claims_lint"]), found, "{kind:?} {result:?}");
            }
        }
        // What was found before the last change may be fixed; the formatter is a witness of it.
        for result in [Passed, Unknown] {
            let format = ran(CheckKind::Format, result);
            let fixed = vec![edit(9), ran(kind, Failed), edit(2), format];
            assert_eq!(objection(fixed, &["claims_lint"]), None, "{kind:?} {result:?}");
        }
    }
}

#[test]
fn a_claim_without_any_run_of_its_kind_is_sent_back() {
    let table = [
        ("claims_tests", Claim::Tests, &[CheckKind::Test][..]),
        (
            "claims_build",
            Claim::Build,
            &[CheckKind::Build, CheckKind::Test, CheckKind::Types, CheckKind::Lint],
        ),
        ("claims_lint", Claim::Lint, &[CheckKind::Lint, CheckKind::Types, CheckKind::Format]),
    ];
    for (id, claim, support) in table {
        assert_eq!(objection(vec![edit(3)], &[id]), Some(Unsupported(claim)), "{id}");
        // Two lines are no more than a label.
        assert_eq!(objection(vec![edit(2)], &[id]), None, "{id}");
        for kind in CheckKind::ALL {
            let actions = |result| vec![edit(9), ran(kind, result)];
            let is_support = support.contains(&kind);
            let is_unsupported = |actions| objection(actions, &[id]) == Some(Unsupported(claim));
            assert_eq!(is_unsupported(actions(Passed)), !is_support, "{id} {kind:?}");
            assert_eq!(is_unsupported(actions(Unknown)), !is_support, "{id} {kind:?}");
            // Also where it ran before the last change: it is no lie that it passed.
            for result in [Passed, Unknown] {
                let before = vec![edit(9), ran(kind, result), edit(9)];
                assert_eq!(is_unsupported(before), !is_support, "{id} {kind:?} {result:?}");
            }
        }
    }
}

#[test]
fn a_kind_of_which_no_check_is_known_is_not_asked_for() {
    let with = |known: &[CheckKind], claims: &[&str]| {
        let verification =
            Verification { known: KindSet::of(known), ..verification(vec![edit(9)]) };
        found(Some(verification), &says(claims)).1
    };
    assert_eq!(with(&[CheckKind::Lint], &["claims_tests"]), None);
    assert_eq!(with(&[CheckKind::Test], &["claims_tests"]), Some(Unsupported(Claim::Tests)));
    assert_eq!(with(&[CheckKind::Test], &["claims_build"]), None);
    assert_eq!(with(&[CheckKind::Format], &["claims_lint"]), Some(Unsupported(Claim::Lint)));
    assert_eq!(with(&[], &["claims_done"]), None);
    assert_eq!(with(&[CheckKind::Format], &["claims_done"]), None);
    for kind in [CheckKind::Test, CheckKind::Build, CheckKind::Lint, CheckKind::Types] {
        assert_eq!(with(&[kind], &["claims_done"]), Some(Unverified), "{kind:?}");
    }
}

#[test]
fn a_done_of_which_the_last_check_failed_is_sent_back_whoever_told_the_agent() {
    for kind in [CheckKind::Test, CheckKind::Build, CheckKind::Types, CheckKind::Lint] {
        let actions = || vec![edit(1), ran(kind, Failed)];
        assert_eq!(objection(actions(), &["claims_done"]), Some(Overlooked(kind)));
        let told = Run { flagged: true, ..run(&[kind], Failed) };
        let told = vec![edit(9), What::Check(told)];
        assert_eq!(objection(told, &["claims_done"]), Some(Overlooked(kind)));
        let later = [actions(), vec![edit(1)]].concat();
        assert_eq!(objection(later, &["claims_done"]), None, "it may be mended");
    }
    // Tests that pass do not answer for what a linter found.
    let found = vec![edit(9), ran(CheckKind::Lint, Failed), tests(Passed)];
    assert_eq!(objection(found, &["claims_done"]), Some(Overlooked(CheckKind::Lint)));
    // Where the agent was told, and others passed, it has weighed what was found.
    let told = Run { flagged: true, ..run(&[CheckKind::Lint], Failed) };
    let weighed = vec![edit(9), What::Check(told), tests(Passed)];
    assert_eq!(objection(weighed, &["claims_done"]), None);
    let layout = vec![edit(9), ran(CheckKind::Format, Failed), tests(Passed)];
    assert_eq!(objection(layout, &["claims_done"]), None);
}

#[test]
fn a_claim_that_a_check_contradicts_is_sent_back_though_the_code_is_again_as_it_was() {
    let edits = |old, new| {
        let texts = Some(Texts { old, new });
        let change = Change { texts, ..sprag_harness::action::change("a.py", 5) };
        What::Change(change)
    };
    let undone = || vec![edits(1, 2), edits(2, 1), ran(CheckKind::Lint, Failed)];
    assert_eq!(objection(undone(), &["claims_lint"]), Some(Contradicted(Claim::Lint)));
    assert_eq!(objection(undone(), &["claims_done", "claims_tests"]), None);
    assert_eq!(objection(vec![ran(CheckKind::Lint, Failed)], &["claims_lint"]), None);
}

#[test]
fn a_trial_may_excuse_a_done_and_no_claim_of_a_check() {
    assert_eq!(objection(vec![edit(9), What::OneOffCode], &["claims_done"]), None);
    let named = objection(vec![edit(9), What::OneOffCode], &["claims_tests"]);
    assert_eq!(named, Some(Unsupported(Claim::Tests)));
    assert_eq!(objection(vec![edit(9), What::Program], &["claims_tests"]), None);
}

#[test]
fn a_done_after_which_nothing_ran_is_unverified() {
    assert_eq!(objection(vec![edit(3)], &["claims_done"]), Some(Unverified));
    assert_eq!(objection(vec![edit(2)], &["claims_done"]), None);
    // Lines since the check count, not those before it.
    let since = |lines| vec![edit(90), tests(Passed), edit(lines)];
    assert_eq!(objection(since(3), &["claims_done"]), Some(Unverified));
    assert_eq!(objection(since(2), &["claims_done"]), None);
    for kind in [CheckKind::Test, CheckKind::Build, CheckKind::Lint, CheckKind::Types] {
        for result in [Passed, Unknown] {
            let actions = vec![edit(9), ran(kind, result)];
            assert_eq!(objection(actions, &["claims_done"]), None, "{kind:?} {result:?}");
        }
    }
    let layout = vec![edit(9), ran(CheckKind::Format, Passed)];
    assert_eq!(objection(layout, &["claims_done"]), Some(Unverified));
    let narrow = vec![edit(9), What::Check(part(1, Passed))];
    assert_eq!(objection(narrow, &["claims_done"]), None);
    for unseen in [What::Hidden, What::Subagent] {
        assert_eq!(objection(vec![edit(9), unseen.clone()], &["claims_done"]), None);
        assert_eq!(objection(vec![edit(9), unseen], &["claims_tests"]), None);
    }
}

#[test]
fn the_heaviest_objection_is_the_one_that_is_made() {
    let all = ["claims_done", "claims_tests", "claims_build", "claims_lint"];
    let table = [
        (vec![edit(9), tests(Failed)], Contradicted(Claim::Tests)),
        (vec![edit(9), ran(CheckKind::Build, Failed)], Contradicted(Claim::Build)),
        (vec![edit(9)], Unsupported(Claim::Tests)),
        (vec![edit(9), tests(Passed)], Unsupported(Claim::Lint)),
    ];
    for (actions, expected) in table {
        assert_eq!(objection(actions, &all), Some(expected));
    }
}

#[test]
fn a_message_that_names_an_obstacle_is_not_sent_back() {
    // Report 39; section 22, 7: a doubt about it is enough, and less than a doubt is not.
    for (score, is_free) in [("1", false), ("0.4", false), ("0.39", true), ("0.26", true)] {
        let claims = ["claims_done", "claims_tests", &format!("outcome_blocked={score}")];
        for actions in [vec![edit(9)], vec![edit(9), tests(Failed)]] {
            assert_eq!(objection(actions, &claims).is_some(), is_free, "{score}");
        }
    }
}

#[test]
fn a_claim_counts_from_its_threshold_on() {
    for (score, expected) in [("0.69", false), ("0.7", true), ("1", true)] {
        for (id, actions) in [
            ("claims_tests", vec![edit(9), tests(Failed)]),
            ("claims_build", vec![edit(9)]),
            ("claims_lint", vec![edit(9)]),
            ("claims_done", vec![edit(9)]),
        ] {
            let claim = format!("{id}={score}");
            assert_eq!(objection(actions, &[&claim]).is_some(), expected, "{claim}");
        }
    }
    for (score, expected) in [("0.2", false), ("0.49", false), ("0.5", true)] {
        let applies = format!("verification_applies={score}");
        assert_eq!(objection(vec![edit(9)], &["claims_done", &applies]).is_some(), expected);
        // What a check says about itself needs none of that.
        let claims = ["claims_tests", &applies];
        assert!(objection(vec![edit(9)], &claims).is_some());
    }
    // Section 21: the user's own threshold goes before.
    let own = |claim| {
        let plan = Plan { claim, ..on(Some(in_project(vec![edit(9)]))) };
        let judged = says(&["claims_done=0.68"]);
        decide(&plan, &judged, &Counters::default(), 5).findings[0].1
    };
    assert_eq!(own(Threshold::of(0.6)), Finding::Fires);
    assert_eq!(own(Threshold::of(0.9)), Finding::Silent);
    assert_eq!(own(None), Finding::Unjudged);
}

#[test]
fn an_answer_that_is_missing_leaves_its_claim_unjudged_and_never_blocks() {
    let nothing = || Some(in_project(vec![edit(9)]));
    let of = |claims: &[&str]| found(nothing(), &says(claims)).0;
    for id in ["claims_tests", "claims_build", "claims_lint", "claims_done", "verification_applies"]
    {
        assert_eq!(of(&[&format!("{id}=none")]), Finding::Unjudged, "{id}");
    }
    assert_eq!(of(&["claims_done=none", "claims_tests"]), Finding::Fires);
    assert_eq!(of(&["claims_tests=none", "claims_done"]), Finding::Fires);
    assert_eq!(of(&["outcome_blocked=none", "claims_tests"]), Finding::Unjudged);
    assert_eq!(of(&["claims_tests=1.5"]), Finding::Unjudged);
    assert_eq!(of(&[]), Finding::Silent);
    for judged in [Judged::NotAsked, answered(&[])] {
        assert!(!blocks(nothing(), &judged));
    }
}

#[test]
fn facts_that_are_unknown_never_block() {
    let all = says(&["claims_done", "claims_tests", "claims_build", "claims_lint"]);
    assert_eq!(found(None, &all), (Finding::Unknown, None));
    assert!(!blocks(None, &all));
}

#[test]
fn the_turn_is_read_again_only_before_it_is_sent_back_for_what_it_did() {
    let bad = on(Some(in_project(vec![edit(9)])));
    let good = on(Some(in_project(vec![edit(9), tests(Passed)])));
    assert!(wants_second_look(&bad, &says(&["claims_done"])));
    assert!(!wants_second_look(&bad, &says(&[])));
    assert!(!wants_second_look(&good, &says(&["claims_done"])));
    assert!(!wants_second_look(&bad, &Judged::NotAsked));
    assert!(!wants_second_look(&on(None), &says(&["claims_done"])));
    // A promise is none.
    let promise = answered(&[("no_action", "0.9"), ("broken_promise", "0.9")]);
    assert!(!wants_second_look(&plan(), &promise));
}

#[test]
fn another_check_that_objects_goes_before() {
    let known = on(Some(in_project(vec![edit(9)]))).known;
    let plan = Plan { checks: set(&["promises", "done"]), known, ..plan() };
    let judged = answered(&[
        ("no_action", "0.9"),
        ("broken_promise", "0.1"),
        ("claims_done", "0.9"),
        ("claims_tests", "0.9"),
        ("outcome_blocked", "0.1"),
    ]);
    let decision = decide(&plan, &judged, &Counters::default(), 5);
    assert_eq!(decision.verdict, Verdict::Block(check("promises")));
    assert_eq!(decision.findings[1], (check("done"), Finding::Fires));
    assert_eq!(decision.counters.sparing.blocks, 0);
    assert_ne!(decision.verdict, Verdict::Pass(Pass::Spared));
}
