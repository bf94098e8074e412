//! What stands around the hook: the host with its sessions, the agent, the judge, clock and disk.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use serde_json::{Value, json};
use sprag_core::checks::verdict::Failure;
use sprag_core::decision::reply::Reply;

use super::checker::{Checkers, PRIVATE, Truth};
use super::dice::Dice;
use super::hook::{self, Found, Left};
use super::script::{self, Mood, Move, Oddity, Stop, Turn};
use super::{Breach, Fault, Rule, Tally};
use crate::given::QUESTIONS;
use crate::payload::Payload;
use crate::session::{self, Step};
use crate::transcript::{Shape, Transcript};

/// How often the agent goes on after one turn; a hook that holds it longer has broken the cap.
const RE_ENTRIES_MAX: u32 = 8;

/// What hook the host runs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hook {
    None,
    /// With this mistake in it.
    Sprag(Option<Fault>),
}

#[derive(Debug, Default)]
struct Session {
    transcript: Transcript,
    prompts: u32,
    /// What was asked for last, and all that happened since: reports go on with it.
    request: Option<Request>,
    /// What is on disk.
    counters: Option<Vec<u8>>,
    /// The transcript as it was when the first block came.
    until_block: Option<Vec<u8>>,
    /// What the agent does after a block; the script stays as it is.
    after: Option<Dice>,
}

/// A run.
#[derive(Debug)]
pub(super) struct World {
    seed: u64,
    hook: Hook,
    sessions: BTreeMap<usize, Session>,
    checks: &'static str,
    shadow: &'static str,
    mood: Mood,
    now_ms: u64,
    checkers: Checkers,
}

/// What a host makes of a reply.
enum Reaction {
    Nothing,
    Block(String),
    /// Something that it writes down and goes on to ignore.
    Noise(String),
}

impl World {
    pub(super) fn of(seed: u64, hook: Hook) -> Self {
        // Some runs begin with the checks that seldom have something to say.
        let (checks, mood) = match seed.checked_rem(4) {
            Some(2) => ("done", Mood::Claims),
            Some(3) => ("ask,challenge", Mood::Objects),
            Some(_) | None => ("promises", Mood::Objects),
        };
        Self {
            seed,
            hook,
            sessions: BTreeMap::new(),
            checks,
            shadow: "off",
            mood,
            now_ms: 1_790_000_000_000,
            checkers: Checkers::of(seed),
        }
    }

