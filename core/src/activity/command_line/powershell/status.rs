//! How the end of a line says how its programs ended.
//!
//! Only programs leave a status, in `$LASTEXITCODE`; cmdlets that come later leave it as it is.

use super::super::exit;
use super::super::{Ending, Nesting, Place};
use super::Reader;

/// A program that may end with a status.
#[derive(Clone, Copy, Debug)]
pub(super) struct Program {
    /// The command.
    pub(super) at: usize,
    /// Where what it runs and what stands in its words ends.
    pub(super) end: usize,
    /// Where its pipeline begins.
    pub(super) pipeline: usize,
    pub(super) nesting: Nesting,
    /// Whether nobody learns how it ended: it goes on, it is cut off, or it may have been left out.
    pub(super) is_lost: bool,
    /// Whether the line goes on only if it ended with 0.
    pub(super) is_secured: bool,
}

/// What runs in one of these runs in some case, or its status is not the last.
const SOME_CASES: [Place; 5] =
    [Place::Condition, Place::Branch, Place::Loop, Place::Function, Place::Substitution];

impl Reader<'_> {
    /// Says of each command whether the end of the line tells how it ended.
    pub(super) fn settle(&mut self, ending: Ending) {
        let mut next = 0_usize;
        for index in 0..self.programs.len() {
            let Some(program) = self.programs.get(index).copied() else { break };
            exit::lose(self.parser.range(next..program.at));
            next = program.end.max(next);
            if !self.guard_status_seen(index, program, ending) {
                exit::lose(self.parser.range(program.at..program.end));
            }
        }
        exit::lose(self.parser.range(next..usize::MAX));
    }

    /// Returns whether an end with 0 proves that a program ran and ended so.
    fn guard_status_seen(&self, index: usize, program: Program, ending: Ending) -> bool {
        let outside = self.outside();
        let is_in = |place: &Place| program.nesting.contains(*place) && !outside.contains(*place);
        let later = self.programs.iter().skip(index.saturating_add(1));
        let mut followed = later.filter(|later| later.at >= program.end);
        let is_piped =
            self.parser.commands.get(program.at).is_some_and(|command| {
                command.piped_into.is_some() || command.piped_from.is_some()
            });
        let is_last = match ending {
            Ending::LastProgram => true,
            Ending::LastStatement => {
                let waits = self.waits_on_all(self.statement, program);
                !is_piped && (program.at >= self.statement || program.is_secured || waits)
            }
        };
        is_last
            && !program.is_lost
            && !SOME_CASES.iter().any(is_in)
            && (program.is_secured || followed.all(|later| self.waits(later, program)))
    }

    /// Returns whether `later` runs only where `program` ended with 0.
    fn waits(&self, later: &Program, program: Program) -> bool {
        let first = self.parser.commands.get(later.at).and_then(|command| command.waits_on);
        later.pipeline > program.at && first.is_some_and(|first| first <= program.at)
    }

    /// Returns whether the statement at `start` runs only where `program` ended with 0.
    fn waits_on_all(&self, start: usize, program: Program) -> bool {
        let first = self.parser.commands.get(start).and_then(|command| command.waits_on);
        start > program.at && first.is_some_and(|first| first <= program.at)
    }

    /// What the whole text stands in.
    fn outside(&self) -> Nesting {
        self.parser.nesting
    }

    /// Returns the program whose status `$LASTEXITCODE` holds here, if that is sure.
    pub(super) fn last_program(&self) -> Option<usize> {
        let last = self.programs.iter().rposition(|program| !program.is_lost)?;
        let found = self.programs.get(last)?;
        let is_last = last.saturating_add(1) == self.programs.len();
        (is_last && found.nesting == self.parser.nesting).then_some(last)
    }

    /// The command at `reader` shows how the last program ended.
    pub(super) fn tell_status(&mut self, reader: usize) {
        let Some(last) = self.last_program().and_then(|last| self.programs.get(last)).copied()
        else {
            return;
        };
        let first = self.parser.commands.get(last.at).and_then(|command| command.waits_on);
        let chain: alloc::vec::Vec<usize> = self
            .programs
            .iter()
            .filter(|one| one.at == last.at || first.is_some_and(|first| one.at >= first))
            .filter(|one| !one.is_lost && one.nesting == last.nesting && one.at < reader)
            .map(|one| one.at)
            .collect();
        for at in chain {
            if let Some(command) = self.parser.commands.get_mut(at) {
                command.status_read_by.get_or_insert(reader);
            }
        }
    }
}
