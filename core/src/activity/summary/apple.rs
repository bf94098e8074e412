//! Swift and Xcode.

use crate::activity::check_kind::CheckKind::{Build, Lint, Test};

use super::runner::Rule::{Counts, Fails, Passes, RanNothing};
use super::runner::Runner;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        // Printed for each suite, and again for the suites around it.
        name: "xctest",
        kind: Some(Test),
        rules: &[
            (Counts, "{-}Executed {most} test{s}, with {worst} failure{s} ({*}"),
            (
                Counts,
                "{-}Executed {most} test{s}, with {n} test{s} skipped and {worst} failure{s} ({*}",
            ),
        ],
    },
    Runner {
        name: "swift testing",
        kind: Some(Test),
        rules: &[
            (Counts, "{mark}{~}Test run with {ran} test{s} passed after {*}"),
            (Counts, "{mark}{~}Test run with {ran} test{s} in {n} suite{s} passed after {*}"),
            (Fails, "{mark}{~}Test run with {ran} test{s} failed after {*}"),
            (Fails, "{mark}{~}Test run with {ran} test{s} in {n} suite{s} failed after {*}"),
        ],
    },
    Runner {
        name: "xcodebuild test",
        kind: Some(Test),
        rules: &[
            (RanNothing, "error: no tests found; create a target in the 'Tests' directory"),
            (Passes, "** TEST SUCCEEDED **"),
            (Fails, "** TEST FAILED **"),
            (Passes, "** TEST EXECUTE SUCCEEDED **"),
            (Fails, "** TEST EXECUTE FAILED **"),
        ],
    },
    Runner {
        name: "xcodebuild",
        kind: Some(Build),
        rules: &[
            (Passes, "** BUILD SUCCEEDED **"),
            (Fails, "** BUILD FAILED **"),
            (Passes, "** TEST BUILD SUCCEEDED **"),
            (Fails, "** TEST BUILD FAILED **"),
            (Passes, "** ARCHIVE SUCCEEDED **"),
            (Fails, "** ARCHIVE FAILED **"),
        ],
    },
    Runner {
        name: "swift build",
        kind: Some(Build),
        rules: &[
            (Passes, "Build complete! ({*}"),
            (Passes, "Build of target: {any} complete! ({*}"),
            (Fails, "error: fatalError"),
        ],
    },
    Runner {
        name: "swiftlint",
        kind: Some(Lint),
        rules: &[
            (Passes, "Done linting! Found {n} violation{s}, 0 serious in {n} file{s}."),
            (Counts, "Done linting! Found {n} violation{s}, {bad} serious in {n} file{s}."),
        ],
    },
];
