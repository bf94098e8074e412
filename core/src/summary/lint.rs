//! Linters that belong to no single language, and hooks before a commit.

use crate::check_kind::CheckKind::Lint;

use super::runner::Rule::{Counts, Fails, Marks, MaybeCounts, Passes};
use super::runner::Runner;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: "golangci-lint",
        kind: Some(Lint),
        rules: &[(Passes, "0 issues."), (MaybeCounts, "{bad} issue{s}:"), (Marks, "* {word}: {n}")],
    },
    Runner { name: "shellcheck", kind: Some(Lint), rules: &[(Fails, "In {word} line {n}:")] },
    Runner {
        name: "markdownlint",
        kind: Some(Lint),
        rules: &[
            (Passes, "Summary: 0 error(s)"),
            (Counts, "Summary: {bad} error(s)"),
            (Passes, "Summary: 0 issues in 0 files"),
            (Fails, "{word}:{n}:{n} error MD{n}/{*}"),
        ],
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
];
