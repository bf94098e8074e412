//! Linters that belong to no single language, and hooks before a commit.

use crate::check_kind::CheckKind::Lint;

use super::runner::Rule::{Counts, Fails, Passes};
use super::runner::Runner;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: "golangci-lint",
        kind: Some(Lint),
        rules: &[(Passes, "0 issues."), (Counts, "{bad} issue{s}:")],
    },
    Runner { name: "shellcheck", kind: Some(Lint), rules: &[(Fails, "In {any} line {n}:")] },
    Runner {
        name: "markdownlint",
        kind: Some(Lint),
        rules: &[(Passes, "Summary: 0 error(s)"), (Counts, "Summary: {bad} error(s)")],
    },
    Runner {
        name: "pre-commit",
        kind: None,
        rules: &[
            (Fails, "husky - {word} script failed (code {n})"),
            (Fails, "husky - {word} hook exited with code {n} (error)"),
            (Fails, "husky > {word} hook failed{*}"),
            // Never fewer dots: the column has to fit a longer word.
            (Fails, "{any}....................{.}Failed"),
            (Passes, "{any}....................{.}Passed"),
        ],
    },
];
