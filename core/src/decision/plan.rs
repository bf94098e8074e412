//! The plan of a stop: what is decided before the judge is asked.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::activity::facts::{Ending, Facts, StartedBy, Tools};
use crate::activity::own_check::{OddCheck, OwnCheck};
use crate::activity::verification::Verification;
use crate::checks::known::Known;
use crate::checks::question::{Question, ThresholdKind};
use crate::checks::score::Threshold;
use crate::checks::verdict::Pass;
use crate::checks::{CheckSet, Needs};
use crate::hosts::background::{Background, Tasks};
use crate::hosts::event::{Closing, Event, Kind};
use crate::hosts::host::Host;
use crate::hosts::language::Language;
use crate::judge::evidence::Evidence;
use crate::judge::key::Key;
use crate::judge::request;
use crate::security::redact::Masks;
use crate::security::{redact, secret};
use crate::settings::Settings;
use crate::text::hash::fingerprint;
use crate::text::prose;
use crate::wording::Wording;

/// Everything that a verdict depends on, but for the judge's answer, the counters and the time.
///
/// It holds no text of the conversation, so it can be recorded.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Plan {
    /// The host that asks.
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
    /// The threshold; `null` if the user's is invalid.
    pub tau: Option<Threshold>,
    /// The threshold of claims; `null` if the user's is invalid.
    pub claim: Option<Threshold>,
    /// How many blocks one prompt may cause.
    pub blocks_max: u32,
    /// What is known about the turn.
    pub known: Known,
    /// Why nobody is asked, if so.
    pub pass: Option<Pass>,
}

