//! Plots as SVG, drawn for a page without scripts.

use alloc::{format, string::String};

use super::escaped::escaped;

/// A row of a plot.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// What it is called.
    pub(super) name: String,
    /// Its bars, the longest behind the others: a class of the page's style, and a number.
    pub(super) bars: [(&'static str, u64); 3],
}

/// Characters of a name, and their width where each is as wide as it is high; the page sets them
/// at this size.
pub(super) const NAME_CHARS: usize = 20;
const NAMES: u64 = 250;
/// The width of the bars.
const BARS: u64 = 400;
/// The width of the numbers behind them: three of six digits.
const NUMBERS: u64 = 190;
/// The height of a row and of the bars in it.
const ROW: u64 = 26;
const BAR: u64 = 18;

/// Returns a plot with a bar for each row; `about` says in words what it shows.
pub(super) fn plot(id: &str, about: &str, rows: &[Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    let all = rows.iter().flat_map(|row| row.bars);
    let most = all.map(|(_, number)| number).max().unwrap_or(0);
    let (width, height) =
        (NAMES.saturating_add(BARS).saturating_add(NUMBERS), count.saturating_mul(ROW));
    let mut svg = format!(
        "<svg role=\"img\" aria-labelledby=\"{id}\" viewBox=\"0 0 {width} {height}\">\n\
         <title id=\"{id}\">{}</title>\n",
        escaped(about)
    );
    for (row, at) in rows.iter().zip(0_u64..) {
        let top = at.saturating_mul(ROW);
        let middle = top.saturating_add(ROW / 2);
        let end = NAMES.saturating_sub(8);
        svg.push_str(&format!(
            "<text class=\"name\" x=\"{end}\" y=\"{middle}\">{}</text>\n",
            escaped(&row.name)
        ));
        let bar_top = top.saturating_add(ROW.saturating_sub(BAR) / 2);
        for (class, number) in row.bars {
            let length = length(number, most);
            svg.push_str(&format!(
                "<rect class=\"{class}\" x=\"{NAMES}\" y=\"{bar_top}\" width=\"{length}\" \
                 height=\"{BAR}\"/>\n"
            ));
        }
        let longest = row.bars.iter().map(|(_, number)| *number).max().unwrap_or(0);
        let behind = NAMES.saturating_add(length(longest, most)).saturating_add(6);
        let numbers = row.bars.map(|(_, number)| format!("{number}")).join(" / ");
        svg.push_str(&format!("<text x=\"{behind}\" y=\"{middle}\">{numbers}</text>\n"));
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns the length of a bar; what is there at all is seen.
fn length(number: u64, most: u64) -> u64 {
    let length = u128::from(number).saturating_mul(u128::from(BARS));
    let length = length.checked_div(u128::from(most)).unwrap_or(0);
    u64::try_from(length).unwrap_or(BARS).max(u64::from(number > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_share_of_the_longest() {
        for (number, most, expected) in
            [(0, 0, 0), (0, 9, 0), (9, 9, BARS), (1, 1_000_000, 1), (3, 6, BARS / 2)]
        {
            assert_eq!(length(number, most), expected, "{number} of {most}");
        }
        assert_eq!(length(u64::MAX, u64::MAX), BARS);
    }
}
