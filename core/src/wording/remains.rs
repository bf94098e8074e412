//! What a clause says to be left over.

use core::ops::Range;

use super::marker::{Lexicon, Marker, is_ascii_joint, is_pause, places};
use super::sign::Sign;

/// How many words may stand between a number and what it counts: `2 unused variable warnings`.
const BETWEEN_WORDS_MAX: usize = 2;

impl Lexicon {
    /// Tells whether `marker` stands in a clause that does not say that it was mended.
    pub(super) fn remains(&self, marker: &Marker, text: &str) -> bool {
        self.places(marker.words, text).any(|found| {
            let clause = self.clause(text, &found);
            // Its own words do not speak against it: `not fixed`.
            let before = text.get(clause.start..found.start).unwrap_or_default();
            let behind = text.get(found.end..clause.end).unwrap_or_default();
            !self.is_mended(before) && !self.is_mended(behind)
        })
    }

    fn is_mended(&self, text: &str) -> bool {
        let mut mended = self.markers.iter().filter(|marker| marker.sign == Sign::Mended);
        mended.any(|marker| self.places(marker.words, text).next().is_some())
    }

    /// Returns where the clause lies in which these words stand.
    fn clause(&self, text: &str, found: &Range<usize>) -> Range<usize> {
        let mut clause = 0..text.len();
        let mut part = |at: usize, end: usize| {
            if end <= found.start {
                clause.start = clause.start.max(end);
            } else if at >= found.end {
                clause.end = clause.end.min(at);
            }
        };
        for (at, letter) in text.char_indices() {
            let end = at.saturating_add(letter.len_utf8());
            // `pre-existing` is one word.
            let is_apart = text.get(end..).is_none_or(|rest| rest.starts_with(' '));
            if is_pause(letter) && (is_apart || !is_ascii_joint(letter)) {
                part(at, end);
            }
        }
        for joint in self.joints.iter().flat_map(|joint| places(text, joint)) {
            part(joint.start, joint.end);
        }
        clause
    }
}

/// Tells whether a number that is not 0 stands before `at`, and few words between.
pub(super) fn is_counted(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let words = before.rsplit(' ').filter(|word| !word.is_empty());
    for word in words.take(BETWEEN_WORDS_MAX.saturating_add(1)) {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return word.bytes().any(|byte| byte != b'0');
        }
        if !word.chars().all(|letter| letter.is_alphabetic() || letter == '-') {
            return false;
        }
    }
    false
}
