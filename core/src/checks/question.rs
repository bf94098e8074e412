//! What the judge is asked.

use alloc::{string::String, vec::Vec};
use core::fmt::Write as _;

use crate::checks;
use crate::text::hash::fingerprint;

/// A question that is answered with a probability.
///
/// Its identifier does not reach the model, so the text must say everything. It is worded so that
/// *true* means what the check looks for: inverted questions are answered worse.
#[derive(Debug)]
pub struct Question {
    /// Names the question in requests, answers and records.
    pub id: &'static str,
    /// What the answer is compared with.
    pub limit: ThresholdKind,
    /// What is asked. Fields of the evidence are named in backticks.
    pub ask: &'static str,
    /// When the answer is yes.
    pub when_true: &'static str,
    /// When the answer is no.
    pub when_false: &'static str,
    /// What the judge gets to see, in this order.
    pub evidence: &'static [Field],
    /// What it gets to see, too, once the user has said that this may leave. The wording does not
    /// name it, so that it is the same with and without.
    pub by_consent: &'static [Field],
}

/// The threshold that an answer is compared with.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ThresholdKind {
    /// That of the settings.
    Tau,
    /// That of claims, of the settings.
    Claim,
    /// [`Threshold::LIKELY`](crate::checks::score::Threshold::LIKELY).
    Likely,
    /// [`Threshold::POSSIBLE`](crate::checks::score::Threshold::POSSIBLE).
    Possible,
}

impl Question {
    /// Returns the question of this identifier.
    #[must_use]
    pub fn by_id(id: &str) -> Option<&'static Self> {
        Self::all().into_iter().find(|known| known.id == id)
    }

    /// Returns the questions of every check, each once, in the order of the checks.
    #[must_use]
    pub fn all() -> Vec<&'static Self> {
        Self::once(checks::ALL.iter().flat_map(|check| check.questions).copied())
    }

    /// Returns these questions, each once: two checks may ask the same.
    pub(crate) fn once(asked: impl Iterator<Item = &'static Self>) -> Vec<&'static Self> {
        let mut questions: Vec<&'static Self> = Vec::new();
        for question in asked {
            if questions.iter().all(|known| known.id != question.id) {
                questions.push(question);
            }
        }
        questions
    }
}

/// A piece of evidence that a question carries.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Field {
    /// The end of the closing text, redacted.
    FinalText,
    /// Names and numbers of the turn's tool calls.
    Tools,
    /// What runs or is scheduled, and who owes an answer.
    Background,
    /// The end of the closing text, redacted, with names of languages masked.
    FinalTextWithoutLanguages,
    /// The language that is set, as a name.
    Language,
    /// What kinds of files changed, and which checks ran since, with their results.
    Run,
    /// What the user asked for, redacted.
    Task,
}

impl Field {
    /// Returns the name of the field in a request.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FinalText | Self::FinalTextWithoutLanguages => "final_text",
            Self::Tools => "tools",
            Self::Background => "background",
            Self::Language => "language",
            Self::Run => "run",
            Self::Task => "task",
        }
    }
}

/// Returns the fingerprint of all questions' wording: scores of different wordings do not compare.
#[must_use]
pub fn set_hash() -> String {
    let mut wording = String::new();
    for question in Question::all() {
        let Question { id, limit: _, ask, when_true, when_false, evidence, by_consent: _ } =
            question;
        // Writing to a `String` cannot fail.
        let _ = writeln!(wording, "{id}\n{ask}\n{when_true}\n{when_false}\n{evidence:?}");
    }
    fingerprint(wording.as_bytes(), 16)
}