    /// Lets one thing happen.
    pub(super) fn go(&mut self, happens: &Move) {
        self.now_ms = self.now_ms.saturating_add(1_000);
        match happens {
            Move::Turn { session, turn } => self.turn(*session, turn),
            Move::Checks(checks) => self.checks = checks,
            Move::Shadow(shadow) => self.shadow = shadow,
            Move::Judge(mood) => self.mood = *mood,
            Move::Clock(by) => self.now_ms = self.now_ms.saturating_add_signed(*by),
            Move::Lost { session } => {
                self.at(*session).counters = None;
                self.checkers.lost(*session);
            }
            Move::Damaged { session, file } => {
                self.at(*session).counters = Some(file.to_vec());
                self.checkers.damaged(*session);
            }
            Move::TornLine { session } => {
                self.write(*session, |transcript| transcript.line(br#"{"type":"user","mess"#));
            }
        }
    }

    /// Compares what the host wrote with what it wrote without sprag.
    pub(super) fn compare(&mut self, without: &Self) {
        for (ours, theirs) in self.sessions.values().zip(without.sessions.values()) {
            let theirs = theirs.transcript.bytes();
            let is_same = match &ours.until_block {
                Some(bytes) => theirs.starts_with(bytes),
                None => ours.transcript.bytes() == theirs,
            };
            if !is_same {
                let seen = "the transcripts differ before any block";
                self.checkers.breach(Rule::Same, seen.into());
            }
        }
    }

    pub(super) fn end(self) -> (Tally, Vec<Breach>) {
        (self.checkers.tally, self.checkers.breaches)
    }

    fn at(&mut self, session: usize) -> &mut Session {
        self.sessions.entry(session).or_default()
    }

    fn write(&mut self, session: usize, write: impl FnOnce(Transcript) -> Transcript) {
        let session = self.at(session);
        session.transcript = write(core::mem::take(&mut session.transcript));
    }

    /// Plays a turn and everything that follows from its stop.
    fn turn(&mut self, session: usize, turn: &Turn) {
        if turn.begin.is_request() {
            self.checkers.typed(session);
            self.at(session).request = None;
        }
        let number = self.at(session).prompts;
        self.at(session).prompts = number.saturating_add(1);
        let id = format!("s{session}-prompt-{number}");
        let begins =
            session::Turn { begin: turn.begin, has_lead: turn.has_lead, steps: turn.steps.clone() };
        self.write(session, |mut transcript| {
            transcript = session::begin(transcript, Shape::Today, &begins, &id);
            turn.steps.iter().fold(transcript, session::happen)
        });
        let request = self.at(session).request.get_or_insert_default();
        request.id.get_or_insert_with(|| id.clone());
        request.steps.extend(turn.steps.iter().cloned());
        let Request { id: asked, steps } = request.clone();
        let asked = asked.as_deref().unwrap_or(&id);
        let ended = Ended { id: &id, asked, lacks_check: lacks_check(&steps) };
        let mut goes_on = self.stop(session, &ended, &turn.stop, false);
        for _ in 0..RE_ENTRIES_MAX {
            let Some(reason) = goes_on else { return };
            let (stop, is_flagged) = self.react(session, &reason);
            goes_on = self.stop(session, &ended, &stop, is_flagged);
        }
    }

    /// Lets the agent do something about a block. Whether the host says that it continues is the
    /// dice's: the flag is one bit, and hosts lose it.
    fn react(&mut self, session: usize, reason: &str) -> (Stop, bool) {
        let seed = self.seed;
        let number = u64::try_from(session).unwrap_or(0);
        let after = self.at(session).after.get_or_insert_with(|| Dice::of(!seed ^ number));
        let works = after.one_in(2);
        let closing = script::closing(after);
        let is_flagged = after.one_in(2);
        self.write(session, |transcript| {
            let transcript = transcript.feedback(reason);
            if works { transcript.tool("Edit").tool_result() } else { transcript }
        });
        (Stop { closing, is_late: false, payload: Oddity::None }, is_flagged)
    }

    /// Ends a turn; returns the reason for which it goes on, if it does.
    fn stop(
        &mut self,
        session: usize,
        ended: &Ended<'_>,
        stop: &Stop,
        flag: bool,
    ) -> Option<String> {
        if !stop.is_late {
            self.write(session, |transcript| transcript.assistant_text(stop.closing));
        }
        let bytes = self.at(session).transcript.bytes();
        let reaction = match self.hook {
            Hook::None => Reaction::Nothing,
            Hook::Sprag(fault) => {
                let payload = payload(session, ended.id, stop, flag);
                let left = self.run(session, &payload, &bytes, fault);
                let reaction = hear(&left.reply);
                let truth = Truth {
                    session,
                    closing: stop.closing,
                    prompt: ended.asked,
                    now_ms: self.now_ms,
                    lacks_check: ended.lacks_check,
                    is_on: !self.checks.is_empty(),
                    is_local: self.checks == "ask,challenge",
                    may_block: matches!(self.shadow, "off" | "0"),
                    is_continuing: flag,
                    is_heard: self.mood.is_heard(),
                    went_on: matches!(reaction, Reaction::Block(_)),
                };
                self.checkers.look(&truth, &left);
                reaction
            }
        };
        if stop.is_late {
            self.write(session, |transcript| transcript.assistant_text(stop.closing));
        }
        match reaction {
            Reaction::Nothing => None,
            Reaction::Block(reason) => {
                let session = self.at(session);
                let bytes = session.transcript.bytes();
                session.until_block.get_or_insert(bytes);
                Some(reason)
            }
            Reaction::Noise(text) => {
                let line = json!({"type": "attachment", "attachment": {
                    "type": "hook_non_blocking_error", "stdout": text}});
                self.write(session, |transcript| transcript.line(line.to_string().as_bytes()));
                None
            }
        }
    }

    fn run(
        &mut self,
        session: usize,
        payload: &[u8],
        transcript: &[u8],
        fault: Option<Fault>,
    ) -> Left {
        let (checks, shadow, now_ms, mood) = (self.checks, self.shadow, self.now_ms, self.mood);
        let disk = &mut self.at(session).counters;
        let counters = disk.as_deref();
        let found = Found { payload, transcript, checks, shadow, counters, now_ms };
        let left = hook::run(&found, &|| answer(mood), fault);
        if let Some(text) = &left.counters {
            *disk = Some(text.clone().into_bytes());
        }
        left
    }
}

/// What was asked for, by the id of its prompt, and what happened since.
#[derive(Clone, Debug, Default)]
struct Request {
    id: Option<String>,
    steps: Vec<Step>,
}

/// A turn that ends.
#[derive(Debug)]
struct Ended<'a> {
    /// What the host calls its prompt.
    id: &'a str,
    /// The prompt that a person sent.
    asked: &'a str,
    /// Whether code changed and its tests did not pass since.
    lacks_check: bool,
}

fn lacks_check(steps: &[Step]) -> bool {
    let last = steps.iter().rfind(|step| matches!(step, Step::Change(_) | Step::Check { .. }));
    let has_changed = steps.iter().any(|step| matches!(step, Step::Change(_)));
    has_changed && !matches!(last, Some(Step::Check { passes: true }))
}

/// Returns what the host hands to its hooks.
fn payload(session: usize, id: &str, stop: &Stop, flag: bool) -> Vec<u8> {
    let payload = Payload::stop()
        .with("session_id", json!(format!("session-{session}")))
        .with("prompt_id", json!(id))
        .with("stop_hook_active", json!(flag))
        .with("last_assistant_message", json!(stop.closing));
    let cut: String = stop.closing.chars().take(20).collect();
    let payload = match stop.payload {
        Oddity::None | Oddity::Torn => payload,
        Oddity::NoMessage => payload.without("last_assistant_message"),
        Oddity::CutMessage => {
            payload.with("last_assistant_message", json!(format!("{cut}\u{2026} [+40 chars]")))
        }
        Oddity::NoPrompt => payload.without("prompt_id"),
        Oddity::NoTasks => payload.without("background_tasks"),
        Oddity::NullCrons => payload.with("session_crons", Value::Null),
        Oddity::Running => {
            let command = format!("watch --for '{PRIVATE}'");
            let task = json!({"status": "running", "description": "Build", "command": command});
            payload.with("background_tasks", json!([task]))
        }
        Oddity::AnotherEvent => payload.with("hook_event_name", json!("SubagentStop")),
    };
    let mut bytes = payload.bytes();
    if stop.payload == Oddity::Torn {
        bytes.truncate(bytes.len() / 2);
    }
    bytes
}

/// Returns what the host makes of a reply, as hosts were seen to.
fn hear(reply: &Reply) -> Reaction {
    if reply.exit == 2 {
        return Reaction::Block(reply.stderr.clone());
    }
    if reply.exit != 0 || !reply.stderr.is_empty() {
        return Reaction::Noise(reply.stderr.clone());
    }
    if reply.stdout.is_empty() {
        return Reaction::Nothing;
    }
    let Ok(said) = serde_json::from_str::<Value>(&reply.stdout) else {
        return Reaction::Noise(reply.stdout.clone());
    };
    let context = said.pointer("/hookSpecificOutput/additionalContext");
    let reason = said.get("decision").and_then(|_| said.get("reason")).or(context);
    match reason.and_then(Value::as_str) {
        Some(reason) => Reaction::Block(reason.into()),
        // A line for the user alone changes nothing for the agent.
        None if said.get("systemMessage").is_some() => Reaction::Nothing,
        None => Reaction::Noise(reply.stdout.clone()),
    }
}

/// Returns what a judge says that takes every turn for one that claims all, and is stuck in none.
fn claims() -> Vec<u8> {
    let claims = ["claims_done", "claims_tests", "claims_build", "verification_applies"];
    let scores: Vec<(&str, &str)> = claims.into_iter().map(|id| (id, "0.91")).collect();
    let rest = [("claims_lint", "0.1"), ("outcome_blocked", "0.1"), ("no_action", "0.1")];
    hook::answers_of(&[&scores[..], &rest].concat())
}

/// Returns what comes back from the judge.
fn answer(mood: Mood) -> Result<Vec<u8>, Failure> {
    match mood {
        Mood::Objects => Ok(hook::scores("0.91", &QUESTIONS)),
        Mood::Promises => Ok(hook::scores("0.5", &["no_action", "broken_promise"])),
        Mood::Claims => Ok(claims()),
        Mood::Agrees => Ok(hook::scores("0.03", &QUESTIONS)),
        Mood::Odd => Ok(hook::scores("1.5", &QUESTIONS)),
        Mood::Malformed => Ok(b"<html>Bad gateway</html>".to_vec()),
        Mood::Down => Err(Failure::Timeout),
        Mood::RefusesKey => Err(Failure::KeyRefused),
    }
}
