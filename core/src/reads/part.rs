//! Which part of a file is asked for.

use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use crate::limits::READ_RANGES_MAX;

/// A part of a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Part {
    /// All of it.
    Whole,
    /// Lines by their numbers.
    Lines(Lines),
    /// So many lines at its end.
    Last(u64),
    /// All but so many lines at its end.
    AllButLast(u64),
    /// So many bytes at its start.
    Bytes(u64),
    /// So many bytes at its end.
    LastBytes(u64),
    /// Of these lines so many bytes, at one of their ends.
    BytesOf(Lines, u64),
    /// Of the lines from one to another, as far as there are any, so many at the end.
    LastOf(RangeInclusive<u64>, u64),
}

/// Ranges of lines, the first line being 1, in the order in which they are shown. What two ranges
/// have in common is shown twice. There are at most [`READ_RANGES_MAX`] of them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Lines(Vec<Range>);

/// A range of lines that is not empty.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Range {
    pub(super) first: u64,
    pub(super) last: u64,
}

/// Bytes that are taken for a line where bytes are asked for.
pub(super) const LINE_BYTES: u64 = 40;

impl Range {
    /// Returns the range, or nothing where it is empty.
    pub(super) fn new(first: u64, last: u64) -> Option<Self> {
        let first = first.max(1);
        (first <= last).then_some(Self { first, last })
    }

    pub(super) const fn count(self) -> u64 {
        self.last.saturating_sub(self.first).saturating_add(1)
    }

    /// Returns what both have in common.
    pub(super) fn and(self, other: Self) -> Option<Self> {
        Self::new(self.first.max(other.first), self.last.min(other.last))
    }
}

impl Lines {
    /// Returns these lines.
    #[must_use]
    pub fn range(range: RangeInclusive<u64>) -> Self {
        let mut lines = Self::default();
        // There is room for one.
        let _ = lines.add(*range.start(), *range.end());
        lines
    }

    /// Returns the first `count` lines.
    #[must_use]
    pub fn first(count: u64) -> Self {
        Self::range(1..=count)
    }

    /// Adds the lines from `first` to `last`, if there are any; `None` if too many are named.
    #[must_use]
    pub(super) fn add(&mut self, first: u64, last: u64) -> Option<()> {
        let Some(range) = Range::new(first, last) else { return Some(()) };
        if let Some(before) = self.0.last_mut()
            && before.last.checked_add(1) == Some(first)
        {
            before.last = last;
            return Some(());
        }
        (self.0.len() < READ_RANGES_MAX).then(|| self.0.push(range))
    }

    /// Returns how many lines are asked for.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().fold(0, |count, range| count.saturating_add(range.count()))
    }

    /// Returns whether the first line of a file is one of them.
    pub(super) fn holds_first(&self) -> bool {
        self.0.iter().any(|range| range.first == 1)
    }

    /// Returns the lines that are shown first, from one to another.
    pub(super) fn first_range(&self) -> Option<(u64, u64)> {
        self.0.first().map(|range| (range.first, range.last))
    }

    /// Returns the first line that is asked for.
    pub(super) fn start(&self) -> u64 {
        self.0.iter().map(|range| range.first).min().unwrap_or(1)
    }

    /// Returns the last line that is asked for.
    fn end(&self) -> u64 {
        self.0.iter().map(|range| range.last).max().unwrap_or(0)
    }

    /// Returns lines of these, counted from the first of them.
    fn lines(&self, inner: &Self) -> Option<Self> {
        let [outer] = self.0.as_slice() else { return None };
        let mut lines = Self::default();
        let moved = |line: u64| line.saturating_add(outer.first).saturating_sub(1);
        for range in &inner.0 {
            lines.add(moved(range.first), moved(range.last).min(outer.last))?;
        }
        Some(lines)
    }

    /// Returns so many of these lines, at their end, unless that is the end of the file.
    fn last(&self, count: u64) -> Option<Part> {
        let [Range { first, last }] = *self.0.as_slice() else { return None };
        (last != u64::MAX).then_some(Part::LastOf(first..=last, count))
    }

    /// Returns how many lines are shown of a file that has so many.
    #[must_use]
    pub fn within(&self, lines: u64) -> u64 {
        self.ranges(lines).map(Range::count).fold(0, u64::saturating_add)
    }

    /// Returns the ranges as far as a file of so many lines has them.
    fn ranges(&self, lines: u64) -> impl Iterator<Item = Range> {
        self.0.iter().filter_map(move |range| range.and(Range { first: 1, last: lines }))
    }
}

