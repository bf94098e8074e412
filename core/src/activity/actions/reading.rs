//! What came of a check in a command line: from how the line ended, from what was printed, and from
//! what that shows of the commands around it.

use alloc::{collections::VecDeque, format, vec::Vec};

use super::printed::{Printed, end_of_pipe};
use super::reader::{Left, left};
use super::target::target;
use super::{Look, Seen, folder};
use crate::activity::call::Ended;
use crate::activity::check_kind::{CheckKind, KindSet};
use crate::activity::command_line::{CommandLine, Exit, Output, Place, Simple, Word};
use crate::activity::runner;
use crate::activity::summary::{Rules, Summary, Verdict};
use crate::activity::work::{CheckResult, Run, Scope, SeenIn};
use crate::text::cut::head;
use crate::text::path;

/// A command line that ran, and what there is to tell the results of its checks from.
pub(super) struct Ran<'a> {
    line: &'a CommandLine<'a>,
    runs: &'a [Option<runner::Run>],
    seen: &'a Seen,
    looks: &'a VecDeque<Look>,
    printed: Printed<'a>,
    /// What each check printed, where the line divides its output.
    parts: Vec<Option<Summary>>,
}

impl<'a> Ran<'a> {
    pub(super) fn of(
        line: &'a CommandLine<'a>,
        runs: &'a [Option<runner::Run>],
        seen: &'a Seen,
        looks: &'a VecDeque<Look>,
        rules: &mut Rules,
    ) -> Self {
        let printed = Printed::of(line, &seen.output, seen.is_in_order);
        let part = |(at, run): (usize, &Option<runner::Run>)| {
            let is_read = run.is_some() && printed.is_divided();
            is_read.then(|| Summary::read_with(&printed.lines_of(at).join("\n"), rules))
        };
        let parts = runs.iter().enumerate().map(part).collect();
        Self { line, runs, seen, looks, printed, parts }
    }

    /// Returns what was printed where the command at `at` prints.
    fn summary_of(&self, at: usize) -> &Summary {
        self.parts.get(at).and_then(Option::as_ref).unwrap_or(&self.seen.summary)
    }

    /// Returns the checks of this kind, or of any, that print where the one at `at` does.
    fn beside(&self, at: usize, kind: Option<CheckKind>) -> impl Iterator<Item = usize> {
        let part = self.printed.range_of(at);
        let is_of = move |run: &runner::Run| kind.is_none_or(|kind| run.kinds.set().contains(kind));
        let runs = self.runs.iter().enumerate();
        runs.filter_map(move |(other, run)| run.as_ref().filter(|run| is_of(run)).map(|_| other))
            .filter(move |other| self.printed.range_of(*other) == part)
    }

    /// Returns whether the check at `at` printed a summary that is surely its own.
    fn has_run(&self, at: usize) -> bool {
        let Some(Some(run)) = self.runs.get(at) else { return false };
        let own = |kind: &CheckKind| {
            run.kinds.set().contains(*kind) && self.beside(at, Some(*kind)).count() == 1
        };
        self.summary_of(at).runs.iter().filter_map(|said| said.kind).any(|kind| own(&kind))
    }

    /// Returns whether the check at `at` failed by a summary that is surely its own.
    fn has_failed(&self, at: usize) -> bool {
        let Some(Some(run)) = self.runs.get(at) else { return false };
        let failed = |kind: CheckKind| {
            self.summary_of(at).verdict_of(kind) == Some(Verdict::Failed)
                && self.beside(at, Some(kind)).count() == 1
        };
        run.kinds.set().iter().any(failed)
    }

    fn command(&self, at: usize) -> Option<&Simple<'a>> {
        self.line.commands.get(at)
    }
}

/// A check in a command line that ran.
pub(super) struct Reading<'a> {
    pub(super) ran: &'a Ran<'a>,
    pub(super) command: &'a Simple<'a>,
    pub(super) at: usize,
}

