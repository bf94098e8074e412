//! Go: its tests, its compiler, its linters.

use crate::check_kind::CheckKind::{Build, Lint, Test};

use super::diagnostic::Place;
use super::runner::Rule::{self, Fails, Marks, MaybePasses, Passes};
use super::runner::Runner;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: TEST,
        kind: Some(Test),
        rules: &[
            (Passes, "ok{~}{word}{~}{t}s"),
            (Passes, "ok{~}{word}{~}(cached)"),
            (Passes, "ok{~}{word}{~}{t}s{~}coverage: {*}"),
            (Passes, "ok{~}{word}{~}(cached){~}coverage: {*}"),
            (Fails, "FAIL{~}{word}{~}{t}s"),
            (Fails, "FAIL{~}{word} [build failed]"),
            (Fails, "FAIL{~}{word} [setup failed]"),
            (Fails, "--- FAIL: {word} ({t}s)"),
            (Marks, "--- PASS: {word} ({t}s)"),
            (MaybePasses, "PASS"),
        ],
    },
    Runner {
        name: "gotestsum",
        kind: Some(Test),
        rules: &[
            (Rule::Counts, "DONE {ran} test{s} in {t}s"),
            (Rule::Counts, "DONE {ran} test{s}, {items} in {t}s"),
            (Fails, "=== FAIL: {any} ({t}s)"),
        ],
    },
    Runner { name: "go vet", kind: Some(Lint), rules: &[(Fails, "vet: {*}")] },
];

pub(super) static COMPILER: Runner = Runner { name: "go build", kind: Some(Build), rules: &[] };
static TESTS: Runner = Runner { name: TEST, kind: Some(Test), rules: &[] };
const TEST: &str = "go test";

/// What depends on the line before or behind.
#[derive(Debug, Default)]
pub(super) struct Go {
    /// The lines are those of the compiler for a package that it has named.
    in_package: bool,
    /// The last line that is not blank is `FAIL`.
    ends_with_fail: bool,
}

impl Go {
    /// Reads a line, which begins with `place`; true if it is an error of the compiler.
    pub(super) fn line(&mut self, line: &str, place: Option<&Place<'_>>) -> bool {
        self.ends_with_fail = line == "FAIL";
        match place.filter(|place| place.path.ends_with(".go") && place.column) {
            Some(place) => self.in_package || is_message(place.message),
            None => {
                self.in_package = is_package(line) || (self.in_package && line.starts_with('\t'));
                false
            }
        }
    }

    /// Returns what the end of the output shows.
    pub(super) fn finish(&self) -> Option<(&'static Runner, Rule)> {
        self.ends_with_fail.then_some((&TESTS, Fails))
    }
}

/// `# example.com/tool` or `# example.com/tool [example.com/tool.test]`.
fn is_package(line: &str) -> bool {
    let Some(name) = line.strip_prefix("# ") else { return false };
    let mut words = name.split(' ');
    let path = words.next().unwrap_or_default();
    let test = words.next().is_none_or(|word| word.starts_with('[') && word.ends_with(".test]"));
    !path.is_empty() && test && words.next().is_none()
}

/// Whether it is a sentence of the compiler or of vet, and no line of code that was searched for.
fn is_message(message: &str) -> bool {
    MESSAGES.iter().any(|start| message.starts_with(start))
        || MESSAGES_INSIDE.iter().any(|part| message.contains(part))
}

const MESSAGES: [&str; 20] = [
    "undefined: ",
    "invalid operation",
    "invalid argument: ",
    "cannot use ",
    "cannot assign to ",
    "cannot convert ",
    "cannot infer ",
    "declared and not used: ",
    "missing return",
    "syntax error: ",
    "too many arguments in call ",
    "too many return values",
    "not enough arguments in call ",
    "not enough return values",
    "assignment mismatch: ",
    "could not import ",
    "no required module provides package ",
    "unreachable code",
    "self-assignment of ",
    "struct field tag ",
];

const MESSAGES_INSIDE: [&str; 8] = [
    " format %",
    " imported and not used",
    " declared and not used",
    " redeclared in this block",
    " call has arguments but no formatting directives",
    " call needs ",
    " passes lock by value: ",
    " undefined (type ",
];
