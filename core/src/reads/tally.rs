//! The slices of large files that a session has read.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::measure::{Measured, Version};
use super::part::{Part, Range};
use crate::limits::{TALLY_BYTES_MAX, TALLY_FILES_MAX, TALLY_SPANS_MAX};
use crate::text::hash::number;

/// The slices of large files that a session has read. Files are distinguished by a fingerprint of
/// their path.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The file that was read last stands last.
    files: Vec<FileTally>,
}

/// What was read of one file.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct FileTally {
    file: u64,
    /// Lines that were charged.
    charged: u64,
    /// The state in which it was read last.
    version: Version,
    /// What was read of it in that state.
    read: Spans,
    /// What was read of it in earlier states, and is free once in this one.
    free: Spans,
}

/// Lines, as ranges in order that do not touch.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
struct Spans(Vec<(u64, u64)>);

impl Tally {
    /// Returns the tally that the file of a session holds. A damaged one is empty: then what was
    /// read is read again for nothing.
    #[must_use]
    pub fn parse(file: Option<&[u8]>) -> Self {
        let whole = file.filter(|bytes| bytes.len() <= TALLY_BYTES_MAX);
        let tally: Option<Self> = whole.and_then(|bytes| serde_json::from_slice(bytes).ok());
        let mut tally = tally.unwrap_or_default();
        for file in &mut tally.files {
            file.read = Spans::of(&file.read.0);
            file.free = Spans::of(&file.free.0);
        }
        tally.shrink();
        tally
    }

    /// Returns the text of the session's file.
    #[must_use]
    pub fn text(&self) -> String {
        // Serialising integers into memory does not fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns how many lines of a file were charged.
    #[must_use]
    pub fn charged(&self, path: &str) -> u64 {
        let file = number(path.as_bytes());
        self.files.iter().find(|known| known.file == file).map_or(0, |known| known.charged)
    }

    /// Charges what `part` shows of a file, and returns what was charged now. What was read of it
    /// before it was changed is free, once for each change.
    pub(super) fn charge(&mut self, measured: &Measured, part: &Part) -> u64 {
        let mut file = self.take(number(measured.stat.path.as_bytes()));
        if file.version != measured.stat.version {
            let before = core::mem::take(&mut file.read);
            file.free = file.free.with(&before.0);
            file.version = measured.stat.version;
        }
        let ranges = part.ranges(measured.lines.max(1));
        let shown = measured.shown(part);
        let free: Vec<Range> = ranges.iter().flat_map(|range| file.free.within(*range)).collect();
        let cost = shown.saturating_sub(measured.weigh(&free));
        let ranges: Vec<(u64, u64)> =
            ranges.iter().map(|range| (range.first, range.last)).collect();
        file.free = file.free.without(&ranges);
        file.read = file.read.with(&ranges);
        file.charged = file.charged.saturating_add(cost);
        self.files.push(file);
        self.shrink();
        cost
    }

    /// Takes a file out, or begins it.
    fn take(&mut self, file: u64) -> FileTally {
        let at = self.files.iter().position(|known| known.file == file);
        at.map_or_else(|| FileTally { file, ..FileTally::default() }, |at| self.files.remove(at))
    }

    fn shrink(&mut self) {
        let over = self.files.len().saturating_sub(TALLY_FILES_MAX);
        self.files.drain(..over);
    }
}

impl Spans {
    /// Returns these ranges in order, with those joined that touch. Of too many the nearest are
    /// joined too.
    fn of(ranges: &[(u64, u64)]) -> Self {
        let mut sorted: Vec<(u64, u64)> = ranges
            .iter()
            .copied()
            .filter_map(|(first, last)| Range::new(first, last))
            .map(|range| (range.first, range.last))
            .collect();
        sorted.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::new();
        for (first, last) in sorted {
            match joined.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => {
                    before.1 = before.1.max(last)
                }
                Some(_) | None => joined.push((first, last)),
            }
        }
        while joined.len() > TALLY_SPANS_MAX {
            let gaps = joined.windows(2).enumerate().filter_map(|(at, pair)| {
                let [before, behind] = pair else { return None };
                Some((behind.0.saturating_sub(before.1), at))
            });
            let Some((_, at)) = gaps.min() else { break };
            let behind = joined.remove(at.saturating_add(1));
            if let Some(before) = joined.get_mut(at) {
                before.1 = behind.1;
            }
        }
        Self(joined)
    }

    fn with(&self, ranges: &[(u64, u64)]) -> Self {
        Self::of(&[&self.0, ranges].concat())
    }

    fn without(&self, ranges: &[(u64, u64)]) -> Self {
        let mut left = self.0.clone();
        for (first, last) in ranges {
            let cut = |span: (u64, u64)| {
                let before = (span.0, span.1.min(first.saturating_sub(1)));
                let behind = (span.0.max(last.saturating_add(1)), span.1);
                [before, behind].into_iter().filter(|(first, last)| first <= last)
            };
            left = left.into_iter().flat_map(cut).collect();
        }
        Self::of(&left)
    }

    fn within(&self, range: Range) -> impl Iterator<Item = Range> {
        let spans = self.0.iter().filter_map(|(first, last)| Range::new(*first, *last));
        spans.filter_map(move |span| span.and(range))
    }
}
