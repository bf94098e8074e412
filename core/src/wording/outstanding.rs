//! What a clause says is still outstanding.

use core::ops::Range;

use super::counted::CLAUSE_BYTES_MAX;
use super::cue::Cue;
use super::marker::{Lexicon, Marker, is_ascii_joint, is_pause, places};

impl Lexicon {
    /// Tells whether `marker` is in a clause that does not say that it was fixed.
    pub(super) fn is_outstanding(&self, marker: &Marker, text: &str) -> bool {
        self.places(marker.words, text).any(|found| {
            let clause = self.clause(text, &found);
            // Its own words do not speak against it: `not fixed`.
            let before = text.get(clause.start..found.start).unwrap_or_default();
            let behind = text.get(found.end..clause.end).unwrap_or_default();
            !self.is_fixed(before) && !self.is_fixed(behind)
        })
    }

    fn is_fixed(&self, text: &str) -> bool {
        let mut fixed = self.markers.iter().filter(|marker| marker.cue == Cue::Fixed);
        fixed.any(|marker| self.places(marker.words, text).next().is_some())
    }

    /// Returns where the clause is in which these words stand, as far as it is looked at.
    fn clause(&self, text: &str, found: &Range<usize>) -> Range<usize> {
        let from = text.ceil_char_boundary(found.start.saturating_sub(CLAUSE_BYTES_MAX));
        let to = text.floor_char_boundary(found.end.saturating_add(CLAUSE_BYTES_MAX));
        let mut clause = from..to;
        let mut part = |at: usize, end: usize| {
            if end <= found.start {
                clause.start = clause.start.max(end);
            } else if at >= found.end {
                clause.end = clause.end.min(at);
            }
        };
        let near = text.get(from..to).unwrap_or_default();
        for (at, letter) in near.char_indices() {
            let at = from.saturating_add(at);
            let end = at.saturating_add(letter.len_utf8());
            // `pre-existing` is one word.
            let is_apart =
                text.get(end..).is_none_or(|rest| rest.is_empty() || rest.starts_with(' '));
            if is_pause(letter) && (is_apart || !is_ascii_joint(letter)) {
                part(at, end);
            }
        }
        for joint in self.joints.iter().flat_map(|joint| places(near, joint)) {
            part(from.saturating_add(joint.start), from.saturating_add(joint.end));
        }
        clause
    }
}
