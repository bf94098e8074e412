//! The bytes that go to the judge.
//!
//! Every question carries exactly its own evidence in its `instructions`, and `state` is a
//! constant. So switching a check on or off changes no byte of another check's question, and a
//! threshold stays valid whatever else is on.

use alloc::{string::String, vec::Vec};

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use crate::checks::question::Question;
use crate::judge::evidence::Evidence;

/// The state that all questions share. What it says is true of each of them.
const STATE: &str = "The end of one turn of a coding agent. Each question carries its evidence.";

/// Returns the body of the request that asks `questions`, in this order.
///
/// The order of members is fixed: servers may answer differently when it changes.
#[must_use]
pub fn encode(model: &str, questions: &[&Question], evidence: &Evidence) -> Vec<u8> {
    let body = Body { model, state: STATE, questions: Questions { questions, evidence } };
    // Serialising strings into memory does not fail.
    serde_json::to_vec(&body).unwrap_or_default()
}

/// Returns the bytes of one question, as they stand in a request.
#[must_use]
pub fn encode_question(question: &Question, evidence: &Evidence) -> String {
    serde_json::to_string(&Asked { question, evidence }).unwrap_or_default()
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    state: &'a str,
    questions: Questions<'a>,
}

struct Questions<'a> {
    questions: &'a [&'a Question],
    evidence: &'a Evidence,
}

impl Serialize for Questions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.questions.len()))?;
        for question in self.questions {
            map.serialize_entry(question.id, &Asked { question, evidence: self.evidence })?;
        }
        map.end()
    }
}

struct Asked<'a> {
    question: &'a Question,
    evidence: &'a Evidence,
}

impl Serialize for Asked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("type", "noul")?;
        map.serialize_entry("instructions", &Instructions(self))?;
        map.serialize_entry(
            "criteria",
            &Criteria { when_true: self.question.when_true, when_false: self.question.when_false },
        )?;
        map.end()
    }
}

struct Instructions<'a>(&'a Asked<'a>);

impl Serialize for Instructions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(Asked { question, evidence }) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("question", question.ask)?;
        for field in question.evidence.iter().chain(question.by_consent) {
            if let Some(text) = evidence.text(*field) {
                map.serialize_entry(field.name(), text)?;
            }
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Criteria<'a> {
    #[serde(rename = "true")]
    when_true: &'a str,
    #[serde(rename = "false")]
    when_false: &'a str,
}
