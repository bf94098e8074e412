//! Messages with answers, as the labels have them.

use alloc::collections::BTreeMap;
use core::fmt;

use serde::Deserialize;
use sprag_core::judge::local::{self, Question};

/// A message whose answers are known.
#[derive(Clone, Debug)]
pub struct Message {
    /// Names it in the labels.
    pub id: String,
    /// The project that it comes from; `None` is our own.
    pub project: Option<String>,
    /// The session that it comes from, numbered; of our own messages each line is one.
    pub session: usize,
    /// What it says.
    pub text: String,
    /// The features that it has.
    pub features: Vec<usize>,
    /// Whether it is mainly English.
    pub is_english: bool,
    /// The answer to each question.
    pub answers: [bool; Question::COUNT],
    /// Whether a second labeller answered otherwise.
    pub disputed: [bool; Question::COUNT],
}

impl Message {
    /// Returns the message with what the judge sees in it.
    #[must_use]
    pub fn new(
        id: String,
        project: Option<String>,
        session: usize,
        text: String,
        answers: [bool; Question::COUNT],
    ) -> Self {
        let mut features = Vec::new();
        let is_english = local::features(&text, |feature| features.push(feature));
        let disputed = [false; Question::COUNT];
        Self { id, project, session, text, features, is_english, answers, disputed }
    }

    /// Returns the answer to a question.
    #[must_use]
    pub fn answer(&self, question: Question) -> bool {
        let mut answers = Question::ALL.iter().zip(self.answers);
        answers.any(|(asked, answer)| *asked == question && answer)
    }
}

/// Labels that cannot be read, with the number of the line.
#[derive(Debug)]
pub struct Unreadable(usize, serde_json::Error);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is no label: {}", self.0, self.1)
    }
}

impl core::error::Error for Unreadable {}

#[derive(Deserialize)]
struct Label {
    id: String,
    session: String,
    project: String,
    final_text: String,
    claims_done: u8,
    outcome: String,
    #[serde(default)]
    claims: Vec<String>,
    /// The keys of which a second labeller thought otherwise.
    #[serde(default)]
    disputed: Vec<String>,
}

/// Returns the messages of a file of labels, one JSON object a line.
///
/// # Errors
///
/// Returns an error for the first line that is no label.
pub fn messages(labels: &str) -> Result<Vec<Message>, Unreadable> {
    let mut sessions = BTreeMap::new();
    let mut messages = Vec::new();
    for (line, number) in labels.lines().zip(1..) {
        let label: Label = serde_json::from_str(line).map_err(|e| Unreadable(number, e))?;
        let next = sessions.len();
        let session = *sessions.entry(label.session.clone()).or_insert(next);
        let answers = Question::ALL.map(|question| label.answer(question));
        let disputed = Question::ALL.map(|question| label.is_disputed(question));
        let project = Some(label.project);
        let message = Message::new(label.id, project, session, label.final_text, answers);
        messages.push(Message { disputed, ..message });
    }
    Ok(messages)
}

impl Label {
    fn answer(&self, question: Question) -> bool {
        let claims = |kind: &str| self.claims.iter().any(|claim| claim == kind);
        match question {
            Question::ClaimsDone => self.claims_done == 1,
            Question::ClaimsTests => claims("tests"),
            Question::ClaimsBuild => claims("build"),
            Question::ClaimsLint => claims("lint") || claims("types"),
            Question::Complete => self.outcome == "complete",
            Question::Partial => self.outcome == "partial",
            Question::Blocked => self.outcome == "blocked",
        }
    }

    fn is_disputed(&self, question: Question) -> bool {
        // Which checks a message claims, one labeller said; two, whether it claims any.
        let key = match question {
            Question::ClaimsDone => "claims_done",
            Question::ClaimsTests | Question::ClaimsBuild | Question::ClaimsLint => {
                "claims_verified"
            }
            Question::Complete | Question::Partial | Question::Blocked => "outcome",
        };
        self.disputed.iter().any(|disputed| disputed == key)
    }
}
