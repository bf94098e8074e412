//! The checks, in order of precedence.
//!
//! A check is one file with the same parts in the same order: what turns it on, which questions it
//! asks, the rule that fires, the nudge. To add one, add the file and its line in [`ALL`].
//! With it go an entry for its `rule` in `mutants/guards.toml` and a snapshot of its request; the
//! documents that list its word are made by commands that a failing test names. If it needs more
//! than the turn, the payload and the settings offer, that fact comes first, with a reader of its
//! own.
//!
//! In: [`known::Known`] and [`scores::Scores`]. Out: a [`Finding`] of each check, and what the
//! agent is told.
//! May use: `limits`, `text`, `activity`, `hosts`, `security`, `wording`.
//! Begin with [`ALL`], then the file of one check; what becomes of a stop is a [`verdict`].

mod ask;
mod challenge;
pub mod done;
pub mod known;
mod language;
pub(crate) mod name;
mod promises;
pub mod question;
pub mod score;
pub mod scores;
pub mod verdict;
mod watch;
mod watch_match;

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::checks::known::Known;
use crate::checks::question::Question;
use crate::checks::score::Threshold;
use crate::checks::scores::Scores;

/// Every check. At most one of them blocks a stop: the first that fires.
pub const ALL: [&Check; 7] = [
    &language::CHECK,
    &watch::CHECK,
    &watch_match::CHECK,
    &promises::CHECK,
    &done::CHECK,
    &challenge::CHECK,
    &ask::CHECK,
];

/// The word that turns on the check of bulk reads. It is not a check of a stop, so `all` leaves it
/// out.
pub const READS: &str = "reads";

/// One check.
#[derive(Debug)]
pub struct Check {
    /// Its name: the word that turns it on, that records hold and that people read.
    pub word: &'static str,
    /// When it objects, in words; `rule` is exact.
    pub fires_when: &'static str,
    /// The word of another check that has it evaluated and recorded, though it may not block.
    pub recorded_with: Option<&'static str>,
    /// How often it may block.
    pub pace: Pace,
    /// What it needs to know beyond the turn.
    pub needs: &'static [Needs],
    /// Every question that it may ask.
    pub questions: &'static [&'static Question],
    /// How many of them, from the first on, are due. What the transcript adds to what is known
    /// makes more of them due, never fewer.
    pub due: fn(&Known) -> usize,
    /// Decides whether it fires.
    pub rule: fn(&Case<'_>) -> Finding,
    /// Returns what the agent is told, at most four lines: facts first, then what would help.
    pub nudge: fn(&Case<'_>) -> String,
}

/// How often a check may block, beside the cap that all share.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Pace {
    /// As often as the shared cap allows.
    Common,
    /// Never twice in a row: after the first block the agent may insist.
    NotInARow,
    /// Once for a prompt, three times in a session, and not within a minute of any block.
    Sparing,
}

/// What a check needs to know beyond the turn. It costs time to find out.
///
/// A question that carries the background needs the handoffs too: what it carries must not depend
/// on which other checks are on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Needs {
    /// Which sessions owe an answer: the whole transcript is searched.
    Handoffs,
    /// The language that is set: the host's settings are read.
    Language,
    /// What the turn did: its calls are read one by one, those of its subagents too.
    Work,
    /// What was said is read for its wording.
    Words,
}

impl Check {
    /// Returns whether it decides without a judge.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.questions.is_empty()
    }

    /// Returns whether it needs to know this.
    #[must_use]
    pub fn needs(&self, needs: Needs) -> bool {
        self.needs.contains(&needs)
    }

    /// Returns the questions that are due.
    pub fn due_questions(&self, known: &Known) -> impl Iterator<Item = &'static Question> {
        self.questions.iter().copied().take((self.due)(known))
    }
}

impl Eq for Check {}

impl PartialEq for Check {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

/// What a rule may look at.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// What is known about the turn.
    pub known: &'a Known,
    /// What the judge said.
    pub scores: &'a Scores,
    /// The threshold, unless the user's was invalid.
    pub tau: Option<Threshold>,
    /// The threshold of claims, unless the user's was invalid.
    pub claim: Option<Threshold>,
}

/// What a check found; of two findings, the later in this list says more.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// Nothing to object to.
    #[default]
    Silent,
    /// The judge did not answer, or there is no threshold to hold the answer against.
    Unjudged,
    /// The judge objects, but facts that the check needs are unknown.
    Unknown,
    /// It would object, if its wording were measured in this language.
    Noted,
    /// It objects.
    Fires,
}

/// Which checks are on.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct CheckSet(u16);

const _: () = assert!(ALL.len() <= 16);

impl CheckSet {
    /// Returns the checks that the comma-separated `words` turn on; `all` turns on every one, and
    /// a word that names none turns on none.
    #[must_use]
    pub fn parse(words: &str) -> Self {
        let mut set = Self::default();
        for word in words.split([',', ' ']).map(str::trim) {
            match word {
                "all" => ALL.into_iter().for_each(|check| set.insert(check)),
                _ => find(word).into_iter().for_each(|check| set.insert(check)),
            }
        }
        set
    }

    /// Adds a check.
    pub fn insert(&mut self, check: &Check) {
        self.0 |= bit(check);
    }

    /// Returns whether `check` is on.
    #[must_use]
    pub fn contains(self, check: &Check) -> bool {
        self.0 & bit(check) != 0
    }

    /// Returns whether no check is on.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the checks that are on, in order of precedence.
    pub fn iter(self) -> impl Iterator<Item = &'static Check> {
        ALL.into_iter().filter(move |check| self.contains(check))
    }

    /// Returns whether a check that is evaluated needs to know this.
    #[must_use]
    pub fn needs(self, needs: Needs) -> bool {
        self.evaluated().any(|check| check.needs(needs))
    }

    /// Returns the checks that are evaluated: those that are on, and those recorded with them.
    pub fn evaluated(self) -> impl Iterator<Item = &'static Check> {
        let is_on = move |word| self.iter().any(|check| check.word == word);
        ALL.into_iter()
            .filter(move |check| self.contains(check) || check.recorded_with.is_some_and(is_on))
    }
}

fn bit(check: &Check) -> u16 {
    ALL.iter().zip(0_u32..).find(|(known, _)| known.word == check.word).map_or(0, |(_, at)| 1 << at)
}

/// Returns the check of this name, be it its word or one that it had before.
#[must_use]
pub fn find(name: &str) -> Option<&'static Check> {
    let word = name::current(name);
    ALL.into_iter().find(|check| check.word == word)
}

impl Serialize for CheckSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|check| check.word))
    }
}

impl<'de> Deserialize<'de> for CheckSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names: Vec<String> = Deserialize::deserialize(deserializer)?;
        let mut set = Self::default();
        // A record of a newer version may name a check that this one does not have.
        names.iter().filter_map(|name| find(name)).for_each(|check| set.insert(check));
        Ok(set)
    }
}
