//! Whether work grows as its input does.

/// The sizes of an input that are compared: each is twice the one before.
pub const SIZES: [usize; 3] = [2 << 10, 4 << 10, 8 << 10];

/// Twice the input may take this many hundredths of the work: linear is 200, and 400 quadratic.
/// What grows by the logarithm besides takes less than 220.
const HUNDREDTHS_MAX: u64 = 250;

/// Instructions for a byte that are as good as none: what copies a text and looks for a byte in it
/// takes so many, and jumps where the allocator and `memcpy` change their ways.
const NOTHING: u64 = 8;

/// How many instructions inputs of [`SIZES`] took.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Growth(pub [u64; SIZES.len()]);

impl Growth {
    /// Returns by how many hundredths the work grew where it grew the most.
    #[must_use]
    pub fn hundredths(&self) -> u64 {
        let pairs = self.0.iter().zip(self.0.iter().skip(1));
        let grown = |(less, more): (&u64, &u64)| {
            more.saturating_mul(100).checked_div(*less).unwrap_or_default()
        };
        pairs.map(grown).max().unwrap_or_default()
    }

    /// Returns whether no doubling of the input took much more than twice the work, of inputs
    /// `times` as large as [`SIZES`].
    #[must_use]
    pub fn is_linear(&self, times: usize) -> bool {
        self.hundredths() <= HUNDREDTHS_MAX || self.of_a_byte(times) <= NOTHING
    }

    /// Returns how many instructions a further byte took, between the largest sizes.
    #[must_use]
    pub fn of_a_byte(&self, times: usize) -> u64 {
        let ([.., less, more], [.., small, large]) = (self.0, SIZES);
        let bytes = large.saturating_sub(small).saturating_mul(times);
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        more.saturating_sub(less).checked_div(bytes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth(work: impl Fn(u64) -> u64) -> Growth {
        Growth(SIZES.map(|size| work(u64::try_from(size).unwrap())))
    }

    #[test]
    fn work_is_linear_where_twice_the_input_takes_twice_the_work() {
        assert!(growth(|size| 70 * size).is_linear(1));
        assert!(growth(|_| 5_000).is_linear(1), "what is bounded");
        assert!(growth(|size| 20 * size * u64::from(size.ilog2())).is_linear(1), "what is sorted");
        assert_eq!(growth(|size| 70 * size + 900).of_a_byte(1), 70);
        assert_eq!(growth(|size| 70 * 5 * size).of_a_byte(5), 70);
    }

    #[test]
    fn work_is_not_linear_where_a_part_of_it_grows_with_the_square() {
        assert!(!growth(|size| size * size).is_linear(1));
        assert!(!growth(|size| 70 * size + size * size / 100).is_linear(1));
    }

    #[test]
    fn work_that_is_as_good_as_none_may_jump() {
        assert!(growth(|size| if size > 4_096 { 4 * size } else { size }).is_linear(1));
        assert!(!growth(|size| if size > 4_096 { 60 * size } else { size }).is_linear(1));
        assert_eq!(Growth([0; SIZES.len()]).hundredths(), 0);
    }
}
