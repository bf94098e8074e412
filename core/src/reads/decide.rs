//! What happens to a call that asks to see files.

use alloc::{string::String, vec::Vec};

use super::allowance;
use super::asked::Asked;
use super::case::{Case, Sight, State, Why};
use super::measure::Measured;
use super::nudge;
use super::sanctions::Sanctions;
use super::settings::ReadSettings;
use super::tally::Tally;

/// What becomes of a call.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Outcome {
    /// Why it may not run. A call that is denied reads nothing, and is charged nothing.
    pub denial: Option<Denial>,
    /// The tally, where it has changed. Where it cannot be written, the call passes.
    pub tally: Option<Tally>,
    /// The sanctions, where they have changed.
    pub sanctions: Option<Sanctions>,
}

/// Why a call may not run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Denial {
    /// The figures.
    pub why: Why,
    /// The file that it is about: of several, the one of which most would be seen.
    pub path: String,
    /// What the agent is told.
    pub reason: String,
}

/// Decides about a call. `measured` has one entry for each file of `asked`, in order: nothing for
/// what is no regular file or could not be read.
#[must_use]
pub fn decide(
    asked: &Asked,
    measured: &[Option<Measured>],
    state: &State,
    settings: &ReadSettings,
    now_ms: u64,
) -> Outcome {
    let both = asked.files.iter().zip(measured);
    let sights: Vec<Sight<'_>> = both
        .filter_map(|(file, measured)| {
            let measured = measured.as_ref()?;
            Some(Sight { file, measured, shown: measured.shown(&file.part) })
        })
        .collect();
    if asked.is_exempt {
        return sanctioned(&sights, state, settings, now_ms);
    }
    let case = Case { asked, sights: &sights, state, settings, now_ms };
    if let Some(why) = case.guard_size() {
        return case.deny(why, case.largest());
    }
    case.charged()
}

/// Returns whether [`decide`] looks at the state at all: where it does not, nothing has to be
/// locked.
#[must_use]
pub fn needs_state(asked: &Asked, measured: &[Option<Measured>], settings: &ReadSettings) -> bool {
    let is_large = |measured: &Measured| measured.size() > settings.lines_min;
    asked.is_exempt || measured.iter().flatten().any(is_large)
}

fn sanctioned(
    sights: &[Sight<'_>],
    state: &State,
    settings: &ReadSettings,
    now_ms: u64,
) -> Outcome {
    let mut sanctions = state.sanctions.clone();
    for sight in sights {
        sanctions.add(&sight.measured.stat.path, now_ms, settings.sanction_ms);
    }
    Outcome { sanctions: (!sights.is_empty()).then_some(sanctions), ..Outcome::default() }
}

impl<'a> Case<'a> {
    /// What is not a slice adds up, over all commands of the call.
    fn guard_size(&self) -> Option<Why> {
        let bulk: Vec<&Sight<'_>> =
            self.sights.iter().filter(|sight| self.is_bulk(sight)).collect();
        let sum = |of: fn(&Sight<'_>) -> u64| {
            bulk.iter().map(|sight| of(sight)).fold(0, u64::saturating_add)
        };
        let shown = sum(|sight| sight.shown);
        (shown > self.settings.lines_min).then(|| Why::Size {
            shown,
            total: sum(|sight| sight.measured.size()),
            is_exact: bulk.iter().all(|sight| sight.measured.is_exact()),
        })
    }

    /// Returns whether a file is asked for whole, or in a slice that is too large; by the lines
    /// that are asked for, or by the bytes that are in them.
    fn is_bulk(&self, sight: &Sight<'_>) -> bool {
        let lines_min = self.settings.lines_min;
        let is_small = allowance::allows(self.asked.by, sight, lines_min);
        let is_large = sight.shown > lines_min && !is_small;
        sight.file.part.asked().is_none_or(|asked| asked > lines_min) || is_large
    }

    /// Charges every slice of a large file, unless one is over its budget.
    fn charged(&self) -> Outcome {
        let mut tally = self.state.tally.clone();
        let charged = |sight: &&Sight<'_>| self.is_charged(sight);
        for sight in self.sights.iter().filter(charged) {
            tally.charge(sight.measured, &sight.file.part);
        }
        let over = self.sights.iter().filter(charged).find_map(|sight| {
            let why = self.guard_budget(sight, &tally)?;
            Some(self.deny(why, Some(*sight)))
        });
        over.unwrap_or_else(|| {
            let tally = (tally != self.state.tally).then_some(tally);
            Outcome { tally, ..Outcome::default() }
        })
    }

    /// A slice of a large file is charged, unless there is no budget or the file is sanctioned.
    pub(super) fn is_charged(&self, sight: &Sight<'_>) -> bool {
        let Self { state, settings, now_ms, .. } = self;
        let path = &sight.measured.stat.path;
        settings.budget > 0
            && sight.measured.size() > settings.lines_min
            && !state.sanctions.hold(path, *now_ms, settings.sanction_ms)
    }

    /// A file is read in slices up to its budget; beyond it, only in the smallest ones. `after` is
    /// what were charged if all of the call ran.
    fn guard_budget(&self, sight: &Sight<'_>, after: &Tally) -> Option<Why> {
        let path = &sight.measured.stat.path;
        let charged = self.state.tally.charged(path);
        let cost = after.charged(path).saturating_sub(charged);
        let is_over = charged.saturating_add(cost) > self.settings.budget;
        let is_small = allowance::allows(self.asked.by, sight, self.settings.lines_min)
            && self.shown_of(path) <= allowance::LINES;
        (is_over && !is_small).then_some(Why::Budget { charged, cost })
    }

    /// Returns how much of one file the call asks to see, in all.
    fn shown_of(&self, path: &str) -> u64 {
        let of_file = self.sights.iter().filter(|sight| sight.measured.stat.path == path);
        of_file.filter_map(|sight| sight.file.part.asked()).fold(0, u64::saturating_add)
    }

    /// Returns in how many slices the call asks to see one file.
    pub(super) fn slices_of(&self, path: &str) -> usize {
        self.sights.iter().filter(|sight| sight.measured.stat.path == path).count()
    }

    fn largest(&self) -> Option<Sight<'a>> {
        // Of those that show as much, the first.
        self.sights.iter().rev().max_by_key(|sight| sight.shown).copied()
    }

    fn deny(&self, why: Why, sight: Option<Sight<'a>>) -> Outcome {
        let Some(sight) = sight else { return Outcome::default() };
        let reason = nudge::reason(self, why, &sight);
        let path = sight.file.path.clone();
        Outcome { denial: Some(Denial { why, path, reason }), ..Outcome::default() }
    }
}
