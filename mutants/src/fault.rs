//! What is wrong, in words for the person who has to put it right.
use core::fmt;

/// One thing that is wrong, in one line: what happened, to which thing, what to do.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Fault(String);

impl Fault {
    /// Returns a fault with these words; line ends become spaces.
    #[must_use]
    pub fn say(words: &str) -> Self {
        Self(words.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Makes a [`Fault`] from a format string.
macro_rules! fault {
    ($($words:tt)*) => {
        $crate::Fault::say(&format!($($words)*))
    };
}
pub(crate) use fault;

#[cfg(test)]
mod tests {
    #[test]
    fn a_fault_is_one_line() {
        assert_eq!(fault!("two\n  {}", "lines").to_string(), "two lines");
    }
}
