//! What runs other runners: make, npm, task runners; and what a host does to an output.

use super::runner::Rule::Fails;
use super::runner::Runner;
use super::shape::read;

pub(super) const RUNNERS: &[Runner] = &[
    Runner {
        name: "make",
        kind: None,
        rules: &[
            (Fails, "make: *** [{any}: {task}] Error {n}"),
            (Fails, "make: *** {*}"),
            (Fails, "make[{n}]: *** {*}"),
            (Fails, "gmake: *** {*}"),
            (Fails, "gmake[{n}]: *** {*}"),
        ],
    },
    Runner {
        name: "npm",
        kind: None,
        rules: &[
            (Fails, "npm ERR! Test failed.  See above for more details."),
            (Fails, "npm ERR! code ELIFECYCLE"),
            (Fails, "npm ERR! Lifecycle script `{task}` failed with error:{*}"),
            (Fails, "npm error Lifecycle script `{task}` failed with error:{*}"),
        ],
    },
    Runner {
        name: "pnpm",
        kind: None,
        rules: &[
            (Fails, "{-}\u{2009}ELIFECYCLE\u{2009} {*}"),
            (Fails, "{-}ELIFECYCLE{~}{*}"),
            (Fails, "{-}\u{2009}ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL\u{2009} {word} {task}: {*}"),
            (Fails, "{-}ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL{~}{word} {task}: {*}"),
            (Fails, "{-}\u{2009}ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL\u{2009} {*}"),
            (Fails, "{-}ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL{~}{*}"),
            (Fails, "{-}\u{2009}ERR_PNPM_RECURSIVE_FAIL\u{2009} {*}"),
            (Fails, "{-}ERR_PNPM_RECURSIVE_FAIL{~}{*}"),
        ],
    },
    Runner {
        name: "yarn",
        kind: None,
        rules: &[(Fails, "error Command failed with exit code {n}.")],
    },
    Runner {
        name: "bun run",
        kind: None,
        rules: &[
            (Fails, "error: script \"{task}\" exited with code {n}"),
            (Fails, "error: script \"{task}\" was terminated by signal {*}"),
        ],
    },
    Runner {
        name: "just",
        kind: None,
        rules: &[
            (Fails, "error: Recipe `{task}` failed {*}"),
            (Fails, "error: recipe `{task}` failed {*}"),
        ],
    },
    Runner { name: "mise", kind: None, rules: &[(Fails, "[{task}] ERROR task failed")] },
    Runner { name: "turbo", kind: None, rules: &[(Fails, "{-}Failed:{~}{word}#{task}")] },
    Runner {
        name: "docker build",
        kind: None,
        rules: &[(Fails, "ERROR: failed to solve: {*}"), (Fails, "ERROR: failed to build: {*}")],
    },
];

/// Returns what follows the name that a task runner puts in front: `[lint:go] 0 issues.`
pub(super) fn after_task(line: &str) -> Option<&str> {
    let (name, rest) = line.strip_prefix('[')?.split_once("] ")?;
    (!name.is_empty() && !name.contains(char::is_whitespace)).then_some(rest)
}

/// Whether the line is one that package managers and task runners write themselves: what they run,
/// and how long that took. What they run has said nothing by it.
pub(crate) fn is_announcement(line: &str) -> bool {
    let line = line.trim_end();
    let is_excerpt = || line.strip_prefix("> ").is_some_and(|rest| rest.contains(" | "));
    ANNOUNCEMENTS.iter().any(|shape| read(shape, line).is_some()) && !is_excerpt()
}

const ANNOUNCEMENTS: [&str; 15] = [
    "> {*}",
    "$ {*}",
    "[{word}] $ {*}",
    "task: [{word}] {*}",
    "{word} {word}$ {*}",
    "{word} {word}: Done",
    "Scope: {n} of {n} workspace projects",
    "Scope: all {n} workspace projects",
    "yarn run v{*}",
    "Done in {dur}",
    "Done in {dur}.",
    "{mark}{~}Done in {dur}.",
    "npm notice{*}",
    "npm warn {*}",
    "npm WARN {*}",
];

/// Whether the line is the note of a host that a part of the output is not there.
pub(super) fn leaves_out(line: &str) -> bool {
    CUTS.iter().any(|(start, end)| line.starts_with(start) && line.ends_with(end))
}

/// How such notes begin and end.
const CUTS: [(&str, &str); 5] = [
    ("... [", " characters truncated] ..."),
    ("... [", " lines truncated] ..."),
    ("<persisted-output>", ""),
    ("[... omitted ", "...]"),
    ("\u{2026}", " tokens truncated\u{2026}"),
];
