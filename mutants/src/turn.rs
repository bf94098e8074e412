//! A part of the guards and of the planted mutants, for what takes too long with all of them.
//!
//! A build for each mutant (`gate --build apart`) takes over an hour with all guards. `.ci/run` has
//! it for some of them, others every day, beside the one build that holds all.
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
}
