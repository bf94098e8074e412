//! Where code and checks stand after what a turn did.
use sprag_core::activity::check_kind::{CheckKind, KindSet};
use sprag_core::activity::verification::{Last, Verification};
use sprag_core::activity::work::CheckResult::{self, Failed, Nothing, Passed, Unknown};
use sprag_core::activity::work::{Change, How, Run, Scope, SeenIn, Texts, What, Work};
use sprag_core::limits::ACTIONS_MAX;
use sprag_harness::action::{action, change, edit, name, part, run, tests, verification, work};

mod taken_back;

/// How a run reads in the tables: of the whole, of a suite, of one part, of another.
fn runs(scope: &str, result: CheckResult) -> What {
    let one = part(7, result);
    What::Check(match scope {
        "whole" => run(&[CheckKind::Test], result),
        "suite" => Run { scope: Scope::Suite, target: 2, ..one },
        "other" => Run { target: 8, ..one },
        _ => one,
    })
}

fn last(actions: Vec<What>) -> Last {
    verification(actions).test.last
}

#[test]
fn the_latest_run_of_the_code_as_it_is_counts() {
    // Before and after one another, on the same code.
    let table = [
        ("whole", Failed, "whole", Passed, Last::Passed),
        ("whole", Passed, "whole", Failed, Last::Failed),
        ("one", Failed, "one", Passed, Last::PassedPart),
        ("one", Failed, "whole", Passed, Last::Passed),
        ("one", Failed, "suite", Passed, Last::Passed),
        ("suite", Failed, "whole", Passed, Last::Passed),
        ("one", Passed, "one", Passed, Last::PassedPart),
        ("whole", Passed, "one", Passed, Last::Passed),
        ("whole", Passed, "one", Failed, Last::Failed),
        // What is not seen takes nothing back.
        ("whole", Passed, "whole", Unknown, Last::Passed),
        ("one", Passed, "whole", Unknown, Last::PassedPart),
        ("whole", Unknown, "whole", Unknown, Last::Unknown),
        ("whole", Unknown, "whole", Failed, Last::Failed),
        ("whole", Passed, "whole", Nothing, Last::Passed),
        ("whole", Failed, "whole", Nothing, Last::Failed),
        ("whole", Unknown, "whole", Nothing, Last::Unknown),
        ("one", Passed, "whole", Failed, Last::Failed),
    ];
    for (scope, result, then, later, expected) in table {
        let actions = vec![edit(9), runs(scope, result), runs(then, later)];
        assert_eq!(last(actions), expected, "{scope} {result:?}, {then} {later:?}");
    }
}

#[test]
fn a_narrower_pass_does_not_clear_a_wider_failure() {
    // Upstream's reports, 35: the suite is red, one file of it is green.
    let table = [
        ("whole", "one", Last::Failed),
        ("whole", "suite", Last::Failed),
        ("suite", "one", Last::Failed),
    ];
    for (scope, then, expected) in table {
        assert_eq!(last(vec![runs(scope, Failed), runs(then, Passed)]), expected, "{scope} {then}");
    }
    let again = vec![runs("whole", Failed), runs("one", Passed), runs("whole", Passed)];
    assert_eq!(last(again), Last::Passed);
}

#[test]
fn a_failure_is_cleared_by_the_same_selection() {
    let actions = vec![runs("one", Failed), runs("other", Passed), runs("one", Passed)];
    assert_eq!(last(actions), Last::PassedPart);
    // A part that a wider run failed before is cleared by nothing narrower, itself apart.
    let same = Run { scope: Scope::Whole, ..part(7, Failed) };
    assert_eq!(last(vec![What::Check(same), runs("one", Passed)]), Last::PassedPart);
    // Of two parts the later one counts: nothing says that a claim is about the first.
    assert_eq!(last(vec![runs("one", Failed), runs("other", Passed)]), Last::PassedPart);
}

#[test]
fn a_run_whose_result_is_not_seen_does_not_clear_a_failure() {
    for scope in ["whole", "suite", "one"] {
        assert_eq!(last(vec![runs("whole", Failed), runs(scope, Unknown)]), Last::Failed);
    }
    assert_eq!(last(vec![runs("whole", Failed), edit(1), runs("whole", Unknown)]), Last::Unknown);
}

#[test]
fn one_part_that_passed_and_another_that_failed_is_unknown() {
    assert_eq!(last(vec![runs("one", Passed), runs("other", Failed)]), Last::Unknown);
    assert_eq!(last(vec![runs("one", Passed), runs("one", Failed)]), Last::Unknown);
    assert_eq!(last(vec![runs("one", Passed), runs("suite", Failed)]), Last::Failed);
    assert_eq!(last(vec![runs("one", Failed)]), Last::Failed);
}

