//! Numbers of the judge, and the numbers they are compared with.

use core::fmt;

use serde::{Deserialize, Serialize};

/// The judge's answer to one question: how likely it is true, in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Score(f64);

impl Score {
    /// Certainly not.
    pub const NONE: Self = Self(0.0);

    /// Certainly.
    pub const FULL: Self = Self(1.0);

    /// Returns the score, unless it is not a number in [0, 1].
    #[must_use]
    pub fn of(number: f64) -> Option<Self> {
        (0.0..=1.0).contains(&number).then_some(Self(number))
    }

    /// Returns whether the score is at least `threshold`. Judges round to two decimals, so scores
    /// that equal a threshold are common; they reach it.
    #[must_use]
    pub fn reaches(self, threshold: Threshold) -> bool {
        self.0 >= threshold.0
    }

    /// Returns the number.
    #[must_use]
    pub fn number(self) -> f64 {
        self.0
    }
}

/// The least score that counts as true, in (0, 1].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Threshold(f64);

impl Threshold {
    /// What the seeds of this project used on their own wording. It is unmeasured on ours.
    pub const DEFAULT: Self = Self(0.5);

    /// From here on a claim counts as made. A seed measured it, on its own wording.
    pub const CLAIM: Self = Self(0.7);

    /// The same for the built-in judge: at this score, fewer than two of a hundred claims that it
    /// saw were none; see `docs/judge.md`.
    pub const CLAIM_LOCAL: Self = Self(0.9);

    /// From here on it is likelier than not.
    pub const LIKELY: Self = Self(0.5);

    /// From here on it is taken into account, to be on the safe side.
    pub const POSSIBLE: Self = Self(0.4);

    /// Returns the threshold, unless it is not a number in (0, 1]. At 0 every score would reach it.
    #[must_use]
    pub fn of(number: f64) -> Option<Self> {
        (number > 0.0 && number <= 1.0).then_some(Self(number))
    }

    /// Returns the threshold that `text` writes as a decimal number.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        text.trim().parse().ok().and_then(Self::of)
    }
}

impl From<Threshold> for f64 {
    fn from(threshold: Threshold) -> Self {
        threshold.0
    }
}

impl TryFrom<f64> for Threshold {
    type Error = NotAThreshold;

    fn try_from(number: f64) -> Result<Self, NotAThreshold> {
        Self::of(number).ok_or(NotAThreshold)
    }
}

/// A number that is no threshold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NotAThreshold;

impl fmt::Display for NotAThreshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a threshold must be above 0 and at most 1")
    }
}
