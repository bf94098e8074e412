//! Times as hosts write them.

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Returns the milliseconds of the epoch of a time such as `2026-11-30T08:15:00.250Z`. Hosts write
/// no other zone than UTC; what is written otherwise is no time.
pub(crate) fn milliseconds(time: &str) -> Option<u64> {
    let (date, clock) = time.strip_suffix('Z')?.split_once('T')?;
    let mut parts = date.splitn(3, '-').map(number);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let mut parts = clock.splitn(3, ':').map(number);
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    let is_date = (1970..=9999).contains(&year) && (1..=12).contains(&month) && day >= 1;
    // A leap second is the 60th.
    if !is_date || day > days_of(year, month) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let fraction = number(fraction.get(..3).unwrap_or(fraction))
        .filter(|_| fraction.len() <= 9 && fraction.bytes().all(|byte| byte.is_ascii_digit()))?;
    let fraction = match fraction_digits(time) {
        1 => fraction.saturating_mul(100),
        2 => fraction.saturating_mul(10),
        _ => fraction,
    };
    let minutes = hour.saturating_mul(60).saturating_add(minute);
    let seconds = minutes.saturating_mul(60).saturating_add(second);
    let of_day = seconds.saturating_mul(1000).saturating_add(fraction);
    Some(days(year, month, day).saturating_mul(DAY_MS).saturating_add(of_day))
}

fn fraction_digits(time: &str) -> usize {
    time.split_once('.').map_or(0, |(_, rest)| rest.trim_end_matches('Z').len())
}

fn number(text: &str) -> Option<u64> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the days from the epoch to the beginning of a year.
fn days_to(year: u64) -> u64 {
    let before = year.saturating_sub(1);
    let leaps = (before / 4).saturating_sub(before / 100).saturating_add(before / 400);
    // 477 leap years lie before 1970.
    let years = year.saturating_sub(1970);
    years.saturating_mul(365).saturating_add(leaps.saturating_sub(477))
}

fn days(year: u64, month: u64, day: u64) -> u64 {
    let months = (1..month).fold(0_u64, |sum, month| sum.saturating_add(days_of(year, month)));
    days_to(year).saturating_add(months).saturating_add(day.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_hosts_write_them_are_read() {
        for (time, expected) in [
            ("1970-01-01T00:00:00.000Z", 0),
            ("1970-01-02T00:00:01Z", 86_401_000),
            ("2000-02-29T12:00:00.5Z", 951_825_600_500),
            ("2026-11-30T08:15:00.25Z", 1_796_026_500_250),
            ("2026-11-30T08:15:00.250Z", 1_796_026_500_250),
            ("2026-11-30T08:15:00.250999Z", 1_796_026_500_250),
        ] {
            assert_eq!(milliseconds(time), Some(expected), "{time}");
        }
    }

    #[test]
    fn what_is_not_a_time_is_unknown() {
        for time in [
            "",
            "Z",
            "T",
            "2026-11-30",
            "2026-11-30T08:15:00",
            "2026-11-30T08:15:00+01:00",
            "2026-13-01T00:00:00Z",
            "2026-02-29T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-01-00T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:61Z",
            "1969-12-31T00:00:00Z",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00.1x4Z",
            "+026-01-01T00:00:00Z",
            "2026-01-01T00:00Z",
            "2026-1\u{fc}-01T00:00:00Z",
            "2026-01-01T00:00:00.\u{fc}\u{fc}Z",
        ] {
            assert_eq!(milliseconds(time), None, "{time}");
        }
    }
}
