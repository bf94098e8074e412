//! Counts over the log: what happened to stops, what checks found, what the judge took; and what
//! was handed to the worker.

mod call;
mod check;
mod day;
mod delegation;
mod read;
mod ready;
mod screen;

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use serde::Serialize;

pub use call::{Calls, JudgeCalls, Outage, Outages, Reason};
pub use check::CheckFigures;
pub use day::DayFigures;
pub use delegation::DelegationFigures;
pub use read::ReadFigures;
pub use ready::{Missing, Readiness};

use crate::checks::ALL;
use crate::checks::verdict::Verdict;
use crate::limits::{CALENDAR_DAYS, STATS_DAYS_MAX};
use crate::reports::log::{Entry, LogLine, Skipped};
use crate::reports::review::Reviews;
use crate::settings::Price;
use crate::text::calendar::{Clock, Day};
use call::CallTally;
use check::CheckTally;
use delegation::DelegationTally;

/// How many days are counted, today included.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Days(u32);

impl Days {
    /// What is counted where nobody says.
    pub const DEFAULT: Self = Self(30);

    /// Returns the days that `text` names.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let days = text.parse().ok()?;
        (1..=STATS_DAYS_MAX).contains(&days).then_some(Self(days))
    }
}

/// Every figure of `sprag stats`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// How many days are counted.
    pub days: u32,
    /// The first of them.
    pub from: Day,
    /// The last of them: today.
    pub to: Day,
    /// Records of stops in these days.
    pub stops: u64,
    /// Those that were sent back.
    pub blocked: u64,
    /// Those that would have been, but for shadow.
    pub would_block: u64,
    /// Those that passed.
    pub passed: u64,
    /// Why they did, the commonest first.
    pub passes: Vec<Reason>,
    /// What each check found, in order of precedence; those that were never evaluated are left out.
    pub checks: Vec<CheckFigures>,
    /// What asking the judge took.
    pub calls: Calls,
    /// Reads that were denied, or in shadow would have been. They are no stops.
    pub reads: ReadFigures,
    /// What was handed to the worker. That is no stop either, and has a file of its own.
    pub delegations: DelegationFigures,
    /// The last days, the oldest first.
    pub calendar: Vec<DayFigures>,
    /// Records before these days.
    pub earlier: u64,
    /// Records of a day that has not come.
    pub later: u64,
    /// Lines that were passed over, whenever they were written.
    pub skipped: Skipped,
    /// Lines of the reviews that are none.
    pub reviews_damaged: u64,
}

/// Where a time lies.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Place {
    /// Before the days that are counted.
    Earlier,
    /// On one of them.
    Counted(Day),
    /// On a day that has not come.
    Later,
}

/// Figures in the making.
#[derive(Debug)]
pub struct Tally<'a> {
    clock: Clock<'a>,
    days: Days,
    reviews: &'a Reviews,
    stops: u64,
    blocked: u64,
    would_block: u64,
    passes: BTreeMap<String, u64>,
    checks: [CheckTally; ALL.len()],
    calls: CallTally,
    reads: ReadFigures,
    delegations: DelegationTally,
    calendar: Vec<DayFigures>,
    earlier: u64,
    later: u64,
    skipped: Skipped,
}

impl<'a> Tally<'a> {
    /// Begins to count.
    #[must_use]
    pub fn new(clock: Clock<'a>, days: Days, reviews: &'a Reviews) -> Self {
        let shown = days.0.min(CALENDAR_DAYS);
        let calendar = (0..shown).rev().map(|ago| DayFigures::of(clock.today().before(ago)));
        Self {
            clock,
            days,
            reviews,
            stops: 0,
            blocked: 0,
            would_block: 0,
            passes: BTreeMap::new(),
            checks: ALL.map(CheckTally::of),
            calls: CallTally::default(),
            reads: ReadFigures::default(),
            delegations: DelegationTally::default(),
            calendar: calendar.collect(),
            earlier: 0,
            later: 0,
            skipped: Skipped::default(),
        }
    }

    /// Counts a line of the log. They come in the order of the log.
    pub fn add(&mut self, line: LogLine) {
        if let LogLine::Read(read) = &line {
            if self.counted_day(read.at_ms).is_some() {
                self.reads.add(&read.read);
            }
            return;
        }
        let Some(entry) = self.skipped.sift(line) else { return };
        if let Some(day) = self.counted_day(entry.record.at_ms) {
            self.count(&entry, day);
        }
    }

    /// Counts a line of the usage of the worker.
    pub fn add_usage(&mut self, line: &[u8]) {
        let Some(usage) = self.delegations.sift(line) else { return };
        match self.place(usage.at_ms) {
            Place::Earlier => count(&mut self.delegations.figures.earlier),
            Place::Later => count(&mut self.delegations.figures.later),
            Place::Counted(_) => self.delegations.add(&usage),
        }
    }

    /// Returns the day of a time, if it is one that is counted; else the record is noted as left
    /// out.
    fn counted_day(&mut self, at_ms: u64) -> Option<Day> {
        match self.place(at_ms) {
            Place::Earlier => count(&mut self.earlier),
            Place::Later => count(&mut self.later),
            Place::Counted(day) => return Some(day),
        }
        None
    }

    fn place(&self, at_ms: u64) -> Place {
        let day = self.clock.day(at_ms);
        match day.days_until(self.clock.today()) {
            None => Place::Later,
            Some(ago) if ago >= self.days.0 => Place::Earlier,
            Some(_) => Place::Counted(day),
        }
    }

    fn count(&mut self, entry: &Entry, day: Day) {
        let record = &entry.record;
        count(&mut self.stops);
        match &record.verdict {
            Verdict::Block(_) => count(&mut self.blocked),
            Verdict::WouldBlock(_) => count(&mut self.would_block),
            Verdict::Pass(pass) => count(self.passes.entry(format!("{pass}")).or_default()),
        }
        for check in &mut self.checks {
            check.add(entry, self.reviews);
        }
        self.calls.add(record);
        if let Some(shown) = self.calendar.iter_mut().find(|shown| shown.day == day) {
            shown.add(&record.verdict);
        }
    }

    /// Returns the figures. `price` is what the user says a token costs.
    #[must_use]
    pub fn finish(self, price: Option<Price>) -> Stats {
        let Self { clock, days: Days(days), reviews, .. } = self;
        let checks = self.checks.into_iter().filter_map(CheckTally::finish);
        Stats {
            days,
            from: clock.today().before(days.saturating_sub(1)),
            to: clock.today(),
            stops: self.stops,
            blocked: self.blocked,
            would_block: self.would_block,
            passed: self.passes.values().fold(0, |sum, stops| sum.saturating_add(*stops)),
            passes: Reason::sorted(self.passes),
            checks: checks.collect(),
            calls: self.calls.finish(price),
            reads: self.reads,
            delegations: self.delegations.finish(),
            calendar: self.calendar,
            earlier: self.earlier,
            later: self.later,
            skipped: self.skipped,
            reviews_damaged: reviews.damaged(),
        }
    }
}

fn count(number: &mut u64) {
    *number = number.saturating_add(1);
}
