//! The addresses of a `sed` command: which lines it applies to.

use alloc::vec::Vec;

use crate::reads::part::Range;

/// How many ranges are kept apart.
const RANGES_MAX: usize = 16;

/// Lines in order, none of them twice.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Set(Vec<Range>);

impl Set {
    pub(super) fn all() -> Self {
        Self::of(1, u64::MAX)
    }

    pub(super) fn of(first: u64, last: u64) -> Self {
        Self(Range::new(first, last).into_iter().collect())
    }

    pub(super) fn ranges(&self) -> impl Iterator<Item = Range> {
        self.0.iter().copied()
    }

    pub(super) fn first(&self) -> Option<u64> {
        self.0.first().map(|range| range.first)
    }

    /// Returns what both have in common, unless that is too many ranges.
    pub(super) fn and(&self, other: &Self) -> Option<Self> {
        let both = self.ranges().flat_map(|one| other.ranges().filter_map(move |two| one.and(two)));
        Self::bounded(both.collect())
    }

    /// Returns what is in the first alone, unless that is too many ranges.
    pub(super) fn without(&self, other: &Self) -> Option<Self> {
        self.and(&other.not()?)
    }

    /// Returns all other lines, unless that is too many ranges.
    pub(super) fn not(&self) -> Option<Self> {
        let mut left = Vec::new();
        let mut next = Some(1_u64);
        for range in self.ranges() {
            left.extend(next.and_then(|next| Range::new(next, range.first.saturating_sub(1))));
            next = range.last.checked_add(1);
        }
        left.extend(next.and_then(|next| Range::new(next, u64::MAX)));
        Self::bounded(left)
    }

    fn bounded(ranges: Vec<Range>) -> Option<Self> {
        (ranges.len() <= RANGES_MAX).then_some(Self(ranges))
    }
}
