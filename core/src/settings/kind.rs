//! Which values a setting takes, and what happens with any other.

use alloc::{format, string::String, vec::Vec};
use core::time::Duration;

use super::price::Price;
use crate::checks::score::Threshold;
use crate::checks::{ALL, READS, find};

/// The values that a setting takes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Words of checks, separated by commas, or `all`.
    Checks,
    /// On or off; in doubt on.
    Switch,
    /// On or off; in doubt off.
    Consent,
    /// A number above 0 and at most 1.
    Share,
    /// A whole number; anything else counts as 0.
    Count {
        /// The most.
        most: u32,
    },
    /// Seconds, with a fraction if need be, above 0.
    Seconds {
        /// The most.
        most: u32,
    },
    /// A whole number; anything else leaves the default.
    Number {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A program: a path, or a name that is looked for on PATH.
    Program,
    /// A file or folder, as an absolute path.
    Path,
    /// A URL.
    Url,
    /// Words separated by commas.
    List,
    /// A model's name: one plain word, for it goes to the judge.
    Model,
    /// A regular expression that does not match the empty text.
    Pattern,
    /// An amount of USD.
    Price,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Kind {
    /// Returns whether an option that stands alone turns it on.
    #[must_use]
    pub fn is_switch(self) -> bool {
        matches!(self, Self::Switch | Self::Consent)
    }

    /// Returns the words that turn checks on, `all` first.
    pub fn check_words() -> impl Iterator<Item = &'static str> {
        ["all"].into_iter().chain(ALL.map(|check| check.word)).chain([READS])
    }

    /// Returns which values it takes, in words.
    #[must_use]
    pub fn values(self) -> String {
        match self {
            Self::Checks => {
                let words: Vec<&str> = Self::check_words().skip(1).collect();
                let words = words.join("` `");
                format!("`all` (without `{READS}`), or any of `{words}`, separated by commas")
            }
            Self::Switch => "on or off; anything else counts as on".into(),
            Self::Consent => "on or off; anything else counts as off".into(),
            Self::Share => "above 0, at most 1".into(),
            Self::Count { most } => format!("0 to {most}"),
            Self::Seconds { most } => format!("above 0, at most {most}"),
            Self::Number { least, most } => format!("{least} to {most}"),
            Self::Program => "a path, or a name on PATH".into(),
            Self::Path => "an absolute path".into(),
            Self::Url => "a URL".into(),
            Self::List => "words, separated by commas".into(),
            Self::Model => "a word".into(),
            Self::Pattern => "a regular expression that does not match the empty text".into(),
            Self::Price => "USD, with up to six decimals".into(),
            Self::OneOf(words) => format!("`{}`", words.join("`, `")),
        }
    }

    /// Returns what is wrong with a value that is not empty, and what holds instead.
    #[must_use]
    pub fn problem(self, value: &str) -> Option<String> {
        let instead = |is_taken: bool| {
            let problem = || format!("`{value}` is not {}; the default applies", self.expected());
            (!is_taken).then(problem)
        };
        let nothing = |is_taken: bool| {
            let problem = || format!("`{value}` is not {}; nothing blocks", self.expected());
            (!is_taken).then(problem)
        };
        match self {
            Self::Checks => unknown_words(value),
            Self::Switch => {
                let is_plain = is_on(value) || is_off(value);
                (!is_plain).then(|| format!("`{value}` is neither on nor off; it counts as on"))
            }
            Self::Consent => {
                let is_plain = is_on(value) || is_off(value);
                (!is_plain).then(|| format!("`{value}` is neither on nor off; it counts as off"))
            }
            Self::Share => nothing(Threshold::parse(value).is_some()),
            Self::Count { .. } => nothing(self.count(value).is_some()),
            Self::Seconds { .. } => instead(self.milliseconds(value).is_some()),
            Self::Number { .. } => instead(self.number(value).is_some()),
            Self::Model => instead(is_model(value)),
            Self::Price => instead(Price::parse(value).is_some()),
            Self::OneOf(words) => instead(words.contains(&value)),
            Self::Path => instead(value.starts_with('/')),
            // An endpoint is looked at where it is known who named it.
            // A regular expression is compiled where it is used.
            // A program is looked for where it is run.
            Self::Url | Self::List | Self::Pattern | Self::Program => None,
        }
    }

    /// Returns the whole number that `value` is, if it is in range.
    pub(super) fn count(self, value: &str) -> Option<u32> {
        let Self::Count { most } = self else { return None };
        value.parse().ok().filter(|number| *number <= most)
    }

    /// Returns the whole number that `value` is, if it is in range.
    pub(super) fn number(self, value: &str) -> Option<u64> {
        let Self::Number { least, most } = self else { return None };
        value.parse().ok().filter(|number| (least..=most).contains(number))
    }

    /// Returns the milliseconds that `value` is in seconds, if they are in range.
    pub(super) fn milliseconds(self, value: &str) -> Option<u64> {
        let Self::Seconds { most } = self else { return None };
        let duration = Duration::try_from_secs_f64(value.parse().ok()?).ok()?;
        let most = u64::from(most).saturating_mul(1_000);
        u64::try_from(duration.as_millis()).ok().filter(|ms| (1..=most).contains(ms))
    }

    fn expected(self) -> String {
        match self {
            Self::OneOf(words) => format!("one of `{}`", words.join("`, `")),
            Self::Model => "a plain word".into(),
            Self::Checks
            | Self::Switch
            | Self::Consent
            | Self::Share
            | Self::Count { .. }
            | Self::Seconds { .. }
            | Self::Number { .. }
            | Self::Program
            | Self::Path
            | Self::Url
            | Self::List
            | Self::Pattern
            | Self::Price => self.values(),
        }
    }
}

pub(super) fn is_on(value: &str) -> bool {
    ["1", "true", "yes", "on"].contains(&value)
}

pub(super) fn is_off(value: &str) -> bool {
    ["0", "false", "no", "off"].contains(&value)
}

/// A model's name goes to the judge and onto command lines, so it is one plain word and no option.
pub(super) fn is_model(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._/~@:".contains(&byte);
    text.len() <= 128 && !text.starts_with('-') && text.bytes().all(is_plain)
}

fn unknown_words(value: &str) -> Option<String> {
    let words = value.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    let is_known =
        |word: &str| Kind::check_words().any(|known| known == word) || find(word).is_some();
    let unknown: Vec<&str> = words.filter(|word| !is_known(word)).collect();
    let problem = || format!("no check is called `{}`; it turns nothing on", unknown.join("`, `"));
    (!unknown.is_empty()).then(problem)
}
