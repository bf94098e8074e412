//! The objections that wait for a review.

use alloc::{boxed::Box, collections::VecDeque, vec::Vec};

use serde::{Serialize, Serializer};

use super::{Reviews, objecting};
use crate::checks::Check;
use crate::limits::REVIEWS_WAITING_MAX;
use crate::reports::log::{Entry, Id};

/// An objection that waits for a review.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The record.
    pub entry: Box<Entry>,
    /// The check that objects there.
    pub check: &'static Check,
}

/// The objections that nobody has reviewed, the newest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Queue {
    waiting: VecDeque<Waiting>,
    older: u64,
}

impl Serialize for Queue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Line<'a> {
            id: &'a Id,
            at_ms: u64,
            check: &'a str,
            session: &'a str,
        }
        #[derive(Serialize)]
        struct Lines<'a> {
            waiting: Vec<Line<'a>>,
            older: u64,
        }
        fn line(Waiting { entry, check }: &Waiting) -> Line<'_> {
            let session = &entry.record.plan.session;
            Line { id: &entry.id, at_ms: entry.record.at_ms, check: check.word, session }
        }
        let waiting = self.waiting.iter().map(line).collect();
        Lines { waiting, older: self.older }.serialize(serializer)
    }
}

impl Queue {
    /// Takes in a record; they come oldest first. Of very many the oldest are only counted.
    pub fn add(&mut self, entry: &Entry, reviews: &Reviews) {
        for check in objecting(&entry.record) {
            if reviews.of(&entry.id, check).is_some() {
                continue;
            }
            self.waiting.push_front(Waiting { entry: Box::new(entry.clone()), check });
            if self.waiting.len() > REVIEWS_WAITING_MAX {
                self.waiting.pop_back();
                self.older = self.older.saturating_add(1);
            }
        }
    }

    /// Returns them, the newest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Waiting> {
        self.waiting.iter()
    }

    /// Returns how many they are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Returns how many older ones there are beyond these.
    #[must_use]
    pub fn older(&self) -> u64 {
        self.older
    }
}