impl Plan {
    /// Returns the plan for `event` as far as the payload alone determines it. `denied` is what
    /// the deny files say, `language` what the host's settings do.
    ///
    /// Where [`Plan::pass`] is set, neither the transcript nor the judge is needed.
    #[must_use]
    pub fn open(
        event: &Event,
        settings: &Settings,
        denied: Option<Pass>,
        language: Option<Language>,
    ) -> Self {
        let is_planning = event.is_planning.filter(|_| settings.checks.needs(Needs::Words));
        Self {
            host: event.host,
            session: event.session.clone(),
            prompt: event.prompt.clone(),
            started_by: StartedBy::Unknown,
            answer: None,
            checks: settings.checks,
            shadow: settings.shadow,
            tau: settings.tau,
            claim: settings.claim,
            blocks_max: settings.blocks_max,
            known: Known {
                running: event.background.tasks.as_ref().and_then(Tasks::guard_running),
                scheduled: event.background.crons.as_ref().map(|crons| crons.scheduled),
                language,
                wording: Wording::of_payload(is_planning),
                ..Known::default()
            },
            pass: guard_event(event).or(denied),
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

    /// Takes in the facts of the turn, and the handoffs where they were looked for.
    pub fn learn(&mut self, facts: &Facts, handoffs: Option<&[String]>) {
        self.known.tools = facts.tools.as_ref().map(Tools::total);
        self.known.handoffs = handoffs.and_then(|open| u32::try_from(open.len()).ok());
        let stand = |work| Verification::after_with(work, &facts.known_checks);
        self.known.verification = facts.work.as_ref().and_then(stand);
        if self.needs(Needs::Words) {
            self.known.wording.learn(facts);
        }
        if let Some(turn) = &facts.turn {
            self.started_by = turn.started_by;
            // The host names the report that continued the turn; counters keep to the turn.
            if turn.prompt.is_some() {
                self.prompt.clone_from(&turn.prompt);
            }
        }
    }

    /// Takes in the closing text.
    pub fn close(&mut self, text: &str) {
        self.answer = Some(answer_fingerprint(text));
        let prose = redact::prose(text);
        self.known.prose_units = Some(prose::units(&prose));
        if self.needs(Needs::Words) {
            self.known.wording.close(text, &prose);
        }
    }

    /// Returns whether a check needs to know which sessions owe an answer.
    #[must_use]
    pub fn needs_handoffs(&self) -> bool {
        self.needs(Needs::Handoffs)
    }

    fn needs(&self, needs: Needs) -> bool {
        self.checks.needs(needs)
    }

    /// Returns whether a check needs to know what the turn did.
    #[must_use]
    pub fn needs_work(&self) -> bool {
        self.needs(Needs::Work)
    }

    /// Returns where the code and its checks stand, if that is known.
    #[must_use]
    pub fn verification(&self) -> Option<&Verification> {
        self.known.verification.as_ref()
    }

    /// Returns the user's own check if the work of the turn is to be read. It is not read if no
    /// check needs it, or if we cannot tell which commands are checks: then we cannot tell what the
    /// turn checked either.
    pub fn guard_work(
        &self,
        own: impl FnOnce() -> Result<Option<OwnCheck>, OddCheck>,
    ) -> Option<Option<OwnCheck>> {
        if self.needs_work() { own().ok() } else { None }
    }

    /// Returns whether somebody will be asked, as far as that is known.
    #[must_use]
    pub fn judge_need(&self) -> JudgeNeed {
        if !self.questions().is_empty() {
            JudgeNeed::Asks
        } else if self.needs_work() && self.known.verification.is_none() {
            JudgeNeed::Open
        } else {
            JudgeNeed::AsksNoJudge
        }
    }

    /// Returns the threshold that an answer is held against, unless the user's is none.
    #[must_use]
    pub fn threshold(&self, limit: ThresholdKind) -> Option<Threshold> {
        match limit {
            ThresholdKind::Tau => self.tau,
            ThresholdKind::Claim => self.claim,
            ThresholdKind::Likely => Some(Threshold::LIKELY),
            ThresholdKind::Possible => Some(Threshold::POSSIBLE),
        }
    }

    /// Gives up asking, for this reason.
    pub fn give_up(&mut self, pass: Pass) {
        self.pass = Some(pass);
    }

    /// Returns what the payload allows to say of a turn that closes with `text`.
    ///
    /// # Errors
    ///
    /// Returns why the stop passes: no question is due, or redaction leaves nothing to judge.
    pub fn evidence(
        &self,
        text: &str,
        background: &Background,
        masks: &Masks<'_>,
    ) -> Result<Evidence, Pass> {
        if self.questions().is_empty() {
            return Err(Pass::NothingToAsk);
        }
        let evidence = Evidence::of_payload(text, background, self.known.language.as_ref(), masks);
        if evidence.is_blank() { Err(Pass::NothingLeft) } else { Ok(evidence) }
    }

    /// Returns the exact bytes to send.
    ///
    /// # Errors
    ///
    /// Returns why the stop passes, where the bytes carry something shaped like a credential, or
    /// the judge's own key. The bytes are scanned, not the texts: what is scanned is what is sent.
    pub fn request(&self, model: &str, evidence: &Evidence, key: &Key) -> Result<Vec<u8>, Pass> {
        request_of(&self.questions(), model, evidence, key)
    }

    /// Returns the questions that are due: those of every check that is evaluated, each once.
    #[must_use]
    pub fn questions(&self) -> Vec<&'static Question> {
        let evaluated = self.checks.evaluated();
        Question::once(evaluated.flat_map(|check| check.due_questions(&self.known)))
    }
}

/// Returns the exact bytes that ask these questions, unless they carry a credential.
pub(crate) fn request_of(
    questions: &[&Question],
    model: &str,
    evidence: &Evidence,
    key: &Key,
) -> Result<Vec<u8>, Pass> {
    let body = request::encode(model, questions, evidence);
    hold_credential(&body, key).map_or(Ok(body), Err)
}

fn hold_credential(body: &[u8], key: &Key) -> Option<Pass> {
    secret::find(body, &[key.expose().as_bytes()]).map(Pass::Held)
}

fn guard_event(event: &Event) -> Option<Pass> {
    if event.kind != Kind::Stop {
        return Some(Pass::NotAStop);
    }
    if event.continuing {
        return Some(Pass::Continuing);
    }
    None
}

/// Whether somebody will be asked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum JudgeNeed {
    /// A question is certain.
    Asks,
    /// What the turn did will tell.
    Open,
    /// No question is due, whatever the transcript shows.
    AsksNoJudge,
}

/// Which look at the transcript this is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Look {
    /// The first: what is missing may still be written.
    First,
    /// The last.
    Last,
}

/// What is known about the closing text.
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

/// Answers that differ only in white space or letter case count as the same.
fn answer_fingerprint(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    fingerprint(words.join(" ").to_lowercase().as_bytes(), 32)
}
