//! What a check runner printed about its own run.
use std::fs;
use std::path::Path;

use sprag_core::activity::check_kind::CheckKind;
use sprag_core::activity::summary::{Reader, Summary, Verdict};
use sprag_harness::fuzz::fuzz_summary;

mod cut;
mod line;
mod runner;

/// Outputs by name, as `NAME.VERDICT.txt`. Most are what the runner printed in a small project, the
/// others are written in its shape.
const OUTPUTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/core/runners");

/// An output with the verdict that its name demands.
struct Output {
    name: String,
    text: String,
    verdict: Option<Verdict>,
}

fn outputs() -> Vec<Output> {
    let mut all: Vec<Output> =
        fs::read_dir(OUTPUTS).unwrap().map(|entry| output(&entry.unwrap().path())).collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(all.len() >= 160, "{} outputs", all.len());
    all
}

fn output(path: &Path) -> Output {
    let file = path.file_name().unwrap().to_str().unwrap();
    let (name, rest) = file.split_once('.').unwrap();
    let verdict = match rest {
        "pass.txt" => Some(Verdict::Passed),
        "fail.txt" => Some(Verdict::Failed),
        "nothing.txt" => Some(Verdict::RanNothing),
        "none.txt" => None,
        _ => panic!("{file} names no verdict"),
    };
    Output { name: name.into(), text: fs::read_to_string(path).unwrap(), verdict }
}

fn verdict(text: &str) -> Option<Verdict> {
    Summary::read(text).verdict()
}

#[track_caller]
fn passes(text: &str) {
    assert_eq!(verdict(text), Some(Verdict::Passed), "{text}");
}

#[track_caller]
fn fails(text: &str) {
    assert_eq!(verdict(text), Some(Verdict::Failed), "{text}");
}

#[track_caller]
fn ran_nothing(text: &str) {
    assert_eq!(verdict(text), Some(Verdict::RanNothing), "{text}");
}

#[track_caller]
fn says_nothing(text: &str) {
    assert_eq!(verdict(text), None, "{text}");
}

#[test]
fn every_output_of_a_runner_gives_the_verdict_in_its_name() {
    for output in outputs() {
        let summary = Summary::read(&output.text);
        assert_eq!(summary.verdict(), output.verdict, "{}: {summary:?}", output.name);
    }
}

#[test]
fn every_output_reads_the_same_in_colour_with_other_line_ends_and_in_pieces() {
    for output in outputs() {
        fuzz_summary(output.text.as_bytes());
    }
}

#[test]
fn a_failure_anywhere_fails_whatever_else_passed() {
    let all = outputs();
    let (failed, rest): (Vec<&Output>, Vec<&Output>) =
        all.iter().partition(|output| output.verdict == Some(Verdict::Failed));
    for (at, output) in failed.iter().enumerate() {
        let other = &rest[at % rest.len()];
        for text in [[&*output.text, &*other.text], [&*other.text, &*output.text]] {
            assert_eq!(
                verdict(&text.join("\n")),
                output.verdict,
                "{}, {}",
                output.name,
                other.name
            );
        }
    }
}

#[test]
fn standard_output_and_standard_error_are_read_one_after_the_other() {
    let mut reader = Reader::default();
    reader.text("Ran 3 tests in 0.001s\n");
    reader.text("OK\n");
    assert_eq!(reader.finish().verdict(), Some(Verdict::Passed));
}

#[test]
fn a_summary_says_what_was_proved_and_how_much_of_it_there_was() {
    let summary = Summary::read(
        "    Finished `test` profile [unoptimized] target(s) in 0.08s\ntest result: FAILED. 4 passed; 2 failed; 1 ignored; 0 measured\n",
    );
    assert_eq!((summary.ran(), summary.failed()), (Some(6), Some(2)));
    assert_eq!(summary.decisive().unwrap().runner, "cargo test");
    assert!(summary.kinds(Verdict::Failed).contains(CheckKind::Test));
    assert!(summary.kinds(Verdict::Passed).contains(CheckKind::Build));
    assert!(!summary.kinds(Verdict::Passed).contains(CheckKind::Test));
    assert!(!summary.kinds(Verdict::Passed).is_empty());
    assert_eq!(summary.verdict_of(CheckKind::Lint), None);
    assert!(!summary.cut);
    assert_eq!(Summary::read("").decisive(), None);
}

