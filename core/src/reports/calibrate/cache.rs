//! A cache of answers, so that an interrupted run continues where it stopped.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use super::report::Outcome;
use crate::checks::question::Question;
use crate::judge::answer::RawAnswers;
use crate::text::hash::fingerprint;
use crate::text::json;

/// An answer that is kept. It holds nothing of what was asked but its hash.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Kept {
    /// The hash of the endpoint and the request.
    pub asked: String,
    /// The model that answered, as it calls itself.
    pub model: Option<String>,
    /// What it said.
    pub answers: RawAnswers,
}

/// Returns the name of what is asked: of an endpoint, and with exactly these bytes, which name the
/// model, too.
#[must_use]
pub fn name(endpoint: &str, body: &[u8]) -> String {
    let head = [fingerprint(endpoint.as_bytes(), 64).as_bytes(), body].concat();
    fingerprint(&head, 64)
}

impl Kept {
    /// Returns the answer as one line.
    #[must_use]
    pub fn line(&self) -> String {
        json::to_line(self)
    }

    /// Returns the answer that a line holds; one that a kill has cut holds none.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        line.starts_with('{').then(|| serde_json::from_str(line).ok()).flatten()
    }

    /// Returns the outcome of asking.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        Outcome::Answered(self.answers, self.model)
    }

    /// Returns whether every one of these questions has a score. An answer without one is asked
    /// for again.
    pub fn is_whole<'a>(&self, mut asked: impl Iterator<Item = &'a Question>) -> bool {
        let scores = self.answers.scores();
        asked.all(|question| scores.of(question).is_some())
    }
}
