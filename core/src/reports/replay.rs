//! Decides records again, under the same settings or others, and shows what flips.
//!
//! Each record is decided on what was known before it: a turn that had gone on, or not, would have
//! come to other stops, and nobody knows which.

use alloc::{format, string::String, vec::Vec};
use core::fmt;

use serde::Serialize;

use crate::checks::score::{NotAThreshold, Threshold};
use crate::checks::verdict::Verdict;
use crate::decision::record::Record;
use crate::limits::FLIPS_MAX;
use crate::reports::explain::outcome;
use crate::reports::log::{Entry, Id, LogLine, Skipped};
use crate::reports::review::{Mark, Reviews, objecting};
use crate::settings::Name;
use crate::text::calendar::Clock;
use crate::text::screen::number::{count, counted};
use crate::text::screen::{Cell, Column, Columns, Screen, Table, Tone};

/// Thresholds to decide by, instead of those that are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Thresholds {
    /// That of the settings.
    pub tau: Option<Threshold>,
    /// That of claims.
    pub claim: Option<Threshold>,
    /// That of claims for the built-in judge.
    pub claim_local: Option<Threshold>,
}

/// Why a text names no threshold and its value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OddThreshold {
    /// It is not of the form `NAME=X`.
    Form,
    /// No threshold has that name.
    Name(String),
    /// The value is none.
    Value(String),
}

impl fmt::Display for OddThreshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("write --threshold NAME=X"),
            Self::Name(name) => {
                write!(f, "no threshold is called `{name}`: tau, claim or claim_local")
            }
            Self::Value(value) => write!(f, "`{value}`: {NotAThreshold}"),
        }
    }
}

impl core::error::Error for OddThreshold {}

impl Thresholds {
    /// Takes in `NAME=X`.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with it.
    pub fn set(&mut self, text: &str) -> Result<(), OddThreshold> {
        let (name, value) = text.split_once('=').ok_or(OddThreshold::Form)?;
        let place = match Name::from_key(name) {
            Some(Name::Tau) => &mut self.tau,
            Some(Name::Claim) => &mut self.claim,
            Some(Name::ClaimLocal) => &mut self.claim_local,
            _ => return Err(OddThreshold::Name(name.into())),
        };
        let threshold = Threshold::parse(value);
        *place = Some(threshold.ok_or_else(|| OddThreshold::Value(value.into()))?);
        Ok(())
    }

    /// Returns whether there are none: then it is decided as it was.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the record with these thresholds.
    #[must_use]
    pub fn apply(&self, record: &Record) -> Record {
        let mut record = record.clone();
        let claim = if record.is_built_in() { self.claim_local } else { self.claim };
        if let Some(tau) = self.tau {
            record.plan.tau = Some(tau);
        }
        if let Some(claim) = claim {
            record.plan.claim = Some(claim);
        }
        record
    }
}

impl fmt::Display for Thresholds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [("tau", self.tau), ("claim", self.claim), ("claim_local", self.claim_local)];
        let set = all.iter().filter_map(|(name, threshold)| Some((name, (*threshold)?)));
        let words: Vec<String> =
            set.map(|(name, threshold)| format!("{name} at {}", f64::from(threshold))).collect();
        f.write_str(&words.join(", "))
    }
}

/// What happened to stops.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Outcomes {
    /// They were sent back.
    pub blocked: u64,
    /// They would have been, but for shadow.
    pub would_block: u64,
    /// They passed.
    pub passed: u64,
}

impl Outcomes {
    pub(crate) fn add(&mut self, verdict: &Verdict) {
        let number = match verdict {
            Verdict::Block(_) => &mut self.blocked,
            Verdict::WouldBlock(_) => &mut self.would_block,
            Verdict::Pass(_) => &mut self.passed,
        };
        *number = number.saturating_add(1);
    }
}

/// A stop that comes out differently.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Flip {
    /// The record.
    pub id: Id,
    /// When it was decided, in milliseconds of the epoch.
    pub at_ms: u64,
    /// What is recorded.
    pub before: Verdict,
    /// What comes out now.
    pub after: Verdict,
    /// What a person said of the objection that is recorded.
    pub review: Option<Mark>,
}

/// Every figure of `sprag replay`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Replay {
    /// What it was decided by; where nothing is set, by what is recorded.
    pub thresholds: Thresholds,
    /// Records of stops.
    pub stops: u64,
    /// Those that this version decides as they are recorded, under the same settings: verdict and
    /// findings.
    pub identical: u64,
    /// What happened to them.
    pub before: Outcomes,
    /// What happens to them now.
    pub after: Outcomes,
    /// Those whose verdict is another now.
    pub flipped: u64,
    /// The first of them, in the order of the log.
    pub flips: Vec<Flip>,
    /// Objections that are gone and that a person called right.
    pub lost_right: u64,
    /// Objections that are gone and that a person called wrong.
    pub lost_wrong: u64,
    /// Lines that were passed over.
    pub skipped: Skipped,
}