#[test]
fn what_ran_before_the_last_change_is_stale() {
    let table = [
        (Passed, "whole", Last::StalePassed),
        (Passed, "one", Last::StalePassed),
        (Failed, "whole", Last::StaleFailed),
        (Unknown, "whole", Last::None),
    ];
    for (result, scope, expected) in table {
        assert_eq!(last(vec![edit(9), runs(scope, result), edit(1)]), expected);
        // Further changes change nothing.
        assert_eq!(last(vec![runs(scope, result), edit(1), edit(1)]), expected);
    }
    assert_eq!(last(vec![edit(9)]), Last::None);
    assert_eq!(last(vec![tests(Failed), edit(1), runs("one", Passed)]), Last::PassedPart);
}

#[test]
fn a_change_stales_where_it_is_one_of_code_and_no_formatters() {
    let table = [
        ("src/a.rs", How::Edit, true),
        ("src/a.ts", How::Shell, true),
        ("tests/test_a.py", How::Write, true),
        ("src/a.go", How::Git, true),
        ("src/a.py", How::Patch, true),
        ("src/a.py", How::Mcp, true),
        ("src/a.rs", How::Formatter, false),
        ("README.md", How::Edit, false),
        ("docs/a.txt", How::Write, false),
        ("run.sh", How::Edit, false),
        ("Makefile", How::Edit, false),
        ("package.json", How::Edit, false),
        ("data.csv", How::Write, false),
    ];
    for (path, how, stales) in table {
        let change = What::Change(Change { how, ..change(path, 9) });
        assert_eq!(change.invalidates_checks(), stales, "{path} {how:?}");
        let expected = if stales { Last::StalePassed } else { Last::Passed };
        assert_eq!(last(vec![tests(Passed), change]), expected, "{path} {how:?}");
    }
    let others = [tests(Passed), What::Subagent, What::Hidden, What::Program, What::Refused];
    for other in others {
        assert!(!other.invalidates_checks(), "{other:?}");
    }
}

#[test]
fn changes_are_counted_by_kind_and_only_lines_of_code_count() {
    let paths = ["a.rs", "b.rs", "c.sh", "d.md", "e.toml", "f.bin"];
    let actions = paths.map(|path| What::Change(change(path, 5)));
    let found = verification(actions.into());
    let changed = found.changed;
    assert_eq!((changed.code, changed.scripts, changed.docs, changed.other), (2, 1, 1, 2));
    assert_eq!((changed.lines, found.lines_since_check), (10, 10));
    // A formatter's change is one of code, and no line of it counts.
    let formats = Change { how: How::Formatter, ..change("a.rs", 5) };
    let found = verification(vec![What::Change(formats)]);
    assert_eq!((found.changed.code, found.changed.lines, found.lines_since_check), (1, 0, 0));
}

#[test]
fn lines_since_a_check_are_those_since_any_check_but_of_layout() {
    let found = verification(vec![edit(4), tests(Passed), edit(3), edit(2)]);
    assert_eq!((found.changed.lines, found.lines_since_check), (9, 5));
    assert_eq!((found.test.lines_since, found.build.lines_since), (5, 9));
    let layout = What::Check(run(&[CheckKind::Format], Passed));
    assert_eq!(verification(vec![edit(4), layout]).lines_since_check, 4);
    let both = What::Check(run(&[CheckKind::Format, CheckKind::Lint], Passed));
    assert_eq!(verification(vec![edit(4), both]).lines_since_check, 0);
    // Lines that nobody counted are none.
    let uncounted = What::Change(Change { lines: None, ..change("a.py", 0) });
    assert_eq!(verification(vec![uncounted, edit(u32::MAX), edit(1)]).changed.lines, u32::MAX);
}

#[test]
fn a_run_counts_for_its_own_kinds_alone() {
    let ran = Run { runner: name("tsc"), ..run(&[CheckKind::Types, CheckKind::Build], Passed) };
    let found = verification(vec![edit(9), What::Check(ran), tests(Failed)]);
    let lasts = CheckKind::ALL.map(|kind| found.of(kind).last);
    assert_eq!(lasts, [Last::Failed, Last::Passed, Last::None, Last::Passed, Last::None]);
    assert_eq!(CheckKind::ALL.map(|kind| found.of(kind).runs), [1, 1, 0, 1, 0]);
    assert_eq!(found.types.runner, Some(name("tsc")));
    assert_eq!(found.test.runner, Some(name("pytest")));
    assert_eq!(found.fresh(), KindSet::of(&[CheckKind::Test, CheckKind::Build, CheckKind::Types]));
    assert_eq!(found.passed(), KindSet::of(&[CheckKind::Build, CheckKind::Types]));
    assert_eq!(found.known, found.fresh());
}

