//! What a command line did: which files it changed, which checks it ran, with what result.

use alloc::{collections::VecDeque, format, vec::Vec};

use super::reading::{Ran, Reading};
use super::{Look, Seen, program, watch};
use crate::activity::call::Ended;
use crate::activity::check_kind::{CheckKind, KindSet};
use crate::activity::command_line::{CommandLine, Exit, Simple};
use crate::activity::known_check::{From, KnownCheck};
use crate::activity::own_check::OwnCheck;
use crate::activity::runner;
use crate::activity::shell_write::{self, ShellWrite};
use crate::activity::summary::{self, Rules, Verdict};
use crate::activity::work::{Change, CheckResult, How, Run, RunnerName, Scope, SeenIn, What};
use crate::text::cut::head;
use crate::text::hash::number;

/// Returns what a command line did, in order.
pub(super) fn actions(
    text: &str,
    line: &CommandLine<'_>,
    seen: &Seen,
    looks: &VecDeque<Look>,
    own: Option<&OwnCheck>,
    rules: &mut Rules,
) -> Vec<What> {
    if !line.complete {
        return Vec::from([unread(text)]);
    }
    let runs: Vec<Option<runner::Run>> =
        line.commands.iter().map(|command| run_of(command, own)).collect();
    let writes = shell_write::writes(line);
    // What ended in error, or goes on, is nothing that an honest message could rest on.
    let ended_well = seen.ended == Ended::Quietly && seen.task.is_none();
    let ran = Ran::of(line, &runs, seen, looks, rules);
    let mut did = Vec::new();
    for (at, (command, run)) in line.commands.iter().zip(&runs).enumerate() {
        // What ended in error may have changed files anyway.
        let own = writes.iter().filter(|write| write.command == at);
        let own = own.filter(|write| !(write.how == shell_write::How::Merge && seen.is_up_to_date));
        did.extend(own.map(|write| What::Change(change(write))));
        if let Some(run) = run {
            let reading = Reading { ran: &ran, command, at };
            did.extend(reading.runs(run).into_iter().map(What::Check));
        } else if ended_well
            && !command.background
            && !writes.iter().any(|write| write.command == at)
            && !runner::only_lists(command)
            && program::guard_may_check(command)
        {
            did.push(if program::guard_one_off(command) {
                What::OneOffCode
            } else {
                What::Program
            });
        }
    }
    if runs.iter().all(Option::is_none) && only_reads(line) {
        let mut words = line.commands.iter().flat_map(|command| &command.words);
        let is_of_task = words.any(|word| watch::is_of_task(word.text()));
        did.extend(watch::guard_compiled(&seen.output, is_of_task).map(What::Check));
    }
    let named = runs.iter().flatten().fold(KindSet::NONE, |kinds, run| kinds.or(run.kinds.set()));
    let unnamed = unnamed(line, &runs, seen).into_iter();
    did.extend(unnamed.filter(|run| run.kinds.and(named).is_empty()).map(What::Check));
    did
}

/// Returns whether a line only waits and shows what is there.
fn only_reads(line: &CommandLine<'_>) -> bool {
    let shows = |name: &str| matches!(name, "tail" | "cat" | "head");
    let name = |command: &Simple<'_>| command.program().map(|program| shows(program.name));
    line.commands.iter().any(|command| name(command) == Some(true))
        && !line.commands.iter().any(program::guard_may_check)
}

/// Returns what a command line did that cannot be read: where nothing in it writes to a file, it
/// changed none.
fn unread(text: &str) -> What {
    let mut words = text.split(|char: char| !char.is_alphanumeric() && char != '-');
    let may_write = text.contains('>') || words.any(|word| is_any(word, WRITERS));
    if may_write { What::Hidden } else { What::Unseen }
}

