//! The scores to answer with, and the answer that they make; written by hand, since an answer has
//! to keep the order of the questions and may have to be wrong.

use core::fmt::Display;
use core::str::FromStr;

use serde_json::Value;

use super::http::Response;
use super::mode::Flaw;
use super::question::{Ordered, Question};

/// The answer to a yes/no question that has no score: clearly no, and not suspiciously 0.
const NEUTRAL: f64 = 0.02;
/// What the service counts per answer, roughly.
const OUTPUT_TOKENS_EACH: usize = 7;
/// What the service needs per token, roughly.
const BYTES_PER_TOKEN: usize = 4;
/// What comes before the answer that is too large.
const HUGE_BYTES: u64 = 32 * 1024 * 1024;

/// Scores by question. One of the wrong kind for its question counts as none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores(Ordered<Score>);

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(untagged)]
enum Score {
    Noul(f64),
    Choice(Ordered<f64>),
}

impl FromStr for Scores {
    type Err = &'static str;

    fn from_str(json: &str) -> Result<Self, Self::Err> {
        let scores: Ordered<Score> = serde_json::from_str(json)
            .map_err(|_| "an object of numbers, or of objects of numbers, expected")?;
        let bounded = |score: &f64| (0.0..=1.0).contains(score);
        let valid = scores.0.iter().all(|(_, score)| match score {
            Score::Noul(score) => bounded(score),
            Score::Choice(options) => options.0.iter().all(|(_, score)| bounded(score)),
        });
        if valid { Ok(Self(scores)) } else { Err("a score lies between 0 and 1") }
    }
}

/// The response to these questions, which came in a body of so many bytes.
pub(super) fn answer(
    scores: &Scores,
    questions: &Ordered<Question>,
    bytes: usize,
    flaw: Flaw,
) -> Response {
    let odd = if let Flaw::Score(text) = flaw { Some(text) } else { None };
    let answers =
        questions.0.iter().skip(usize::from(flaw == Flaw::Missing)).map(|(id, question)| {
            let answer = match (question, scores.0.find(id)) {
                (Question::Noul, Some(Score::Noul(score))) => noul(*score, odd),
                (Question::Noul, Some(Score::Choice(_)) | None) => noul(NEUTRAL, odd),
                (Question::Choice { criteria }, score) => {
                    let names = criteria.0.iter().map(|(name, _)| name.as_str());
                    choice(&spread(names.collect(), score), odd)
                }
            };
            entry(id, answer)
        });
    let answers: Vec<String> = answers.collect();
    let answers = answers.join(",");
    let input = bytes / BYTES_PER_TOKEN;
    let output = questions.0.len().saturating_mul(OUTPUT_TOKENS_EACH);
    let usage = format!(r#"{{"input_tokens":{input},"output_tokens":{output}}}"#);
    let mut body = format!(r#"{{"model":"stand-in","answers":{{{answers}}},"usage":{usage}}}"#);
    match flaw {
        Flaw::None | Flaw::Score(_) | Flaw::Missing => {}
        Flaw::Cut => body = body.chars().take(body.chars().count() / 2).collect(),
        Flaw::Envelope => body = format!(r#"{{"success":true,"result":{body}}}"#),
        Flaw::Huge => return Response::new(200, body).with_blanks(HUGE_BYTES),
    }
    Response::new(200, body)
}

fn noul(score: f64, odd: Option<&str>) -> String {
    format!(r#"{{"type":"noul","noul":{}}}"#, shown(score, odd))
}

/// The probability of each option: as given, nothing for one not named, equal without a score.
fn spread<'a>(names: Vec<&'a str>, score: Option<&Score>) -> Vec<(&'a str, f64)> {
    let equal = hundredths(share(names.len()));
    let probability = |name| match score {
        Some(Score::Choice(given)) => given.find(name).copied().unwrap_or_default(),
        Some(Score::Noul(_)) | None => equal,
    };
    names.into_iter().map(|name| (name, probability(name))).collect()
}

fn choice(options: &[(&str, f64)], odd: Option<&str>) -> String {
    let mut best = ("", f64::NEG_INFINITY);
    for option in options {
        // The first of equals, as a plain maximum has it.
        if option.1 > best.1 {
            best = *option;
        }
    }
    let entries = options.iter().map(|(name, score)| entry(name, shown(*score, odd)));
    let entries: Vec<String> = entries.collect();
    let confidence = shown(confidence(best.1, options.len()), odd);
    format!(
        r#"{{"type":"choice","choice":{},"probabilities":{{{}}},"confidence":{confidence}}}"#,
        Value::from(best.0),
        entries.join(",")
    )
}

/// How far the best option stands above chance: 0 at chance, 1 at certainty.
fn confidence(best: f64, options: usize) -> f64 {
    if options < 2 {
        return 1.0;
    }
    let chance = share(options);
    hundredths(((best - chance) / (1.0 - chance)).max(0.0))
}

fn share(parts: usize) -> f64 {
    1.0 / u32::try_from(parts).map_or(f64::INFINITY, f64::from)
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn shown(score: f64, odd: Option<&str>) -> String {
    // `Debug` keeps the fraction of a whole number, as the service does: 1.0.
    odd.map_or_else(|| format!("{score:?}"), str::to_owned)
}

fn entry(name: &str, value: impl Display) -> String {
    format!("{}:{value}", Value::from(name))
}
