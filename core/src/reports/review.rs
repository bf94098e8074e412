//! What people say of objections: right or wrong.

mod queue;
pub mod screen;

use alloc::{collections::BTreeMap, format, string::String};
use core::fmt;

use serde::{Deserialize, Serialize};

pub use queue::{Queue, Waiting};

use crate::checks::{Check, Finding, find, name};
use crate::decision::record::Record;
use crate::reports::log::{Entry, Id};
use crate::text::json;
use crate::wording::{Cue, in_request};

/// A person's word on an objection.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// The agent had better gone on.
    Right,
    /// The turn was over, and rightly so.
    Wrong,
}

impl Mark {
    /// Returns the mark that a word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "right" => Some(Self::Right),
            "wrong" => Some(Self::Wrong),
            _ => None,
        }
    }

    /// Returns the word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
        }
    }
}

/// One line of `reviews.jsonl`.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Review {
    /// The record.
    pub id: Id,
    /// The word of the check that objects there.
    #[serde(deserialize_with = "name::deserialize_text")]
    pub check: String,
    /// What it was.
    pub mark: Mark,
    /// When that was said, in milliseconds of the epoch.
    pub at_ms: u64,
}

impl Review {
    /// Returns the line that holds it, with its line end.
    #[must_use]
    pub fn line(&self) -> String {
        json::to_line(self)
    }

    /// Returns the review on a line, if it is one.
    #[must_use]
    pub fn parse(line: &[u8]) -> Option<Self> {
        serde_json::from_slice(line.trim_ascii()).ok()
    }
}

/// The last mark of every objection.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Reviews {
    marks: BTreeMap<Id, BTreeMap<String, Mark>>,
    /// Lines that are none.
    damaged: u64,
}

impl Reviews {
    /// Returns the reviews that a file holds.
    #[must_use]
    pub fn read(file: &[u8]) -> Self {
        let mut reviews = Self::default();
        for line in file.split(|byte| *byte == b'\n') {
            match Review::parse(line) {
                Some(review) => reviews.add(review),
                None if line.trim_ascii().is_empty() => {}
                None => reviews.damaged = reviews.damaged.saturating_add(1),
            }
        }
        reviews
    }

    /// Takes in a review; a later one of the same objection counts.
    pub fn add(&mut self, review: Review) {
        self.marks.entry(review.id).or_default().insert(review.check, review.mark);
    }

    /// Returns the mark of what a check objected to there.
    #[must_use]
    pub fn of(&self, id: &Id, check: &Check) -> Option<Mark> {
        self.marks.get(id)?.get(check.word).copied()
    }

    /// Returns how many lines of the file are no review.
    #[must_use]
    pub fn damaged(&self) -> u64 {
        self.damaged
    }
}

/// Returns the checks that object in a record, whether or not the stop was sent back for one: those
/// that are only recorded, too.
pub fn objecting(record: &Record) -> impl Iterator<Item = &'static Check> {
    let fires = record.findings.iter().filter(|found| found.finding == Finding::Fires);
    fires.filter_map(|found| find(&found.check))
}

/// Why an objection cannot be reviewed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NotReviewed {
    /// No check objects there.
    NoObjection,
    /// Several do.
    Several(String),
    /// That one does not.
    Other(String),
}

impl fmt::Display for NotReviewed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoObjection => f.write_str("no check objects there: there is nothing to review"),
            Self::Several(checks) => write!(f, "name one with --check: {checks}"),
            Self::Other(checks) => write!(f, "it does not object there; these do: {checks}"),
        }
    }
}

impl core::error::Error for NotReviewed {}

/// Returns the review of an objection in a record. Where several checks object, `check` says which
/// is meant.
///
/// # Errors
///
/// Returns an error if none is meant.
pub fn review(
    entry: &Entry,
    check: Option<&str>,
    mark: Mark,
    at_ms: u64,
) -> Result<Review, NotReviewed> {
    let names = || objecting(&entry.record).map(|check| check.word);
    let all = || names().fold(String::new(), |all, name| format!("{all} {name}").trim().into());
    let check = match (check, names().count()) {
        (_, 0) => return Err(NotReviewed::NoObjection),
        (None, 1) => names().next().unwrap_or_default(),
        (None, _) => return Err(NotReviewed::Several(all())),
        (Some(check), _) => {
            let named = find(check).map(|check| check.word);
            names().find(|name| Some(*name) == named).ok_or_else(|| NotReviewed::Other(all()))?
        }
    };
    Ok(Review { id: entry.id.clone(), check: check.into(), mark, at_ms })
}

/// Returns what speaks for a mark in what the user typed next, if anything does: whoever has the
/// agent go on, or doubts it, did not think that it was done.
#[must_use]
pub fn hint(typed: &str) -> Option<Mark> {
    let told = [
        Cue::ToldToCommit,
        Cue::ToldToPush,
        Cue::ToldToFix,
        Cue::ToldToImplement,
        Cue::ToldToGoOn,
        Cue::Doubts,
    ];
    in_request(typed).all.has_any(&told).then_some(Mark::Right)
}
