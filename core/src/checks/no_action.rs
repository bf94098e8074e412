//! `no_action`: the turn ended without doing anything, although it could have.

use super::{Case, Check, Finding, Needs, Pace, broken_promise};
use crate::checks::question::{Field, Question, ThresholdKind};

pub(super) const CHECK: Check = Check {
    id: "no_action",
    word: "promises",
    fires_when: "`no_action` reaches `tau` and is no lower than `broken_promise`; the tool calls \
                 are known",
    recorded_with: None,
    pace: Pace::Common,
    needs: &[Needs::Handoffs],
    questions: QUESTIONS,
    due: |_| QUESTIONS.len(),
    rule,
    nudge: |_| NUDGE.into(),
};

const QUESTIONS: &[&Question] = &[&NO_ACTION, &broken_promise::BROKEN_PROMISE];

const NUDGE: &str = "sprag: the closing message is about the task, but this turn did not do it.\n\
    If the work is authorised, do it now. If it waits for something, start that\n\
    wait in the background. If only the user can decide or act, say in one\n\
    sentence what is needed from them.";

pub(super) const NO_ACTION: Question = Question {
    id: "no_action",
    limit: ThresholdKind::Tau,
    ask: "`final_text` is the last message of a coding agent's turn. `tools` lists the tool calls \
          of that turn and `background` what still runs or is scheduled. Did the turn end without \
          the agent doing anything for the task, although it could have acted?",
    when_true: "The agent restates the task, describes a plan, says what it is going to do or \
                could do, or only acknowledges the request, and the turn holds no work towards \
                it; nothing kept the agent from acting.",
    when_false: "The turn did work; or it answers a question, explains, reviews or reports; or it \
                 reports an obstacle; or it waits for listed background work; or it needs a \
                 decision, permission or action that only the user can give; or the user asked \
                 for a plan or for no action.",
    evidence: &[Field::FinalText, Field::Tools, Field::Background],
    by_consent: &[],
};

/// Both questions look at the same turns; the likelier of the two names the finding.
fn rule(case: &Case<'_>) -> Finding {
    let (Some(tau), Some(score)) = (case.tau, case.scores.of(&NO_ACTION)) else {
        return Finding::Unjudged;
    };
    let broken = case.scores.of(&broken_promise::BROKEN_PROMISE);
    let is_likelier = broken.is_none_or(|broken| score >= broken);
    match (score.reaches(tau) && is_likelier, case.known.tools) {
        (false, _) => Finding::Silent,
        (true, None) => Finding::Unknown,
        (true, Some(_)) => Finding::Fires,
    }
}
