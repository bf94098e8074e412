//! What is to be done about a stop before anybody is asked.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::background::Background;
use crate::checks::CheckSet;
use crate::event::{Closing, Event, Kind};
use crate::evidence::Evidence;
use crate::facts::{Ending, Facts, StartedBy};
use crate::hash::fingerprint;
use crate::host::Host;
use crate::key::Key;
use crate::question::Question;
use crate::redact::Masks;
use crate::score::Threshold;
use crate::settings::Settings;
use crate::verdict::Pass;
use crate::{request, secret};

/// Everything that a verdict depends on, but for the judge's answer, the counters and the time.
///
/// It holds no text of the conversation, so it can be recorded.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Plan {
    /// Who asks.
    pub host: Host,
    /// The session.
    pub session: String,
    /// The prompt of the turn.
    pub prompt: Option<String>,
    /// Who sent it.
    pub started_by: StartedBy,
    /// The fingerprint of the normalised closing text.
    pub answer: Option<String>,
    /// The checks that are on.
    pub checks: CheckSet,
    /// Whether nothing may block.
    pub shadow: bool,
    /// The threshold; `null` where the user's is none.
    pub tau: Option<Threshold>,
    /// How many blocks one prompt may cause.
    pub blocks_max: u32,
    /// What is known of the turn.
    pub known: Known,
    /// Why nobody is asked, if so.
    pub pass: Option<Pass>,
}

/// The facts that rules look at. `None` is unknown.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Known {
    /// How many tools the turn called.
    pub tools: Option<u32>,
    /// How many tasks are running.
    pub running: Option<u32>,
    /// How many prompts are scheduled.
    pub scheduled: Option<u32>,
}

impl Known {
    fn of(facts: &Facts, background: &Background) -> Self {
        Self {
            tools: facts.tools.as_ref().map(crate::facts::Tools::total),
            running: background.tasks.as_ref().map(|tasks| tasks.running),
            scheduled: background.crons.as_ref().map(|crons| crons.scheduled),
        }
    }
}

/// What the shell found where the session runs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Place {
    /// Nothing forbids to look.
    Open,
    /// The user's deny file covers it, or cannot be read.
    Denied,
}

impl Plan {
    /// Returns the plan for `event` as far as the payload alone determines it.
    ///
    /// Where [`Plan::pass`] is set, neither the transcript nor the judge is needed.
    #[must_use]
    pub fn open(event: &Event, settings: &Settings, place: Place) -> Self {
        Self {
            host: event.host,
            session: event.session.clone(),
            prompt: event.prompt.clone(),
            started_by: StartedBy::Unknown,
            answer: None,
            checks: settings.checks,
            shadow: settings.shadow,
            tau: settings.tau,
            blocks_max: settings.blocks_max,
            known: Known::default(),
            pass: guard_event(event).or_else(|| guard_place(place)),
        }
    }

    /// Returns the plan's reason to pass, as an error: nothing is left to do.
    ///
    /// # Errors
    ///
    /// Returns the reason, if there is one.
    pub fn check(&self) -> Result<(), Pass> {
        self.pass.clone().map_or(Ok(()), Err)
    }

    /// Takes in the facts of the turn.
    pub fn learn(&mut self, event: &Event, facts: &Facts) {
        self.known = Known::of(facts, &event.background);
        if let Some(turn) = &facts.turn {
            self.started_by = turn.started_by;
            if self.prompt.is_none() {
                self.prompt.clone_from(&turn.prompt);
            }
        }
    }

    /// Takes in the closing text.
    pub fn close(&mut self, text: &str) {
        self.answer = Some(answer_fingerprint(text));
    }

    /// Gives up asking, for this reason.
    pub fn give_up(&mut self, pass: Pass) {
        self.pass = Some(pass);
    }

    /// Returns what the payload allows to say of a turn that closes with `text`.
    ///
    /// # Errors
    ///
    /// Returns why the stop passes, where redaction leaves nothing to judge.
    pub fn evidence(
        &self,
        text: &str,
        background: &Background,
        masks: &Masks<'_>,
    ) -> Result<Evidence, Pass> {
        let evidence = Evidence::of_payload(text, background, masks);
        if evidence.is_blank() { Err(Pass::NothingLeft) } else { Ok(evidence) }
    }

    /// Returns the exact bytes to send.
    ///
    /// # Errors
    ///
    /// Returns why the stop passes, where the bytes carry something shaped like a credential, or
    /// the judge's own key. The bytes are scanned, not the texts: what is scanned is what is sent.
    pub fn request(&self, model: &str, evidence: &Evidence, key: &Key) -> Result<Vec<u8>, Pass> {
        let body = request::encode(model, &self.questions(), evidence);
        match secret::find(&body, &[key.expose().as_bytes()]) {
            Some(shape) => Err(Pass::Held(shape)),
            None => Ok(body),
        }
    }

    /// Returns the questions that are due: those of every check that is on, each once.
    #[must_use]
    pub fn questions(&self) -> Vec<&'static Question> {
        let mut due: Vec<&'static Question> = Vec::new();
        for question in self.checks.iter().flat_map(|check| check.questions) {
            if due.iter().all(|known| known.id != question.id) {
                due.push(question);
            }
        }
        due
    }
}

fn guard_event(event: &Event) -> Option<Pass> {
    if event.kind != Kind::Stop {
        return Some(Pass::NotAStop);
    }
    if event.host != Host::Claude {
        return Some(Pass::HostUnread);
    }
    if event.continuing {
        return Some(Pass::Continuing);
    }
    None
}

fn guard_place(place: Place) -> Option<Pass> {
    (place == Place::Denied).then_some(Pass::Denied)
}

/// Which look at the transcript this is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Look {
    /// The first: what is missing may still be written.
    First,
    /// The last.
    Last,
}

/// What is known of the closing text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ClosingText {
    /// All of it.
    Ready(String),
    /// It may not be on disk yet: look again, at most once.
    LookAgain,
    /// There is none to judge.
    None(Pass),
}

/// Returns the closing text of the turn: the payload's, or where that is missing or cut, the
/// transcript's.
#[must_use]
pub fn closing_text(closing: &Closing, ending: &Ending, look: Look) -> ClosingText {
    match (closing, ending) {
        (_, Ending::ApiError) => ClosingText::None(Pass::ApiError),
        (_, Ending::Interrupt) => ClosingText::None(Pass::Interrupt),
        (Closing::Whole(text), _) => said(text),
        (Closing::Cut(start), Ending::Text(text)) if text.starts_with(start.as_str()) => said(text),
        (Closing::Absent, Ending::Text(text)) if !is_blank(text) => said(text),
        (_, _) if look == Look::First => ClosingText::LookAgain,
        (Closing::Cut(_), _) => ClosingText::None(Pass::TextUnknown),
        (Closing::Absent, _) => ClosingText::None(Pass::NoText),
    }
}

fn said(text: &str) -> ClosingText {
    if is_blank(text) { ClosingText::None(Pass::NoText) } else { ClosingText::Ready(text.into()) }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// White space and letter case make no other answer.
fn answer_fingerprint(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    fingerprint(words.join(" ").to_lowercase().as_bytes(), 32)
}