/// Programs and words that may change files.
const WRITERS: [&str; 34] = [
    "add-content",
    "apply_patch",
    "awk",
    "bash",
    "copy",
    "copy-item",
    "cp",
    "dd",
    "eval",
    "exec",
    "git",
    "install",
    "ln",
    "move",
    "move-item",
    "mv",
    "new-item",
    "node",
    "out-file",
    "patch",
    "perl",
    "pwsh",
    "python",
    "python3",
    "remove-item",
    "rm",
    "rsync",
    "ruby",
    "sed",
    "set-content",
    "sh",
    "tee",
    "touch",
    "zsh",
];

fn is_any(word: &str, list: [&str; 34]) -> bool {
    list.iter().any(|listed| listed.eq_ignore_ascii_case(word))
}

/// Returns the checks that a command line runs.
pub(super) fn checks(
    line: &CommandLine<'_>,
    own: Option<&OwnCheck>,
    from: From,
) -> Vec<KnownCheck> {
    let runs = line.commands.iter().filter_map(|command| run_of(command, own));
    // Who has nothing but a linter of prose has no linter of code.
    let runs = runs.filter(|run| run.scope != Scope::NoCode);
    let known = |run: runner::Run| KnownCheck {
        kinds: run.kinds.set(),
        runner: head(&format!("{}", run.runner)),
        from,
    };
    runs.map(known).collect()
}

fn run_of(command: &Simple<'_>, own: Option<&OwnCheck>) -> Option<runner::Run> {
    own.and_then(|own| own.run_of(command)).or_else(|| runner::run_of(command))
}

/// Lines that a command is taken to change where they cannot be counted: it names one at the least.
const LINES_UNCOUNTED: u32 = 1;

fn change(write: &ShellWrite<'_>) -> Change {
    use shell_write::How as By;
    let counted = write.lines.and_then(|lines| u32::try_from(lines).ok());
    let (how, lines) = match write.how {
        By::Restore | By::Merge => (How::Git, None),
        By::Format => (How::Formatter, None),
        By::Stash => (How::Stash, None),
        By::Unstash => (How::Unstash, None),
        By::Remove => (How::Remove, None),
        By::Copy => (How::Shell, None),
        By::Patch => (How::Patch, counted.or(Some(LINES_UNCOUNTED))),
        By::Redirect | By::InPlace | By::Script => (How::Shell, counted.or(Some(LINES_UNCOUNTED))),
    };
    let path = write.path.as_deref().map(Into::into);
    Change { how, kind: write.kind, path, lines, texts: None }
}

/// Returns the checks whose summaries were printed though the line may name none: those of the
/// hooks of a commit or a push, or of a program that runs checks. What was only read from a file
/// ran before.
fn unnamed(line: &CommandLine<'_>, checks: &[Option<runner::Run>], seen: &Seen) -> Vec<Run> {
    let runs_hooks = line.commands.iter().any(runner::runs_hooks);
    let has_check = checks.iter().any(Option::is_some);
    if !runs_hooks
        && !(if has_check {
            is_check_alone(line, checks)
        } else {
            line.commands.iter().any(program::prints_anew)
        })
    {
        return Vec::new();
    }
    let run = |kinds, runner: &str, result| Run {
        kinds,
        runner: head(runner),
        scope: if runs_hooks { Scope::Whole } else { Scope::Narrowed },
        result,
        flagged: seen.ended == Ended::InError,
        seen_in: if runs_hooks { SeenIn::CommitHook } else { SeenIn::Output },
        target: number(runner.as_bytes()),
    };
    let mut runs: Vec<Run> = Vec::new();
    for said in &seen.summary.runs {
        let Some(kind) = said.kind.filter(|_| said.runner != summary::COUNTS) else { continue };
        let result = match (said.verdict, seen.ended) {
            (Verdict::RanNothing, _) => continue,
            (Verdict::Passed, _) => CheckResult::Passed,
            // What prints findings and ends well may have been asked for them; and what a check
            // printed of others is its own failure.
            (Verdict::Failed, _) if has_check && !runs_hooks => continue,
            (Verdict::Failed, Ended::Quietly | Ended::Excused) if !runs_hooks => continue,
            (Verdict::Failed, _) => CheckResult::Failed,
        };
        runs.push(run(KindSet::of(&[kind]), said.runner, result));
    }
    let is_silent = |kind: &CheckKind| seen.summary.verdict_of(*kind).is_none();
    // What was announced, said nothing and stopped nobody has passed.
    if seen.ended == Ended::Quietly && (runs_hooks || (!has_check && guard_ends_seen(line))) {
        for kind in seen.echoed.kinds.iter().filter(is_silent) {
            runs.push(run(KindSet::of(&[kind]), &seen.echoed.runner, CheckResult::Passed));
        }
    }
    if runs_hooks {
        // Of the files of that commit alone.
        for kind in seen.echoed.staged.without(seen.echoed.kinds).iter().filter(is_silent) {
            let scope = Scope::Narrowed;
            let staged = run(KindSet::of(&[kind]), LINT_STAGED, CheckResult::Passed);
            runs.push(Run { scope, seen_in: SeenIn::StagedFiles, ..staged });
        }
    }
    runs
}

