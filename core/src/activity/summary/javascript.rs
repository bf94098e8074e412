//! Runners of JavaScript and TypeScript tests.

use crate::activity::check_kind::CheckKind::Test;

use super::runner::Rule::{Counts, Fails, Marks, MaybeCounts, Opens, Passes, RanNothing};
use super::runner::Runner;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: "jest",
        kind: Some(Test),
        rules: &[
            (Counts, "Tests:{~}{items}"),
            (Opens, "Test Suites:{~}{sets}"),
            (Fails, "{-}\u{25cf} Test suite failed to run"),
            (Fails, "Jest: {any}coverage threshold for {any}not met{*}"),
            (Fails, "No tests found, exiting with code 1"),
            (RanNothing, "No tests found, exiting with code 0"),
            (RanNothing, "No tests found related to files changed {*}"),
        ],
    },
    Runner {
        // Laravel's and Pest's runner.
        name: "pest",
        kind: Some(Test),
        rules: &[(Counts, "{~}Tests:{~}{items}")],
    },
    Runner {
        name: "vitest",
        kind: Some(Test),
        rules: &[
            (Counts, "{~}Tests  {items} ({n})"),
            (Opens, "{~}Test Files  {sets} ({n})"),
            (Fails, "{~}Errors  {n} error{s}"),
            (Counts, "{-}Type Errors  {bad} error{s}"),
            (Fails, "No test files found, exiting with code 1"),
            (RanNothing, "No test files found, exiting with code 0"),
            (RanNothing, "{~}Tests  no tests"),
            (Fails, "ERROR: Coverage for {any} does not meet {any}threshold ({*}"),
        ],
    },
    Runner {
        name: "node --test",
        kind: Some(Test),
        rules: &[
            (Opens, "\u{2139} pass {good}"),
            (Counts, "\u{2139} fail {bad}"),
            (Counts, "\u{2139} cancelled {bad}"),
            (Opens, "i pass {good}"),
            (Counts, "i fail {bad}"),
            (Counts, "i cancelled {bad}"),
        ],
    },
    Runner {
        // What node writes into a pipe, and tape.
        name: "tap",
        kind: Some(Test),
        rules: &[
            (RanNothing, "# tests 0"),
            (Opens, "# pass{~}{good}"),
            (Counts, "# fail{~}{bad}"),
            (Counts, "# cancelled{~}{bad}"),
        ],
    },
    Runner {
        name: "mocha",
        kind: Some(Test),
        rules: &[(Counts, "{-}{good} passing ({dur})"), (Counts, "{-}{bad} failing")],
    },
    Runner {
        name: "cypress",
        kind: Some(Test),
        rules: &[
            (Fails, "{-}{mark}{~}{n} of {n} failed ({*}"),
            (Passes, "{-}{mark}{~}All specs passed!{*}"),
        ],
    },
    Runner {
        name: "bun",
        kind: Some(Test),
        rules: &[
            (Opens, "{-}{good} pass"),
            (Counts, "{-}{bad} fail"),
            (MaybeCounts, "{-}{bad} error{s}"),
            (Fails, "(fail) {*}"),
            (Fails, "Test filter {any} had no matches"),
            (Fails, "The following filters did not match any test files{*}"),
            (RanNothing, "No tests found!"),
            (Marks, "{-}Ran {n} test{s} across {n} file{s}. [{*}"),
        ],
    },
    Runner {
        name: "deno",
        kind: Some(Test),
        rules: &[(Counts, "ok | {items} ({*}"), (Fails, "FAILED | {items} ({*}")],
    },
    Runner {
        name: "playwright",
        kind: Some(Test),
        rules: &[
            (Counts, "  {good} passed ({dur})"),
            (MaybeCounts, "  {bad} failed"),
            (MaybeCounts, "  {bad} interrupted"),
            (Fails, "  {n} error{s} was not a part of any test, see above for details"),
            (Fails, "  {n} error{s} were not a part of any test, see above for details"),
            (Marks, "Running {n} test{s} using {n} worker{s}"),
            (Marks, "    [{any}] \u{203a} {*}"),
        ],
    },
    Runner {
        name: "ava",
        kind: Some(Test),
        rules: &[
            (Counts, "  {good} test{s} passed"),
            (Counts, "  {bad} test{s} failed"),
            (Counts, "  {bad} uncaught exception{s}"),
            (Counts, "  {bad} unhandled rejection{s}"),
        ],
    },
];
