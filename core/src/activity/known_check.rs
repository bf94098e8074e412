//! Checks that the project has, whether or not the turn ran them.

use serde::Serialize;

use crate::activity::check_kind::KindSet;
use crate::activity::work::RunnerName;
use crate::limits::KNOWN_CHECKS_MAX;

/// A check that exists here.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct KnownCheck {
    /// What it can prove.
    #[serde(rename = "kind")]
    pub kinds: KindSet,
    /// Its program.
    pub runner: RunnerName,
    /// How it is known.
    pub from: From,
}

/// How a check is known.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum From {
    /// It ran earlier in the session.
    Session,
    /// A file of the project declares it.
    Project,
}

/// Returns whether a check may look at style sheets: those of Python, Rust and Go never do.
#[must_use]
pub fn guard_reads_styles(runner: &str) -> bool {
    !WITHOUT_STYLES.iter().any(|start| runner.starts_with(start))
}

/// What the names of checks begin with that look at one language alone.
const WITHOUT_STYLES: [&str; 24] = [
    "bandit",
    "black",
    "cargo ",
    "doctest",
    "flake8",
    "ginkgo",
    "go ",
    "gofmt",
    "golangci-lint",
    "gotestsum",
    "isort",
    "manage.py",
    "mypy",
    "nox",
    "py_compile",
    "pylint",
    "pyright",
    "pytest",
    "python ",
    "ruff",
    "rustfmt",
    "staticcheck",
    "tox",
    "ty check",
];

/// The checks that are known to exist, each once.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub struct KnownChecks(heapless::Vec<KnownCheck, KNOWN_CHECKS_MAX>);

impl KnownChecks {
    /// Adds a check. Beyond the bound it is left out: less is known than there is.
    pub fn add(&mut self, check: KnownCheck) {
        if !self.0.contains(&check) {
            let _ = self.0.push(check);
        }
    }

    /// Returns the checks.
    pub fn iter(&self) -> impl Iterator<Item = &KnownCheck> {
        self.0.iter()
    }

    /// Returns whether one of them may look at style sheets.
    #[must_use]
    pub fn read_styles(&self) -> bool {
        self.0.iter().any(|check| guard_reads_styles(&check.runner))
    }

    /// Returns everything that they can prove.
    #[must_use]
    pub fn kinds(&self) -> KindSet {
        self.0.iter().fold(KindSet::NONE, |kinds, check| kinds.or(check.kinds))
    }
}