#[test]
fn what_reads_no_code_is_not_evidence_of_it() {
    let prose = |result| {
        let linter = Run { scope: Scope::NoCode, flagged: true, ..run(&[CheckKind::Lint], result) };
        What::Check(Run { runner: name("markdownlint"), ..linter })
    };
    let lint =
        |result| What::Check(Run { runner: name("eslint"), ..run(&[CheckKind::Lint], result) });
    for result in [Passed, Failed, Unknown] {
        // Where the linter of code stands, it stays, whichever ran first.
        for (code, expected) in [(Passed, Last::Passed), (Failed, Last::Failed)] {
            for actions in [vec![lint(code), prose(result)], vec![prose(result), lint(code)]] {
                let found = verification([vec![edit(9)], actions].concat());
                assert_eq!(found.lint.last, expected, "{code:?} {result:?}");
                assert_eq!(found.lint.runner, Some(name("eslint")));
                assert_eq!((found.lint.runs, found.lint.flagged), (2, false));
            }
        }
        // It is counted, so that nobody says that no linter ran; it is no check that is here.
        let alone = verification(vec![edit(9), prose(result)]);
        assert_eq!((alone.lint.last, alone.lint.runs), (Last::None, 1));
        assert_eq!((alone.lines_since_check, alone.known), (9, KindSet::NONE));
    }
}

#[test]
fn a_flag_of_the_host_counts_for_the_code_as_it_is() {
    let flagged = Run { flagged: true, ..run(&[CheckKind::Test], Failed) };
    let flagged = || What::Check(flagged.clone());
    assert!(verification(vec![edit(9), flagged()]).test.flagged);
    assert!(verification(vec![flagged(), tests(Failed)]).test.flagged);
    assert!(!verification(vec![flagged(), edit(1), tests(Failed)]).test.flagged);
    assert!(!verification(vec![flagged()]).build.flagged);
}

#[test]
fn what_a_pass_and_a_fresh_run_are() {
    let table = [
        (Last::None, false, false),
        (Last::Passed, true, true),
        (Last::PassedPart, true, true),
        (Last::Failed, true, false),
        (Last::Unknown, true, false),
        (Last::StalePassed, false, false),
        (Last::StaleFailed, false, false),
    ];
    for (last, is_fresh, is_pass) in table {
        assert_eq!((last.is_fresh(), last.is_pass()), (is_fresh, is_pass), "{last:?}");
    }
}

#[test]
fn what_is_not_seen_may_have_checked_or_changed_anything() {
    for unseen in [What::Hidden, What::Subagent] {
        let found = verification(vec![edit(9), unseen.clone()]);
        assert_eq!((found.changed.lines, found.lines_since_check), (9, 0));
        assert_eq!(CheckKind::ALL.map(|kind| found.of(kind).last), [Last::Unknown; 5]);
        assert_eq!(found.test.lines_since, 0);
        assert_eq!(last(vec![tests(Failed), unseen.clone()]), Last::Unknown);
        // A pass stays one: it would take a failure to change that.
        assert_eq!(last(vec![tests(Passed), unseen.clone()]), Last::Passed);
        assert_eq!(last(vec![unseen, edit(9)]), Last::None);
    }
}

#[test]
fn a_program_of_no_list_may_be_a_check_and_takes_nothing_back() {
    let found = verification(vec![edit(9), What::Program]);
    assert_eq!((found.other_ran, found.changed.lines, found.lines_since_check), (true, 9, 0));
    assert_eq!(CheckKind::ALL.map(|kind| found.of(kind).last), [Last::None; 5]);
    assert_eq!(found.known, KindSet::NONE);
    // A failure stands, a pass before the change is none, and what changed later was not looked at.
    assert_eq!(last(vec![tests(Failed), What::Program]), Last::Failed);
    assert_eq!(last(vec![tests(Passed), edit(9), What::Program]), Last::StalePassed);
    assert_eq!(verification(vec![What::Program, edit(9)]).lines_since_check, 9);
    assert!(!verification(vec![edit(9), tests(Passed)]).other_ran);
}

#[test]
fn a_call_that_the_user_refused_is_remembered() {
    assert!(verification(vec![What::Refused, edit(9)]).refused);
    assert!(!verification(vec![edit(9)]).refused);
}

