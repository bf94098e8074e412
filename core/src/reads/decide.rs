//! What happens to a call that asks to see files.

use alloc::{string::String, vec::Vec};

use super::allowance;
use super::asked::Asked;
use super::case::{Case, FileView, State, Why};
use super::exemptions::Exemptions;
use super::measure::Measured;
use super::nudge;
use super::settings::ReadSettings;
use super::tally::Tally;

/// What becomes of a call.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Outcome {
    /// Why it may not run. A call that is denied reads nothing, and is charged nothing.
    pub denial: Option<Denial>,
    /// The tally, where it has changed. Where it cannot be written, the call passes.
    pub tally: Option<Tally>,
    /// The exemptions, where they have changed.
    pub exemptions: Option<Exemptions>,
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
    let views: Vec<FileView<'_>> = both
        .filter_map(|(file, measured)| {
            let measured = measured.as_ref()?;
            Some(FileView { file, measured, shown: measured.shown(&file.part) })
        })
        .collect();
    if asked.is_exempt {
        return exempt(&views, state, settings, now_ms);
    }
    let case = Case { asked, views: &views, state, settings, now_ms };
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

fn exempt(views: &[FileView<'_>], state: &State, settings: &ReadSettings, now_ms: u64) -> Outcome {
    let mut exemptions = state.exemptions.clone();
    for view in views {
        exemptions.add(&view.measured.stat.path, now_ms, settings.exemption_ms);
    }
    Outcome { exemptions: (!views.is_empty()).then_some(exemptions), ..Outcome::default() }
}

impl<'a> Case<'a> {
    /// What is not a slice adds up, over all commands of the call.
    fn guard_size(&self) -> Option<Why> {
        let bulk: Vec<&FileView<'_>> =
            self.views.iter().filter(|view| self.is_bulk(view)).collect();
        let sum = |of: fn(&FileView<'_>) -> u64| {
            bulk.iter().map(|view| of(view)).fold(0, u64::saturating_add)
        };
        let shown = sum(|view| view.shown);
        (shown > self.settings.lines_min).then(|| Why::Size {
            shown,
            total: sum(|view| view.measured.size()),
            is_exact: bulk.iter().all(|view| view.measured.is_exact()),
        })
    }

    /// Returns whether a file is asked for whole, or in a slice that is too large; by the lines
    /// that are asked for, or by the bytes that are in them.
    fn is_bulk(&self, view: &FileView<'_>) -> bool {
        let lines_min = self.settings.lines_min;
        let is_small = allowance::allows(self.asked.by, view, lines_min);
        let is_large = view.shown > lines_min && !is_small;
        view.file.part.asked().is_none_or(|asked| asked > lines_min) || is_large
    }

    /// Charges every slice of a large file, unless one is over its budget.
    fn charged(&self) -> Outcome {
        let mut tally = self.state.tally.clone();
        let charged = |view: &&FileView<'_>| self.is_charged(view);
        for view in self.views.iter().filter(charged) {
            tally.charge(view.measured, &view.file.part);
        }
        let over = self.views.iter().filter(charged).find_map(|view| {
            let why = self.guard_budget(view, &tally)?;
            Some(self.deny(why, Some(*view)))
        });
        over.unwrap_or_else(|| {
            let tally = (tally != self.state.tally).then_some(tally);
            Outcome { tally, ..Outcome::default() }
        })
    }

    /// A slice of a large file is charged, unless there is no budget or the file is exempt.
    pub(super) fn is_charged(&self, view: &FileView<'_>) -> bool {
        let Self { state, settings, now_ms, .. } = self;
        let path = &view.measured.stat.path;
        settings.budget > 0
            && view.measured.size() > settings.lines_min
            && !state.exemptions.hold(path, *now_ms, settings.exemption_ms)
    }

    /// A file is read in slices up to its budget; beyond it, only in the smallest ones. `after` is
    /// what were charged if all of the call ran.
    fn guard_budget(&self, view: &FileView<'_>, after: &Tally) -> Option<Why> {
        let path = &view.measured.stat.path;
        let charged = self.state.tally.charged(path);
        let cost = after.charged(path).saturating_sub(charged);
        let is_over = charged.saturating_add(cost) > self.settings.budget;
        let is_small = allowance::allows(self.asked.by, view, self.settings.lines_min)
            && self.shown_of(path) <= allowance::LINES;
        (is_over && !is_small).then_some(Why::Budget { charged, cost })
    }

    /// Returns how much of one file the call asks to see, in all.
    fn shown_of(&self, path: &str) -> u64 {
        let of_file = self.views.iter().filter(|view| view.measured.stat.path == path);
        of_file.filter_map(|view| view.file.part.asked()).fold(0, u64::saturating_add)
    }

    /// Returns in how many slices the call asks to see one file.
    pub(super) fn slices_of(&self, path: &str) -> usize {
        self.views.iter().filter(|view| view.measured.stat.path == path).count()
    }

    fn largest(&self) -> Option<FileView<'a>> {
        // Of those that show as much, the first.
        self.views.iter().rev().max_by_key(|view| view.shown).copied()
    }

    fn deny(&self, why: Why, view: Option<FileView<'a>>) -> Outcome {
        let Some(view) = view else { return Outcome::default() };
        let reason = nudge::reason(self, why, &view);
        let path = view.file.path.clone();
        Outcome { denial: Some(Denial { why, path, reason }), ..Outcome::default() }
    }
}
