//! What a command line did: which files it changed, which checks it ran, with what result.

use alloc::{collections::VecDeque, format, vec::Vec};

use super::{Look, Seen, program};
use crate::call::Ended;
use crate::check_kind::{CheckKind, KindSet};
use crate::command_line::{CommandLine, Exit, Output, Simple, Word};
use crate::hash::number;
use crate::known_check::{From, KnownCheck};
use crate::own_check::OwnCheck;
use crate::redact::head;
use crate::runner;
use crate::shell_write::{self, ShellWrite};
use crate::summary::{Summary, Verdict};
use crate::work::{Change, CheckResult, How, Run, RunnerName, Scope, SeenIn, What};

/// Returns what a command line did, in order.
pub(super) fn deeds(
    text: &str,
    seen: &Seen,
    looks: &VecDeque<Look>,
    own: Option<&OwnCheck>,
) -> Vec<What> {
    let line = CommandLine::parse(text);
    if !line.complete {
        return Vec::from([What::Hidden]);
    }
    let runs: Vec<Option<runner::Run>> =
        line.commands.iter().map(|command| run_of(command, own)).collect();
    let count = runs.iter().flatten().count();
    let last = runs.iter().rposition(Option::is_some);
    let writes = shell_write::writes(&line);
    // What ended in error, or goes on, is nothing that an honest message could rest on.
    let ended_well = seen.ended == Ended::Quietly && seen.task.is_none();
    let mut did = Vec::new();
    for (at, (command, run)) in line.commands.iter().zip(&runs).enumerate() {
        // What ended in error may have changed files anyway.
        let own = writes.iter().filter(|write| write.command == at);
        let own = own.filter(|write| !(write.how == shell_write::How::Merge && seen.is_up_to_date));
        did.extend(own.map(|write| What::Change(change(write))));
        if let Some(run) = run {
            let is_last = last == Some(at);
            let reader = command.piped_into.and_then(|at| line.commands.get(at));
            let reading = Reading { command, reader, seen, looks, is_alone: count == 1, is_last };
            did.extend(reading.runs(run).into_iter().map(What::Check));
        } else if ended_well
            && !command.background
            && !writes.iter().any(|write| write.command == at)
            && program::guard_may_check(command)
        {
            did.push(What::Program);
        }
    }
    let named = runs.iter().flatten().fold(KindSet::NONE, |kinds, run| kinds.or(run.kinds.set()));
    let unnamed = unnamed(&line, &runs, seen).into_iter();
    did.extend(unnamed.filter(|run| run.kinds.and(named).is_empty()).map(What::Check));
    did
}

/// Returns the checks that a command line runs.
pub(super) fn checks(text: &str, own: Option<&OwnCheck>, from: From) -> Vec<KnownCheck> {
    let line = CommandLine::parse(text);
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
        By::Copy | By::Remove => (How::Shell, None),
        By::Patch => (How::Patch, counted.or(Some(LINES_UNCOUNTED))),
        By::Redirect | By::InPlace | By::Script => (How::Shell, counted.or(Some(LINES_UNCOUNTED))),
    };
    let path = write.path.as_deref().map(Into::into);
    Change { how, kind: write.kind, path, lines, texts: None }
}

/// A check in a command line, and what there is to tell its result from.
struct Reading<'a> {
    command: &'a Simple<'a>,
    /// What reads its output, where something does.
    reader: Option<&'a Simple<'a>>,
    seen: &'a Seen,
    looks: &'a VecDeque<Look>,
    /// Whether no other check runs in the line.
    is_alone: bool,
    /// Whether no other check runs after it.
    is_last: bool,
}

