//! What goes on in the background and compiles again whatever changes: a watch, a server for
//! development. What it printed last says that the code as it is compiles.

use crate::activity::check_kind::{CheckKind, KindSet};
use crate::activity::work::{CheckResult, Run, Scope, SeenIn};
use crate::text::cut::head;
use crate::text::hash::number;

/// What is said of the code.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum State {
    /// It compiles.
    Good(CheckKind, &'static str),
    /// It does not.
    Bad,
}

/// What only a watch prints.
const WATCHES: [(&str, State); 8] = [
    ("Found 0 errors. Watching for file changes", State::Good(CheckKind::Types, "tsc")),
    ("errors. Watching for file changes", State::Bad),
    ("error. Watching for file changes", State::Bad),
    ("Nest application successfully started", State::Good(CheckKind::Build, "nest")),
    ("[watch] build finished", State::Good(CheckKind::Build, "esbuild")),
    ("hmr update /", State::Good(CheckKind::Build, "vite")),
    ("[Finished running. Exit status: 0]", State::Good(CheckKind::Build, "cargo watch")),
    ("app crashed - waiting for file changes", State::Bad),
];

/// What a build prints as well, which may have ended long ago.
const BUILDS: [(&str, State); 8] = [
    ("compiled successfully", State::Good(CheckKind::Build, "webpack")),
    ("Compiled successfully", State::Good(CheckKind::Build, "webpack")),
    ("\u{2713} Compiled", State::Good(CheckKind::Build, "next")),
    ("Failed to compile", State::Bad),
    ("compiled with", State::Bad),
    ("Compiled with", State::Bad),
    ("error TS", State::Bad),
    ("Error: ", State::Bad),
];

/// Returns the run that an output shows of something that compiles whatever changes: passed, and in
/// part. `is_of_task` tells whether it is that of something in the background.
pub(super) fn guard_compiled(output: &str, is_of_task: bool) -> Option<Run> {
    let is_good = |state: &State| *state != State::Bad;
    let state = |line: &str| {
        let said = |(words, state): &(&str, State)| line.contains(*words).then_some(*state);
        let of_build = BUILDS.iter().find_map(said);
        let of_build = of_build.filter(|state| is_of_task || !is_good(state));
        WATCHES.iter().find_map(said).or(of_build)
    };
    let last = output.lines().rev().find_map(state)?;
    let State::Good(kind, runner) = last else { return None };
    Some(Run {
        kinds: KindSet::of(&[kind]),
        runner: head(runner),
        scope: Scope::Narrowed,
        result: CheckResult::Passed,
        flagged: false,
        seen_in: SeenIn::Output,
        target: number(runner.as_bytes()),
    })
}

/// Returns whether a path is that of the output of something in the background.
pub(super) fn is_of_task(path: &str) -> bool {
    path.ends_with(".output")
}
