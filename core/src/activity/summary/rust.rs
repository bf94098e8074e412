//! Cargo, and what runs in it.

use crate::activity::check_kind::CheckKind::{Build, Format, Test};

use super::runner::Rule::{Counts, Fails, Passes};
use super::runner::Runner;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: "cargo test",
        kind: Some(Test),
        rules: &[
            (Counts, "test result: ok. {items}{*}"),
            (Fails, "test result: FAILED. {items}{*}"),
            (Fails, "error: test failed, to rerun pass {*}"),
            (Fails, "error: doctest failed, to rerun pass {*}"),
        ],
    },
    Runner {
        name: "nextest",
        kind: Some(Test),
        rules: &[
            (Counts, "{-}Summary [{any}] {n} test{s} run: {items}"),
            // Some of the tests were not reached.
            (Fails, "{-}Summary [{any}] {n}/{n} test{s} run: {items}"),
            (Fails, "error: test run failed"),
            (Fails, "error: no tests to run"),
        ],
    },
    Runner {
        name: "cargo",
        kind: Some(Build),
        rules: &[
            (Passes, "{~}Finished `{word}` profile [{*}"),
            (Passes, "{~}Finished {word} [{any}] target(s) in {dur}"),
            (Fails, "error: could not compile {*}"),
            (Fails, "error[E{n}]: {*}"),
            (Fails, "error: could not document {*}"),
            (Fails, "error: aborting due to {*}"),
        ],
    },
    Runner {
        name: "cargo fmt",
        kind: Some(Format),
        rules: &[(Fails, "Diff in {any}.rs:{n}:"), (Fails, "Diff in {any}.rs at line {n}:")],
    },
];
