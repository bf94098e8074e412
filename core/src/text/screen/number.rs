//! Numbers as people read them.

use alloc::{format, string::String};

/// Returns a count, its digits in groups of three.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = format!("{number}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        let left = digits.len().saturating_sub(at);
        if at > 0 && left.is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a count with the word for what is counted, in the singular for one.
#[must_use]
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// Returns the share of `whole` that `part` is, in whole percent, rounded to the nearest one;
/// `None` of nothing.
#[must_use]
pub fn percent(part: u64, whole: u64) -> Option<u64> {
    let twice = u128::from(part).saturating_mul(200).saturating_add(u128::from(whole));
    let percent = twice.checked_div(u128::from(whole).saturating_mul(2))?;
    u64::try_from(percent).ok()
}

/// Returns a percentage as text; `-` of nothing.
#[must_use]
pub fn percent_text(part: u64, whole: u64) -> String {
    percent(part, whole).map_or_else(|| "-".into(), |percent| format!("{percent} %"))
}

/// Returns a time in milliseconds; from ten seconds on in seconds.
#[must_use]
pub fn milliseconds(ms: u64) -> String {
    if ms < 10_000 {
        return [&count(ms), " ms"].concat();
    }
    let tenths = ms.saturating_add(50).saturating_div(100);
    format!("{}.{} s", count(tenths.saturating_div(10)), tenths.wrapping_rem(10))
}

/// Returns a score or a threshold, in two decimals.
#[must_use]
pub fn score(number: f64) -> String {
    format!("{number:.2}")
}
