//! One turn end, through the core as the hook goes.

use alloc::{string::String, vec::Vec};

use serde_json::json;
use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::facts::Facts;
use sprag_core::checks::verdict::Verdict;
use sprag_core::checks::{self, Check, Finding};
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::{Decision, Judged, decide};
use sprag_core::decision::plan::{ClosingText, Look, Plan, closing_text};
use sprag_core::settings::Name;

use super::judge::Judge;
use super::label::Label;
use super::sessions::Unreplayed;
use crate::payload::Payload;
use crate::{given, reader, wire};

/// The outcome of a turn end, with the checks on, nothing in the background and nothing remembered.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// What the transcript shows.
    pub facts: Facts,
    /// What was to be asked.
    pub plan: Plan,
    /// What was decided.
    pub decision: Decision,
}

/// Replays the turn end of a label on the transcript as it was then.
///
/// # Errors
///
/// Returns an error if no event can be made of it.
pub fn replay(label: &Label, transcript: &[u8], judge: &dyn Judge) -> Result<Replayed, Unreplayed> {
    replay_in(KindSet::NONE, label, transcript, judge)
}

/// Replays the turn end of a label in a project that declares checks of these kinds.
///
/// # Errors
///
/// Returns an error if no event can be made of it.
pub fn replay_in(
    declared: KindSet,
    label: &Label,
    transcript: &[u8],
    judge: &dyn Judge,
) -> Result<Replayed, Unreplayed> {
    let event = payload(label).event().map_err(|_| Unreplayed::NoEvent)?;
    let settings = given::settings(&[(Name::Checks, &words())]);
    let (mut plan, body) = wire::request_in(declared, &event, &settings, transcript, &given::MASKS);
    let facts = reader::last_turn(transcript, None);
    let text = match closing_text(&event.closing, &facts.ending, Look::Last) {
        ClosingText::Ready(text) => text,
        ClosingText::LookAgain | ClosingText::None(_) => String::new(),
    };
    let judged = match body.and_then(|_| judge.answer(&mut plan, label, &text)) {
        Ok(judged) => judged,
        Err(pass) => {
            plan.give_up(pass);
            Judged::NotAsked
        }
    };
    let decision = decide(&plan, &judged, &Counters::default(), 0);
    Ok(Replayed { facts, plan, decision })
}

/// Every check but the one that needs a language to be set: no label says which was.
fn words() -> String {
    let checks = checks::ALL.iter().filter(|check| check.word != "language");
    let words: Vec<&str> = checks.map(|check| check.word).collect();
    words.join(",")
}

/// Old hosts name no prompt, and the last turn is the one that is wanted.
fn payload(label: &Label) -> Payload {
    let payload = Payload::stop()
        .with("session_id", json!(label.session))
        .with("permission_mode", json!("default"))
        .without("prompt_id");
    match &label.final_text {
        Some(text) => payload.with("last_assistant_message", json!(text)),
        None => payload.without("last_assistant_message"),
    }
}

impl Replayed {
    /// Returns what the check with this id found, if it was evaluated.
    #[must_use]
    pub fn finding(&self, id: &str) -> Option<Finding> {
        let found = self.decision.findings.iter().find(|(check, _)| check.word == id);
        found.map(|(_, finding)| *finding)
    }

    /// Returns the check that blocks, if one does.
    #[must_use]
    pub fn blocks(&self) -> Option<&'static Check> {
        match &self.decision.verdict {
            Verdict::Block(check) => Some(check),
            Verdict::WouldBlock(_) | Verdict::Pass(_) => None,
        }
    }

    /// Returns the checks that had something to ask.
    #[must_use]
    pub fn asking(&self) -> Vec<&'static Check> {
        if self.plan.pass.is_some() {
            return Vec::new();
        }
        let asks = |check: &&Check| check.due_questions(&self.plan.known).next().is_some();
        self.plan.checks.evaluated().filter(asks).collect()
    }
}