#[test]
fn a_language_brings_its_checks_with_it() {
    let both = KindSet::of(&[CheckKind::Test, CheckKind::Build]);
    let table = [("a.rs", both), ("a.go", both), ("a.py", KindSet::NONE), ("b.ts", KindSet::NONE)];
    for (path, expected) in table {
        assert_eq!(verification(vec![What::Change(change(path, 1))]).known, expected, "{path}");
    }
    let whole = work(vec![action(edit(1), None)]);
    let lint = KindSet::of(&[CheckKind::Lint]);
    assert_eq!(Verification::after(&whole, lint).unwrap().known, lint);
}

#[test]
fn of_work_that_is_not_whole_nothing_stands() {
    assert_eq!(Verification::after(&Work::unknown(), KindSet::ALL), None);
    let mut partial = work(vec![action(edit(1), None)]);
    assert!(Verification::after(&partial, KindSet::NONE).is_some());
    partial.miss_some();
    assert_eq!(Verification::after(&partial, KindSet::NONE), None);
    let many: Vec<_> = (0..=ACTIONS_MAX).map(|_| action(edit(1), None)).collect();
    assert_eq!(Verification::after(&work(many), KindSet::NONE), None);
}

#[test]
fn what_ran_nothing_bears_out_nothing_and_clears_nothing() {
    let idle = verification(vec![edit(9), tests(Nothing)]);
    assert_eq!((idle.test.last, idle.test.runs), (Last::None, 0));
    // The lines are as unchecked as before, and the check is known to exist.
    assert_eq!((idle.lines_since_check, idle.test.lines_since), (9, 9));
    assert!(idle.known.contains(CheckKind::Test));
    let red = verification(vec![edit(9), tests(Failed), tests(Nothing)]);
    assert_eq!(red.test.last, Last::Failed);
}

#[test]
fn the_runner_of_a_pass_stays_where_a_later_run_was_not_seen() {
    let other =
        |result| What::Check(Run { runner: name("jest"), ..run(&[CheckKind::Test], result) });
    let runner = |actions| verification(actions).test.runner.unwrap().to_string();
    assert_eq!(runner(vec![tests(Passed), other(Unknown)]), "pytest");
    assert_eq!(runner(vec![tests(Failed), other(Unknown)]), "jest");
    assert_eq!(runner(vec![tests(Passed), other(Passed)]), "jest");
}

#[test]
fn what_fixes_the_files_of_a_commit_bears_lint_out_and_checks_nothing_else() {
    let lint = Run {
        seen_in: SeenIn::StagedFiles,
        scope: Scope::Narrowed,
        ..run(&[CheckKind::Lint], Passed)
    };
    let staged = verification(vec![edit(9), What::Check(lint.clone())]);
    assert_eq!((staged.lint.last, staged.lines_since_check), (Last::PassedPart, 9));
    assert!(staged.fresh().contains(CheckKind::Lint) && staged.guard_checked().is_empty());
    let linter = What::Check(run(&[CheckKind::Lint], Passed));
    let both = verification(vec![edit(9), linter.clone(), What::Check(lint.clone())]);
    assert!(both.guard_checked().contains(CheckKind::Lint));
    let both = verification(vec![edit(9), What::Check(lint.clone()), linter]);
    assert!(both.guard_checked().contains(CheckKind::Lint));
    let later = verification(vec![What::Check(lint), edit(9)]);
    assert!(!later.lint.staged);
}

#[test]
fn what_only_looks_at_the_code_takes_no_failure_back() {
    assert_eq!(last(vec![edit(9), tests(Failed), What::Unseen]), Last::Failed);
    // It may be the run that is lacking.
    assert_eq!(last(vec![edit(9), What::Unseen]), Last::Unknown);
    assert_eq!(last(vec![tests(Failed), edit(9), What::Unseen]), Last::Unknown);
    assert_eq!(verification(vec![edit(9), What::Unseen]).lines_since_check, 0);
}

#[test]
fn a_trial_is_not_a_check_that_a_claim_could_name() {
    let found = verification(vec![edit(9), What::OneOffCode]);
    assert_eq!((found.other_ran, found.lines_since_check), (false, 0));
    assert_eq!(last(vec![tests(Failed), What::OneOffCode]), Last::Failed);
}

#[test]
fn a_run_that_failed_does_not_count_as_a_check_of_the_lines() {
    assert_eq!(verification(vec![edit(9), tests(Failed)]).lines_since_check, 9);
    assert_eq!(verification(vec![edit(9), tests(Failed), edit(1)]).lines_since_check, 10);
    for result in [Passed, Unknown] {
        assert_eq!(verification(vec![edit(9), tests(result), edit(1)]).lines_since_check, 1);
    }
}
