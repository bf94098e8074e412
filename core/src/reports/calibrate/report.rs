//! What the answers to labelled lines show, question by question.

use alloc::{string::String, vec::Vec};

use serde::Serialize;

use super::STAND_IN;
use super::ask::Judge;
use super::figures::{Figures, Scored};
use super::line::Line;
use super::phrases;
use crate::checks::question::Question;
use crate::judge::answer::RawAnswers;
use crate::settings::Settings;

/// The outcome of asking about a line.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// An answer, and the model that gave it, as it calls itself.
    Answered(RawAnswers, Option<String>),
    /// None, for this reason.
    Unanswered(String),
}

/// What is shown of a calibration.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Who was asked.
    pub judge: String,
    /// Who answered, as they call themselves; a name that is missing is empty.
    pub answered_by: Vec<String>,
    /// Whether the figures measure a judge: not where a stand-in answered, or somebody unnamed.
    pub is_measurement: bool,
    /// How many lines there are.
    pub lines: usize,
    /// How many of them nobody has labelled.
    pub unlabelled: usize,
    /// How many were answered.
    pub answered: usize,
    /// Those that were not, and why.
    pub unanswered: Vec<Unanswered>,
    /// Each question that lines are labelled for.
    pub questions: Vec<Asked>,
}

/// A line without an answer.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Unanswered {
    /// The id of the line.
    pub id: String,
    /// Why there is no answer.
    pub why: String,
}

/// What is shown of a question.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    /// The id of the question.
    pub question: &'static str,
    /// What its scores show.
    pub figures: Figures,
    /// Labelled lines whose answer left it open.
    pub open: usize,
    /// Answers on the wrong side of the threshold.
    pub mistakes: Vec<Mistake>,
    /// Answers on the right side, of lines that are known to be answered wrongly.
    pub recovered: Vec<String>,
}

/// A line that is answered wrongly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mistake {
    /// The id of the line.
    pub id: String,
    /// The score.
    pub score: f64,
    /// What is true.
    pub is_yes: bool,
    /// Whether that was known.
    pub is_known: bool,
}

impl Report {
    /// Returns what the outcomes of these lines show, in their order.
    #[must_use]
    pub fn of(lines: &[Line], outcomes: &[Outcome], judge: Judge, settings: &Settings) -> Self {
        let mut report = Self {
            judge: judge.name(settings).into(),
            answered_by: Vec::new(),
            is_measurement: true,
            lines: lines.len(),
            unlabelled: lines.iter().filter(|line| line.expected.is_empty()).count(),
            answered: 0,
            unanswered: Vec::new(),
            questions: Vec::new(),
        };
        for (line, outcome) in labelled(lines, outcomes) {
            match outcome {
                Outcome::Answered(_, model) => {
                    report.answered = report.answered.saturating_add(1);
                    let name = model.clone().unwrap_or_default();
                    report.is_measurement &= guard_measurement(&name);
                    if !report.answered_by.contains(&name) {
                        report.answered_by.push(name);
                    }
                }
                Outcome::Unanswered(why) => {
                    let unanswered = Unanswered { id: line.id.clone(), why: why.clone() };
                    report.unanswered.push(unanswered);
                }
            }
        }
        report.answered_by.sort_unstable();
        let asked = questions(lines).into_iter();
        report.questions =
            asked.map(|asked| Asked::of(asked, lines, outcomes, judge, settings)).collect();
        report
    }
}

/// Whoever gives scores that it was told, or does not say who it is, has not been measured.
fn guard_measurement(name: &str) -> bool {
    !name.is_empty() && name != STAND_IN
}

/// Returns the lines that somebody has labelled, with their outcomes.
fn labelled<'a>(
    lines: &'a [Line],
    outcomes: &'a [Outcome],
) -> impl Iterator<Item = (&'a Line, &'a Outcome)> {
    lines.iter().zip(outcomes).filter(|(line, _)| !line.expected.is_empty())
}

/// Returns the questions that lines are labelled for, in the order of the checks.
pub(super) fn questions(lines: &[Line]) -> Vec<&'static Question> {
    let is_labelled =
        |question: &&'static Question| lines.iter().any(|line| expected(line, question).is_some());
    Question::all().into_iter().filter(is_labelled).collect()
}

/// Returns what is true of a line.
pub(super) fn expected(line: &Line, question: &Question) -> Option<bool> {
    let mut expected = line.expected.iter();
    expected.find(|(asked, _)| asked.id == question.id).map(|(_, is_yes)| *is_yes)
}

/// Returns the score that an outcome holds.
pub(super) fn score(outcome: &Outcome, question: &Question) -> Option<f64> {
    match outcome {
        Outcome::Answered(answers, _) => Some(answers.scores().of(question)?.number()),
        Outcome::Unanswered(_) => None,
    }
}

impl Asked {
    fn of(
        question: &'static Question,
        lines: &[Line],
        outcomes: &[Outcome],
        judge: Judge,
        settings: &Settings,
    ) -> Self {
        let threshold = judge.threshold(question, settings);
        let least = threshold.map(f64::from);
        let (mut scored, mut wording) = (Vec::new(), Vec::new());
        let mut asked = Self {
            question: question.id,
            figures: Figures::of(&[], &[], threshold),
            open: 0,
            mistakes: Vec::new(),
            recovered: Vec::new(),
        };
        for (line, outcome) in labelled(lines, outcomes) {
            let Some(is_yes) = expected(line, question) else { continue };
            let Some(score) = score(outcome, question) else {
                let is_answered = matches!(outcome, Outcome::Answered(..));
                asked.open = asked.open.saturating_add(usize::from(is_answered));
                continue;
            };
            scored.push(Scored { score, is_yes });
            wording.push(Scored { score: phrases::score(question, &line.message), is_yes });
            let is_known = line.missed.iter().any(|missed| missed.id == question.id);
            match least.map(|least| (score >= least) == is_yes) {
                Some(false) => {
                    let id = line.id.clone();
                    asked.mistakes.push(Mistake { id, score, is_yes, is_known });
                }
                Some(true) if is_known => asked.recovered.push(line.id.clone()),
                Some(true) | None => {}
            }
        }
        asked.figures = Figures::of(&scored, &wording, threshold);
        asked
    }
}
