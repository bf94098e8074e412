//! What people, or models in their place, have said about the end of a turn.

use alloc::{string::String, vec::Vec};
use core::fmt;

use serde::{Deserialize, Deserializer};
use sprag_core::hosts::host::Host;

/// The label of one turn end. Only what names the turn has to be there.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Label {
    /// Names it in reports.
    pub id: String,
    /// The session, which names the transcript.
    pub session: String,
    /// The number of the turn's last record in the transcript, from 1.
    pub line: usize,
    /// What the closing message reports.
    #[serde(default)]
    pub outcome: Outcome,
    /// Whether the closing message presents work as done.
    #[serde(default, deserialize_with = "flag")]
    pub claims_done: bool,
    /// Whether running a check means something for what the turn changed.
    #[serde(default, deserialize_with = "flag")]
    pub verify_applies: bool,
    /// Whether a check ran after the last change.
    #[serde(default)]
    pub verified: Verified,
    /// Whether it announces an action that the turn does not hold.
    #[serde(default, deserialize_with = "flag")]
    pub promise: bool,
    /// Whether nothing was done, although it could have been.
    #[serde(default, deserialize_with = "flag")]
    pub no_action: bool,
    /// Whether it promises to watch something.
    #[serde(default, deserialize_with = "flag")]
    pub watch: bool,
    /// Whether it gives in without new evidence.
    #[serde(default, deserialize_with = "flag")]
    pub capitulate: bool,
    /// Whether the turn should have been sent back.
    #[serde(default, deserialize_with = "flag")]
    pub block: bool,
    /// Why.
    #[serde(default)]
    pub why: Why,
    /// The kinds of check that it says have passed.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// Whether the record shows them, in the same order.
    #[serde(default)]
    pub backed: Vec<Backing>,
    /// How much of the project the claims are about.
    #[serde(default)]
    pub scope: Option<Scope>,
    /// The project that the session works on.
    #[serde(default)]
    pub project: Option<String>,
    /// The host whose transcript it is.
    #[serde(default)]
    pub host: Option<Host>,
    /// The closing message, where the labels carry it.
    #[serde(default)]
    pub final_text: Option<String>,
}

/// How much of a project claims are about.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All of it.
    Whole,
    /// Some tests, files or packages.
    Part,
    /// Some claims are about all of it.
    Mixed,
    /// Nothing is claimed.
    None,
}

/// What a closing message reports.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The request is carried out.
    Complete,
    /// Some of it is, and the rest is named.
    Partial,
    /// Something is in the way.
    Blocked,
    /// The user has to say something first.
    Question,
    /// A question is answered.
    Answer,
    /// A plan is proposed.
    Plan,
    /// None of these.
    #[default]
    #[serde(other)]
    Other,
}

/// Why a turn should have been sent back.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It should not have been.
    #[default]
    None,
    /// Nothing in the record supports the claim.
    UnverifiedDone,
    /// The record contradicts the claim.
    FalseDone,
    /// What was announced was not done.
    BrokenPromise,
    /// Nothing was done.
    NoAction,
    /// Nothing watches what was said to be watched.
    Unwatched,
    /// The question was needless.
    NeedlessAsk,
    /// It gave in without evidence.
    Capitulation,
    /// A reason that no check is for.
    #[serde(other)]
    Another,
}

/// Whether a check ran after the last change.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(from = "u8")]
pub enum Verified {
    /// None ran.
    #[default]
    No,
    /// One ran and passed.
    Passed,
    /// One ran and did not clearly pass.
    Unclear,
}

impl From<u8> for Verified {
    fn from(number: u8) -> Self {
        match number {
            0 => Self::No,
            1 => Self::Passed,
            2.. => Self::Unclear,
        }
    }
}

/// A kind of check that a message says has passed.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// Tests.
    Tests,
    /// A linter.
    Lint,
    /// Types.
    Types,
    /// A build.
    Build,
    /// The layout.
    Format,
    /// Anything else, such as hooks or a look at the result.
    #[serde(other)]
    Other,
}

/// Whether the record shows what a message claims.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(from = "i8")]
pub enum Backing {
    /// Its latest result is a failure, or no clear pass.
    Contradicted,
    /// None is to be seen.
    Unseen,
    /// One passed after the last edit.
    Backed,
}

impl From<i8> for Backing {
    fn from(number: i8) -> Self {
        match number {
            ..=-1 => Self::Contradicted,
            0 => Self::Unseen,
            1.. => Self::Backed,
        }
    }
}

impl Label {
    /// Returns the project: what the label says, or what its id begins with.
    #[must_use]
    pub fn project(&self) -> &str {
        let begin = || self.id.split('/').next().unwrap_or_default();
        self.project.as_deref().unwrap_or_else(begin)
    }

    /// Returns the host. Labels that name none are older than the second host.
    #[must_use]
    pub fn host(&self) -> Host {
        self.host.unwrap_or(Host::Claude)
    }

    /// Returns whether the message claims one of these kinds.
    #[must_use]
    pub fn claims(&self, kinds: &[Claim]) -> bool {
        self.claims.iter().any(|claim| kinds.contains(claim))
    }
}

/// A line of a file of labels that is none.
#[derive(Debug)]
pub struct LabelError {
    line: usize,
    error: serde_json::Error,
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is no label: {}", self.line, self.error)
    }
}

impl core::error::Error for LabelError {}

/// Returns the labels of a file with one JSON object a line.
///
/// # Errors
///
/// Returns an error at the first line that is no label: a measure without some of them would be
/// another one.
pub fn parse(text: &str) -> Result<Vec<Label>, LabelError> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(text, line)| serde_json::from_str(text).map_err(|error| LabelError { line, error }))
        .collect()
}

fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    u8::deserialize(deserializer).map(|number| number != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_label_leaves_out_is_nothing_to_object_to() {
        let labels = parse("{\"id\":\"a\",\"session\":\"s\",\"line\":3}\n\n").unwrap();
        let [label] = labels.as_slice() else { panic!("one label") };
        assert_eq!((label.line, label.block, label.why), (3, false, Why::None));
        assert_eq!(label.verified, Verified::No);
    }

    #[test]
    fn words_of_other_rubrics_are_of_another_kind() {
        let text = r#"{"id":"a","session":"s","line":1,"why":"partial_stop","outcome":"odd",
            "claims":["tests","ci"],"backed":[1,-1],"block":1,"verified":2}"#;
        let label: Label = serde_json::from_str(text).unwrap();
        assert_eq!((label.why, label.outcome), (Why::Another, Outcome::Other));
        assert_eq!(label.claims, [Claim::Tests, Claim::Other]);
        assert_eq!(label.backed, [Backing::Backed, Backing::Contradicted]);
        assert_eq!(label.verified, Verified::Unclear);
        assert!(label.block);
    }

    #[test]
    fn a_line_that_is_not_a_label_is_named() {
        let error = parse("{\"id\":\"a\",\"session\":\"s\",\"line\":3}\n{\"id\":7}").unwrap_err();
        assert!(error.to_string().starts_with("line 2 is no label"), "{error}");
    }
}