/// `1-50,60-`
impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, range) in self.0.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { "," })?;
            match range.last {
                u64::MAX => write!(f, "{}-", range.first)?,
                last => write!(f, "{}-{last}", range.first)?,
            }
        }
        Ok(())
    }
}

/// Returns how many lines so many bytes are taken for.
pub(super) fn lines_of(bytes: u64) -> u64 {
    (bytes / LINE_BYTES).max(1)
}

/// Returns the last `count` of so many lines.
fn last(count: u64, lines: u64) -> Option<Range> {
    Range::new(lines.saturating_sub(count).saturating_add(1), lines)
}

impl Part {
    /// Returns the part that these lines are.
    pub(super) fn of(lines: Lines) -> Self {
        let is_all = |range: &Range| *range == Range { first: 1, last: u64::MAX };
        match lines.0.as_slice() {
            [range] if is_all(range) => Self::Whole,
            _ => Self::Lines(lines),
        }
    }

    /// Returns how many lines are asked for, whatever the file has; nothing where it is all of it,
    /// or all of it but something.
    #[must_use]
    pub fn asked(&self) -> Option<u64> {
        match self {
            Self::Whole | Self::AllButLast(_) => None,
            Self::Lines(lines) => Some(lines.count()),
            Self::Last(count) => Some(*count),
            Self::Bytes(bytes) | Self::LastBytes(bytes) => Some(lines_of(*bytes)),
            Self::BytesOf(lines, bytes) => Some(lines.count().min(lines_of(*bytes))),
            Self::LastOf(lines, count) => {
                let lines = Range::new(*lines.start(), *lines.end()).map_or(0, Range::count);
                Some(lines.min(*count))
            }
        }
    }

    /// Returns a part of this part, unless that depends on the file.
    pub(super) fn part(&self, part: &Self) -> Option<Self> {
        match (self, part) {
            (_, Self::Whole) => Some(self.clone()),
            (Self::Whole, _) => Some(part.clone()),
            (Self::Lines(outer), Self::Lines(inner)) => outer.lines(inner).map(Self::Lines),
            (Self::Lines(lines), Self::Last(count)) => lines.last(*count),
            (Self::Lines(lines), Self::Bytes(bytes) | Self::LastBytes(bytes)) => {
                Some(Self::BytesOf(lines.clone(), *bytes))
            }
            _ => None,
        }
    }

    /// Returns which lines of a file of so many lines are shown.
    pub(super) fn ranges(&self, lines: u64) -> Vec<Range> {
        let one = |range: Option<Range>| range.into_iter().collect();
        match self {
            Self::Whole => one(Range::new(1, lines)),
            Self::Lines(asked) => asked.ranges(lines).collect(),
            Self::Last(count) => one(last(*count, lines)),
            Self::AllButLast(count) => one(Range::new(1, lines.saturating_sub(*count))),
            Self::Bytes(bytes) => one(Range::new(1, lines_of(*bytes).min(lines))),
            Self::LastBytes(bytes) => one(last(lines_of(*bytes), lines)),
            // Which end of them does not matter: that it is read is charged.
            Self::BytesOf(asked, _) => asked.ranges(lines).collect(),
            Self::LastOf(asked, count) => {
                let range = last(*count, lines.min(*asked.end()));
                one(range.and_then(|range| Range::new(range.first.max(*asked.start()), range.last)))
            }
        }
    }

    /// Returns the first line that is shown of a file of so many lines; 1 where none is.
    pub(super) fn first_line(&self, lines: u64) -> u64 {
        self.ranges(lines).first().map_or(1, |range| range.first)
    }

    /// Returns whether further lines of a file, of which there are so many already, change nothing.
    pub(super) fn is_settled(&self, lines: u64, lines_min: u64) -> bool {
        match self {
            Self::Whole => true,
            Self::Lines(asked) => asked.end() <= lines,
            Self::Last(_) | Self::Bytes(_) | Self::LastBytes(_) => lines > lines_min,
            Self::LastOf(asked, _) => *asked.end() <= lines,
            Self::BytesOf(asked, bytes) => {
                asked.end() <= lines || asked.within(lines) >= lines_of(*bytes)
            }
            Self::AllButLast(count) => lines.saturating_sub(*count) > lines_min,
        }
    }
}
