//! What a command line printed, told apart: which lines are those of which of its commands.
//!
//! What an `echo` of the line prints is known before it runs. Where it stands in the output, what
//! was printed before comes from the commands before it, and it shows that they let it run.

use alloc::vec::Vec;
use core::ops::Range;

use crate::activity::command_line::{CommandLine, Output, Place, Simple};
use crate::activity::summary::is_announcement;

use super::literal::{Literal, literals};

/// The lines of an output, and where what the command line itself writes stands among them.
#[derive(Debug, Default)]
pub(super) struct Printed<'o> {
    lines: Vec<&'o str>,
    /// In the order of the lines, which is that of the commands.
    marks: Vec<Mark>,
    /// Whether the lines of a command stand between those of its neighbours.
    is_in_order: bool,
}

/// A line that an `echo` of the command line printed.
#[derive(Clone, Copy, Debug)]
struct Mark {
    command: usize,
    line: usize,
    /// The exit status that it tells.
    status: Option<i64>,
    /// Whether nothing but that `echo` writes such a line.
    is_telling: bool,
}

impl<'o> Printed<'o> {
    /// Reads an output, whose lines stand in the order in which they were printed if `is_in_order`.
    pub(super) fn of(line: &CommandLine<'_>, output: &'o str, is_in_order: bool) -> Self {
        let waits = |command: &Simple<'_>| !command.background;
        let is_in_order = is_in_order && line.commands.iter().all(waits);
        let mut printed = Self { lines: output.lines().collect(), marks: Vec::new(), is_in_order };
        printed.mark(line);
        printed
    }

    fn mark(&mut self, line: &CommandLine<'_>) {
        let echoes: Vec<(usize, Literal<'_>)> = line
            .commands
            .iter()
            .enumerate()
            .filter(|(_, command)| is_marking(command))
            .flat_map(|(at, command)| literals(command).into_iter().map(move |one| (at, one)))
            .collect();
        let mut from = 0_usize;
        for (index, (command, literal)) in echoes.iter().enumerate() {
            let found: Vec<(usize, Option<i64>)> = self
                .lines
                .iter()
                .enumerate()
                .skip(from)
                .filter_map(|(at, line)| Some((at, literal.read(line)?)))
                .collect();
            let same = echoes.iter().skip(index).filter(|(_, other)| other == literal).count();
            // Where it stands more often than it was written, a program printed it, too.
            let Some((at, status)) = found.first().copied().filter(|_| found.len() <= same) else {
                continue;
            };
            let is_telling = literal.is_telling();
            self.marks.push(Mark { command: *command, line: at, status, is_telling });
            from = at.saturating_add(1);
        }
    }

    /// Returns where the lines stand that the command at `at` may have printed.
    pub(super) fn range_of(&self, at: usize) -> Range<usize> {
        if !self.is_in_order {
            return 0..self.lines.len();
        }
        let before = self.marks.iter().rev().find(|mark| mark.command < at);
        let behind = self.marks.iter().find(|mark| mark.command > at);
        let start = before.map_or(0, |mark| mark.line.saturating_add(1));
        start..behind.map_or(self.lines.len(), |mark| mark.line)
    }

    /// Returns whether that is a part of the output and not the whole of it.
    pub(super) fn is_divided(&self) -> bool {
        self.is_in_order && !self.marks.is_empty()
    }

    /// Returns the lines that the command at `at` may have printed.
    pub(super) fn lines_of(&self, at: usize) -> &[&'o str] {
        self.lines.get(self.range_of(at)).unwrap_or_default()
    }

    /// Returns whether the command at `at` printed nothing: neither it nor another one wrote
    /// anything there but what package managers and task runners say of what they run.
    pub(super) fn is_silent(&self, at: usize) -> bool {
        self.lines_of(at).iter().all(|line| line.trim().is_empty() || is_announcement(line))
    }

    /// Returns the exit status of the command at `at`, where the line prints it.
    pub(super) fn status(&self, command: &Simple<'_>) -> Option<i64> {
        let reader = command.status_read_by?;
        self.marks.iter().find(|mark| mark.command == reader)?.status
    }

    /// Returns whether something shows that the command at `at` ended with 0: what runs only then
    /// ran, as `has_run` knows or as an `echo` of the line shows.
    pub(super) fn vouches_for(
        &self,
        line: &CommandLine<'_>,
        at: usize,
        has_run: &dyn Fn(usize) -> bool,
    ) -> bool {
        let commands = &line.commands;
        let Some(command) = commands.get(at).filter(|command| runs_once(command)) else {
            return false;
        };
        let mut next = command.vouched_by;
        // Each one follows the one before.
        for _ in commands {
            let Some(at) = next else { return false };
            if self.echoed(at) || has_run(at) {
                return true;
            }
            let last = end_of_pipe(commands, at);
            next = commands.get(last).and_then(|command| command.vouched_by);
        }
        false
    }

    fn echoed(&self, at: usize) -> bool {
        self.marks.iter().any(|mark| mark.command == at && mark.is_telling)
    }
}

/// Returns the last command that an output goes through.
pub(super) fn end_of_pipe(commands: &[Simple<'_>], at: usize) -> usize {
    let mut last = at;
    // A pipe leads on.
    while let Some(next) =
        commands.get(last).and_then(|command| command.piped_into).filter(|next| *next > last)
    {
        last = next;
    }
    last
}

/// Returns whether a command runs once at the most, where it is written.
fn runs_once(command: &Simple<'_>) -> bool {
    let places = [Place::Loop, Place::Function, Place::Substitution];
    command.is_direct && !places.into_iter().any(|place| command.nesting.contains(place))
}

/// Returns whether a command writes what is known beforehand, to where it is seen.
fn is_marking(command: &Simple<'_>) -> bool {
    command.output == Output::Shown && runs_once(command)
}
