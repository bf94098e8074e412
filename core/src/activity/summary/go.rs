//! Go: its tests, its compiler, its linters.

use crate::activity::check_kind::CheckKind::{Build, Lint, Test};

use super::diagnostic::Place;
use super::runner::Rule::{self, Fails, Marks, MaybePasses, Passes, RanNothing};
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
            (RanNothing, "ok{~}{word}{~}{t}s [no tests to run]"),
            (RanNothing, "ok{~}{word}{~}{t}s{~}[no tests to run]"),
            (RanNothing, "ok{~}{word}{~}(cached) [no tests to run]"),
            (RanNothing, "ok{~}{word}{~}(cached){~}[no tests to run]"),
            (RanNothing, "testing: warning: no tests to run"),
            (RanNothing, "?{~}{word}{~}[no test files]"),
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
    Runner {
        name: "go vet",
        kind: Some(Lint),
        rules: &[(Fails, "vet: {*}"), (Fails, "vet.exe: {*}")],
    },
];

static VET: Runner = Runner { name: "go vet", kind: Some(Lint), rules: &[] };
static COMPILER: Runner = Runner { name: "go build", kind: Some(Build), rules: &[] };
static TESTS: Runner = Runner { name: TEST, kind: Some(Test), rules: &[] };
const TEST: &str = "go test";

/// What depends on the line before or behind.
#[derive(Debug, Default)]
pub(super) struct Go {
    /// The lines are those of the compiler for a package that it has named.
    in_package: bool,
    /// Those are of vet.
    in_vet: bool,
    /// The last line that is not blank is `FAIL`.
    ends_with_fail: bool,
}

impl Go {
    /// Reads a line, which begins with `place`, and returns whose finding it is, if it is one.
    pub(super) fn line(
        &mut self,
        line: &str,
        place: Option<&Place<'_>>,
    ) -> Option<&'static Runner> {
        self.ends_with_fail = line == "FAIL";
        match place.filter(|place| place.path.ends_with(".go") && place.column) {
            Some(place) => {
                let is_of_vet = self.in_vet || says(place.message, &VET_MESSAGES, &VET_INSIDE);
                let is_finding =
                    self.in_package || says(place.message, &MESSAGES, &MESSAGES_INSIDE);
                let runner = if is_of_vet { &VET } else { &COMPILER };
                (is_of_vet || is_finding).then_some(runner)
            }
            None => {
                let goes_on = self.in_package && line.starts_with('\t');
                // What vet finds follows the name of the package in brackets.
                self.in_vet = is_vetted(line) || (self.in_vet && goes_on);
                self.in_package = is_package(line) || self.in_vet || goes_on;
                None
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

/// `# [example.com/tool]`
fn is_vetted(line: &str) -> bool {
    let name = line.strip_prefix("# [").and_then(|rest| rest.strip_suffix(']'));
    name.is_some_and(|name| !name.is_empty() && !name.contains([' ', ']']))
}

/// Whether it is a sentence of the compiler or of vet, and no line of code that was searched for.
fn says(message: &str, starts: &[&str], inside: &[&str]) -> bool {
    starts.iter().any(|start| message.starts_with(start))
        || inside.iter().any(|part| message.contains(part))
}

const MESSAGES: [&str; 17] = [
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
];

const MESSAGES_INSIDE: [&str; 4] = [
    " imported and not used",
    " declared and not used",
    " redeclared in this block",
    " undefined (type ",
];

/// What the analyzers of vet say, by `go tool vet help`.
const VET_MESSAGES: [&str; 6] = [
    "unreachable code",
    "self-assignment of ",
    "struct field tag ",
    "possible misuse of ",
    "suspect or: ",
    "suspect and: ",
];

const VET_INSIDE: [&str; 10] = [
    " format %",
    " call has arguments but no formatting directives",
    " call has possible formatting directive ",
    " call needs ",
    " passes lock by value: ",
    " copies lock value",
    " composite literal uses unkeyed fields",
    " captured by func literal",
    " call is not used",
    "arg list ends with redundant newline",
];
