//! Compilers, bundlers and linters of JavaScript and TypeScript.

use crate::activity::check_kind::CheckKind::{Build, Format, Lint, Types};

use super::runner::Rule::{Counts, Fails, Marks, MaybeCounts, Passes};
use super::runner::Runner;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: "tsc",
        kind: Some(Types),
        rules: &[
            (Fails, "error TS{n}: {*}"),
            (Fails, "Found {n} error{s} in {n} file{s}."),
            (Fails, "Found {n} error in {word}"),
            (Fails, "Found {n} errors in the same file, starting at: {*}"),
            (Passes, "{any}Found 0 errors. Watching for file changes."),
        ],
    },
    Runner {
        name: "svelte-check",
        kind: Some(Types),
        rules: &[
            (Passes, "svelte-check found 0 errors and {*}"),
            (Passes, "svelte-check found no errors and {*}"),
            (Fails, "svelte-check found {n} error{s} and {*}"),
        ],
    },
    Runner {
        name: "astro",
        kind: Some(Types),
        rules: &[(Marks, "Result ({n} file{s}):{*}"), (MaybeCounts, "- {bad} error{s}")],
    },
    Runner {
        name: "eslint",
        kind: Some(Lint),
        rules: &[
            (Passes, "{mark} {n} problem{s} (0 errors, {n} warning{s})"),
            (Counts, "{mark} {n} problem{s} ({bad} error{s}, {n} warning{s})"),
            (Passes, "x {n} problem{s} (0 errors, {n} warning{s})"),
            (Counts, "x {n} problem{s} ({bad} error{s}, {n} warning{s})"),
            (Fails, "ESLint found too many warnings (maximum: {n})."),
            (Fails, "Oops! Something went wrong! :("),
            (Passes, "{mark} No ESLint warnings or errors"),
        ],
    },
    Runner {
        name: "oxlint",
        kind: Some(Lint),
        rules: &[
            (Passes, "Found {n} warning{s} and 0 errors."),
            (Counts, "Found {n} warning{s} and {bad} error{s}."),
        ],
    },
    Runner {
        name: "biome",
        kind: Some(Lint),
        rules: &[
            (Passes, "Checked {n} file{s} in {dur}. No fixes applied."),
            (Passes, "Checked {n} file{s} in {dur}. Fixed {n} file{s}."),
            (Fails, "{-}{mark} Some errors were emitted while {*}"),
            // Only said where warnings fail.
            (Fails, "{-}{mark} Some warnings were emitted while {*}"),
        ],
    },
    Runner {
        name: "biome",
        kind: Some(Format),
        rules: &[
            (Passes, "Formatted {n} file{s} in {dur}. No fixes applied."),
            (Passes, "Formatted {n} file{s} in {dur}. Fixed {n} file{s}."),
        ],
    },
    Runner {
        name: "prettier",
        kind: Some(Format),
        rules: &[
            (Passes, "All matched files use Prettier code style!"),
            (Fails, "[warn] Code style issues found in {*}"),
            (Fails, "[error] {word}: SyntaxError: {*}"),
            (Fails, "Error occurred when checking code style in{*}"),
        ],
    },
    Runner { name: "deno lint", kind: Some(Lint), rules: &[(Fails, "Found {bad} problem{s}")] },
    Runner {
        // Both write the same.
        name: "deno lint or fmt",
        kind: None,
        rules: &[(Passes, "Checked {n} file{s}")],
    },
    Runner {
        name: "deno fmt",
        kind: Some(Format),
        rules: &[(Fails, "error: Found {n} not formatted file{s} in {n} file{s}")],
    },
    Runner {
        name: "deno check",
        kind: Some(Types),
        rules: &[
            (Fails, "error: Type checking failed."),
            (Fails, "TS{n} [ERROR]: {*}"),
            (Fails, "error: TS{n} [ERROR]: {*}"),
        ],
    },
    Runner {
        name: "vite",
        kind: Some(Build),
        rules: &[
            (Passes, "\u{2713} built in {dur}"),
            (Passes, "built in {dur}."),
            (Fails, "error during build:"),
            (Fails, "{mark} Build failed in {dur}"),
            (Fails, "x Build failed in {dur}"),
        ],
    },
    Runner {
        name: "webpack",
        kind: Some(Build),
        rules: &[
            (Passes, "webpack {any} compiled successfully in {dur}"),
            (Passes, "webpack {any} compiled with {n} warning{s} in {dur}"),
            (Fails, "webpack {any} compiled with {n} error{s}{*}"),
        ],
    },
    Runner {
        name: "next",
        kind: Some(Build),
        rules: &[
            (Passes, "{-}{mark} Compiled successfully{*}"),
            (Passes, "Compiled successfully."),
            // webpackbar names what it compiled.
            (Passes, "{-}{mark} {word}: Compiled successfully in {dur}"),
            (Fails, "{-}{mark} {word}: Compiled with some errors in {dur}"),
            (Fails, "Failed to compile."),
            (Fails, "> Build error occurred"),
        ],
    },
    Runner {
        name: "docusaurus",
        kind: Some(Build),
        rules: &[(Passes, "[SUCCESS] Generated static files in {*}")],
    },
    Runner {
        name: "esbuild",
        kind: Some(Build),
        rules: &[
            (Fails, "\u{2718} [ERROR] {*}"),
            (Passes, "\u{26a1} Done in {dur}"),
            (Passes, "{word} {mark} Build success in {dur}"),
            (Fails, "ESM Build failed"),
            (Fails, "CJS Build failed"),
            (Fails, "DTS Build failed"),
        ],
    },
    Runner {
        name: "rollup",
        kind: Some(Build),
        rules: &[
            (Passes, "created {word}.js in {dur}"),
            (Passes, "created {word}.mjs in {dur}"),
            (Passes, "created {word}.cjs in {dur}"),
            (Fails, "[!] {word}Error: {*}"),
        ],
    },
];