impl Replay {
    /// Begins to decide again, by these thresholds.
    #[must_use]
    pub fn new(thresholds: Thresholds) -> Self {
        Self { thresholds, ..Self::default() }
    }

    /// Decides a line of the log again.
    pub fn add(&mut self, line: LogLine, reviews: &Reviews) {
        if let Some(entry) = self.skipped.sift(line) {
            self.decide(&entry, reviews);
        }
    }

    fn decide(&mut self, entry: &Entry, reviews: &Reviews) {
        let Entry { id, record } = entry;
        let after = self.thresholds.apply(record).again();
        count_one(&mut self.stops);
        if record.again() == *record {
            count_one(&mut self.identical);
        }
        self.before.add(&record.verdict);
        self.after.add(&after.verdict);
        let objects_now: Vec<_> = objecting(&after).collect();
        let lost = objecting(record).filter(|check| !objects_now.contains(check));
        for mark in lost.filter_map(|check| reviews.of(id, check)) {
            count_one(match mark {
                Mark::Right => &mut self.lost_right,
                Mark::Wrong => &mut self.lost_wrong,
            });
        }
        if after.verdict == record.verdict {
            return;
        }
        count_one(&mut self.flipped);
        if self.flips.len() < FLIPS_MAX {
            let named = match &record.verdict {
                Verdict::Block(check) | Verdict::WouldBlock(check) => reviews.of(id, check),
                Verdict::Pass(_) => None,
            };
            self.flips.push(Flip {
                id: id.clone(),
                at_ms: record.at_ms,
                before: record.verdict.clone(),
                after: after.verdict,
                review: named,
            });
        }
    }

    /// Returns the screen that shows every figure.
    #[must_use]
    pub fn screen(&self, clock: &Clock<'_>, columns: Columns) -> Screen {
        let mut screen = Screen::new(columns);
        let stops = counted(self.stops, "stop", "stops");
        if self.thresholds.is_none() {
            screen.heading(&format!("{stops}, decided again as recorded"));
        } else {
            screen.heading(&format!("{stops}, decided again with {}", self.thresholds));
        }
        let mut table =
            Table::new([Column::left(""), Column::right("recorded"), Column::right("now")]);
        let Self { before, after, .. } = self;
        table.row(["sent back".into(), count(before.blocked).into(), count(after.blocked).into()]);
        let would = [before.would_block, after.would_block].map(|number| count(number).into());
        table.row(["would be, in shadow".into()].into_iter().chain(would));
        table.row(["passed".into(), count(before.passed).into(), count(after.passed).into()]);
        screen.table(&table);
        screen.blank();
        let differs = self.stops.saturating_sub(self.identical);
        if differs > 0 {
            let stops = counted(differs, "stop", "stops");
            screen.say(
                Tone::Warn,
                &format!(
                    "This version decides {stops} differently even with the recorded settings: \
                     another version wrote them."
                ),
            );
        } else {
            screen.text("With the recorded settings, every stop is decided as it was.");
        }
        if self.lost_right > 0 || self.lost_wrong > 0 {
            let (right, wrong) = (count(self.lost_right), count(self.lost_wrong));
            screen.text(&format!(
                "Of the objections that would go away, reviews called {wrong} wrong and {right} \
                 right."
            ));
        }
        self.flips(clock, &mut screen);
        self.skipped.show(&mut screen);
        screen
    }

    fn flips(&self, clock: &Clock<'_>, screen: &mut Screen) {
        screen.heading(&format!("What flips: {}", counted(self.flipped, "stop", "stops")));
        let mut table = Table::new([
            Column::left("record"),
            Column::left("when").from(80),
            Column::left("recorded").wrapped(),
            Column::left("now").wrapped(),
            Column::left("review"),
        ]);
        for flip in self.flips.iter().take(FLIPS_SHOWN) {
            table.row([
                Cell::of(Tone::Strong, flip.id.as_str()),
                clock.text(flip.at_ms).into(),
                outcome(&flip.before).into(),
                outcome(&flip.after).into(),
                flip.review.map_or("", Mark::word).into(),
            ]);
        }
        if !self.flips.is_empty() {
            screen.table(&table);
        }
        let shown = u64::try_from(self.flips.len().min(FLIPS_SHOWN)).unwrap_or(u64::MAX);
        let more = self.flipped.saturating_sub(shown);
        if more > 0 {
            screen.say(Tone::Faint, &format!("and {} more", count(more)));
        }
    }
}

/// Flips that a screen names.
const FLIPS_SHOWN: usize = 20;

fn count_one(number: &mut u64) {
    *number = number.saturating_add(1);
}
