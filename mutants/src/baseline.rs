//! Runs the tests on the unchanged tree, package by package, as cargo-mutants will.
//!
//! cargo-mutants tests all packages at once before it starts and one package per mutant afterwards.
//! A package that fails alone (other features are switched on) would then make every mutant look
//! caught; so each package has to pass alone here.
use core::time::Duration;
use std::process::Command;

use crate::command::{last, run};
use crate::environment::{Builds, clean};
use crate::fault::fault;
use crate::libtest::{Report, Status};
use crate::report::seconds;
use crate::{Fault, Guard, Summary, Tree};

const LIMIT: Duration = Duration::from_secs(1800);

/// Runs all tests of the packages; what is wrong goes to the summary.
pub(crate) fn baseline(
    tree: &Tree,
    packages: &[&str],
    guards: &[&Guard],
    summary: &mut Summary,
) -> Result<(), Fault> {
    let mut report = Report::default();
    let mut faults = Vec::new();
    let mut took = Duration::ZERO;
    for package in packages {
        let log = tree.root.join(format!("target/gate/baseline-{package}.log"));
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--locked", "--no-fail-fast", "--package", package]);
        clean(cargo.current_dir(&tree.root), Builds::AsEverywhere);
        let ran = run(&mut cargo, &log, Some(LIMIT))?;
        took = took.saturating_add(ran.took);
        let this = Report::read(&ran.text);
        faults.extend(failures(package, ran.code, &this, &ran.text));
        report.add(this);
    }
    let words = format!("{} tests of {} in {}", report.ran(), packages.join(", "), seconds(took));
    summary.line("baseline", &words);
    // A guard that is gone may fail hundreds of tests; it comes first.
    summary.fail(guards.iter().filter_map(|guard| unproven(guard, &report)));
    summary.fail(faults);
    Ok(())
}

/// Returns what is wrong with the run of one package.
fn failures(package: &str, code: Option<i32>, report: &Report, text: &str) -> Vec<Fault> {
    let failed = report.failed();
    let mut faults: Vec<Fault> = failed
        .iter()
        .map(|test| fault!("the unchanged tree fails {test} of {package}; fix it first"))
        .collect();
    if faults.is_empty() && code != Some(0) {
        let words = last(text, 3);
        faults
            .push(fault!("the tests of {package} did not run to their end; fix it first: {words}"));
    }
    if faults.is_empty() && report.ran() == 0 {
        faults.push(fault!("{package} has no test at all; write some"));
    }
    faults
}

/// Says so if the test that a guard names did not pass on the unchanged tree: the guard is gone or
/// wrong, or its test is.
fn unproven(guard: &Guard, report: &Report) -> Option<Fault> {
    let key = guard.key();
    match report.status(&guard.test) {
        Some(Status::Ok) => None,
        Some(Status::Failed) => Some(fault!("guard {key} fails {}: {}", guard.test, guard.promise)),
        Some(Status::Ignored) => {
            Some(fault!("guard {key} names {}, which is ignored; run it", guard.test))
        }
        None => Some(fault!(
            "guard {key} names {}, which no program of its package ran; correct guards.toml",
            guard.test
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TestName;

    const OK: &str = "Running tests/core/main.rs (t/deps/core-1)\ntest a::holds ... ok";

    #[track_caller]
    fn one(faults: &[Fault], words: &str) {
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].to_string().contains(words), "{faults:?}");
    }

    #[test]
    fn a_run_that_proves_nothing_is_refused() {
        let judged = |code, text: &str| failures("p", code, &Report::read(text), text);
        assert_eq!(judged(Some(0), OK), []);
        one(&judged(Some(101), &OK.replace("ok", "FAILED")), "fails core::a::holds of p");
        one(&judged(Some(0), &OK.replace("ok", "FAILED")), "fails core::a::holds of p");
        one(&judged(Some(101), "error: no such thing"), "did not run to their end");
        one(&judged(None, OK), "did not run to their end");
        one(&judged(Some(0), "running 0 tests"), "no test at all");
    }

    #[test]
    fn a_guard_whose_test_did_not_pass_is_refused() {
        let guard = Guard {
            file: "core/src/a.rs".to_owned(),
            function: "guard_a".to_owned(),
            promise: "It is so.".to_owned(),
            test: TestName::read("core::a::holds").unwrap(),
        };
        let said = |text: &str| Vec::from_iter(unproven(&guard, &Report::read(text)));
        assert_eq!(said(OK), []);
        let failed = said(&OK.replace("ok", "FAILED"));
        one(&failed, "guard core/src/a.rs::guard_a fails core::a::holds: It is so.");
        one(&said(&OK.replace("ok", "ignored")), "which is ignored");
        one(&said(&OK.replace("holds", "held")), "no program of its package ran");
    }
}
