//! What a check runner printed about its own run.
//!
//! A runner ends with a summary in a shape of its own: `5 passed in 0.31s`, `** TEST FAILED **`.
//! Only such lines decide, each whole and at its place; words like "error" in a log say nothing.
//! Every line is read, and any failure of any runner fails: a later green line takes nothing back.
//! A summary of nothing that ran is told from one that passed, and an output without a summary says
//! nothing.
//!
//! ```text
//! output --split--> line --clean--> shapes of the families --> Tally of each runner --> Summary
//! ```
//!
//! The shapes are tables, one file for each family; `shape` says how they are written. What needs
//! more than one line is in `go`, `place` and `tap`.

mod apple;
mod clean;
mod diagnostic;
mod go;
mod javascript;
mod jvm;
mod lint;
mod native;
mod python;
mod rules;
mod runner;
mod rust;
mod script;
mod shape;
mod tally;
mod tap;
mod web;
mod words;

use alloc::vec::Vec;

use crate::activity::check_kind::{CheckKind, KindSet};

use clean::Cleaner;
use diagnostic::Place;
use go::Go;
pub(crate) use lint::COUNTS;
pub(crate) use rules::Rules;
use runner::{Rule, Runner};
pub(crate) use script::is_announcement;
use shape::Found;
use tally::Tally;
use tap::Tap;

/// How a run ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// Something ran, and nothing failed.
    Passed,
    /// Something failed.
    Failed,
    /// There was nothing to run: no test was found, or none was chosen.
    RanNothing,
}

/// What one runner said. A runner that proves two kinds of things is two.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Run {
    /// The name of the runner, from a closed list.
    pub runner: &'static str,
    /// What it proves, if the output tells: `make` runs anything.
    pub kind: Option<CheckKind>,
    /// How it ended.
    pub verdict: Verdict,
    /// How many tests ran, if a count was printed.
    pub ran: Option<u64>,
    /// How many failures or findings there are, if a count was printed.
    pub failed: Option<u64>,
}

/// What an output says about the checks that ran.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Summary {
    /// What each runner said, in the order in which they began.
    pub runs: Vec<Run>,
    /// Whether the host left a part of the output out.
    pub cut: bool,
}

impl Summary {
    /// Reads a whole output.
    #[must_use]
    pub fn read(output: &str) -> Self {
        let mut reader = Reader::default();
        reader.text(output);
        reader.finish()
    }

    /// Reads a whole output with the rules of an earlier one, and leaves them for the next.
    pub(crate) fn read_with(output: &str, rules: &mut Rules) -> Self {
        let mut reader = Reader::default();
        core::mem::swap(&mut reader.lines.rules, rules);
        reader.text(output);
        core::mem::swap(&mut reader.lines.rules, rules);
        reader.finish()
    }

    /// How all of it ended: any failure fails. Nothing if no runner said anything.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        worst(self.runs.iter())
    }

    /// How the runs that prove `kind` ended.
    #[must_use]
    pub fn verdict_of(&self, kind: CheckKind) -> Option<Verdict> {
        worst(self.runs.iter().filter(|run| run.kind == Some(kind)))
    }

    /// How a command that was to prove `kind` ended: any failure fails it. It passed if a run of
    /// that kind did, or one whose kind the output does not tell. What was compiled passes as
    /// linted or typed, since a compiler prints the same for both, and never as tested.
    #[must_use]
    pub fn verdict_for(&self, kind: CheckKind) -> Option<Verdict> {
        if self.verdict() == Some(Verdict::Failed) {
            return Some(Verdict::Failed);
        }
        let compiled = |run: &Run| kind != CheckKind::Test && run.kind == Some(CheckKind::Build);
        let proves = |run: &&Run| run.kind.is_none_or(|of| of == kind) || compiled(run);
        worst(self.runs.iter().filter(proves))
    }

    /// How the last of these lines says that a run of `kind` ended.
    #[must_use]
    pub(crate) fn last_verdict_of(lines: &[&str], kind: CheckKind) -> Option<Verdict> {
        lines.iter().rev().take(LAST_LINES_MAX).find_map(|line| Self::read(line).verdict_of(kind))
    }

    /// How the runs ended that do not say what they prove.
    #[must_use]
    pub fn verdict_of_unnamed(&self) -> Option<Verdict> {
        worst(self.runs.iter().filter(|run| run.kind.is_none()))
    }

    /// The kinds whose runs ended so.
    #[must_use]
    pub fn kinds(&self, verdict: Verdict) -> KindSet {
        let kinds = self.runs.iter().filter_map(|run| run.kind);
        kinds.filter(|kind| self.verdict_of(*kind) == Some(verdict)).collect()
    }

    /// The run that decides: the first that failed, or else the first one.
    #[must_use]
    pub fn decisive(&self) -> Option<&Run> {
        let failed = self.runs.iter().find(|run| run.verdict == Verdict::Failed);
        failed.or_else(|| self.runs.first())
    }

    /// How many tests ran, if any runner of tests printed a count.
    #[must_use]
    pub fn ran(&self) -> Option<u64> {
        self.tests().filter_map(|run| run.ran).reduce(u64::saturating_add)
    }

    /// How many tests failed, if any runner of tests printed a count.
    #[must_use]
    pub fn failed(&self) -> Option<u64> {
        self.tests().filter_map(|run| run.failed).reduce(u64::saturating_add)
    }

    fn tests(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.kind == Some(CheckKind::Test))
    }
}

