//! From messages to a table of weights.

use alloc::collections::{BTreeMap, BTreeSet};
use std::thread;

use sprag_core::judge::local::{FEATURES, Line, MEANINGS, Question, Weights};

use crate::train::message::Message;
use crate::train::solve::{Example, Linear};

/// How much an example counts against the regulariser.
const STRENGTH: f64 = 0.03;

/// How much a message of our own counts, where one of a project counts 1.
const OWN_WEIGHT: f64 = 2.0;

/// How much a feature of words may say, where one of meaning may say 1: words are a project's own.
const WORD_SCALE: f64 = 0.3;

/// In how many sessions a feature has to be met before it may say anything.
const MEANING_SESSIONS_MIN: usize = 2;
const WORD_SESSIONS_MIN: usize = 4;

/// How often the rarer answer of a project the more frequent one may count. Where one answer is
/// nearly all that a project has, the model would learn to know the project.
const ANSWERS_RATIO_MAX: f64 = 2.0;

/// How many answers of each kind the projects must have, to calibrate by them alone.
const ANSWERS_MIN: usize = 50;

/// Parts that the sessions are dealt into for calibration.
const PARTS: usize = 5;

/// Returns the table of weights that the messages teach.
#[must_use]
pub fn learn(messages: &[&Message]) -> Vec<u8> {
    let models = thread::scope(|scope| {
        let jobs =
            Question::ALL.map(|question| scope.spawn(move || of_question(messages, question)));
        jobs.map(|job| job.join().unwrap_or_else(|_| (Line::default(), vec![0; FEATURES])))
    });
    let lines = Question::ALL.map(|question| models[question as usize].0);
    let row = |feature: usize| Question::ALL.map(|question| models[question as usize].1[feature]);
    let rows: Vec<[i8; Question::COUNT]> = (0..FEATURES).map(row).collect();
    Weights::write(&lines, &rows)
}

fn of_question(messages: &[&Message], question: Question) -> (Line, Vec<i8>) {
    let calibration = calibration(messages, question);
    let model = fit(messages, question);
    let most = model.weights.iter().fold(1e-9, |most: f64, weight| most.max(weight.abs()));
    let unit = most / f64::from(i8::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "at most 127 either way")]
    let small = |weight: &f64| (weight / unit).round() as i8;
    #[expect(clippy::cast_possible_truncation, reason = "half the digits are enough")]
    let line = Line {
        slope: (calibration.slope * unit) as f32,
        offset: (calibration.slope * model.offset + calibration.offset) as f32,
    };
    (line, model.weights.iter().map(small).collect())
}

fn fit(messages: &[&Message], question: Question) -> Linear {
    let mut answers: BTreeMap<(Option<&str>, bool), f64> = BTreeMap::new();
    for message in messages {
        let key = (message.project.as_deref(), message.answer(question));
        *answers.entry(key).or_default() += 1.0;
    }
    let weight = |message: &Message| {
        let count = |is_yes| answers.get(&(message.project.as_deref(), is_yes)).map_or(0.0, |n| *n);
        let is_yes = message.answer(question);
        let own = if message.project.is_none() { OWN_WEIGHT } else { 1.0 };
        own * STRENGTH * (ANSWERS_RATIO_MAX * (count(!is_yes) + 1.0) / count(is_yes)).min(1.0)
    };
    let scales = scales(messages);
    let speaks = |feature: &usize| scales[*feature] > 0.0;
    let speaking: Vec<Vec<usize>> = messages
        .iter()
        .map(|message| message.features.iter().copied().filter(speaks).collect())
        .collect();
    let mut examples: Vec<Example<'_>> = Vec::new();
    for (message, features) in messages.iter().zip(&speaking) {
        let is_yes = message.answer(question);
        examples.push(Example { features, is_yes, weight: weight(message) });
    }
    Linear::fit(&examples, &scales)
}

fn scales(messages: &[&Message]) -> Vec<f64> {
    let mut sessions = vec![BTreeSet::new(); FEATURES];
    for message in messages {
        for feature in &message.features {
            sessions[*feature].insert(message.session);
        }
    }
    let scale = |(feature, met): (usize, &BTreeSet<usize>)| match feature < MEANINGS {
        true if met.len() >= MEANING_SESSIONS_MIN => 1.0,
        false if met.len() >= WORD_SESSIONS_MIN => WORD_SCALE,
        _ => 0.0,
    };
    sessions.iter().enumerate().map(scale).collect()
}

