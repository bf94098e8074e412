//! How sure a share is that was counted.

use serde::Serialize;

/// A share and its 95 % interval by Wilson, <https://doi.org/10.1080/01621459.1927.10502953>.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// How many are.
    pub count: usize,
    /// Of how many.
    pub of: usize,
    /// The lower end, from 0 to 1.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

const Z: f64 = 1.96;

impl Share {
    /// Returns the share of `count` in `of`; of nothing, it can be anything.
    #[must_use]
    pub fn of(count: usize, of: usize) -> Self {
        if of == 0 {
            return Self { count, of, low: 0.0, high: 1.0 };
        }
        let (hits, all) = (number(count), number(of));
        let share = hits / all;
        let scale = 1.0 + Z * Z / all;
        let middle = (share + Z * Z / (2.0 * all)) / scale;
        let spread = Z * (share * (1.0 - share) / all + Z * Z / (4.0 * all * all)).sqrt() / scale;
        Self { count, of, low: (middle - spread).max(0.0), high: (middle + spread).min(1.0) }
    }
}

impl core::fmt::Display for Share {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { count, of, low, high } = self;
        if *of == 0 {
            return write!(f, "{count} of 0");
        }
        let percent = 100.0 * number(*count) / number(*of);
        write!(f, "{count} of {of}, {percent:.1} % [{:.1}, {:.1}]", 100.0 * low, 100.0 * high)
    }
}

/// No count here comes near the end of `u32`.
fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_those_of_a_published_example() {
        // Newcombe 1998, <https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8%3C857::AID-SIM777>
        let share = Share::of(81, 263);
        assert!((share.low - 0.2553).abs() < 1e-4 && (share.high - 0.3662).abs() < 1e-4);
        let none = Share::of(0, 20);
        assert!(none.low.abs() < 1e-9 && (none.high - 0.1611).abs() < 1e-4);
    }

    #[test]
    fn a_share_of_nothing_can_be_anything() {
        assert_eq!(Share::of(0, 0), Share { count: 0, of: 0, low: 0.0, high: 1.0 });
        assert_eq!(Share::of(0, 0).to_string(), "0 of 0");
        assert_eq!(Share::of(1, 2).to_string(), "1 of 2, 50.0 % [9.5, 90.5]");
    }
}
