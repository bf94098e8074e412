//! Which commands are checks: tests, builds, linters, type checkers, formatters.
//!
//! A program counts when it is what a simple command really runs. That its name is written
//! somewhere (`pip install pytest`, `grep jest`, a commit message) says nothing.

mod kind;
mod name;
mod rule;
mod script;
mod table;

use core::fmt;

use crate::activity::command_line::{Program, Simple, Word};
use crate::activity::work::Scope;

pub use kind::Kinds;

/// A check that a simple command runs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Run {
    /// What it can show.
    pub kinds: Kinds,
    /// What runs it.
    pub runner: Runner,
    /// How much of the project it is about.
    pub scope: Scope,
    /// Whether it changes files: a formatter, or a linter that fixes.
    pub writes: bool,
}

/// The name of a runner, out of a closed list: nothing of what a user wrote.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Runner {
    program: &'static str,
    task: &'static str,
}

impl Runner {
    /// The user's own check.
    const OWN: Self = Self { program: "your own check", task: "" };
}

impl Run {
    /// The user's own check, which may be about anything.
    pub(crate) const OWN: Self =
        Self { kinds: Kinds::ANY, runner: Runner::OWN, scope: Scope::Whole, writes: false };
}

impl Run {
    /// Returns whether what it built runs next, and ends as it likes: only an end that is well says
    /// that it was built.
    pub(crate) fn runs_on(&self) -> bool {
        matches!(self.runner, Runner { program: "cargo" | "go", task: "run" })
    }
}

impl fmt::Display for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.program)?;
        if self.task.is_empty() {
            return Ok(());
        }
        write!(f, " {}", self.task)
    }
}

/// What a command of a runner does.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// It runs a check.
    Check(Run),
    /// It says what there is to run, or would run it, or waits for changes: nothing is checked.
    Listing,
}

/// Returns the check that a command runs.
#[must_use]
pub fn run_of(command: &Simple<'_>) -> Option<Run> {
    match use_of(command)? {
        Use::Check(run) => Some(run),
        Use::Listing => None,
    }
}

/// Returns whether a command of a runner only says what it would run.
#[must_use]
pub fn only_lists(command: &Simple<'_>) -> bool {
    matches!(use_of(command), Some(Use::Listing))
}

fn use_of(command: &Simple<'_>) -> Option<Use> {
    let program = command.program()?;
    if program.arguments().iter().any(|word| matches!(word.text(), "--help" | "--version" | "-h")) {
        return None;
    }
    of_program(&program)
}

/// Returns what git is told to do: `commit`, `push`, `log`.
#[must_use]
pub fn git_action<'c>(command: &'c Simple<'_>) -> Option<&'c str> {
    let program = command.program().filter(|program| program.name == "git")?;
    let valued = "-C -c --git-dir --work-tree";
    rule::Arguments::of(program.arguments(), valued).positional(0)
}

/// Returns whether a command runs hooks that may run checks, and print what they find.
#[must_use]
pub fn runs_hooks(command: &Simple<'_>) -> bool {
    let skips = command.words.iter().any(|word| word.text() == "--no-verify");
    matches!(git_action(command), Some("commit" | "push")) && !skips
}

/// Returns whether a command is `git commit`: it keeps what is there.
#[must_use]
pub fn is_commit(command: &Simple<'_>) -> bool {
    git_action(command) == Some("commit")
}

/// Returns what a program does, with its arguments, if it is a check.
fn of_program(program: &Program<'_, '_>) -> Option<Use> {
    of_words(program.name, program.arguments()).or_else(|| script::of_file(program))
}

fn of_words(name: &str, arguments: &[Word<'_>]) -> Option<Use> {
    table::run(name, arguments).or_else(|| script::run(name, arguments))
}
