//! Where two judges disagree about the same lines.

use alloc::{string::String, vec::Vec};

use serde::Serialize;

use super::ask::Judge;
use super::figures::{Scored, auroc};
use super::line::Line;
use super::report::{Outcome, expected, questions, score};
use crate::checks::question::Question;
use crate::settings::Settings;

/// How two judges answer a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The id of the question.
    pub question: &'static str,
    /// How many lines both answered.
    pub both: usize,
    /// How many of them both put on the same side of their thresholds.
    pub agree: usize,
    /// How many of the others the judge at the endpoint has right.
    pub endpoint_right: usize,
    /// How many the built-in judge has right.
    pub box_right: usize,
    /// How often a yes scores above a no with the judge at the endpoint.
    pub auroc_endpoint: Option<f64>,
    /// The same with the built-in judge.
    #[serde(rename = "auroc_box")]
    pub auroc_built_in: Option<f64>,
    /// The lines on which they disagree.
    pub disagreements: Vec<Disagreement>,
}

/// A line on which two judges disagree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Disagreement {
    /// The id of the line.
    pub id: String,
    /// What the judge at the endpoint says.
    pub endpoint: f64,
    /// What the built-in judge says.
    #[serde(rename = "in_box")]
    pub by_built_in: f64,
    /// What is true.
    pub is_yes: bool,
}

/// Returns how two judges answer the questions that both do, each by its own threshold.
#[must_use]
pub fn compare(
    lines: &[Line],
    endpoint: &[Outcome],
    by_built_in: &[Outcome],
    settings: &Settings,
) -> Vec<Compared> {
    let one = |question| compared(question, lines, endpoint, by_built_in, settings);
    questions(lines).into_iter().map(one).filter(|one| one.both > 0).collect()
}

fn compared(
    question: &'static Question,
    lines: &[Line],
    endpoint: &[Outcome],
    by_built_in: &[Outcome],
    settings: &Settings,
) -> Compared {
    let least = |judge: Judge| judge.threshold(question, settings).map_or(f64::INFINITY, f64::from);
    let (least_endpoint, least_box) = (least(Judge::Endpoint), least(Judge::BuiltIn));
    let (mut of_endpoint, mut of_built_in) = (Vec::new(), Vec::new());
    let mut disagreements = Vec::new();
    for ((line, endpoint), by_built_in) in lines.iter().zip(endpoint).zip(by_built_in) {
        let (Some(is_yes), Some(endpoint), Some(by_built_in)) =
            (expected(line, question), score(endpoint, question), score(by_built_in, question))
        else {
            continue;
        };
        of_endpoint.push(Scored { score: endpoint, is_yes });
        of_built_in.push(Scored { score: by_built_in, is_yes });
        if (endpoint >= least_endpoint) != (by_built_in >= least_box) {
            disagreements.push(Disagreement { id: line.id.clone(), endpoint, by_built_in, is_yes });
        }
    }
    let both = of_endpoint.len();
    let is_right = |one: &&Disagreement| (one.endpoint >= least_endpoint) == one.is_yes;
    let endpoint_right = disagreements.iter().filter(is_right).count();
    Compared {
        question: question.id,
        both,
        agree: both.saturating_sub(disagreements.len()),
        endpoint_right,
        box_right: disagreements.len().saturating_sub(endpoint_right),
        auroc_endpoint: auroc(&of_endpoint),
        auroc_built_in: auroc(&of_built_in),
        disagreements,
    }
}
