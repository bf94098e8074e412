//! What a request must hold, and the questions in it, in the order in which they are asked.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// The entries of a JSON object as they stand there; `serde_json`'s own map sorts them.
#[derive(Clone, Debug)]
pub(super) struct Ordered<T>(pub(super) Vec<(String, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Ordered<T> {
    /// The first entry of this name.
    pub(super) fn find(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

struct Entries<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
    type Value = Ordered<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Ordered(entries))
    }
}

/// A question, without its wording: the stand-in would not understand it.
#[derive(Debug, serde::Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Question {
    /// Yes or no.
    Noul,
    /// One of these options.
    Choice { criteria: Ordered<IgnoredAny> },
}

#[derive(serde::Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    state: Option<&'a RawValue>,
    #[serde(borrow)]
    model: Option<&'a RawValue>,
    #[serde(borrow)]
    questions: Option<&'a RawValue>,
}

/// The questions of a request body, or the details of all that is wrong with it.
///
/// # Errors
/// The body is not a JSON object, or a field is missing or not of its kind.
pub(super) fn parse(body: &[u8]) -> Result<Ordered<Question>, Vec<Value>> {
    let Ok(fields) = serde_json::from_slice::<Body<'_>>(body) else {
        return Err(vec![json!({
            "loc": ["body", 0], "msg": "JSON decode error", "type": "json_invalid",
            "input": {}, "ctx": { "error": "Expecting an object" },
        })]);
    };
    let mut details = Vec::new();
    details.extend(complaint(body, "state", fields.state, &['"', '{', '[']));
    details.extend(complaint(body, "model", fields.model, &['"']));
    details.extend(complaint(body, "questions", fields.questions, &['{']));
    let questions = fields.questions.map_or("{}", RawValue::get);
    match serde_json::from_str(questions) {
        Ok(questions) if details.is_empty() => match emptiness(&questions) {
            Some(message) => details.push(wrong("questions", message)),
            None => return Ok(questions),
        },
        Err(error) if details.is_empty() => details.push(wrong("questions", &error.to_string())),
        Ok(_) | Err(_) => {}
    }
    Err(details)
}

/// What is wrong with one field. Like the service it echoes the input, which nobody should log.
fn complaint(body: &[u8], field: &str, value: Option<&RawValue>, starts: &[char]) -> Option<Value> {
    match value {
        None => Some(json!({
            "loc": ["body", field], "msg": "Field required", "type": "missing",
            "input": serde_json::from_slice::<Value>(body).unwrap_or_default(),
        })),
        Some(value) if value.get().starts_with(starts) => None,
        Some(_) => Some(wrong(field, "Input of another type expected")),
    }
}

fn emptiness(questions: &Ordered<Question>) -> Option<&'static str> {
    let no_option = |question: &Question| match question {
        Question::Noul => false,
        Question::Choice { criteria } => criteria.0.is_empty(),
    };
    if questions.0.is_empty() {
        Some("At least one question expected")
    } else if questions.0.iter().any(|(_, question)| no_option(question)) {
        Some("At least one choice expected")
    } else {
        None
    }
}

fn wrong(field: &str, message: &str) -> Value {
    json!({ "loc": ["body", field], "msg": message, "type": "value_error" })
}
