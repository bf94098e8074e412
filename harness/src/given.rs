//! Plain plans, answers and settings; a test states what differs.

use alloc::{format, string::String, vec::Vec};

use sprag_core::activity::facts::StartedBy;
use sprag_core::checks::known::Known;
use sprag_core::checks::score::Threshold;
use sprag_core::checks::{self, Check, CheckSet};
use sprag_core::decision::decide::Judged;
use sprag_core::decision::plan::Plan;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::language::Language;
use sprag_core::judge::answer::{Answer, RawAnswers};
use sprag_core::limits::PROSE_UNITS_MIN;
use sprag_core::security::redact::{Lines, Masks};
use sprag_core::settings::{ConfigFile, Given, Name, Settings, Source};

/// Every question.
pub const QUESTIONS: [&str; 11] = [
    "no_action",
    "broken_promise",
    "watch_claim",
    "watch_mismatch",
    "wrong_language",
    "claims_done",
    "claims_tests",
    "claims_build",
    "claims_lint",
    "verification_applies",
    "outcome_blocked",
];

/// Masks of a machine that has nothing to hide.
pub const MASKS: Masks<'_> = Masks { home: None, names: &[], lines: Lines::Mask };

/// Returns the check of this word.
///
/// # Panics
///
/// Panics if there is none.
#[must_use]
#[expect(clippy::panic, reason = "a test names a check that is not there")]
pub fn check(word: &str) -> &'static Check {
    let found = checks::ALL.into_iter().find(|check| check.word == word);
    found.unwrap_or_else(|| panic!("there is no check {word}"))
}

/// Returns the set of the checks of these words.
#[must_use]
pub fn set(words: &[&str]) -> CheckSet {
    let mut set = CheckSet::default();
    words.iter().for_each(|word| set.insert(check(word)));
    set
}

/// Returns a language that is set.
#[must_use]
pub fn language() -> Language {
    Language { setting: "ja".into(), name: "Japanese (ja)".into() }
}

/// Returns a plan with `promises` on, for a turn that a person started, in which no
/// tool was called and nothing runs.
#[must_use]
pub fn plan() -> Plan {
    Plan {
        host: Host::Claude,
        session: "s1".into(),
        prompt: Some("p1".into()),
        started_by: StartedBy::Person,
        answer: Some("a1".into()),
        checks: set(&["promises"]),
        shadow: false,
        tau: Some(Threshold::DEFAULT),
        claim: Some(Threshold::CLAIM),
        blocks_max: 3,
        known: Known {
            tools: Some(0),
            running: Some(0),
            scheduled: Some(0),
            handoffs: Some(0),
            language: None,
            prose_units: Some(PROSE_UNITS_MIN),
            ..Known::default()
        },
        pass: None,
    }
}

/// Returns what the judge said, each answer as it is in the body.
#[must_use]
pub fn raw(answers: &[(&str, &str)]) -> RawAnswers {
    let members: Vec<String> = answers
        .iter()
        .map(|(id, raw)| format!(r#""{id}":{{"type":"noul","noul":{raw}}}"#))
        .collect();
    let body = format!(r#"{{"answers":{{{}}}}}"#, members.join(","));
    Answer::parse(body.as_bytes(), QUESTIONS).map(|answer| answer.raw).unwrap_or_default()
}

/// Returns that the judge said so to the questions about promises.
#[must_use]
pub fn judged(no_action: &str, broken_promise: &str) -> Judged {
    answered(&[("no_action", no_action), ("broken_promise", broken_promise)])
}

/// Returns that the judge said so to these questions.
#[must_use]
pub fn answered(answers: &[(&str, &str)]) -> Judged {
    Judged::Answered(raw(answers))
}

/// Returns a value that was found at `source`.
#[must_use]
pub fn given(name: Name, value: &str, source: Source) -> Given {
    Given { name, value: value.into(), source }
}

/// Returns the settings that follow from values in the user's `config.toml`.
#[must_use]
pub fn settings(values: &[(Name, &str)]) -> Settings {
    let values: Vec<Given> =
        values.iter().map(|(name, value)| given(*name, value, Source::Config)).collect();
    Settings::resolve(&values, ConfigFile::Sound)
}
