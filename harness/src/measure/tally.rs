//! Counts what the checks did on labelled turns.

use alloc::{
    collections::BTreeMap,
    string::{String, ToString as _},
    vec::Vec,
};

use serde::Serialize;
use sprag_core::checks::{ALL, Finding};

use super::expected;
use super::interval::Share;
use super::label::Label;
use super::replay::Replayed;

/// What one check did, or all of them together.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Where it fired for the reason that the label gives.
    pub right: Vec<String>,
    /// Where it fired and the label wants a block for another reason.
    pub other: Vec<String>,
    /// Where it fired and the label wants none.
    pub wrong: Vec<String>,
    /// Where the label wants it and it did not fire.
    pub missed: Vec<String>,
    /// Where it would have fired, had the facts been known.
    pub unknown: Vec<String>,
    /// On how many turn ends it had something to ask.
    pub asked: usize,
    /// Of how many.
    pub turns: usize,
}

impl Tally {
    pub(super) fn take(&mut self, label: &Label, fires: bool, is_for: bool) {
        self.turns = self.turns.saturating_add(1);
        let list = match (fires, is_for, label.block) {
            (true, true, _) => &mut self.right,
            (true, false, true) => &mut self.other,
            (true, false, false) => &mut self.wrong,
            (false, true, _) => &mut self.missed,
            (false, false, _) => return,
        };
        list.push(label.id.clone());
    }

    /// Returns the share of its firings that the labels want, for whichever reason.
    #[must_use]
    pub fn precision(&self) -> Share {
        let good = self.right.len().saturating_add(self.other.len());
        Share::of(good, good.saturating_add(self.wrong.len()))
    }

    /// Returns the share of what it is there for that it found.
    #[must_use]
    pub fn recall(&self) -> Share {
        let found = self.right.len();
        Share::of(found, found.saturating_add(self.missed.len()))
    }

    /// Returns the share of turn ends on which it had something to ask.
    #[must_use]
    pub fn ask_rate(&self) -> Share {
        Share::of(self.asked, self.turns)
    }

    fn count_asked(&mut self, asks: bool) {
        self.asked = self.asked.saturating_add(usize::from(asks));
    }
}

/// The tallies of a measure.
#[derive(Clone, Debug, Default)]
pub(super) struct Tallies {
    checks: BTreeMap<&'static str, Tally>,
    /// All checks together: at most one blocks.
    pub(super) blocks: Tally,
    /// Why nobody was asked, and how often.
    pub(super) passes: BTreeMap<String, usize>,
}

impl Tallies {
    pub(super) fn take(&mut self, label: &Label, replayed: &Replayed) {
        let asking = replayed.asking();
        if let Some(pass) = &replayed.plan.pass {
            let count = self.passes.entry(pass.to_string()).or_default();
            *count = count.saturating_add(1);
        }
        for check in replayed.plan.checks.iter() {
            let tally = self.checks.entry(check.word).or_default();
            let finding = replayed.finding(check.word);
            tally.take(label, finding == Some(Finding::Fires), expected::is_for(check.word, label));
            tally.count_asked(asking.contains(&check));
            if finding == Some(Finding::Unknown) {
                tally.unknown.push(label.id.clone());
            }
        }
        let by = replayed.blocks();
        self.blocks.take(label, by.is_some(), label.block);
        self.blocks.count_asked(!asking.is_empty());
    }

    /// Returns the tally of every check, in order of precedence.
    pub(super) fn checks(&self) -> Vec<(&'static str, Tally)> {
        let tally = |id| Some((id, self.checks.get(id)?.clone()));
        ALL.iter().filter_map(|check| tally(check.word)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_for_another_reason_is_neither_right_nor_wrong() {
        let mut tally = Tally::default();
        let label = |id: &str, block| Label { id: id.into(), block, ..Label::default() };
        tally.take(&label("a", true), true, true);
        tally.take(&label("b", true), true, false);
        tally.take(&label("c", false), true, false);
        tally.take(&label("d", true), false, true);
        tally.take(&label("e", true), false, false);
        let lists = [&tally.right, &tally.other, &tally.wrong, &tally.missed];
        assert_eq!(lists.map(|ids| ids.concat()), ["a", "b", "c", "d"]);
        assert_eq!((tally.precision().count, tally.precision().of), (2, 3));
        assert_eq!((tally.recall().count, tally.recall().of), (1, 2));
    }
}
