//! What the judge's answers count for: a score for each question that got one.

use alloc::{collections::BTreeMap, string::String};

use crate::checks::question::Question;
use crate::checks::score::Score;

/// Answers that count, by question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores(BTreeMap<String, Score>);

impl Scores {
    /// Returns the score of a question, if the judge gave one.
    #[must_use]
    pub fn of(&self, question: &Question) -> Option<Score> {
        self.0.get(question.id).copied()
    }

    /// Sets the score of a question.
    pub fn set(&mut self, id: &str, score: Score) {
        self.0.insert(id.into(), score);
    }
}

impl FromIterator<(String, Score)> for Scores {
    fn from_iter<I: IntoIterator<Item = (String, Score)>>(scores: I) -> Self {
        Self(scores.into_iter().collect())
    }
}
