//! One day of the calendar.

use serde::Serialize;

use super::count;
use crate::checks::verdict::Verdict;
use crate::text::calendar::Day;

/// What happened to the stops of a day.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct DayFigures {
    /// The day.
    pub day: Day,
    /// Records of stops.
    pub stops: u64,
    /// Those that were sent back.
    pub blocked: u64,
    /// Those that would have been, but for shadow.
    pub would_block: u64,
}

impl DayFigures {
    pub(super) fn of(day: Day) -> Self {
        Self { day, stops: 0, blocked: 0, would_block: 0 }
    }

    pub(super) fn add(&mut self, verdict: &Verdict) {
        count(&mut self.stops);
        match verdict {
            Verdict::Block(_) => count(&mut self.blocked),
            Verdict::WouldBlock(_) => count(&mut self.would_block),
            Verdict::Pass(_) => {}
        }
    }
}
