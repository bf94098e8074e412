//! The time, and how far local time is from it.

use std::time::SystemTime;

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Returns now, in milliseconds of the epoch.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// Returns what says how many seconds local time is ahead of UTC at a time in milliseconds of the
/// epoch. Where the system does not know its zone, none.
pub(crate) fn ahead() -> impl Fn(u64) -> i32 {
    let zone = TimeZone::system();
    move |at_ms| {
        let at = i64::try_from(at_ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
        at.map_or(0, |at| zone.to_offset(at).seconds())
    }
}