impl Reading<'_> {
    /// Returns the runs that the check was: one for each result, as its kinds may differ in that.
    pub(super) fn runs(&self, run: &runner::Run) -> Vec<Run> {
        let kinds = run.kinds.set();
        let mut runs: Vec<Run> = Vec::new();
        let folder = folder::below(self.ran.line, self.at);
        let widest = if folder.is_some() { Scope::Narrowed } else { Scope::Whole };
        let scope = run.scope.min(widest);
        let target = target(self.command, folder.unwrap_or_default());
        for kind in kinds.iter() {
            let result = self.result(kind, run);
            match runs.iter_mut().find(|known| known.result == result) {
                Some(known) => known.kinds = known.kinds.with(kind),
                None => runs.push(Run {
                    kinds: KindSet::of(&[kind]),
                    runner: head(&format!("{}", run.runner)),
                    scope,
                    result,
                    flagged: self.ran.seen.ended == Ended::InError,
                    seen_in: SeenIn::Command,
                    target,
                }),
            }
        }
        runs
    }

    fn result(&self, kind: CheckKind, run: &runner::Run) -> CheckResult {
        let is_unspecific = run.kinds.is_unspecific() || run.runs_on();
        match (self.ran.seen.ended, self.said(kind)) {
            // Which of many things failed is not said.
            (_, Said::Verdict(Verdict::Failed)) if is_unspecific && !self.names(kind) => {
                CheckResult::Unknown
            }
            (_, Said::Verdict(Verdict::Failed)) => CheckResult::Failed,
            (_, Said::Verdict(Verdict::RanNothing)) => CheckResult::Nothing,
            (_, _) if self.never_began() => CheckResult::Nothing,
            (Ended::Interrupted, _) | (_, Said::Unclear) => CheckResult::Unknown,
            (_, Said::Verdict(Verdict::Passed)) => self.ended(kind, run, true),
            (_, Said::Nothing) => self.ended(kind, run, false),
        }
    }

    /// Returns what came of the check by how it ended, where nothing says that it failed; a
    /// summary of its own may say that it passed.
    fn ended(&self, kind: CheckKind, run: &runner::Run, says_passed: bool) -> CheckResult {
        // What ends in error and does not say that this check failed: another may have, or what was
        // built.
        let is_unspecific = run.kinds.is_unspecific() || run.runs_on();
        let ended = self.ran.seen.ended;
        let is_the_end = self.is_alone() && self.is_seen();
        if let Some(status) = self.ran.printed.status(self.command) {
            return match Ended::with_status(status) {
                Ended::Quietly => CheckResult::Passed,
                Ended::InError if self.has_status_alone() && !is_unspecific => CheckResult::Failed,
                Ended::Excused
                | Ended::InError
                | Ended::Refused
                | Ended::NotRun
                | Ended::Interrupted => {
                    if says_passed {
                        CheckResult::Passed
                    } else {
                        CheckResult::Unknown
                    }
                }
            };
        }
        if says_passed {
            let fails = ended == Ended::InError && is_the_end && !run.runs_on();
            return if fails { CheckResult::Failed } else { CheckResult::Passed };
        }
        if let Some(extension) = self.lists_only().filter(|_| ended != Ended::InError) {
            let is_clean = self.has_surely_run() && self.lists_nothing(extension);
            return if is_clean { CheckResult::Passed } else { CheckResult::Unknown };
        }
        let passed = match ended {
            Ended::InError if is_the_end && !is_unspecific => return CheckResult::Failed,
            Ended::Quietly if self.is_seen() && self.is_shown() => true,
            Ended::Quietly | Ended::Excused if self.is_silent_of(kind) => true,
            Ended::Quietly
            | Ended::Excused
            | Ended::InError
            | Ended::Refused
            | Ended::NotRun
            | Ended::Interrupted => self.is_vouched_for(),
        };
        if passed { CheckResult::Passed } else { CheckResult::Unknown }
    }

    /// Returns what the output says of the kind.
    fn said(&self, kind: CheckKind) -> Said {
        let Some(summary) = self.summary() else { return Said::Nothing };
        let beside = || self.ran.beside(self.at, None);
        let of_kind = summary.verdict_of(kind);
        let last = self.ran.beside(self.at, Some(kind)).last();
        let shares = self.ran.beside(self.at, Some(kind)).count() > 1;
        if of_kind == Some(Verdict::Failed) && shares {
            // Which of them failed, only the last line may tell.
            let lines = self.ran.printed.lines_of(self.at);
            let verdict = || Summary::last_verdict_of(lines, kind);
            let is_last = last == Some(self.at) && self.is_shown();
            return if is_last {
                verdict().map_or(Said::Unclear, Said::Verdict)
            } else {
                Said::Unclear
            };
        }
        let ran = |verdict: &Verdict| *verdict != Verdict::RanNothing;
        // What only says that something failed means the last thing that ran.
        let of_any = || summary.verdict_of_unnamed().filter(|_| beside().last() == Some(self.at));
        let of_all = || summary.verdict_for(kind).filter(|_| beside().count() == 1);
        let verdict = of_kind
            .filter(ran)
            .or_else(|| of_any().filter(ran))
            .or_else(|| of_all().filter(ran))
            .or_else(|| of_kind.or_else(of_any).filter(|_| self.guard_is_whole()));
        verdict.map_or(Said::Nothing, Said::Verdict)
    }

    /// Returns whether all that it printed is here: what was cut or filtered out may have run.
    fn guard_is_whole(&self) -> bool {
        let summary = self.ran.summary_of(self.at);
        self.command.output == Output::Shown && !summary.runs.is_empty() && !summary.cut
    }

    fn names(&self, kind: CheckKind) -> bool {
        self.summary().is_some_and(|summary| summary.verdict_of(kind).is_some())
    }

    /// Returns whether no other check runs in the line.
    fn is_alone(&self) -> bool {
        self.ran.runs.iter().flatten().count() == 1
    }

    /// Returns whether the status that the line prints is that of the check and of nothing else.
    fn has_status_alone(&self) -> bool {
        let reader = self.command.status_read_by;
        let others = self.ran.line.commands.iter().enumerate();
        let mut others =
            others.filter(|(at, other)| *at != self.at && other.status_read_by == reader);
        others.all(|(_, other)| says_when_it_fails(other))
    }

    /// Returns whether the end of the line says how the check ended.
    fn is_seen(&self) -> bool {
        self.command.exit() == Exit::Seen && !self.command.background && !self.ran.seen.goes_on()
    }

    /// Returns whether what stands before it failed, so that it did not run.
    fn never_began(&self) -> bool {
        let Some(first) = self.command.waits_on else { return false };
        let ended_badly = matches!(self.ran.seen.ended, Ended::InError | Ended::Excused);
        let before = || first..self.at;
        let stops_here = |at: usize| {
            self.ran
                .command(at)
                .is_some_and(|before| before.vouched_by.is_some_and(|next| next <= self.at))
        };
        let is_alternative =
            |at: usize| self.ran.command(at).is_some_and(|before| before.is_alternative);
        ended_badly
            && !self.ran.has_run(self.at)
            && !before().any(is_alternative)
            && before().any(|at| stops_here(at) && self.ran.has_failed(at))
    }

    /// Returns whether something that runs only where it ended with 0 did run.
    fn is_vouched_for(&self) -> bool {
        !self.ran.seen.goes_on()
            && self.ran.printed.vouches_for(self.ran.line, self.at, &|at| self.ran.has_run(at))
    }

    /// Returns whether it would have shown what it found, though its exit status is lost: compilers
    /// and linters say nothing where there is nothing, and all that they say came through.
    fn is_silent_of(&self, kind: CheckKind) -> bool {
        let is_compiler = matches!(kind, CheckKind::Build | CheckKind::Lint | CheckKind::Types);
        self.ran.seen.task.is_none()
            && !self.command.background
            && self.ran.printed.is_silent(self.at)
            && match left(&self.ran.line.commands, self.at) {
                Left::All => is_compiler,
                Left::Failures => true,
                Left::Unknown => false,
            }
            && self.has_surely_run()
    }

    /// Returns whether it ran: nothing before it may have kept it from that and said nothing.
    fn has_surely_run(&self) -> bool {
        let commands = &self.ran.line.commands;
        let end = end_of_pipe(commands, self.at);
        let ends = |exit| self.ran.command(end).is_some_and(|last| last.exit() == exit);
        let is_in = |place| self.command.nesting.contains(place);
        let waits = self.command.waits_on.unwrap_or(self.at);
        let before = commands.get(waits..self.at).unwrap_or_default();
        let is_check = |at: usize| self.ran.runs.get(at).is_some_and(Option::is_some);
        let says = |(at, command): (usize, &Simple<'_>)| {
            is_check(waits.saturating_add(at)) || says_when_it_fails(command)
        };
        let is_vouched =
            || self.ran.printed.vouches_for(self.ran.line, end, &|at| self.ran.has_run(at));
        (self.ran.seen.ended == Ended::Quietly && ends(Exit::Seen))
            || (!self.command.is_alternative
                && ![Place::Branch, Place::Function].into_iter().any(is_in)
                && before.iter().enumerate().all(says))
            || is_vouched()
    }

    /// Returns what kind of file it lists, if it only lists what it finds, and may end well all the
    /// same: `gofmt -l`.
    fn lists_only(&self) -> Option<&'static str> {
        let is_given =
            |options: &[&str]| self.command.words.iter().any(|word| options.contains(&word.text()));
        let program = self.command.program()?;
        let extension = match program.name {
            "gofmt" | "gofumpt" | "goimports" => "go",
            "rustfmt" => "rs",
            "shfmt" => "sh",
            "prettier" => "",
            _ => return None,
        };
        let lists = is_given(&["-l", "--list", "--list-different"]);
        (lists && !is_given(&["-w", "--write"])).then_some(extension)
    }

    /// Returns whether nothing that was printed where it prints is a file of that kind, or a
    /// finding in one.
    fn lists_nothing(&self, extension: &str) -> bool {
        let is_of_kind =
            |file: &str| match path::base_name(file).and_then(|name| name.rsplit_once('.')) {
                Some((_, found)) => extension.is_empty() || found == extension,
                None => extension.is_empty() && file.contains(['/', '\\']),
            };
        let is_listed = |line: &&str| {
            let line = line.trim();
            let file = line.split_once(':').map_or(line, |(file, _)| file);
            !line.is_empty() && !file.contains(char::is_whitespace) && is_of_kind(file)
        };
        left(&self.ran.line.commands, self.at) == Left::All
            && !self.ran.printed.lines_of(self.at).iter().any(is_listed)
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
        let here = Some(self.ran.summary_of(self.at)).filter(|summary| !summary.runs.is_empty());
        let named = |name: &str| {
            // What was looked at last was met first.
            self.ran.looks.iter().find(|look| look.at.contains(name)).map(|look| &look.summary)
        };
        let of_task = || self.ran.seen.task.as_deref().and_then(named);
        let of_file = || {
            let written = self.command.redirections.iter().filter(|one| one.is_of_output());
            written.map(|one| one.target.text()).filter(|path| path.len() > 1).find_map(named)
        };
        here.or_else(of_task).or_else(of_file)
    }
}

/// What an output says of one kind of check.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Said {
    Verdict(Verdict),
    /// Of several runs one failed, and it does not say which.
    Unclear,
    Nothing,
}

/// Returns whether a command says something where it fails, or cannot: nothing follows it
/// that did not run, and nobody knows.
fn says_when_it_fails(command: &Simple<'_>) -> bool {
    const PROGRAMS: [&str; 10] =
        [".", "cd", "echo", "export", "mkdir", "printf", "pushd", "set", "source", "true"];
    let is_quiet = !command.redirections.is_empty();
    let name = command.words.first().map(Word::text);
    !is_quiet && name.is_none_or(|name| PROGRAMS.contains(&name))
}
