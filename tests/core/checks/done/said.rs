//! What the message and the user say themselves takes the ground from an objection.
use sprag_core::activity::check_kind::CheckKind;
use sprag_core::activity::work::CheckResult::{Failed, Passed};
use sprag_core::activity::work::What;
use sprag_core::checks::done::Objection::{Contradicted, Overlooked, Unsupported, Unverified};
use sprag_core::checks::done::{Claim, Objection, finding};
use sprag_core::checks::known::Known;
use sprag_core::checks::{Case, Finding};
use sprag_core::decision::plan::Plan;
use sprag_core::wording::{Cue, Wording, in_closing, in_request};
use sprag_harness::action::{edit, tests};

use super::{Judged, in_project, on, ran, says};

/// What is objected to in a message that holds these words and is read as these claims.
fn objection(wording: Wording, actions: Vec<What>, claims: &[&str]) -> Option<Objection> {
    let open = on(Some(in_project(actions)));
    let plan = Plan { known: Known { wording, ..open.known }, ..open };
    let Judged::Answered(answers) = says(claims) else { return None };
    let scores = answers.scores();
    let case = Case { known: &plan.known, scores: &scores, tau: plan.tau, claim: plan.claim };
    let (found, objection) = finding(&case);
    assert_eq!(found == Finding::Fires, objection.is_some());
    // Where nothing is left to object to, nobody is asked.
    assert!(objection.is_none() || !plan.questions().is_empty());
    objection
}

fn closing(text: &str) -> Wording {
    Wording { closing: in_closing(text), ..Wording::default() }
}

fn denies(text: &str) -> bool {
    in_closing(text).all.has(Cue::DeniesCheck)
}

#[test]
fn a_message_that_says_that_nothing_was_checked_is_not_told_to_say_so() {
    for text in [
        "I rewrote `F`. I have not run the tests.",
        "`F` now returns early. Note: not tested.",
        "The change to `F` is in. I haven't compiled it yet.",
        "I left `g` alone and did not run the test suite because you asked me not to.",
        "Added the early return. Tests were not run, per your instruction.",
        "Implemented it. **Not verified**: no tests were run.",
        "I made the edit. I have no way to verify it here.",
        "It is complete; please run the tests on your side, I have not.",
        "I skipped the tests since you said that CI runs them.",
        "Nothing was built or tested, so treat it as a draft.",
        "Change applied. I left running `go test` to you, as agreed.",
        "Fixed in `F`. Caveat: this is untested.",
        "Done, but untested: I changed `F` and have not compiled or run anything.",
        "Go is not installed in this container, so I could not compile or test it.",
        "I could not run the tests: the sandbox has no network.",
        "It needs a database that I don't have here, so it is unverified.",
        "I was unable to run the tests because Docker is missing.",
        "Implemented. There is no toolchain here, so nothing was compiled.",
        "The tests can't run in this sandbox, so I have not verified the change.",
        "Permission to run `go test` was denied, so I can't confirm that it works.",
        "Tests require the license server, so they were not run.",
        "I moved 5 of the 12 handlers, and nothing has been compiled or tested yet.",
        "The callers are left to update, so the build is broken for now.",
        "I changed `F`; the tests do not pass yet because the callers use the old one.",
        "Updated `F`.\n\nTests not run (not requested).",
        "I updated `F`. I couldn\u{2019}t run the tests: `go` isn't installed.",
        "I wasn't able to run `go test ./...` here because the network is blocked.",
        "Changed `F`.\n\nNot run: `go test ./...` (no toolchain in this environment).",
        "It needs the secrets of CI, so it has not run yet.",
        "F ist umgebaut, aber noch nicht getestet.",
        "\u{c544}\u{c9c1} \u{d14c}\u{c2a4}\u{d2b8}\u{d558}\u{c9c0} \u{c54a}\u{c558}\u{c2b5}\u{b2c8}\u{b2e4}.",
    ] {
        assert!(denies(text), "{text}");
        assert_eq!(objection(closing(text), vec![edit(9)], &["claims_done"]), None, "{text}");
    }
    let silent = closing("I rewrote `F`. It returns early now.");
    assert_eq!(objection(silent, vec![edit(9)], &["claims_done"]), Some(Unverified));
}

#[test]
fn what_something_else_was_not_denies_no_check() {
    for text in [
        "No tests failed.",
        "It is not only tested, it is measured.",
        "I did not change the tests.",
        "I did not run into problems.",
        "Untested edge cases remain.",
        "I covered the untested branch, and it holds.",
        "A user who is not verified is sent away.",
        "The hook did not run on the old host; it does now.",
        "Two jobs cannot run at once any more.",
        "The label said \"not tested\"; it says nothing now.",
        "> I have not run the tests.\n\nNow they are.",
        "Everything was compiled and tested.",
        "I covered the untested-path case.",
    ] {
        assert!(!denies(text), "{text}");
        assert_eq!(objection(closing(text), vec![edit(9)], &["claims_done"]), Some(Unverified));
    }
    // A clause that ends there says no more about anything.
    for text in [
        "Done, untested - no server.",
        "Done, untested\u{2014}no server.",
        "Done, untested, as always.",
        "Done (untested).",
    ] {
        assert!(denies(text), "{text}");
    }
}

