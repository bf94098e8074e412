//! C and C++, Ruby, PHP, Elixir, Haskell, Dart and other languages.

use crate::activity::check_kind::CheckKind::{Build, Lint, Test, Types};

use super::runner::Rule::{
    Counts, Fails, Marks, MaybeCounts, MaybePasses, Opens, Passes, RanNothing,
};
use super::runner::Runner;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: "ctest",
        kind: Some(Test),
        rules: &[
            (Counts, "{n}% tests passed, {bad} test{s} failed out of {ran}"),
            (Counts, "{n}% tests passed out of {ran}"),
            (Fails, "Errors while running CTest"),
            (RanNothing, "No tests were found!!!"),
        ],
    },
    Runner {
        name: "googletest",
        kind: Some(Test),
        rules: &[
            (Counts, "[  PASSED  ] {good} test{s}."),
            (Fails, "[  FAILED  ] {n} test{s}, listed below:"),
            (Fails, "{-}{n} FAILED TEST"),
            (Fails, "{-}{n} FAILED TESTS"),
        ],
    },
    Runner {
        name: "catch2",
        kind: Some(Test),
        rules: &[
            (Counts, "All tests passed ({n} assertion{s} in {ran} test case{s})"),
            (Counts, "test cases:{~}{n} |{~}{items}"),
            (Counts, "[doctest] test cases:{~}{n} |{~}{items}"),
        ],
    },
    Runner {
        name: "meson",
        kind: Some(Test),
        rules: &[
            (Marks, "Full log written to {any}testlog.txt"),
            (MaybeCounts, "Ok:{~}{good}"),
            (MaybeCounts, "Fail:{~}{bad}"),
            (MaybeCounts, "Timeout:{~}{bad}"),
            (MaybeCounts, "Unexpected Pass:{~}{bad}"),
        ],
    },
    Runner {
        name: "bazel",
        kind: Some(Test),
        rules: &[
            (Counts, "Executed {n} out of {n} test{s}: {good} test{s} pass{any}."),
            (Fails, "Executed {n} out of {n} test{s}: {any} fail{*}"),
            (Fails, "INFO: Build completed, {n} test{s} FAILED, {*}"),
        ],
    },
    Runner {
        name: "bazel",
        kind: Some(Build),
        rules: &[
            (Passes, "INFO: Build completed successfully, {n} total action{s}"),
            (Fails, "ERROR: Build did NOT complete successfully"),
            (Fails, "FAILED: Build did NOT complete successfully"),
        ],
    },
    Runner {
        name: "cc",
        kind: Some(Build),
        rules: &[
            (Fails, "collect2: error: ld returned {n} exit status"),
            (Fails, "clang: error: linker command failed {*}"),
            (Fails, "{n} error{s} generated."),
            (Fails, "{n} warning{s} and {n} error{s} generated."),
            (Fails, "ninja: build stopped: {*}"),
            (Fails, "CMake Error at {*}"),
            (Passes, "[100%] Built target {word}"),
        ],
    },
    Runner {
        name: "zig",
        kind: Some(Test),
        rules: &[
            (Counts, "All {good} tests passed."),
            (Counts, "{good} passed; {n} skipped; {bad} failed."),
            (Counts, "Build Summary: {n}/{n} steps succeeded; {good}/{n} tests passed"),
            (Fails, "Build Summary: {n}/{n} steps succeeded; {n} failed{*}"),
        ],
    },
    Runner {
        name: "rspec",
        kind: Some(Test),
        rules: &[
            (RanNothing, "No examples found."),
            (Counts, "{-}{ran} example{s}, {bad} failure{s}"),
            (Counts, "{-}{ran} example{s}, {bad} failure{s}, {n} pending"),
            (
                Counts,
                "{-}{ran} example{s}, {bad} failure{s}, {bad} error{s} occurred outside of examples",
            ),
            (
                Counts,
                "{-}{ran} example{s}, {bad} failure{s}, {n} pending, {bad} error{s} occurred outside of examples",
            ),
        ],
    },
    Runner {
        name: "minitest",
        kind: Some(Test),
        rules: &[
            (
                Counts,
                "{-}{ran} run{s}, {n} assertion{s}, {bad} failure{s}, {bad} error{s}, {n} skip{s}",
            ),
            (Counts, "{-}{ran} test{s}, {n} assertion{s}, {bad} failure{s}, {bad} error{s}, {*}"),
        ],
    },
    Runner {
        name: "rubocop",
        kind: Some(Lint),
        rules: &[
            (Passes, "{n} file{s} inspected, no offenses detected"),
            (Fails, "{n} file{s} inspected, {n} offense{s} detected{*}"),
        ],
    },
    Runner {
        name: "phpunit",
        kind: Some(Test),
        rules: &[
            (Counts, "OK ({ran} test{s}, {n} assertion{s})"),
            (Passes, "OK, but {any}!"),
            (RanNothing, "No tests executed!"),
            (Fails, "FAILURES!"),
            (Fails, "ERRORS!"),
            (Fails, "WARNINGS!"),
            (Opens, "Tests: {ran}, Assertions: {n}, Errors: {bad}, Failures: {bad}{*}"),
            (Opens, "Tests: {ran}, Assertions: {n}, Failures: {bad}{*}"),
            (Opens, "Tests: {ran}, Assertions: {n}, Errors: {bad}{*}"),
            (Opens, "Tests: {ran}, Assertions: {n}{*}"),
        ],
    },
    Runner {
        name: "phpstan",
        kind: Some(Types),
        rules: &[(Passes, " [OK] No errors"), (Fails, " [ERROR] Found {n} error{s}")],
    },
    Runner {
        name: "robot",
        kind: Some(Test),
        rules: &[(Counts, "{ran} test{s}, {n} passed, {bad} failed{*}")],
    },
    Runner {
        // Both write the same.
        name: "mix or bats",
        kind: Some(Test),
        rules: &[
            (Counts, "{ran} test{s}, {items}"),
            (Counts, "{ran} doctest{s}, {ran} test{s}, {items}"),
            (Counts, "{ran} doctest{s}, {items}"),
            (Counts, "{ran} property, {items}"),
            (Counts, "{ran} properties, {items}"),
            (Counts, "{ran} property, {ran} test{s}, {items}"),
            (Counts, "{ran} properties, {ran} test{s}, {items}"),
            (Counts, "{ran} doctest{s}, {ran} property, {ran} test{s}, {items}"),
            (Counts, "{ran} doctest{s}, {ran} properties, {ran} test{s}, {items}"),
        ],
    },
    Runner {
        name: "mix",
        kind: Some(Build),
        rules: &[(Fails, "== Compilation error in file {any} ==")],
    },
    Runner {
        name: "dart",
        kind: Some(Test),
        rules: &[
            (Passes, "{n}:{n} +{n}: All tests passed!"),
            (RanNothing, "No tests ran."),
            (RanNothing, "No tests match {*}"),
            (Passes, "{n}:{n} +{n} ~{n}: All tests passed!"),
            (Fails, "{n}:{n} +{any}: Some tests failed."),
        ],
    },
    Runner {
        name: "dart analyze",
        kind: Some(Lint),
        rules: &[
            (Passes, "No issues found! (ran in {*}"),
            (Passes, "No issues found!"),
            (Fails, "{n} issue{s} found. (ran in {*}"),
        ],
    },
    Runner {
        name: "tasty",
        kind: Some(Test),
        rules: &[
            (Counts, "All {good} tests passed ({dur})"),
            (Fails, "{n} out of {n} tests failed ({dur})"),
            (Counts, "{good} of {n} test suites ({n} of {n} test cases) passed."),
        ],
    },
    Runner {
        name: "busted",
        kind: Some(Test),
        rules: &[(
            Counts,
            "{good} success{any} / {bad} failure{s} / {bad} error{s} / {n} pending : {*}",
        )],
    },
    Runner {
        name: "testthat",
        kind: Some(Test),
        rules: &[(Counts, "[ FAIL {bad} | WARN {n} | SKIP {n} | PASS {good} ]")],
    },
    Runner {
        name: "clojure.test",
        kind: Some(Test),
        rules: &[
            (Opens, "Ran {ran} tests containing {n} assertions."),
            (Counts, "{bad} failures, {bad} errors."),
        ],
    },
    Runner { name: "cucumber", kind: Some(Test), rules: &[(Counts, "{n} scenario{s} ({items})")] },
    Runner {
        name: "prove",
        kind: Some(Test),
        rules: &[
            (Opens, "Files={n}, Tests={ran}, {*}"),
            (MaybePasses, "Result: PASS"),
            (Fails, "Result: FAIL"),
        ],
    },
];
