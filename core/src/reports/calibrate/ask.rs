//! What is asked about a line, and which judge is asked.

use alloc::{string::String, vec::Vec};

use super::line::Line;
use crate::checks::question::Question;
use crate::checks::score::Threshold;
use crate::checks::verdict::{Failure, Pass};
use crate::decision::plan::request_of;
use crate::judge::answer::RawAnswers;
use crate::judge::evidence::Evidence;
use crate::judge::key::Key;
use crate::judge::local::{BOX, Weights, answers};
use crate::security::redact::Masks;
use crate::settings::Settings;

/// Returns the exact bytes that the hook would send to have the line's questions answered.
///
/// # Errors
///
/// Returns why nothing is sent: nobody has labelled the line, redaction leaves nothing of it, or
/// it carries a credential.
pub fn request(
    line: &Line,
    settings: &Settings,
    home: Option<&str>,
    key: &Key,
) -> Result<Vec<u8>, Pass> {
    let questions: Vec<&Question> = line.expected.iter().map(|(question, _)| *question).collect();
    if questions.is_empty() {
        return Err(Pass::NothingToAsk);
    }
    let names = settings.redact_words.iter().chain(&line.masks);
    let names: Vec<&str> = names.map(String::as_str).collect();
    let masks = Masks { home, names: &names, lines: settings.redact_lines };
    let language = line.language.as_ref();
    let evidence = Evidence::of_payload(&line.message, &line.background, language, &masks)
        .with_transcript(line.tools.as_ref(), line.awaited.as_deref(), &masks)
        .with_work(line.run.as_ref())
        .with_task(settings.send_task, line.task.as_deref(), &masks);
    if evidence.is_blank() {
        return Err(Pass::NothingLeft);
    }
    request_of(&questions, &settings.model, &evidence, key)
}

/// Returns what the built-in judge answers; what it does not answer stays open.
#[must_use]
pub fn answer_from_built_in(line: &Line, weights: Option<&Weights<'_>>) -> RawAnswers {
    let ids = line.expected.iter().map(|(question, _)| question.id);
    answers(weights, &line.message, line.run.as_ref(), ids)
}

/// Whose answers they are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Judge {
    /// That of the judge at the endpoint.
    Endpoint,
    /// That of the built-in judge.
    BuiltIn,
}

impl Judge {
    /// Returns what the judge is called where it was asked.
    #[must_use]
    pub fn name(self, settings: &Settings) -> &str {
        match self {
            Self::Endpoint => &settings.model,
            Self::BuiltIn => BOX,
        }
    }

    /// Returns the score from which on an answer counts in the rule that asks for it.
    #[must_use]
    pub fn threshold(self, question: &Question, settings: &Settings) -> Option<Threshold> {
        match question.id {
            "claims_done" | "claims_tests" | "claims_build" | "claims_lint" => match self {
                Self::Endpoint => settings.claim,
                Self::BuiltIn => settings.claim_local,
            },
            "verification_applies" => Some(Threshold::LIKELY),
            "outcome_blocked" => Some(Threshold::POSSIBLE),
            _ => settings.tau,
        }
    }
}

/// In how many requests running there may be no answer before no more are sent.
const FAILURES_MAX: usize = 5;

/// Returns whether no more is to be asked after the last of these outcomes, the latest last: a key
/// that was refused stays so, and an endpoint that does not answer is left alone.
#[must_use]
pub fn guard_failures(outcomes: &[Result<(), Failure>]) -> bool {
    let refused = outcomes.contains(&Err(Failure::KeyRefused));
    let silent = outcomes.iter().rev().take_while(|outcome| outcome.is_err()).count();
    refused || silent >= FAILURES_MAX
}
