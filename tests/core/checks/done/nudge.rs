//! What the agent is told of a done that is not borne out, byte for byte.
use sprag_core::activity::check_kind::CheckKind::{Build, Format, Lint, Test, Types};
use sprag_core::activity::work::CheckResult::{Failed, Passed};
use sprag_core::activity::work::{Run, What};
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::decide;
use sprag_harness::action::{edit, name, run, tests};

use super::{in_project, on, ran, says};
use crate::assert_bytes;

fn nudge(actions: Vec<What>, claim: &str) -> String {
    let plan = on(Some(in_project(actions)));
    decide(&plan, &says(&[claim]), &Counters::default(), 5).reason.unwrap()
}

/// Every objection that there is, each of its forms once.
fn every_nudge() -> Vec<String> {
    let cargo = Run { runner: name("cargo build"), ..run(&[Build], Failed) };
    let told = Run { flagged: true, ..run(&[Test], Failed) };
    vec![
        nudge(vec![edit(9), tests(Failed)], "claims_tests"),
        nudge(vec![edit(9), tests(Failed), edit(4)], "claims_tests"),
        nudge(vec![edit(9), What::Check(cargo)], "claims_build"),
        nudge(vec![edit(9), ran(Types, Failed)], "claims_lint"),
        nudge(vec![edit(9), ran(Lint, Failed)], "claims_lint"),
        nudge(vec![edit(9), ran(Format, Failed), edit(1)], "claims_lint"),
        nudge(vec![edit(9)], "claims_tests"),
        nudge(vec![edit(3)], "claims_build"),
        nudge(vec![edit(9), tests(Passed)], "claims_lint"),
        nudge(vec![edit(1), tests(Failed)], "claims_done"),
        nudge(vec![edit(1), ran(Types, Failed)], "claims_done"),
        nudge(vec![edit(9), What::Check(told)], "claims_done"),
        nudge(vec![edit(120)], "claims_done"),
        nudge(vec![edit(9), ran(Test, Passed), edit(5)], "claims_done"),
    ]
}

#[test]
fn what_the_agent_is_told_of_a_done() {
    let text = every_nudge().join("\n\n");
    assert_bytes("what_the_agent_is_told_of_a_done.txt", text.as_bytes());
}

#[test]
fn a_reason_has_at_most_four_lines_and_names_no_path_and_no_command() {
    for text in every_nudge() {
        assert!((2..=4).contains(&text.lines().count()), "{text}");
        assert!(text.starts_with("sprag: "), "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(!text.contains("add.py") && !text.contains('/'), "{text}");
    }
}

#[test]
fn a_program_that_is_not_known_by_name_is_not_named() {
    let mut verification = in_project(vec![edit(9), tests(Failed)]);
    verification.test.runner = None;
    for (claim, words) in [("claims_tests", "(the check)"), ("claims_done", "(a check)")] {
        let plan = on(Some(verification.clone()));
        let reason = decide(&plan, &says(&[claim]), &Counters::default(), 5).reason.unwrap();
        assert!(reason.contains(words), "{reason}");
    }
}