#[test]
fn that_something_was_not_checked_excuses_no_claim_of_a_check() {
    let text = "All tests pass; I have not run the linter.";
    assert!(denies(text));
    let with = |actions, claims: &[&str]| objection(closing(text), actions, claims);
    let failed = vec![edit(9), tests(Failed)];
    assert_eq!(with(failed, &["claims_tests"]), Some(Contradicted(Claim::Tests)));
    assert_eq!(with(vec![edit(9)], &["claims_tests"]), Some(Unsupported(Claim::Tests)));
    let found = vec![edit(9), ran(CheckKind::Lint, Failed), tests(Passed)];
    assert_eq!(with(found, &["claims_done"]), Some(Overlooked(CheckKind::Lint)));
}

fn request(text: &str) -> Wording {
    Wording { request: Some(in_request(text)), ..Wording::default() }
}

#[test]
fn whoever_wants_no_checks_is_not_sent_one() {
    for text in [
        "Rework `F`. Don't run the tests, the suite takes 40 minutes and I'll run it myself.",
        "Rework `F`. Do not run anything, CI will check it.",
        "Fix the race. Don't run the e2e suite, it costs money per run.",
        "Fix the spec, but don't run the tests on this laptop.",
        "Rework `F`, no tests please.",
        "Rework `F` without running `go test` or any other tests.",
        "Rework `F` and leave the tests to me.",
        "\u{d14c}\u{c2a4}\u{d2b8}\u{b294} \u{b3cc}\u{b9ac}\u{c9c0} \u{b9c8}.",
        "Bau `F` um, aber keine Tests.",
    ] {
        let with = |actions, claims: &[&str]| objection(request(text), actions, claims);
        assert_eq!(with(vec![edit(9)], &["claims_done", "claims_tests"]), None, "{text}");
        // What ran and failed did so anyway.
        let failed = vec![edit(9), tests(Failed)];
        let contradicted = Some(Contradicted(Claim::Tests));
        assert_eq!(with(failed, &["claims_tests"]), contradicted, "{text}");
        let found = vec![edit(9), ran(CheckKind::Lint, Failed), tests(Passed)];
        assert_eq!(with(found, &["claims_done"]), Some(Overlooked(CheckKind::Lint)), "{text}");
    }
}

#[test]
fn whoever_tells_of_what_does_not_run_forbids_nothing() {
    for text in [
        "The hooks don't run on this host. Fix that.",
        "The examples don't build. Fix that.",
        "There are no tests for it. Fix it.",
        "Run `npm test` \u{2014} no tests should break.",
        "It should start without running the jobs.",
        "Run the tests, too.",
        "Why did you not run the tests?",
    ] {
        let with = |claims: &[&str]| objection(request(text), vec![edit(9)], claims);
        assert_eq!(with(&["claims_done"]), Some(Unverified), "{text}");
        assert_eq!(with(&["claims_tests"]), Some(Unsupported(Claim::Tests)), "{text}");
    }
    // Nobody typed anything: the turn began by itself.
    assert_eq!(objection(Wording::default(), vec![edit(9)], &["claims_done"]), Some(Unverified));
}

#[test]
fn whoever_tells_of_a_failure_has_not_overlooked_it() {
    let kinds = [CheckKind::Test, CheckKind::Build, CheckKind::Types, CheckKind::Lint];
    for text in [
        "Fixed `F`. The only failing test is `TestNet`, which needs the proxy.",
        "Fixed `F`. `TestNet` failed the same way before my change; the rest passes.",
        "`F` is fixed and the linter still reports one unused variable.",
        "`F` is fixed. It lists an unused variable, which was there before.",
        "Fixed `F`. 213 passed, 1 failed.",
        "Fixed `F`, 2 unrelated type errors are left.",
        "I have not fixed the pre-existing failure.",
        "`TestNet` fails with and without my change; everything else passes.",
        "\u{d14c}\u{c2a4}\u{d2b8} \u{d558}\u{b098}\u{b294} \u{c5ec}\u{c804}\u{d788} \u{c2e4}\u{d328}\u{d569}\u{b2c8}\u{b2e4}.",
    ] {
        for kind in kinds {
            let with = |claims: &[&str]| {
                objection(closing(text), vec![edit(1), ran(kind, Failed)], claims)
            };
            assert_eq!(with(&["claims_done"]), None, "{text}");
        }
        // A claim of what failed is wrong anyway, and so is a done after which nothing ran.
        let failed = || vec![edit(9), tests(Failed)];
        let contradicted = Some(Contradicted(Claim::Tests));
        assert_eq!(objection(closing(text), failed(), &["claims_tests"]), contradicted, "{text}");
        let unverified = objection(closing(text), vec![edit(9)], &["claims_done"]);
        assert_eq!(unverified, Some(Unverified), "{text}");
    }
}

#[test]
fn a_message_about_what_was_fixed_reports_no_failure() {
    for text in [
        "Fixed the failing test.",
        "I fixed the pre-existing failure and the 2 failing tests are fixed, too.",
        "All 14 pass, 0 failures.",
        "0 errors, 0 warnings.",
        "Errors are told from warnings now.",
        "No tests are failing.",
        "Nothing still fails.",
        "Fixed 3 type errors in the parser.",
        "The 2 issues that you listed are resolved.",
        "> The build still fails.\n\nNow it builds.",
        "It tries 3 times; failures are logged.",
    ] {
        let overlooked = Some(Overlooked(CheckKind::Test));
        let actions = vec![edit(1), tests(Failed)];
        assert_eq!(objection(closing(text), actions, &["claims_done"]), overlooked, "{text}");
    }
    // What has a hyphen is one word.
    let counted = closing("There are 2 long-known failures.");
    assert_eq!(objection(counted, vec![edit(1), tests(Failed)], &["claims_done"]), None);
}
