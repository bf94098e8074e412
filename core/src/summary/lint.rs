//! Linters that belong to no single language, and hooks before a commit. Those that read no code
//! are not in here: what they print is no evidence of it.

use crate::check_kind::CheckKind::Lint;

use super::runner::Rule::{Fails, Marks, MaybeCounts, Passes};
use super::runner::Runner;

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
];
