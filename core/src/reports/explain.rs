//! Why a stop was decided the way it was: facts, scores, rules, and what would have changed the
//! decision.
//!
//! Nothing is concluded here: `decide` is asked again, with one thing changed at a time.

pub mod change;
mod facts;
mod screen;

use alloc::{borrow::ToOwned as _, format, string::String, vec::Vec};

use serde::Serialize;

pub use change::{Counterfactual, counterfactuals};

use crate::checks::question::Question;
use crate::checks::score::Score;
use crate::checks::verdict::Verdict;
use crate::checks::{Finding, find};
use crate::decision::decide::Judged;
use crate::decision::plan::Plan;
use crate::decision::record::Record;
use crate::judge::call::Call;
use crate::reports::log::{Entry, Id};
use crate::reports::review::{Mark, Reviews};
use crate::settings::Name;

/// Everything that is known about a decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The record.
    pub id: Id,
    /// When it was decided, in milliseconds of the epoch.
    pub at_ms: u64,
    /// What it was decided on, and what happened to it.
    #[serde(skip)]
    pub record: Record,
    /// The agent.
    pub host: &'static str,
    /// The session.
    pub session: String,
    /// What happened to the stop.
    pub verdict: Verdict,
    /// What it means, in words.
    pub outcome: String,
    /// What the agent was told, or in shadow would have been.
    pub told: Option<String>,
    /// The end of the closing text, redacted, where the log keeps it.
    pub text: Option<String>,
    /// The facts, in words.
    pub facts: Vec<Fact>,
    /// Every question that was asked.
    pub scores: Vec<Scored>,
    /// Every check that was evaluated, in order of precedence.
    pub rules: Vec<Ruled>,
    /// What would have changed it.
    #[serde(rename = "turnings")]
    pub counterfactuals: Vec<Counterfactual>,
    /// Why nobody was asked, or the outcome of asking.
    pub asking: String,
    /// The call, where there was one.
    pub call: Option<Call>,
    /// Whether this version decides the same on what is recorded.
    pub decides_again: bool,
}

/// One fact.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Fact {
    /// What it is about.
    pub name: &'static str,
    /// What is known about it.
    pub value: String,
}

/// One question and its answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scored {
    /// The question.
    pub question: String,
    /// The answer as it came.
    pub raw: Option<String>,
    /// The score, if the answer is one.
    pub score: Option<f64>,
    /// What it is compared with; none where the user's threshold is none.
    pub threshold: Option<f64>,
    /// The setting that it comes from; none where it is fixed.
    pub setting: Option<&'static str>,
    /// Whether the score reaches it.
    pub reaches: Option<bool>,
}

/// One check and what it found.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Ruled {
    /// The check's identifier.
    pub check: String,
    /// What it found.
    pub finding: Finding,
    /// Whether it is on; otherwise it is only recorded.
    pub is_on: bool,
    /// When it objects.
    pub fires_when: &'static str,
    /// What a person said of its objection.
    pub review: Option<Mark>,
}

impl Explanation {
    /// Returns why a stop was decided as it was.
    #[must_use]
    pub fn of(entry: &Entry, reviews: &Reviews) -> Self {
        let Entry { id, record } = entry;
        Self {
            id: id.clone(),
            at_ms: record.at_ms,
            record: record.clone(),
            host: record.plan.host.title(),
            session: record.plan.session.clone(),
            verdict: record.verdict.clone(),
            outcome: outcome(&record.verdict),
            told: told(record),
            text: record.text.clone(),
            facts: facts::of(record),
            scores: scores(record),
            rules: rules(entry, reviews),
            counterfactuals: counterfactuals(record),
            asking: asking(record),
            call: record.call.clone(),
            decides_again: record.again() == *record,
        }
    }
}

/// Returns what a verdict means.
#[must_use]
pub fn outcome(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Block(check) => format!("sent back for {}", check.word),
        Verdict::WouldBlock(check) => {
            format!("passed in shadow; {} would send it back", check.word)
        }
        Verdict::Pass(pass) => format!("passed: {pass}"),
    }
}

/// Returns what the agent was told; in shadow, what it would have been.
fn told(record: &Record) -> Option<String> {
    if matches!(record.verdict, Verdict::Pass(_)) {
        return None;
    }
    let mut record = record.clone();
    record.plan.shadow = false;
    record.decide_again().reason
}

fn scores(record: &Record) -> Vec<Scored> {
    let Judged::Answered(answers) = &record.judged else { return Vec::new() };
    let scores = answers.scores();
    let scored = |(id, raw): (&str, Option<&str>)| {
        let question = Question::by_id(id);
        let score = question.and_then(|question| scores.of(question));
        let limit = question.map(|question| question.limit);
        let threshold = limit.and_then(|limit| record.plan.threshold(limit));
        Scored {
            question: id.into(),
            raw: raw.map(str::to_owned),
            score: score.map(Score::number),
            threshold: threshold.map(f64::from),
            setting: limit
                .and_then(|limit| Name::of_threshold(limit, record.is_built_in()))
                .map(|name| name.setting().key),
            reaches: score.zip(threshold).map(|(score, threshold)| score.reaches(threshold)),
        }
    };
    answers.iter().map(scored).collect()
}

fn rules(entry: &Entry, reviews: &Reviews) -> Vec<Ruled> {
    let Entry { id, record } = entry;
    let ruled = |found: &crate::decision::record::Found| {
        let check = find(&found.check);
        Ruled {
            check: found.check.clone(),
            finding: found.finding,
            is_on: check.is_some_and(|check| record.plan.checks.contains(check)),
            fires_when: check.map_or("", |check| check.fires_when),
            review: check.and_then(|check| reviews.of(id, check)),
        }
    };
    record.findings.iter().map(ruled).collect()
}

/// Returns who was asked, or why nobody was.
fn asking(record: &Record) -> String {
    match (&record.judged, &record.call, &record.plan) {
        (Judged::Answered(_), Some(call), _) if call.is_built_in() => {
            format!("the built-in judge answered, {}", model(call))
        }
        (Judged::Answered(_), Some(call), _) => format!("{} answered", model(call)),
        (Judged::Answered(_), None, _) => "an answer that was not recorded".into(),
        (Judged::Failed(failure), call, _) => {
            let asked = call.as_ref().map_or("the judge", |call| call.asked.as_str());
            format!("{asked} was asked, but did not answer: {failure}")
        }
        (Judged::NotAsked, _, Plan { pass: Some(pass), .. }) => format!("nobody was asked: {pass}"),
        (Judged::NotAsked, _, Plan { pass: None, .. }) => "nobody was asked".into(),
    }
}

fn model(call: &Call) -> &str {
    call.model.as_deref().unwrap_or(&call.asked)
}
