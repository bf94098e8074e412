//! One turn end, through the core as the hook goes.

use alloc::{string::String, vec::Vec};

use serde_json::{Value, json};
use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::facts::Facts;
use sprag_core::checks::verdict::Verdict;
use sprag_core::checks::{self, Check, Finding};
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::{Decision, Judged, decide};
use sprag_core::decision::plan::{ClosingText, Look, Plan, closing_text};
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::Wanted;
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

/// Replays the turn end of a label on the transcript as it was then, in a project that declares
/// checks of these kinds.
///
/// # Errors
///
/// Returns an error if no event can be made of it.
pub fn replay(
    declared: KindSet,
    label: &Label,
    transcript: &[u8],
    judge: &dyn Judge,
) -> Result<Replayed, Unreplayed> {
    let payload = payload(label, transcript);
    let event = payload.event_on(label.host()).map_err(|_| Unreplayed::NoEvent)?;
    let settings = given::settings(&[(Name::Checks, &words())]);
    let (mut plan, body) = wire::request_in(declared, &event, &settings, transcript, &given::MASKS);
    let facts = reader::turn_on(event.host, transcript, Wanted::Last(event.prompt.clone()));
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

/// Returns what the host would have said at that stop, with nothing in the background.
fn payload(label: &Label, transcript: &[u8]) -> Payload {
    let (payload, text) = match label.host() {
        Host::Claude => (Payload::stop(), "last_assistant_message"),
        Host::Codex => (Payload::codex_stop().without("turn_id"), "last_assistant_message"),
        Host::Grok => (Payload::grok_stop().without("promptId"), "lastAssistantMessage"),
    };
    let mut payload = payload.with("session_id", json!(label.session)).without("prompt_id");
    if let Some(prompt) = prompt(label.host(), transcript) {
        payload = payload.with("prompt_id", json!(prompt));
    }
    match &label.final_text {
        Some(closing) => payload.with(text, json!(closing)),
        None => payload.without(text),
    }
}

/// Returns the id that the newest prompt has in a transcript of Claude Code, if it has one there.
fn prompt(host: Host, transcript: &[u8]) -> Option<String> {
    let name = |line: &&[u8]| {
        let record: Value = serde_json::from_slice(line).ok()?;
        Some(record.get("promptId")?.as_str()?.into())
    };
    let lines = reader::lines(transcript);
    let found = lines.iter().rev().find_map(name);
    found.filter(|_| host == Host::Claude)
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
