//! What the name of a script or of a target says about it.

use super::kind::Kinds;
use crate::activity::check_kind::CheckKind as Kind;
use crate::activity::work::Scope;
use crate::text::listing::lists;

/// What a name says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Named {
    pub(super) kinds: Kinds,
    pub(super) scope: Scope,
    pub(super) writes: bool,
    /// The name itself, where it is one that many have.
    pub(super) task: &'static str,
}

/// Names that many projects have: they may be said.
const TASKS: [&str; 24] = [
    "build",
    "check",
    "ci",
    "clippy",
    "compile",
    "e2e",
    "fmt",
    "format",
    "format:check",
    "lint",
    "lint:fix",
    "test",
    "test:ci",
    "test:e2e",
    "test:integration",
    "test:unit",
    "tests",
    "tsc",
    "type-check",
    "typecheck",
    "types",
    "unit",
    "validate",
    "verify",
];

/// Words that do not make a suite of its own out of tests.
const GENERAL: &str = "\
    test tests testing spec specs jest vitest pytest mocha nextest rspec phpunit unittest run all \
    ci coverage check checks full quick fast cov";

/// Returns what a name says, if it names a check.
pub(super) fn named(name: &str) -> Option<Named> {
    let mut kinds = Kinds::NONE;
    let (mut is_part, mut fixes, mut is_mode) = (false, false, false);
    let (mut is_unspecific, mut is_of_text) = (false, false);
    let mut before = "";
    for word in Words(name) {
        let mut lower = [0_u8; 24];
        let word = lowered(word, &mut lower);
        is_part |= !lists(GENERAL, word);
        match word {
            "test" | "tests" | "testing" | "spec" | "specs" | "e2e" | "unit" | "jest"
            | "vitest" | "pytest" | "mocha" | "cypress" | "playwright" | "coverage" | "smoke"
            | "nextest" | "rspec" | "phpunit" | "unittest" | "selftest" | "doctest" => {
                kinds = kinds.and(Kinds::of(Kind::Test));
            }
            "lint" | "linter" | "lints" | "eslint" | "clippy" | "vet" | "ruff" | "stylelint"
            | "golangci" | "rubocop" | "oxlint" | "flake8" | "pylint" | "ktlint" | "detekt"
            | "checkstyle" | "phpstan" | "credo" => {
                kinds = kinds.and(Kinds::of(Kind::Lint));
            }
            "shellcheck" | "yamllint" => {
                kinds = kinds.and(Kinds::of(Kind::Lint));
                is_of_text = true;
            }
            "typecheck" | "types" | "typing" | "tsc" | "mypy" | "pyright" | "typescript"
            | "dialyzer" => kinds = kinds.and(Kinds::of(Kind::Types)),
            "type" => is_mode = true,
            "build" | "compile" | "assemble" | "bundle" | "builds" => {
                kinds = kinds.and(Kinds::of(Kind::Build));
            }
            "fmt" | "format" | "formatting" | "prettier" | "spotless" | "black" | "rustfmt" => {
                kinds = kinds.and(Kinds::of(Kind::Format));
            }
            "check" | "checks" if before == "type" => kinds = kinds.and(Kinds::of(Kind::Types)),
            "check" | "checks" => {
                is_mode = true;
                is_unspecific = true;
            }
            "ci" | "verify" | "validate" | "qa" | "quality" | "precommit" | "preflight"
            | "verification" => is_unspecific = true,
            "commit" if before == "pre" => is_unspecific = true,
            "md" | "markdown" | "markdownlint" | "docs" | "prose" | "spelling" | "links"
            | "yaml" | "yml" | "shell" | "sh" => is_of_text = true,
            "fix" | "write" | "apply" => fixes = true,
            "watch" | "serve" | "start" | "dev" | "install" | "clean" | "deploy" | "publish"
            | "setup" | "seed" | "help" | "open" | "update" | "release" | "down" | "stop"
            | "preview" | "report" => return None,
            _ => {}
        }
        before = match word {
            "type" => "type",
            "pre" => "pre",
            _ => "",
        };
    }
    let formats = kinds.contains(Kind::Format);
    if kinds.is_empty() && is_unspecific {
        kinds = Kinds::ANY;
    }
    let task = TASKS.iter().find(|task| **task == name).copied().unwrap_or_default();
    let is_of_code =
        kinds.contains(Kind::Test) || kinds.contains(Kind::Build) || kinds.contains(Kind::Types);
    let scope = match (is_of_text && !is_of_code, is_part && kinds.contains(Kind::Test)) {
        (true, _) => Scope::NoCode,
        (false, true) => Scope::Suite,
        (false, false) => Scope::Whole,
    };
    let writes = fixes || (formats && !is_mode);
    (!kinds.is_empty()).then_some(Named { kinds, scope, writes, task })
}

/// Writes a word in small letters; a longer one than any that counts is left as it is.
fn lowered<'a>(word: &'a str, buffer: &'a mut [u8; 24]) -> &'a str {
    let Some(room) = buffer.get_mut(..word.len()) else { return word };
    room.copy_from_slice(word.as_bytes());
    room.make_ascii_lowercase();
    core::str::from_utf8(room).unwrap_or(word)
}

/// The words of `test:unit`, `type-check`, `run_tests`, `testDebugUnitTest`.
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        let mut previous = b' ';
        let end = rest.bytes().position(|byte| {
            let turns = byte.is_ascii_uppercase() && previous.is_ascii_lowercase();
            previous = byte;
            turns || !byte.is_ascii_alphanumeric()
        });
        let (word, rest) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}