impl Reading<'_> {
    /// Returns the runs that the check was: one for each result, as its kinds may differ in that.
    fn runs(&self, run: &runner::Run) -> Vec<Run> {
        let kinds = run.kinds.set();
        let mut runs: Vec<Run> = Vec::new();
        for kind in kinds.iter() {
            let result = self.result(kind, run);
            match runs.iter_mut().find(|known| known.result == result) {
                Some(known) => known.kinds = known.kinds.with(kind),
                None => runs.push(Run {
                    kinds: KindSet::of(&[kind]),
                    runner: head(&format!("{}", run.runner)),
                    scope: run.scope,
                    result,
                    flagged: self.seen.ended == Ended::InError,
                    seen_in: SeenIn::Command,
                    target: target(self.command),
                }),
            }
        }
        runs
    }

    fn result(&self, kind: CheckKind, run: &runner::Run) -> CheckResult {
        let summary = self.summary();
        let said = summary.and_then(|summary| {
            let of_kind = summary.verdict_of(kind);
            // What only says that something failed means the last thing that ran.
            let of_any = || summary.verdict_of_unnamed().filter(|_| self.is_last);
            let of_all = || summary.verdict_for(kind).filter(|_| self.is_alone);
            of_kind.or_else(of_any).or_else(of_all)
        });
        // What ends in error and does not say that this check failed: another may have, or what was
        // built.
        let is_unspecific = run.kinds.is_unspecific() || run.runs_on();
        match (self.seen.ended, said) {
            // Which of many things failed is not said.
            (_, Some(Verdict::Failed)) if is_unspecific && !self.names(kind) => {
                CheckResult::Unknown
            }
            (_, Some(Verdict::Failed)) => CheckResult::Failed,
            (Ended::Interrupted, _) => CheckResult::Unknown,
            (Ended::InError, Some(Verdict::Passed))
                if self.is_alone && self.is_seen() && !run.runs_on() =>
            {
                CheckResult::Failed
            }
            (_, Some(Verdict::Passed)) => CheckResult::Passed,
            (Ended::InError, None) if self.is_alone && self.is_seen() && !is_unspecific => {
                CheckResult::Failed
            }
            (Ended::Quietly, None) if self.lists_only() && !self.seen.is_silent => {
                CheckResult::Unknown
            }
            (Ended::Quietly, None) if self.is_seen() && self.is_shown() => CheckResult::Passed,
            (Ended::Quietly, None) if self.is_silent_of(kind) => CheckResult::Passed,
            (_, None) => CheckResult::Unknown,
        }
    }

    fn names(&self, kind: CheckKind) -> bool {
        self.summary().is_some_and(|summary| summary.verdict_of(kind).is_some())
    }

    /// Returns whether the end of the line says how the check ended.
    fn is_seen(&self) -> bool {
        self.command.exit() == Exit::Seen && !self.command.background && self.seen.task.is_none()
    }

    /// Returns whether it would have shown what it found, though its exit status is lost: compilers
    /// and linters say nothing where there is nothing, and all that they say came through.
    fn is_silent_of(&self, kind: CheckKind) -> bool {
        let passes_on = |reader: &Simple<'_>| {
            reader
                .program()
                .is_some_and(|program| ["cat", "head", "tail", "tee"].contains(&program.name))
        };
        self.seen.is_silent
            && self.is_alone
            && matches!(kind, CheckKind::Build | CheckKind::Lint | CheckKind::Types)
            && self.command.output == Output::Piped
            && self.reader.is_some_and(passes_on)
    }

    /// Returns whether it only lists what it finds, and ends well anyway: `gofmt -l`.
    fn lists_only(&self) -> bool {
        let is_given = |option| self.command.words.iter().any(|word| word.text() == option);
        let is_gofmt = self.command.program().is_some_and(|program| program.name == "gofmt");
        is_gofmt && is_given("-l") && !is_given("-w")
    }

    /// Returns whether its output would have been shown: a silent one had nothing to say.
    fn is_shown(&self) -> bool {
        match self.command.output {
            Output::Shown | Output::Piped => true,
            Output::Redirected | Output::Captured => false,
        }
    }

    /// Returns what it printed: here, or where that was looked at later.
    fn summary(&self) -> Option<&Summary> {
        let here = Some(&self.seen.summary).filter(|summary| !summary.runs.is_empty());
        let named = |name: &str| {
            // What was looked at last was met first.
            self.looks.iter().find(|look| look.at.contains(name)).map(|look| &look.summary)
        };
        let of_task = || self.seen.task.as_deref().and_then(named);
        let of_file = || {
            let written = self.command.redirections.iter().filter(|one| one.is_of_output());
            written.map(|one| one.target.text()).filter(|path| path.len() > 1).find_map(named)
        };
        here.or_else(of_task).or_else(of_file)
    }
}

/// Returns the checks whose summaries were printed though the line may name none: those of the
/// hooks of a commit, or of a program that runs checks. What was only read from a file ran before.
fn unnamed(line: &CommandLine<'_>, checks: &[Option<runner::Run>], seen: &Seen) -> Vec<Run> {
    let is_commit = line.commands.iter().any(runner::is_commit);
    let has_check = checks.iter().any(Option::is_some);
    if !is_commit
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
        scope: if is_commit { Scope::Whole } else { Scope::Narrowed },
        result,
        flagged: seen.ended == Ended::InError,
        seen_in: if is_commit { SeenIn::CommitHook } else { SeenIn::Output },
        target: number(runner.as_bytes()),
    };
    let mut runs: Vec<Run> = Vec::new();
    for said in &seen.summary.runs {
        let Some(kind) = said.kind else { continue };
        let result = match (said.verdict, seen.ended) {
            (Verdict::Passed, _) => CheckResult::Passed,
            // What prints findings and ends well may have been asked for them; and what a check
            // printed of others is its own failure.
            (Verdict::Failed, _) if has_check && !is_commit => continue,
            (Verdict::Failed, Ended::Quietly) if !is_commit => continue,
            (Verdict::Failed, _) => CheckResult::Failed,
        };
        runs.push(run(KindSet::of(&[kind]), said.runner, result));
    }
    // What was announced, said nothing and stopped nobody has passed.
    if seen.ended == Ended::Quietly && (is_commit || !has_check) {
        for kind in seen.echoed.kinds.iter().filter(|kind| seen.summary.verdict_of(*kind).is_none())
        {
            runs.push(run(KindSet::of(&[kind]), &seen.echoed.runner, CheckResult::Passed));
        }
    }
    runs
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
/// run on a line of its own, behind a `$` or a `>`.
#[derive(Clone, Debug, Default)]
pub(super) struct Echoed {
    kinds: KindSet,
    runner: RunnerName,
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
            for check in checks(command, None, From::Session) {
                echoed.kinds = echoed.kinds.or(check.kinds);
                echoed.runner = check.runner;
            }
        }
        echoed
    }
}

/// Commands that an output announces, as far as they are read.
const ECHOES_MAX: usize = 32;

/// Returns what tells one selection from another: the words, whatever becomes of the output.
fn target(command: &Simple<'_>) -> u64 {
    let words: Vec<&str> = command.words.iter().map(Word::text).collect();
    number(words.join(" ").as_bytes())
}