/// A line through the logarithms of odds.
#[derive(Clone, Copy, Debug)]
struct Calibration {
    slope: f64,
    offset: f64,
}

/// Fits Platt's line to what models say of sessions that they have not seen.
///
/// Our own messages say nothing of how often an answer is yes. They take part only where the
/// projects have too few of one answer to draw a line through.
fn calibration(messages: &[&Message], question: Question) -> Calibration {
    let count = |is_yes: bool| {
        messages.iter().filter(|m| m.project.is_some() && m.answer(question) == is_yes).count()
    };
    let is_rare = count(true).min(count(false)) < ANSWERS_MIN;
    let mut seen = Vec::new();
    for part in 0..PARTS {
        let is_held = |message: &&&Message| message.session % PARTS == part;
        let rest: Vec<&Message> = messages.iter().filter(|m| !is_held(m)).copied().collect();
        let model = fit(&rest, question);
        let held = messages.iter().filter(is_held).filter(|m| is_rare || m.project.is_some());
        seen.extend(held.map(|message| (model.logit(&message.features), message.answer(question))));
    }
    platt(&seen)
}

/// The method of <https://www.csie.ntu.edu.tw/~cjlin/papers/plattprob.pdf>: Newton's, with targets
/// that are never quite 0 or 1.
fn platt(seen: &[(f64, bool)]) -> Calibration {
    let yes = seen.iter().filter(|(_, is_yes)| *is_yes).count() as f64;
    let no = seen.len() as f64 - yes;
    let target = |is_yes: bool| if is_yes { (yes + 1.0) / (yes + 2.0) } else { 1.0 / (no + 2.0) };
    let loss = |line: Calibration| -> f64 {
        let one = |(logit, is_yes): &(f64, bool)| {
            let (x, t) = (line.slope * logit + line.offset, target(*is_yes));
            // The logarithm of 1 + e^x, without overflow.
            x.max(0.0) + (-x.abs()).exp().ln_1p() - t * x
        };
        seen.iter().map(one).sum()
    };
    let mut line = Calibration { slope: 1.0, offset: 0.0 };
    for _ in 0..100 {
        let (mut g, mut h) = ([0.0; 2], [1e-9, 0.0, 1e-9]);
        for (logit, is_yes) in seen {
            let chance = 1.0 / (1.0 + (-(line.slope * logit + line.offset)).exp());
            let (off, spread) = (chance - target(*is_yes), chance * (1.0 - chance));
            g = [g[0] + off * logit, g[1] + off];
            h = [h[0] + spread * logit * logit, h[1] + spread * logit, h[2] + spread];
        }
        let det = h[0] * h[2] - h[1] * h[1];
        let step = [(h[2] * g[0] - h[1] * g[1]) / det, (h[0] * g[1] - h[1] * g[0]) / det];
        let at = |size: f64| Calibration {
            slope: line.slope - size * step[0],
            offset: line.offset - size * step[1],
        };
        let sizes = (0..30).map(|halvings| 0.5_f64.powi(halvings));
        let Some(size) = sizes.into_iter().find(|size| loss(at(*size)) < loss(line)) else { break };
        line = at(size);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calibration_finds_the_line_that_the_answers_follow() {
        let seen: Vec<(f64, bool)> = (0..2_000_u32)
            .map(|n| {
                let logit = f64::from(n % 40) / 10.0 - 2.0;
                let chance = 1.0 / (1.0 + (-(2.0 * logit - 0.5)).exp());
                (logit, f64::from(n / 40 % 50) / 50.0 + 0.01 < chance)
            })
            .collect();
        let line = platt(&seen);
        assert!((line.slope - 2.0).abs() < 0.1 && (line.offset + 0.5).abs() < 0.1, "{line:?}");
    }

    #[test]
    fn calibration_of_nothing_is_finite() {
        let line = platt(&[(1.0, true)]);
        assert!(line.slope.is_finite() && line.offset.is_finite(), "{line:?}");
    }
}