/// Any failure fails, and what ran outweighs what ran nothing.
fn worst<'a>(runs: impl Iterator<Item = &'a Run>) -> Option<Verdict> {
    runs.map(|run| run.verdict).reduce(|one, other| match (one, other) {
        (Verdict::Failed, _) | (_, Verdict::Failed) => Verdict::Failed,
        (Verdict::Passed, _) | (_, Verdict::Passed) => Verdict::Passed,
        (Verdict::RanNothing, Verdict::RanNothing) => Verdict::RanNothing,
    })
}

/// Lines at the end of an output in which the last run is looked for.
const LAST_LINES_MAX: usize = 64;

/// Reads outputs piece by piece: lines, or texts that end at a line end, such as standard output
/// and then standard error.
#[derive(Debug, Default)]
pub struct Reader {
    cleaner: Cleaner,
    lines: Lines,
}

/// What lines have said so far.
#[derive(Debug, Default)]
struct Lines {
    rules: Rules,
    tallies: Vec<Tally>,
    go: Go,
    tap: Tap,
    cut: bool,
}

impl Reader {
    /// Reads a text of whole lines.
    pub fn text(&mut self, text: &str) {
        for line in text.split('\n') {
            self.line(line);
        }
    }

    /// Reads one line, with or without its line end.
    pub fn line(&mut self, line: &str) {
        self.lines.seen(self.cleaner.clean(line));
    }

    /// Says what was read.
    #[must_use]
    pub fn finish(self) -> Summary {
        self.lines.finish()
    }
}

impl Lines {
    fn finish(mut self) -> Summary {
        for (runner, rule) in [self.go.finish(), self.tap.finish()].into_iter().flatten() {
            self.tally(runner, rule, Found::default());
        }
        let runs = self.tallies.iter().filter_map(Tally::run).collect();
        Summary { runs, cut: self.cut }
    }

    fn seen(&mut self, line: &str) {
        // What another machine says of what was pushed is its own.
        if line.trim().is_empty() || line.starts_with("remote: ") {
            return;
        }
        self.cut |= script::leaves_out(line);
        self.tap.line(line);
        let place = Place::of(line);
        if let Some(runner) = self.go.line(line, place.as_ref()) {
            self.tally(runner, Rule::Fails, Found::default());
        } else if !self.ruled(line) && !self.placed(place.as_ref()) {
            let Some(rest) = script::after_task(line) else { return };
            if !self.ruled(rest) {
                self.placed(Place::of(rest).as_ref());
            }
        }
    }

    /// Looks for the shape of the line in the tables.
    fn ruled(&mut self, line: &str) -> bool {
        let Some((runner, rule, found)) = self.rules.look_up(line) else { return false };
        self.tally(runner, rule, found);
        true
    }

    /// Looks for a finding of a compiler at a place in a file.
    fn placed(&mut self, place: Option<&Place<'_>>) -> bool {
        let Some(runner) = place.and_then(diagnostic::runner) else { return false };
        self.tally(runner, Rule::Fails, Found::default());
        true
    }

    fn tally(&mut self, runner: &'static Runner, rule: Rule, found: Found) {
        let kind = runner.kind.or(found.task);
        let at = self.tallies.iter().position(|tally| tally.is_of(runner, kind));
        if at.is_none() {
            self.tallies.push(Tally::of(runner, kind));
        }
        let tally = match at {
            Some(at) => self.tallies.get_mut(at),
            None => self.tallies.last_mut(),
        };
        if let Some(tally) = tally {
            tally.add(rule, found);
        }
    }
}