#[test]
fn each_runner_is_a_run_and_one_that_passed_counts_no_failure() {
    let summary = Summary::read("5 passed in 0.10s\n 3 pass\n 0 fail\nAll checks passed!\n");
    let runners: Vec<&str> = summary.runs.iter().map(|run| run.runner).collect();
    assert_eq!(runners, ["pytest", "bun", "ruff"]);
    assert_eq!((summary.ran(), summary.failed()), (Some(8), Some(0)));
    let summary = Summary::read("Ran 3 tests in 0.001s\n\nFAILED (failures=1)\n");
    assert_eq!((summary.ran(), summary.failed()), (Some(3), None));
}

#[test]
fn what_only_compiled_has_not_been_tested() {
    let summary = Summary::read(&output(&Path::new(OUTPUTS).join("cargo-nothing.pass.txt")).text);
    assert_eq!(summary.verdict_for(CheckKind::Test), Some(Verdict::RanNothing));
    assert_eq!(summary.verdict_for(CheckKind::Build), Some(Verdict::Passed));
    assert_eq!(summary.verdict_for(CheckKind::Lint), Some(Verdict::Passed));
    assert_eq!(Summary::read("5 passed in 0.10s").verdict_for(CheckKind::Build), None);
}

#[test]
fn a_failure_fails_a_command_whatever_it_was_to_prove() {
    let summary = Summary::read("5 passed in 0.10s\n1 issues:\n* errcheck: 1\n");
    assert_eq!(summary.verdict_for(CheckKind::Test), Some(Verdict::Failed));
    assert_eq!(summary.verdict_of(CheckKind::Test), Some(Verdict::Passed));
    let tox = Summary::read("  congratulations :) (5.30 seconds)");
    assert_eq!(tox.verdict_for(CheckKind::Test), Some(Verdict::Passed));
}

#[test]
fn the_name_of_a_script_tells_what_failed() {
    for (line, kind) in [
        ("error: script \"lint:fix\" exited with code 1", Some(CheckKind::Lint)),
        ("[test:ci] ERROR task failed", Some(CheckKind::Test)),
        ("make: *** [Makefile:3: build] Error 2", Some(CheckKind::Build)),
        ("error: Recipe `typecheck` failed on line 4 with exit code 1", Some(CheckKind::Types)),
        ("npm error Lifecycle script `format` failed with error:", Some(CheckKind::Format)),
        (
            "Unit tests.........................................................Failed",
            Some(CheckKind::Test),
        ),
        ("trim trailing whitespace..........................................Failed", None),
        ("make: *** [Makefile:3: contest] Error 2", None),
    ] {
        let summary = Summary::read(line);
        assert_eq!(summary.verdict(), Some(Verdict::Failed), "{line}");
        assert_eq!(summary.runs[0].kind, kind, "{line}");
    }
}

mod property {
    use super::*;
    use crate::properties;
    use proptest::prelude::*;

    fn lines() -> Vec<String> {
        outputs()
            .iter()
            .flat_map(|o| o.text.lines().map(str::to_owned).collect::<Vec<_>>())
            .collect()
    }

    proptest! {
        #![proptest_config(properties())]

        #[test]
        fn prop_any_bytes_are_read_without_a_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..512),
        ) {
            fuzz_summary(&bytes);
        }

        #[test]
        fn prop_lines_of_runners_in_any_order_are_read_alike(
            picked in prop::collection::vec(prop::sample::select(lines()), 0..24),
        ) {
            fuzz_summary(picked.join("\n").as_bytes());
        }
    }
}

#[test]
fn that_no_test_ran_is_no_verdict_before_the_runner_has_ended() {
    says_nothing("Ran 0 tests in 0.000s\n");
    ran_nothing("Ran 0 tests in 0.000s\n\nOK\n");
}

#[test]
fn a_finding_of_go_is_of_vet_only_below_what_vet_names() {
    let kinds = |text: &str| {
        let kinds = Summary::read(text).kinds(Verdict::Failed);
        (kinds.contains(CheckKind::Lint), kinds.contains(CheckKind::Build))
    };
    let finding = "./a.go:3:2: odd";
    assert_eq!(kinds(&format!("# a/b\n# [a/b]\n{finding}")), (true, false));
    assert_eq!(kinds(&format!("# a/b\n\tmore of it\n{finding}")), (false, true));
    assert_eq!(kinds(&format!("# [a/b]\n# a/c\n{finding}")), (false, true));
}

#[test]
fn what_was_only_skipped_twice_ran_nothing_either() {
    let skipped = "      Tests  2 skipped (2)";
    ran_nothing(skipped);
    ran_nothing(&[skipped, skipped].join("\n"));
}
