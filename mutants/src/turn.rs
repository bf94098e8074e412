//! A part of the guards and of the planted mutants, so that one run need not test all.
//!
//! All of them take more than an hour on two cores. `.ci/run` tests a sixth, another one every day;
//! `gate` without `--turn` tests all.
use core::fmt;

/// Every `of`-th entry of a list, beginning with number `nth`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Turn {
    nth: usize,
    of: usize,
}

impl Turn {
    /// Everything.
    pub const ALL: Self = Self { nth: 0, of: 1 };

    /// Returns the turn that `K/N` names, counted from 0.
    #[must_use]
    pub fn read(words: &str) -> Option<Self> {
        let (nth, of) = words.split_once('/')?;
        let turn = Self { nth: nth.parse().ok()?, of: of.parse().ok()? };
        (turn.nth < turn.of).then_some(turn)
    }

    /// Returns the entries whose turn it is.
    #[must_use]
    pub fn of<T>(self, list: Vec<T>) -> Vec<T> {
        list.into_iter().skip(self.nth).step_by(self.of).collect()
    }

    /// Returns the share of a floor that a run of this turn has to reach: a tenth less than its
    /// part, as not every part has as much in it.
    #[must_use]
    pub fn share(self, floor: u64) -> u64 {
        let of = u64::try_from(self.of).unwrap_or(u64::MAX);
        let share = floor.saturating_mul(9).checked_div(of.saturating_mul(10));
        if self.is_all() { floor } else { share.unwrap_or(floor) }
    }

    /// Returns whether it is everything.
    #[must_use]
    pub fn is_all(self) -> bool {
        self.of == 1
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.nth, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_one_turn() {
        let list: Vec<u32> = (0..10).collect();
        for of in 1..5_usize {
            let mut seen: Vec<u32> = (0..of)
                .flat_map(|nth| Turn::read(&format!("{nth}/{of}")).unwrap().of(list.clone()))
                .collect();
            seen.sort_unstable();
            assert_eq!(seen, list, "{of}");
        }
        assert_eq!(Turn::ALL.of(list.clone()), list);
    }

    #[test]
    fn a_turn_is_one_of_several() {
        for odd in ["", "1", "3/3", "4/3", "a/3", "1/0", "-1/3", "0/0"] {
            assert_eq!(Turn::read(odd), None, "{odd}");
        }
        assert_eq!(Turn::read("0/1"), Some(Turn::ALL));
    }

    #[test]
    fn a_turn_has_to_reach_its_share_of_a_floor() {
        assert_eq!(Turn::ALL.share(400), 400);
        assert_eq!(Turn::read("1/3").unwrap().share(400), 120);
    }
}
