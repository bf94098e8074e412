//! `broken_promise`: the closing message announces an action that the turn does not contain.

use super::{Case, Check, Finding, Needs, Pace};
use crate::checks::question::{Field, Question, ThresholdKind};

pub(super) const CHECK: Check = Check {
    id: "broken_promise",
    word: "promises",
    fires_when: "`broken_promise` reaches `tau`; the tool calls and what runs in the background \
                 are known",
    recorded_with: None,
    pace: Pace::Common,
    needs: &[Needs::Handoffs],
    questions: QUESTIONS,
    due: |_| QUESTIONS.len(),
    rule,
    nudge: |_| NUDGE.into(),
};

const QUESTIONS: &[&Question] = &[&BROKEN_PROMISE];

const NUDGE: &str = "sprag: the closing message announces an action that this turn did not take.\n\
    If it is authorised, take it now. If it waits for something, start that\n\
    wait in the background. If only the user can decide or act, say in one\n\
    sentence what is needed from them.";

pub(super) const BROKEN_PROMISE: Question = Question {
    id: "broken_promise",
    limit: ThresholdKind::Tau,
    ask: "`final_text` is the last message of a coding agent's turn. `tools` lists the tool calls \
          of that turn and `background` what still runs or is scheduled. Does the message announce \
          an action that the agent says it takes now or next, by itself, and that the turn's tool \
          calls and background work do not account for?",
    when_true: "The message says that the agent is doing something or is about to do it, such as \
                editing, running, committing, pushing or checking, as part of this turn; nothing \
                in `tools` or `background` fits it; and the turn ends there.",
    when_false: "Every announced action is accounted for; or it waits for work that `background` \
                 lists; or it waits for something only the user can do, such as deciding, \
                 authorising, looking at a result or acting on their own machine; or it is an \
                 offer, a suggestion, a plan that was asked for, or an instruction to the user; \
                 or the message only reports what was done.",
    evidence: &[Field::FinalText, Field::Tools, Field::Background],
    by_consent: &[],
};

fn rule(case: &Case<'_>) -> Finding {
    let (Some(tau), Some(score)) = (case.tau, case.scores.of(&BROKEN_PROMISE)) else {
        return Finding::Unjudged;
    };
    let is_known = case.known.tools.is_some() && case.known.running.is_some();
    match (score.reaches(tau), is_known) {
        (false, _) => Finding::Silent,
        (true, false) => Finding::Unknown,
        (true, true) => Finding::Fires,
    }
}
