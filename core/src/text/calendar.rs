//! Days in the user's calendar.

use alloc::{format, string::String};
use core::fmt;

use serde::{Serialize, Serializer};

const DAY_SECS: i64 = 24 * 60 * 60;

/// A day, counted from 1 January 1970.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Day(i64);

/// The time, and how far local time is from it.
#[derive(Clone, Copy)]
pub struct Clock<'a> {
    /// Now, in milliseconds of the epoch.
    pub now_ms: u64,
    /// Returns how many seconds local time is ahead of UTC at a time in milliseconds of the epoch.
    pub ahead: &'a dyn Fn(u64) -> i32,
}

impl fmt::Debug for Clock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clock").field("now_ms", &self.now_ms).finish_non_exhaustive()
    }
}

impl Clock<'_> {
    /// Returns the local day of a time.
    #[must_use]
    pub fn day(&self, at_ms: u64) -> Day {
        Day(self.local_secs(at_ms).div_euclid(DAY_SECS))
    }

    /// Returns the local day that it is.
    #[must_use]
    pub fn today(&self) -> Day {
        self.day(self.now_ms)
    }

    /// Returns a time as a local date and hour, to the second.
    #[must_use]
    pub fn text(&self, at_ms: u64) -> String {
        let secs = self.local_secs(at_ms).rem_euclid(DAY_SECS);
        let [hours, minutes, secs] =
            [secs.div_euclid(3_600), secs.div_euclid(60).rem_euclid(60), secs.rem_euclid(60)];
        format!("{} {hours:02}:{minutes:02}:{secs:02}", self.day(at_ms))
    }

    fn local_secs(&self, at_ms: u64) -> i64 {
        let secs = i64::try_from(at_ms.div_euclid(1_000)).unwrap_or(i64::MAX);
        secs.saturating_add(i64::from((self.ahead)(at_ms)))
    }
}

impl Day {
    /// Returns the day that lies so many days before.
    #[must_use]
    pub fn before(self, days: u32) -> Self {
        Self(self.0.saturating_sub(i64::from(days)))
    }

    /// Returns how many days it lies before `later`; `None` if it lies behind.
    #[must_use]
    pub fn days_until(self, later: Self) -> Option<u32> {
        u32::try_from(later.0.checked_sub(self.0)?).ok()
    }

    /// Returns the Monday of its week.
    #[must_use]
    pub fn monday(self) -> Self {
        // The first day was a Thursday.
        Self(self.0.saturating_sub(self.0.saturating_add(3).rem_euclid(7)))
    }

    /// Returns the day of the week, in three letters.
    #[must_use]
    pub fn weekday(self) -> &'static str {
        match self.0.rem_euclid(7) {
            0 => "Thu",
            1 => "Fri",
            2 => "Sat",
            3 => "Sun",
            4 => "Mon",
            5 => "Tue",
            _ => "Wed",
        }
    }

    /// Returns the year, the month and the day of the month, by the Gregorian calendar.
    /// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>
    #[must_use]
    pub fn date(self) -> (i64, i64, i64) {
        let days = self.0.saturating_add(719_468);
        let era = days.div_euclid(146_097);
        let day = days.rem_euclid(146_097);
        let leap = day.div_euclid(1_460).saturating_sub(day.div_euclid(36_524));
        let leap = leap.saturating_add(day.div_euclid(146_096));
        let year = day.saturating_sub(leap).div_euclid(365);
        let before = year
            .saturating_mul(365)
            .saturating_add(year.div_euclid(4))
            .saturating_sub(year.div_euclid(100));
        let of_year = day.saturating_sub(before);
        let month = of_year.saturating_mul(5).saturating_add(2).div_euclid(153);
        let of_month = month.saturating_mul(153).saturating_add(2).div_euclid(5);
        let of_month = of_year.saturating_sub(of_month).saturating_add(1);
        let is_next = month >= 10;
        let month = if is_next { month.saturating_sub(9) } else { month.saturating_add(3) };
        let year = era.saturating_mul(400).saturating_add(year);
        (year.saturating_add(i64::from(is_next)), month, of_month)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
