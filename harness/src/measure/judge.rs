//! Who answers the questions of a replay.

use alloc::{format, string::String};

use serde_json::{Map, Value, json};
use sprag_core::checks::score::Threshold;
use sprag_core::checks::verdict::Pass;
use sprag_core::decision::decide::Judged;
use sprag_core::decision::plan::Plan;
use sprag_core::judge::answer::Answer;

use super::label::{Claim, Label, Outcome, Scope};
use crate::sim::dice::Dice;

/// Says how likely the answer to a question is yes.
pub trait Judge {
    /// Returns the score, or `None` if there is nothing to say.
    fn score(&self, label: &Label, question: &str) -> Option<f64>;

    /// From which score on a claim counts.
    fn claim(&self) -> Threshold {
        Threshold::CLAIM
    }

    /// Answers what is due of a stop that closes with `text`.
    ///
    /// # Errors
    ///
    /// Returns why nobody is asked.
    fn answer(&self, plan: &mut Plan, label: &Label, _text: &str) -> Result<Judged, Pass> {
        let due = plan.questions();
        let noul = |id: &str| json!({"type": "noul", "noul": self.score(label, id)});
        let answers: Map<String, Value> =
            due.iter().map(|due| (due.id.into(), noul(due.id))).collect();
        let body = format!("{}", json!({"answers": answers}));
        Ok(match Answer::parse(body.as_bytes(), due.iter().map(|due| due.id)) {
            Ok(answer) => Judged::Answered(answer.raw),
            Err(failure) => Judged::Failed(failure),
        })
    }
}

/// The labels themselves: as sure as a judge gets.
#[derive(Clone, Copy, Debug)]
pub struct Perfect;

const YES: f64 = 0.97;
const NO: f64 = 0.03;

/// What a label says to a question.
struct Truth {
    question: &'static str,
    of: fn(&Label) -> bool,
}

/// A question that is not here, or that the labels do not speak of, stays unanswered.
const TRUTHS: [Truth; 9] = [
    Truth { question: "no_action", of: |label| label.no_action },
    Truth { question: "broken_promise", of: |label| label.promise },
    Truth { question: "watch_claim", of: |label| label.watch },
    Truth { question: "claims_done", of: |label| label.claims_done },
    Truth {
        question: "claims_tests",
        of: |label| label.claims(&[Claim::Tests]) && label.scope != Some(Scope::Part),
    },
    Truth { question: "claims_build", of: |label| label.claims(&[Claim::Build]) },
    Truth {
        question: "claims_lint",
        of: |label| label.claims(&[Claim::Lint, Claim::Types, Claim::Format]),
    },
    Truth { question: "verification_applies", of: |label| label.verify_applies },
    Truth {
        question: "outcome_blocked",
        of: |label| matches!(label.outcome, Outcome::Blocked | Outcome::Question),
    },
];

impl Judge for Perfect {
    fn score(&self, label: &Label, question: &str) -> Option<f64> {
        let truth = TRUTHS.iter().find(|truth| truth.question == question)?;
        Some(if (truth.of)(label) { YES } else { NO })
    }
}

/// A judge whose scores drift: to each, a normal number times `strength` is added on the scale of
/// log-odds, where a perfect score is 3.5 from the middle. It depends on the label and the question
/// alone, so a measure can be repeated.
#[derive(Clone, Copy, Debug)]
pub struct Drifting<J> {
    /// Who would answer without drift.
    pub judge: J,
    /// The standard deviation, in log-odds.
    pub strength: f64,
}

impl<J: Judge> Judge for Drifting<J> {
    fn score(&self, label: &Label, question: &str) -> Option<f64> {
        let score = self.judge.score(label, question)?;
        let drift = self.strength * normal(&mut Dice::of(seed(&label.id, question)));
        let odds = (score / (1.0 - score)).ln() + drift;
        Some(1.0 / (1.0 + (-odds).exp()))
    }
}

/// Returns the FNV-1a hash of both, <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn seed(id: &str, question: &str) -> u64 {
    let bytes = id.bytes().chain([0]).chain(question.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns a normal number, by Box and Muller.
fn normal(dice: &mut Dice) -> f64 {
    const STEPS: u32 = 1 << 30;
    let mut uniform = || f64::from(dice.below(STEPS).saturating_add(1)) / f64::from(STEPS);
    let (radius, angle) = (uniform(), uniform());
    (-2.0 * radius.ln()).sqrt() * (core::f64::consts::TAU * angle).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(id: usize) -> Label {
        Label { id: format!("turn {id}"), claims_done: true, ..Label::default() }
    }

    #[test]
    fn what_a_label_does_not_speak_of_stays_unanswered() {
        assert_eq!(Perfect.score(&label(1), "claims_done"), Some(YES));
        assert_eq!(Perfect.score(&label(1), "claims_tests"), Some(NO));
        assert_eq!(Perfect.score(&label(1), "watch_mismatch"), None);
    }

    #[test]
    fn drift_is_repeated_and_has_the_strength_that_was_asked_for() {
        let judge = Drifting { judge: Perfect, strength: 2.0 };
        let odds = |id| {
            let score = judge.score(&label(id), "claims_done").unwrap();
            (score / (1.0 - score)).ln() - (YES / NO).ln()
        };
        assert_eq!(odds(1).to_bits(), odds(1).to_bits());
        let count = 4_000_u32;
        let drifts: Vec<f64> = (0..4_000).map(odds).collect();
        let mean = drifts.iter().sum::<f64>() / f64::from(count);
        let deviation = (drifts.iter().map(|d| d * d).sum::<f64>() / f64::from(count)).sqrt();
        assert!(mean.abs() < 0.1 && (deviation - 2.0).abs() < 0.1, "{mean} {deviation}");
    }

    #[test]
    fn no_drift_changes_nothing() {
        let score = Drifting { judge: Perfect, strength: 0.0 }.score(&label(1), "claims_done");
        assert!((score.unwrap() - YES).abs() < 1e-9);
    }
}
