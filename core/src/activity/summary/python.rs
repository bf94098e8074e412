//! Runners of Python tests, and checkers of Python.

use crate::activity::check_kind::CheckKind::{Format, Lint, Test, Types};

use super::runner::Rule::{Counts, Fails, MaybePasses, Opens, Passes, RanNothing};
use super::runner::Runner;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: "pytest",
        kind: Some(Test),
        rules: &[
            // All of it skipped is what pytest calls a success.
            (Passes, "{=}{n} skipped in {t}s{=}"),
            (RanNothing, "{=}no tests ran in {t}s{=}"),
            (RanNothing, "no tests ran in {t}s"),
            (RanNothing, "no tests ran in {t}s{=}"),
            (Counts, "{=}{items} in {t}s{=}"),
            (Counts, "{=}{items} in {t}s ({clock}){=}"),
            (Counts, "{=}{items} in {t} seconds{=}"),
            (Fails, "FAILED {word}::{*}"),
            (Fails, "ERROR {word}.py::{*}"),
            (Fails, "ERROR {word}.py"),
            (Fails, "ERROR {word}.py - {*}"),
            (Fails, "ERROR: file or directory not found: {*}"),
            (Fails, "!{word}! Interrupted: {n} error{s} during collection !{*}"),
            (Fails, "FAIL Required test coverage of {*}"),
        ],
    },
    Runner {
        name: "unittest",
        kind: Some(Test),
        rules: &[
            (Opens, "Ran {ran} test{s} in {t}s"),
            (RanNothing, "NO TESTS RAN"),
            (RanNothing, "NO TESTS RAN ({*}"),
            (MaybePasses, "OK"),
            (MaybePasses, "OK (skipped={n})"),
            (MaybePasses, "OK (expected failures={*}"),
            (MaybePasses, "OK (skipped={n}, expected failures={*}"),
            (Fails, "FAILED (failures={*}"),
            (Fails, "FAILED (errors={*}"),
            (Fails, "FAILED (skipped={n}, unexpected successes={*}"),
            (Fails, "FAILED (expected failures={n}, unexpected successes={*}"),
            (Fails, "FAILED (unexpected successes={*}"),
        ],
    },
    Runner {
        name: "doctest",
        kind: Some(Test),
        rules: &[(Fails, "***Test Failed*** {n} failure{s}.")],
    },
    Runner {
        name: "behave",
        kind: Some(Test),
        rules: &[(Counts, "{n} feature{s} {sets}"), (Counts, "{n} scenario{s} {items}")],
    },
    Runner {
        name: "tox",
        kind: None,
        rules: &[
            (Passes, "  congratulations :) ({*}"),
            (Fails, "  evaluation failed :( ({*}"),
            (Passes, "nox > Session {word} was successful{*}"),
            (Fails, "nox > Session {word} failed{*}"),
        ],
    },
    Runner {
        name: "mypy",
        kind: Some(Types),
        rules: &[
            (Passes, "Success: no issues found in {n} source file{s}"),
            (Counts, "Found {bad} error{s} in {n} file{s} (checked {*}"),
            (Counts, "Found {bad} error{s} in {n} file{s} (errors prevented {*}"),
        ],
    },
    Runner {
        name: "pyright",
        kind: Some(Types),
        rules: &[
            (Passes, "0 errors, {n} warning{s}, {n} information{s}"),
            (Counts, "{bad} error{s}, {n} warning{s}, {n} information{s}"),
            (Passes, "0 errors, {n} warning{s}, {n} note{s}"),
            (Counts, "{bad} error{s}, {n} warning{s}, {n} note{s}"),
        ],
    },
    Runner {
        name: "ruff",
        kind: Some(Lint),
        rules: &[
            (Passes, "All checks passed!"),
            (Passes, "Found {n} error{s} ({n} fixed, 0 remaining)."),
            (Counts, "Found {n} error{s} ({n} fixed, {bad} remaining)."),
        ],
    },
    Runner {
        // Both write the same.
        name: "ruff or biome",
        kind: Some(Lint),
        rules: &[
            (Passes, "Found 0 errors."),
            (Passes, "Found 0 errors"),
            (Counts, "Found {bad} error{s}."),
            (Counts, "Found {bad} error{s}"),
        ],
    },
    Runner {
        name: "ruff format",
        kind: Some(Format),
        rules: &[
            (Fails, "Would reformat: {*}"),
            (Fails, "{n} file{s} would be reformatted{*}"),
            (Passes, "{n} file{s} already formatted"),
            (Passes, "{n} file{s} left unchanged"),
            (Passes, "{n} file{s} reformatted, {n} file{s} left unchanged"),
            (Passes, "{n} file{s} reformatted"),
        ],
    },
    Runner {
        name: "black",
        kind: Some(Format),
        rules: &[
            (Fails, "would reformat {word}"),
            (Fails, "Oh no! {*}"),
            (Passes, "{n} file{s} would be left unchanged."),
            (Passes, "{n} file{s} left unchanged."),
            (Passes, "{n} file{s} reformatted, {n} file{s} left unchanged."),
            (Passes, "{n} file{s} reformatted."),
        ],
    },
    Runner {
        name: "isort",
        kind: Some(Format),
        rules: &[(Fails, "ERROR: {any} Imports are incorrectly sorted and/or formatted.")],
    },
    Runner {
        name: "pylint",
        kind: Some(Lint),
        rules: &[(Passes, "Your code has been rated at 10.00/10{*}")],
    },
];
