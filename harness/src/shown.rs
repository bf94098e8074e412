//! Figures on a screen, compared with texts that a test has made of its own recount: what is shown
//! besides must hold no figure.
//!
//! So a figure that nobody recounts fails the test that looks at its screen.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "it only sees screens that a test has made, and fails with the test"
)]

use alloc::{format, string::String, string::ToString as _, vec::Vec};

use crate::ledger::date;

/// What bars are drawn with: they are figures, too.
const FULL: char = '\u{2588}';
const EMPTY: char = '\u{2591}';

const DAY_SECS: u64 = 24 * 60 * 60;

/// Returns what is wrong with a screen that should show these texts in this order, and between
/// them no digit and no bar. Where lines break does not matter.
#[must_use]
pub fn fault(screen: &str, texts: &[String]) -> Option<String> {
    let screen = squeezed(screen);
    let mut rest = screen.as_str();
    for text in texts {
        let text = squeezed(text);
        let Some(at) = rest.find(&text) else {
            return Some(format!("no {text:?} in {rest:?} of {screen:?}"));
        };
        if holds_figure(&rest[..at]) {
            return Some(format!("nobody counted {:?} before {text:?}", &rest[..at]));
        }
        rest = &rest[at + text.len()..];
    }
    holds_figure(rest).then(|| format!("nobody counted {rest:?}"))
}

fn holds_figure(text: &str) -> bool {
    text.contains(|char: char| char.is_numeric() || char == FULL || char == EMPTY)
}

/// Returns the text with white space as single blanks.
#[must_use]
pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a number with its digits in groups of three.
#[must_use]
pub fn grouped(number: u64) -> String {
    if number < 1_000 {
        return number.to_string();
    }
    format!("{},{:03}", grouped(number / 1_000), number % 1_000)
}

/// Returns a number and a word for what is counted, which has an `s` but for one.
#[must_use]
pub fn several(number: u64, word: &str) -> String {
    format!("{} {word}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Returns a time in UTC, to the second.
#[must_use]
pub fn time(at_ms: u64) -> String {
    let secs = at_ms / 1_000;
    let (day, secs) = (secs / DAY_SECS, secs % DAY_SECS);
    format!("{} {:02}:{:02}:{:02}", date(day), secs / 3_600, secs / 60 % 60, secs % 60)
}

/// Returns a duration; from ten seconds on in tenths of seconds.
#[must_use]
pub fn duration(ms: u64) -> String {
    if ms < 10_000 {
        return format!("{} ms", grouped(ms));
    }
    let tenths = (ms + 50) / 100;
    format!("{}.{} s", grouped(tenths / 10), tenths % 10)
}

/// Returns a bar: each place is full whose middle the part reaches.
#[must_use]
pub fn bar(part: f64, whole: f64, width: u32) -> String {
    let is_full = |at: u32| whole > 0.0 && part * f64::from(width) >= (f64::from(at) + 0.5) * whole;
    (0..width).map(|at| if is_full(at) { FULL } else { EMPTY }).collect()
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn a_figure_that_no_text_holds_is_a_fault() {
        let texts =
            |texts: &[&str]| texts.iter().map(|text| String::from(*text)).collect::<Vec<_>>();
        let screen = "stops  12\nsent   3 of them\n";
        assert_eq!(fault(screen, &texts(&["stops 12", "3 of them"])), None);
        assert_eq!(fault("no figure", &[]), None);
        for (screen, given) in [
            (screen, vec!["stops 12"]),
            (screen, vec!["3 of them"]),
            (screen, vec!["3 of them", "stops 12"]),
            (screen, vec!["stops 12", "4 of them"]),
            ("stops 112", vec!["12"]),
            ("stops 12 \u{2588}", vec!["stops 12"]),
        ] {
            assert!(fault(screen, &texts(&given)).is_some(), "{screen} {given:?}");
        }
    }

    #[test]
    fn numbers_times_and_bars_are_written_as_people_read_them() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!((several(1, "stop"), several(2, "stop")), ("1 stop".into(), "2 stops".into()));
        assert_eq!(time(1_795_003_200_123), "2026-11-18 12:00:00");
        assert_eq!([9_999, 10_000, 12_345].map(duration), ["9,999 ms", "10.0 s", "12.3 s"]);
        assert_eq!(bar(1.0, 2.0, 4), "\u{2588}\u{2588}\u{2591}\u{2591}");
        assert_eq!(bar(0.0, 0.0, 2), "\u{2591}\u{2591}");
    }
}
