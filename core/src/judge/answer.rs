//! What the judge answered.
//!
//! One odd answer voids itself, never the others: each is kept as it came, and counts only if it is
//! a number in [0, 1].

use alloc::{borrow::ToOwned as _, boxed::Box, collections::BTreeMap, string::String, vec::Vec};
use core::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::checks::score::Score;
use crate::checks::scores::Scores;
use crate::checks::verdict::Failure;
use crate::limits::RAW_ANSWER_BYTES_MAX;
use crate::text::json::{self, Field};

/// The judge's answer to one request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The raw answers to the questions that were asked.
    pub raw: RawAnswers,
    /// The model that answered, as it calls itself.
    pub model: Option<String>,
    /// What the request cost.
    pub input_tokens: Option<u64>,
}

/// Raw answers by question, as they stand in the body; `null` if there is none.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
pub struct RawAnswers(BTreeMap<String, Option<Box<RawValue>>>);

#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow, default)]
    answers: Field<'a>,
    #[serde(borrow, default)]
    result: Field<'a>,
    #[serde(borrow, default)]
    model: Field<'a>,
    #[serde(borrow, default)]
    usage: Field<'a>,
}

#[derive(Deserialize)]
struct Noul<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow, default)]
    noul: Field<'a>,
}

#[derive(Deserialize)]
struct Usage {
    #[serde(default)]
    input_tokens: Option<u64>,
}

impl Answer {
    /// Returns the answer that `body` holds to the questions `asked`.
    ///
    /// Gateways may wrap it in a `result` member.
    ///
    /// # Errors
    ///
    /// Returns an error if the body is no JSON object with an object `answers`.
    pub fn parse<'a>(
        body: &[u8],
        asked: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, Failure> {
        let whole: &RawValue = serde_json::from_slice(body).map_err(|_| Failure::Malformed)?;
        let mut parsed: Body<'_> = json::object(Some(whole)).ok_or(Failure::Malformed)?;
        if parsed.answers.is_none() {
            parsed = json::object(parsed.result).ok_or(Failure::Malformed)?;
        }
        let answers: Pairs<'_> = json::object(parsed.answers).ok_or(Failure::Malformed)?;
        let raw = asked.into_iter().map(|id| (id.into(), answers.noul(id))).collect();
        Ok(Self {
            raw: RawAnswers(raw),
            model: json::short_text(parsed.model, 256),
            input_tokens: json::object::<Usage>(parsed.usage).and_then(|usage| usage.input_tokens),
        })
    }
}

/// The members of an object, in order, repeated ones included.
struct Pairs<'a>(Vec<(String, &'a RawValue)>);

impl Pairs<'_> {
    /// Returns the raw probability that answers the question `id`, if exactly one answer does.
    fn noul(&self, id: &str) -> Option<Box<RawValue>> {
        let mut answers = self.0.iter().filter(|(name, _)| name == id);
        let (Some((_, answer)), None) = (answers.next(), answers.next()) else { return None };
        let noul: Noul<'_> = json::object(Some(answer))?;
        if noul.kind.is_some_and(|kind| kind.get() != "\"noul\"") {
            return None;
        }
        noul.noul.filter(|raw| is_recordable(raw)).map(|raw| raw.to_owned())
    }
}

/// A record is one line, and bounded.
fn is_recordable(raw: &RawValue) -> bool {
    raw.get().len() <= RAW_ANSWER_BYTES_MAX && !raw.get().contains(['\n', '\r'])
}

impl<'de: 'a, 'a> Deserialize<'de> for Pairs<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Members).map(Pairs)
    }
}

impl RawAnswers {
    /// Returns these answers; one without a score is missing.
    #[must_use]
    pub fn given<'a>(answers: impl IntoIterator<Item = (&'a str, Option<Score>)>) -> Self {
        let raw = |score: Score| serde_json::value::to_raw_value(&score.number()).ok();
        let answers = answers.into_iter().map(|(id, score)| (id.into(), score.and_then(raw)));
        Self(answers.collect())
    }

    /// Returns the answers as they came, by question.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.0.iter().map(|(id, raw)| (id.as_str(), raw.as_deref().map(RawValue::get)))
    }

    /// Returns the answers with this score for one question.
    #[must_use]
    pub fn with(&self, id: &str, score: Score) -> Self {
        let mut answers = self.clone();
        let raw = serde_json::value::to_raw_value(&score.number()).ok();
        answers.0.insert(id.into(), raw);
        answers
    }

    /// Returns the answers that are numbers in [0, 1].
    #[must_use]
    pub fn scores(&self) -> Scores {
        self.0.iter().filter_map(|(id, raw)| Some((id.clone(), score(raw.as_deref()?)?))).collect()
    }
}

impl PartialEq for RawAnswers {
    fn eq(&self, other: &Self) -> bool {
        let texts = |answers: &Self| -> Vec<(String, Option<String>)> {
            answers
                .0
                .iter()
                .map(|(id, raw)| (id.clone(), raw.as_ref().map(|raw| raw.get().into())))
                .collect()
        };
        texts(self) == texts(other)
    }
}

fn score(raw: &RawValue) -> Option<Score> {
    serde_json::from_str(raw.get()).ok().and_then(Score::of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;

    #[test]
    fn answers_that_are_not_an_object_are_refused_for_that() {
        let error = serde_json::from_str::<Pairs<'_>>("[1]").err().unwrap().to_string();
        assert!(error.contains("expected an object"), "{error}");
    }
}
