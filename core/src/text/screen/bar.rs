//! Bars and sparklines: a share, and a row of numbers, as characters.

use alloc::string::String;

const FULL: char = '\u{2588}';
const EMPTY: char = '\u{2591}';

/// The levels of a sparkline, the lowest first.
const LEVELS: [char; 8] = [
    '\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}', '\u{2588}',
];

/// Returns a bar of `columns` characters, of which `part` of `whole` are full, to the nearest one.
/// Of nothing, nothing is full; more than all is all.
#[must_use]
pub fn bar(part: u64, whole: u64, columns: usize) -> String {
    let (part, whole) = (u128::from(part.min(whole)), u128::from(whole));
    let all = u128::try_from(columns).unwrap_or(0);
    let twice = part.saturating_mul(all).saturating_mul(2).saturating_add(whole);
    let full = twice.checked_div(whole.saturating_mul(2)).unwrap_or(0);
    filled(usize::try_from(full).unwrap_or(columns), columns)
}

/// Returns a bar of `columns` characters for a share in [0, 1].
#[must_use]
pub fn share_bar(share: f64, columns: usize) -> String {
    let width = f64::from(u32::try_from(columns).unwrap_or(u32::MAX));
    let is_full = |at: usize| {
        let middle = f64::from(u32::try_from(at).unwrap_or(u32::MAX)) + 0.5;
        share * width >= middle
    };
    filled((0..columns).filter(|at| is_full(*at)).count(), columns)
}

fn filled(full: usize, columns: usize) -> String {
    let full = full.min(columns);
    let mut bar = String::new();
    bar.extend(core::iter::repeat_n(FULL, full));
    bar.extend(core::iter::repeat_n(EMPTY, columns.saturating_sub(full)));
    bar
}

/// Returns a character for each number, the higher the larger; a blank stands for zero.
#[must_use]
pub fn sparkline(numbers: &[u64]) -> String {
    let most = numbers.iter().copied().max().unwrap_or(0);
    let level = |number: u64| {
        let steps = u128::from(number).saturating_mul(8);
        let at = steps.div_ceil(u128::from(most.max(1)));
        let at = usize::try_from(at).unwrap_or(8).checked_sub(1)?;
        LEVELS.get(at).copied()
    };
    numbers.iter().map(|number| level(*number).unwrap_or(' ')).collect()
}
