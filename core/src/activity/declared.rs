//! Checks that the files of a project declare.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::activity::actions;
use crate::activity::known_check::{From, KnownCheck};

/// The files that are looked at.
pub const FILES: [&str; 18] = [
    "Cargo.toml",
    "Makefile",
    "Package.swift",
    "Taskfile.yml",
    "build.gradle",
    "build.gradle.kts",
    "composer.json",
    "deno.json",
    "go.mod",
    "justfile",
    "mise.toml",
    "mix.exs",
    "noxfile.py",
    "package.json",
    "pom.xml",
    "pyproject.toml",
    "tox.ini",
    "tsconfig.json",
];

/// Names in a file that are looked at.
const NAMES_MAX: usize = 256;

#[derive(Deserialize)]
struct Package<'a> {
    #[serde(borrow, default)]
    scripts: BTreeMap<String, &'a RawValue>,
    #[serde(borrow, default)]
    tasks: BTreeMap<String, &'a RawValue>,
}

/// Returns the checks that the file of this name declares. What it holds is read only so far as it
/// names them: which command would run them, and what that proves.
pub fn checks(file: &str, text: &str) -> impl Iterator<Item = KnownCheck> {
    commands(file, text)
        .into_iter()
        .flat_map(|command| actions::checks_of_command(&command, From::Project))
}

/// Returns commands that would run what the file declares.
fn commands(file: &str, text: &str) -> Vec<String> {
    let plain = |commands: &[&str]| commands.iter().map(|command| (*command).into()).collect();
    match file {
        "Cargo.toml" => plain(&["cargo test", "cargo build", "cargo clippy"]),
        "go.mod" => plain(&["go test ./...", "go build ./...", "go vet ./..."]),
        "Package.swift" => plain(&["swift test", "swift build"]),
        "build.gradle" | "build.gradle.kts" => plain(&["gradle test", "gradle build"]),
        "pom.xml" => plain(&["mvn test"]),
        "mix.exs" => plain(&["mix test"]),
        "noxfile.py" => plain(&["nox"]),
        "tox.ini" => plain(&["tox"]),
        "tsconfig.json" => plain(&["tsc --noEmit"]),
        "pyproject.toml" => ["pytest", "ruff check", "mypy"]
            .into_iter()
            .filter(|command| command.split(' ').next().is_some_and(|name| text.contains(name)))
            .map(Into::into)
            .collect(),
        "package.json" => named(scripts(text), "npm run"),
        "composer.json" => named(scripts(text), "composer"),
        "deno.json" => named(scripts(text), "deno task"),
        "Makefile" => named(targets(text), "make"),
        "justfile" => named(targets(text), "just"),
        "Taskfile.yml" => named(targets(text), "task"),
        "mise.toml" => named(tasks(text), "mise run"),
        _ => Vec::new(),
    }
}

fn named(names: Vec<String>, program: &str) -> Vec<String> {
    names.into_iter().map(|name| format!("{program} {name}")).collect()
}

/// Returns the names of the scripts of a package.
fn scripts(text: &str) -> Vec<String> {
    let Ok(package) = serde_json::from_str::<Package<'_>>(text) else { return Vec::new() };
    let names = package.scripts.into_keys().chain(package.tasks.into_keys());
    names.filter(|name| is_name(name)).take(NAMES_MAX).collect()
}

/// Returns the names of what can be made: `name: ...` at the beginning of a line or one level in.
fn targets(text: &str) -> Vec<String> {
    let target = |line: &str| {
        let line = line.strip_prefix("  ").filter(|line| !line.starts_with(' ')).unwrap_or(line);
        let (name, rest) = line.split_once(':')?;
        // `:=` gives a variable a value; a recipe of `just` has parameters behind its name.
        let name = name.split(' ').next().unwrap_or_default();
        (!rest.starts_with('=') && is_name(name)).then(|| name.into())
    };
    text.lines().filter_map(target).take(NAMES_MAX).collect()
}

/// Returns the names of tasks: `[tasks.name]`, `[tasks."name:more"]`.
fn tasks(text: &str) -> Vec<String> {
    let task = |line: &str| {
        let name = line.trim().strip_prefix("[tasks.")?.strip_suffix(']')?.trim_matches('"');
        is_name(name).then(|| name.into())
    };
    text.lines().filter_map(task).take(NAMES_MAX).collect()
}

/// Returns whether a name can stand in a command as it is.
fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 64
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte))
}
