//! Linters that belong to no single language, hooks before a commit, and counts that scripts of any
//! project print. Of linters that read no code only what read nothing is in here: what else they
//! print is no evidence of code.

use crate::activity::check_kind::CheckKind::{Lint, Test};

use super::runner::Rule::{Counts, Fails, Marks, MaybeCounts, Passes, RanNothing};
use super::runner::Runner;

/// What scripts print that are no runners of their own name: it tells of a check that is named.
pub(crate) const COUNTS: &str = "counts";

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: "golangci-lint",
        kind: Some(Lint),
        rules: &[(Passes, "0 issues."), (MaybeCounts, "{bad} issue{s}:"), (Marks, "* {word}: {n}")],
    },
    Runner {
        name: "pre-commit",
        kind: None,
        rules: &[
            (Fails, "husky - {word} script failed (code {n})"),
            (Fails, "husky - {word} hook exited with code {n} (error)"),
            (Fails, "husky > {word} hook failed{*}"),
            // Never fewer dots: the column has to fit a longer word.
            (Fails, "{task}....................{.}Failed"),
            (Passes, "{task}....................{.}Passed"),
        ],
    },
    Runner {
        name: "vale",
        kind: None,
        rules: &[
            (RanNothing, "{mark} 0 errors, 0 warnings and 0 suggestions in 0 files."),
            (RanNothing, "Linting: 0 file(s)"),
        ],
    },
    Runner {
        name: COUNTS,
        kind: Some(Test),
        rules: &[
            (Counts, "{good}/{of} passed"),
            (Counts, "{good}/{of} passed."),
            (Counts, "{good}/{n} passed, {items}"),
            (Counts, "{good}/{of} passing"),
            (Counts, "{good}/{of} test{s} passed"),
            (Counts, "{good}/{of} test{s} passed."),
            (Counts, "{good}/{n} test{s} passed, {items}"),
            (Counts, "{good}/{of} test{s} passing"),
            (Counts, "{good} of {of} passed"),
            (Counts, "{good} of {of} test{s} passed"),
            (Counts, "{good} of {of} test{s} passed."),
            (Counts, "{good} of {n} test{s} passed, {items}"),
            (Counts, "Tests: {good}/{of} passed"),
            (Counts, "Tests passed: {good}/{of}"),
            (Counts, "Passed: {good}/{of}"),
            (Counts, "Results: {good}/{of} passed"),
            (Counts, "{mark} {good}/{of} passed"),
            (Counts, "{mark} {good}/{of} test{s} passed"),
            (Counts, "{bad} failure{s}"),
            (Counts, "{bad} failure{s}."),
            (Counts, "{bad} test{s} failed"),
            (Counts, "{bad} test{s} failed."),
        ],
    },
];
