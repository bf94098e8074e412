//! Gradle, Maven and other runners of the JVM, and .NET.

use crate::activity::check_kind::CheckKind::{Build, Test};

use super::runner::Rule::{Counts, Fails, Opens, Passes, RanNothing};
use super::runner::Runner;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: "gradle",
        kind: Some(Build),
        rules: &[
            (Passes, "BUILD SUCCESSFUL in {dur}"),
            (Fails, "BUILD FAILED in {dur}"),
            (Fails, "FAILURE: Build failed with an exception."),
            (Fails, "FAILURE: Build completed with {n} failures."),
        ],
    },
    Runner {
        name: "gradle",
        kind: Some(Test),
        rules: &[
            (Counts, "{ran} test{s} completed, {bad} failed{*}"),
            (Fails, "> Task :test FAILED"),
            (Fails, "> Task :{word}:test FAILED"),
            (RanNothing, "> Task :test NO-SOURCE"),
            (RanNothing, "> Task :{word}:test NO-SOURCE"),
            (RanNothing, "> Task :test SKIPPED"),
            (RanNothing, "> Task :{word}:test SKIPPED"),
            // What fails says so on this line.
            (Passes, "> Task :test"),
            (Passes, "> Task :{word}:test"),
            (Passes, "> Task :test UP-TO-DATE"),
            (Passes, "> Task :{word}:test UP-TO-DATE"),
            (Passes, "> Task :test FROM-CACHE"),
            (Passes, "> Task :{word}:test FROM-CACHE"),
        ],
    },
    Runner {
        name: "maven",
        kind: Some(Build),
        rules: &[
            (Passes, "[INFO] BUILD SUCCESS"),
            (Passes, "BUILD SUCCESS"),
            (Fails, "[INFO] BUILD FAILURE"),
            (Fails, "[ERROR] BUILD FAILURE"),
            (Fails, "BUILD FAILURE"),
            (Fails, "[ERROR] COMPILATION ERROR :{*}"),
        ],
    },
    Runner {
        // Each class has such a line too; the sum at the end is the largest.
        name: "maven",
        kind: Some(Test),
        rules: &[
            (Counts, "[INFO] Tests run: {most}, Failures: {worst}, Errors: {worst}, {*}"),
            (Counts, "[WARNING] Tests run: {most}, Failures: {worst}, Errors: {worst}, {*}"),
            (Counts, "[ERROR] Tests run: {most}, Failures: {worst}, Errors: {worst}, {*}"),
            (Counts, "Tests run: {most}, Failures: {worst}, Errors: {worst}, {*}"),
            (Counts, "Tests run: {most},  Failures: {worst}{*}"),
            (RanNothing, "[INFO] No tests to run."),
            (RanNothing, "No tests to run."),
            (RanNothing, "[INFO] Tests are skipped."),
            (RanNothing, "Tests are skipped."),
        ],
    },
    Runner {
        name: "junit",
        kind: Some(Test),
        rules: &[
            (Opens, "[{~}{good} tests successful{~}]"),
            (Counts, "[{~}{bad} tests failed{~}]"),
            (Fails, "FAILURES!!!"),
            (Counts, "OK ({ran} test{s})"),
        ],
    },
    Runner {
        name: "sbt",
        kind: Some(Test),
        rules: &[
            (Counts, "[info] Passed: Total {ran}, Failed {bad}, Errors {bad}, {*}"),
            (Fails, "[error] Failed: Total {*}"),
            (Fails, "[info] *** {n} TEST{any} FAILED ***"),
        ],
    },
    Runner {
        name: "dotnet test",
        kind: Some(Test),
        rules: &[
            (Counts, "Passed!{~}-{~}Failed:{~}{bad}, Passed:{~}{good}{*}"),
            (Fails, "Failed!{~}-{~}Failed:{~}{bad}, Passed:{~}{good}{*}"),
            (Passes, "Test Run Successful."),
            (RanNothing, "No test is available in {*}"),
            (RanNothing, "No test matches the given testcase filter {*}"),
            (Fails, "Test Run Failed."),
            (Counts, "Test summary: total: {ran}, failed: {bad}, {*}"),
        ],
    },
    Runner {
        name: "dotnet build",
        kind: Some(Build),
        rules: &[
            (Passes, "Build succeeded."),
            (Passes, "Build succeeded in {dur}"),
            (Passes, "Build succeeded with {n} warning(s) in {dur}"),
            (Fails, "Build FAILED."),
            (Fails, "Build failed with {*}"),
        ],
    },
];
