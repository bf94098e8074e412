//! `language`: the closing message is not in the language that the user has set.

use alloc::string::String;

use super::{Case, Check, Finding, Needs, Pace};
use crate::checks::known::Known;
use crate::checks::question::{Field, Question, ThresholdKind};
use crate::hosts::language::Language;
use crate::limits::PROSE_UNITS_MIN;

pub(super) const CHECK: Check = Check {
    word: "language",
    fires_when: "`wrong_language` reaches `tau`; a language is set, and there is enough prose to \
                 tell",
    recorded_with: None,
    pace: Pace::Common,
    needs: &[Needs::Language],
    questions: &[&WRONG_LANGUAGE],
    due,
    rule,
    nudge,
};

fn nudge(case: &Case<'_>) -> String {
    let language = case.known.language.as_ref();
    let (setting, judged) = match language.and_then(Language::guard_shown) {
        Some((setting, name)) => ([" (`", setting, "`)"].concat(), name),
        None => (String::new(), language.and_then(Language::known).unwrap_or(UNNAMED)),
    };
    [
        "sprag: the closing message is not in the configured language",
        &setting,
        ",\nunderstood as ",
        judged,
        ".\nWrite the same message again in that language. Leave code, commands, paths and\n\
         identifiers as they are.",
    ]
    .concat()
}

/// What is said of a setting that is no plain name and begins with none.
const UNNAMED: &str = "the `language` of the host's settings";

const WRONG_LANGUAGE: Question = Question {
    id: "wrong_language",
    limit: ThresholdKind::Tau,
    ask: "`final_text` is the last message of a coding agent's turn. `language` is the language \
          that its user has set for the agent. Is the prose of the message written in another \
          language?",
    when_true: "Most sentences of the prose are in another language or in another script of the \
                same language than `language` says.",
    when_false: "The prose is in that language, with or without code, commands, identifiers, \
                 names, technical terms, log lines or quotations in another one; or there is too \
                 little prose to tell.",
    evidence: &[Field::FinalTextWithoutLanguages, Field::Language],
    by_consent: &[],
};

/// Test results are in no particular language.
fn due(known: &Known) -> usize {
    let has_prose = known.prose_units.is_some_and(|units| units >= PROSE_UNITS_MIN);
    usize::from(known.language.is_some() && has_prose)
}

fn rule(case: &Case<'_>) -> Finding {
    if due(case.known) == 0 {
        return Finding::Silent;
    }
    match (case.tau, case.scores.of(&WRONG_LANGUAGE)) {
        (Some(tau), Some(score)) if score.reaches(tau) => Finding::Fires,
        (Some(_), Some(_)) => Finding::Silent,
        (None, _) | (_, None) => Finding::Unjudged,
    }
}