/// Returns whether the end of the line says how everything ended that it runs.
fn guard_ends_seen(line: &CommandLine<'_>) -> bool {
    let mut running = line.commands.iter().filter(|command| program::guard_may_check(command));
    running.all(|command| command.exit() == Exit::Seen && !command.background)
}

/// Returns whether nothing but one check can have printed anything; what reads its output passes on
/// a part of it.
fn is_check_alone(line: &CommandLine<'_>, checks: &[Option<runner::Run>]) -> bool {
    let is_read = |at| line.commands.iter().any(|command| command.piped_into == Some(at));
    let is_still = |command: &Simple<'_>| {
        command
            .program()
            .is_none_or(|program| ["cd", "export", "set", "true"].contains(&program.name))
    };
    let others = line.commands.iter().zip(checks).enumerate().filter(|(_, (_, run))| run.is_none());
    checks.iter().flatten().count() == 1
        && others.into_iter().all(|(at, (command, _))| is_read(at) || is_still(command))
}

/// Checks that an output announces: package managers and task runners write each command that they
/// run on a line of its own, behind a `$` or a `>`; `lint-staged` writes those that passed.
#[derive(Clone, Debug, Default)]
pub(super) struct Echoed {
    kinds: KindSet,
    runner: RunnerName,
    /// What passed on the files of a commit.
    staged: KindSet,
}

impl Echoed {
    /// Reads them out of an output.
    pub(super) fn of(output: &str) -> Self {
        let mut echoed = Self::default();
        let announced = output.lines().filter_map(|line| {
            let line = line.trim_end();
            line.strip_prefix("$ ").or_else(|| line.strip_prefix("> "))
        });
        for command in announced.filter(|command| command.len() < 256).take(ECHOES_MAX) {
            for check in checks(&CommandLine::parse(command), None, From::Session) {
                echoed.kinds = echoed.kinds.or(check.kinds);
                echoed.runner = check.runner;
            }
        }
        let completed = output.lines().filter_map(|line| {
            let line = line.trim();
            COMPLETED.iter().find_map(|lead| line.strip_prefix(lead))
        });
        for command in completed.filter(|command| command.len() < 256).take(ECHOES_MAX) {
            for check in checks(&CommandLine::parse(command), None, From::Session) {
                let of_files = KindSet::of(&[CheckKind::Lint, CheckKind::Format]);
                echoed.staged = echoed.staged.or(check.kinds.and(of_files));
            }
        }
        echoed
    }
}

/// How `lint-staged` begins the line of a command that passed.
const COMPLETED: [&str; 3] = ["[COMPLETED] ", "\u{2714} ", "\u{2713} "];

/// What runs them.
const LINT_STAGED: &str = "lint-staged";

/// Commands that an output announces, as far as they are read.
const ECHOES_MAX: usize = 32;
