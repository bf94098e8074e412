//! Numbers that look random and follow from a seed alone.

/// A generator: SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `count`, which is at least 1. That some are a little likelier than
    /// others does not matter here.
    pub(crate) fn below(&mut self, count: u32) -> u32 {
        let rest = self.next().checked_rem(u64::from(count)).unwrap_or(0);
        u32::try_from(rest).unwrap_or(0)
    }

    pub(super) fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    /// Returns one of these; the default if there are none.
    pub(super) fn pick<T: Clone + Default>(&mut self, from: &[T]) -> T {
        let count = u32::try_from(from.len()).unwrap_or(1).max(1);
        let at = usize::try_from(self.below(count)).unwrap_or(0);
        from.get(at).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut dice = Dice::of(1_234_567);
        let first = [dice.next(), dice.next()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }
}
