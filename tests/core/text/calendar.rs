//! Days and times of the user's calendar.

use sprag_core::text::calendar::Clock;
use sprag_harness::ledger::date;

use crate::reports::logged::{DAY_MS, clock};

#[test]
fn every_day_of_four_hundred_years_has_its_date() {
    let clock = clock(0);
    for day in 0..146_097 {
        assert_eq!(clock.day(day * DAY_MS).to_string(), date(day));
    }
}

#[test]
fn every_day_has_its_weekday() {
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let clock = clock(0);
    for (day, weekday) in (0..).zip(weekdays.iter().cycle().take(30)) {
        assert_eq!(clock.day(day * DAY_MS).weekday(), *weekday);
    }
    // <https://www.rfc-editor.org/rfc/rfc3339> names this day.
    assert_eq!(clock.text(1_000_000_000_000), "2001-09-09 01:46:40");
    assert_eq!(clock.day(1_000_000_000_000).weekday(), "Sun");
}

#[test]
fn a_day_is_that_of_local_time() {
    let ahead = |secs: i32| move |_| secs;
    let east = ahead(14 * 3_600);
    let west = ahead(-12 * 3_600);
    let at = 1_700_000_000_000;
    assert_eq!(Clock { now_ms: at, ahead: &east }.text(at), "2023-11-15 12:13:20");
    assert_eq!(Clock { now_ms: at, ahead: &west }.text(at), "2023-11-14 10:13:20");
    assert_eq!(Clock { now_ms: 0, ahead: &west }.text(0), "1969-12-31 12:00:00");
}

#[test]
fn days_are_counted_from_one_to_another() {
    let clock = clock(10 * DAY_MS);
    let today = clock.today();
    assert_eq!(today.before(3).days_until(today), Some(3));
    assert_eq!(today.days_until(today), Some(0));
    assert_eq!(today.days_until(today.before(1)), None);
    assert_eq!(clock.day(u64::MAX).days_until(today), None);
    assert_eq!(format!("{clock:?}"), "Clock { now_ms: 864000000, .. }");
}
