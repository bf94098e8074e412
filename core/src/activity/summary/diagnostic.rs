//! Findings of compilers and linters: a place in a file, and what is wrong there.

use crate::activity::check_kind::CheckKind::{Build, Lint, Test, Types};

use super::runner::Runner;
use super::shape::number;

/// A line that begins with a place: `src/a.ts(3,10): ...`, `src/a.py:3: ...`, `src/a.c:3:10: ...`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) path: &'a str,
    pub(super) column: bool,
    pub(super) message: &'a str,
}

impl<'a> Place<'a> {
    /// Returns the place that `line` begins with, if it begins with one.
    pub(super) fn of(line: &'a str) -> Option<Self> {
        if line.starts_with([' ', '\t']) {
            return None;
        }
        let (before, behind) = line.split_once(": ")?;
        let (place, message) = match before.split_once(" - error ") {
            Some((place, _)) => (place, line.get(place.len().saturating_add(3)..)?),
            None => (before, behind),
        };
        let (path, column) = in_parentheses(place).or_else(|| in_colons(place))?;
        let drive = path.strip_prefix(|c: char| c.is_ascii_alphabetic());
        let path_alone = drive.and_then(|rest| rest.strip_prefix(":\\")).unwrap_or(path);
        let is_path = !path_alone.is_empty() && !path_alone.contains(':');
        is_path.then_some(Place { path, column, message })
    }

    fn ends_with(&self, endings: &[&str]) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
    }
}

/// `path(3,10)`
fn in_parentheses(place: &str) -> Option<(&str, bool)> {
    let (path, inner) = place.strip_suffix(')')?.rsplit_once('(')?;
    let (_, rest) = number(inner)?;
    let column = rest.strip_prefix(',').and_then(number);
    (rest.is_empty() || column.is_some()).then_some((path, column.is_some()))
}

/// `path:3:10` or `path:3`
fn in_colons(place: &str) -> Option<(&str, bool)> {
    let (rest, last) = place.rsplit_once(':')?;
    is_number(last).then_some(())?;
    match rest.rsplit_once(':') {
        Some((path, line)) if is_number(line) => Some((path, true)),
        _ => Some((rest, false)),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the runner whose finding this is.
pub(super) fn runner(place: &Place<'_>) -> Option<&'static Runner> {
    let message = place.message;
    if place.ends_with(&["ts", "tsx", "mts", "cts", "js", "jsx", "vue", "svelte", "astro"]) {
        coded(message, "error TS").then_some(&TSC)
    } else if place.ends_with(&["py", "pyi"]) {
        python(message)
    } else if place.ends_with(&["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "m", "mm"]) {
        let is_error = message.starts_with("error: ") || message.starts_with("fatal error: ");
        is_error.then_some(&CC)
    } else if place.ends_with(&["swift"]) {
        swift(place)
    } else if place.ends_with(&["cs", "fs", "vb"]) {
        ["error CS", "error FS", "error BC"]
            .iter()
            .any(|code| coded(message, code))
            .then_some(&DOTNET)
    } else if place.ends_with(&["java", "scala", "zig", "hs"]) {
        let is_error = message == "error:" || message.starts_with("error: ");
        is_error.then_some(&OTHER)
    } else if place.ends_with(&["go"]) {
        go(message)
    } else {
        None
    }
}

/// `error TS2322: ...`
fn coded(message: &str, code: &str) -> bool {
    let rest = message.strip_prefix(code).and_then(number);
    rest.is_some_and(|(_, rest)| rest.starts_with(':'))
}

fn python(message: &str) -> Option<&'static Runner> {
    if message.starts_with("error: ") {
        return Some(&MYPY);
    }
    let code = message.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = message.len().saturating_sub(code.len());
    let (_, rest) = number(code)?;
    let digits = code.len().saturating_sub(rest.len());
    let is_code = (1..=4).contains(&letters) && (3..=4).contains(&digits);
    match rest.bytes().next()? {
        b' ' if is_code => Some(&FLAKE8),
        b':' if is_code && digits == 4 => Some(&PYLINT),
        _ => None,
    }
}

/// An assertion names the test, a compiler the column.
fn swift(place: &Place<'_>) -> Option<&'static Runner> {
    let message = place.message.strip_prefix("error: ")?;
    if place.column {
        Some(&SWIFT)
    } else {
        (message.starts_with("-[") || message.contains(" : ")).then_some(&XCTEST)
    }
}

/// `value is never used (unused)`, `should use a constant (ST1003)`
fn go(message: &str) -> Option<&'static Runner> {
    let (_, name) = message.strip_suffix(')')?.rsplit_once(" (")?;
    let code = name.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let is_code = code.len() < name.len() && code.len() == 4 && is_number(code);
    (is_code || GO_LINTERS.contains(&name)).then_some(&GOLANGCI)
}

const GO_LINTERS: [&str; 40] = [
    "bodyclose",
    "contextcheck",
    "cyclop",
    "depguard",
    "dupl",
    "errcheck",
    "errorlint",
    "exhaustive",
    "forcetypeassert",
    "forbidigo",
    "funlen",
    "gochecknoglobals",
    "gocognit",
    "goconst",
    "gocritic",
    "gocyclo",
    "gofmt",
    "gofumpt",
    "goimports",
    "gosec",
    "gosimple",
    "govet",
    "ineffassign",
    "lll",
    "maintidx",
    "misspell",
    "nestif",
    "nilerr",
    "noctx",
    "nolintlint",
    "prealloc",
    "revive",
    "staticcheck",
    "stylecheck",
    "typecheck",
    "unconvert",
    "unparam",
    "unused",
    "wrapcheck",
    "wsl",
];

static TSC: Runner = Runner { name: "tsc", kind: Some(Types), rules: &[] };
static MYPY: Runner = Runner { name: "mypy", kind: Some(Types), rules: &[] };
static FLAKE8: Runner = Runner { name: "flake8", kind: Some(Lint), rules: &[] };
static PYLINT: Runner = Runner { name: "pylint", kind: Some(Lint), rules: &[] };
static CC: Runner = Runner { name: "cc", kind: Some(Build), rules: &[] };
static SWIFT: Runner = Runner { name: "swift build", kind: Some(Build), rules: &[] };
static XCTEST: Runner = Runner { name: "xctest", kind: Some(Test), rules: &[] };
static DOTNET: Runner = Runner { name: "dotnet build", kind: Some(Build), rules: &[] };
static OTHER: Runner = Runner { name: "compiler", kind: Some(Build), rules: &[] };
static GOLANGCI: Runner = Runner { name: "golangci-lint", kind: Some(Lint), rules: &[] };
