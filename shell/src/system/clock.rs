//! The time, and how far local time is from it.

use std::env;
use std::path::Path;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use sprag_core::worker::zone::{FOLDERS, LOCAL, guard_zone};

use crate::system::files;

/// Returns now, in milliseconds of the epoch.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// Returns what says how many seconds local time is ahead of UTC at a time in milliseconds of the
/// epoch. Where neither `TZ` nor the system names a zone, none.
pub(crate) fn ahead() -> impl Fn(u64) -> i32 {
    let named = env::var_os("TZ").map(|value| value.to_str().and_then(guard_zone).and_then(zone));
    let zone = named.unwrap_or_else(|| read(Path::new(LOCAL))).unwrap_or(TimeZone::UTC);
    move |at_ms| {
        let at = i64::try_from(at_ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
        at.map_or(0, |at| zone.to_offset(at).seconds())
    }
}

/// Returns the zone of a name, or of a rule.
fn zone(name: &str) -> Option<TimeZone> {
    let found = FOLDERS.iter().find_map(|folder| read(&Path::new(folder).join(name)));
    found.or_else(|| TimeZone::posix(name).ok())
}

/// Returns the zone that a file holds. It is opened as any file that others name: the time zone
/// library would wait for a pipe.
fn read(path: &Path) -> Option<TimeZone> {
    TimeZone::tzif("", &files::read(path).ok()?).ok()
}
