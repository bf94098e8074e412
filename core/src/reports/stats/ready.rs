//! The bars that a check has to pass in shadow before it should block.

use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use super::count;
use crate::checks::{Check, Finding};
use crate::reports::review::Mark;
use crate::text::screen::number::counted;

/// Judged records in shadow that a check needs.
const JUDGED_MIN: u64 = 40;

/// The same of a check that is recorded along with another: its cases are rare.
const JUDGED_MIN_RECORDED: u64 = 20;

/// The least share of reviewed objections that have to be right, in percent.
const PRECISION_MIN: u64 = 70;

/// The most wrong objections in a hundred judged stops.
const WRONG_MAX: u64 = 3;

/// How far a check has come in shadow.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Readiness {
    /// Records in shadow on which it came to a conclusion.
    pub judged: u64,
    /// How many it needs.
    pub needed: u64,
    /// Objections among them.
    pub objections: u64,
    /// Those that a person called right.
    pub right: u64,
    /// Those that a person called wrong.
    pub wrong: u64,
    /// What is missing; nothing where the check may block.
    pub missing: Vec<Missing>,
}

/// Something that is missing.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// So many more judged records.
    Records(u64),
    /// It never objected, so nothing shows that it is right.
    Objections,
    /// So many more objections to review.
    Reviews(u64),
    /// Too few of the reviewed objections are right.
    Precision {
        /// How many are, in whole percent, rounded down.
        percent: u64,
    },
    /// Too many objections are wrong.
    Wrong {
        /// How many.
        wrong: u64,
        /// How many may be, of as many stops.
        most: u64,
    },
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Records(more) => f.write_str(&counted(*more, "more stop", "more stops")),
            Self::Objections => f.write_str("an objection"),
            Self::Reviews(more) => f.write_str(&counted(*more, "review", "reviews")),
            Self::Precision { percent } => {
                write!(f, "precision ({percent} in 100 right, {PRECISION_MIN} needed)")
            }
            Self::Wrong { wrong, most } => write!(f, "fewer wrong ({wrong}, at most {most})"),
        }
    }
}

impl Readiness {
    pub(super) fn of(check: &Check) -> Self {
        let needed = if check.recorded_with.is_some() { JUDGED_MIN_RECORDED } else { JUDGED_MIN };
        Self { judged: 0, needed, objections: 0, right: 0, wrong: 0, missing: Vec::new() }
    }

    pub(super) fn add(&mut self, finding: Finding, mark: Option<Mark>) {
        match finding {
            Finding::Silent => count(&mut self.judged),
            Finding::Fires => {
                count(&mut self.judged);
                count(&mut self.objections);
                match mark {
                    Some(Mark::Right) => count(&mut self.right),
                    Some(Mark::Wrong) => count(&mut self.wrong),
                    None => {}
                }
            }
            Finding::Unjudged | Finding::Unknown | Finding::Noted => {}
        }
    }

    /// Says what is missing. What nobody reviewed may be wrong, and counts so.
    pub(super) fn conclude(&mut self) {
        let reviewed = self.right.saturating_add(self.wrong);
        let unreviewed = self.objections.saturating_sub(reviewed);
        let most = self.judged.saturating_mul(WRONG_MAX).saturating_div(100);
        let percent = self.right.saturating_mul(100).checked_div(reviewed);
        let records = self.needed.saturating_sub(self.judged);
        let to_know = self.wrong.saturating_add(unreviewed).saturating_sub(most);
        let least = u64::from(reviewed == 0 && unreviewed > 0);
        let reviews = to_know.min(unreviewed).max(least);
        let missing = [
            (records > 0).then_some(Missing::Records(records)),
            (self.objections == 0).then_some(Missing::Objections),
            (reviews > 0).then_some(Missing::Reviews(reviews)),
            percent
                .filter(|percent| *percent < PRECISION_MIN)
                .map(|percent| Missing::Precision { percent }),
            (self.wrong > most).then_some(Missing::Wrong { wrong: self.wrong, most }),
        ];
        self.missing = missing.into_iter().flatten().collect();
    }

    /// Returns whether the check may block.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.missing.is_empty()
    }
}
