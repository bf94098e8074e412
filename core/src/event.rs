//! What a host says when a turn is about to end.
//!
//! Only the session and the event's name are required. Any other field may be absent, `null`, of
//! another type or huge; then it is unknown, and nothing is concluded from it.

use alloc::string::String;
use core::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::background::Background;
use crate::host::Host;
use crate::json::{self, Field};
use crate::limits::{PATH_BYTES_MAX, PROMPT_BYTES_MAX, SESSION_BYTES_MAX};
use crate::repair::repair;

/// A hook payload, read.
#[derive(Clone, Debug)]
pub struct Event {
    /// Who sent it.
    pub host: Host,
    /// What happened.
    pub kind: Kind,
    /// The session, never empty and never the word `null`.
    pub session: String,
    /// The prompt that the turn belongs to.
    pub prompt: Option<String>,
    /// Where the transcript is said to be.
    pub transcript: Option<String>,
    /// The working directory of the session.
    pub cwd: Option<String>,
    /// Whether the host already continues because a stop hook asked for it.
    pub continuing: bool,
    /// The closing text as the payload has it.
    pub closing: Closing,
    /// What runs or is scheduled.
    pub background: Background,
    /// Whether the host is in plan mode, if it says in which mode it is.
    pub is_planning: Option<bool>,
}

/// Which event a payload reports.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// The main agent is about to end its turn.
    Stop,
    /// Any other event.
    Other,
}

/// The closing text of a turn, as far as a payload has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Closing {
    /// All of it.
    Whole(String),
    /// Its beginning, without the mark `\u{2026} [+N chars]` that hosts put where they cut.
    Cut(String),
    /// Nothing: the model said nothing, or the host is too old to pass it on.
    Absent,
}

/// Why a payload is not an event.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EventError {
    /// It is not one JSON object.
    NotAnObject,
    /// It names no event.
    NoEventName,
    /// Its session id is absent, empty, `null` or longer than any real one.
    NoSession,
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAnObject => "the payload is not a JSON object",
            Self::NoEventName => "the payload names no event",
            Self::NoSession => "the payload has no usable session id",
        })
    }
}

/// The fields of a payload that are read, in either spelling.
#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, default)]
    session_id: Field<'a>,
    #[serde(borrow, default, rename = "sessionId")]
    session_id_camel: Field<'a>,
    #[serde(borrow, default)]
    hook_event_name: Field<'a>,
    #[serde(borrow, default, rename = "hookEventName")]
    hook_event_name_camel: Field<'a>,
    #[serde(borrow, default)]
    turn_id: Field<'a>,
    #[serde(borrow, default)]
    prompt_id: Field<'a>,
    #[serde(borrow, default)]
    transcript_path: Field<'a>,
    #[serde(borrow, default)]
    cwd: Field<'a>,
    #[serde(borrow, default)]
    stop_hook_active: Field<'a>,
    #[serde(borrow, default)]
    last_assistant_message: Field<'a>,
    #[serde(borrow, default)]
    background_tasks: Field<'a>,
    #[serde(borrow, default)]
    session_crons: Field<'a>,
    #[serde(borrow, default)]
    permission_mode: Field<'a>,
}

impl Event {
    /// Returns the event that `payload` reports; damage in its text is repaired in place.
    ///
    /// `host` is who runs the hook, where the command line says so; else the shape tells.
    ///
    /// # Errors
    ///
    /// Returns an error if the payload is no JSON object, or names no event or no session.
    pub fn parse(payload: &mut [u8], host: Option<Host>) -> Result<Self, EventError> {
        repair(payload);
        let whole: &RawValue =
            serde_json::from_slice(payload).map_err(|_| EventError::NotAnObject)?;
        let raw: Raw<'_> = json::object(Some(whole)).ok_or(EventError::NotAnObject)?;
        // Grok sends both spellings and also runs Claude's hook entries: its own spelling decides.
        let host = match (host, raw.hook_event_name_camel, raw.turn_id) {
            (_, Some(_), _) => Host::Grok,
            (Some(host), None, _) => host,
            (None, None, Some(_)) => Host::Codex,
            (None, None, None) => Host::Claude,
        };
        let name = json::text(raw.hook_event_name.or(raw.hook_event_name_camel))
            .ok_or(EventError::NoEventName)?;
        Ok(Self {
            host,
            kind: if name == "Stop" { Kind::Stop } else { Kind::Other },
            session: session(raw.session_id.or(raw.session_id_camel))?,
            prompt: json::short_text(raw.prompt_id, PROMPT_BYTES_MAX).filter(|id| !id.is_empty()),
            transcript: path(raw.transcript_path),
            cwd: path(raw.cwd),
            continuing: json::is_true(raw.stop_hook_active),
            closing: closing(raw.last_assistant_message),
            background: Background::parse(raw.background_tasks, raw.session_crons),
            is_planning: json::short_text(raw.permission_mode, 64).map(|mode| mode == "plan"),
        })
    }
}

/// A session id that several sessions could share would make them share state.
fn session(field: Field<'_>) -> Result<String, EventError> {
    json::short_text(field, SESSION_BYTES_MAX)
        .filter(|id| !id.trim().is_empty() && id != "null")
        .ok_or(EventError::NoSession)
}

fn path(field: Field<'_>) -> Option<String> {
    json::short_text(field, PATH_BYTES_MAX).filter(|path| !path.is_empty())
}

fn closing(field: Field<'_>) -> Closing {
    match json::text(field) {
        None => Closing::Absent,
        Some(text) => match cut_at(&text) {
            Some(start) => Closing::Cut(start.into()),
            None => Closing::Whole(text),
        },
    }
}

/// Returns what stands before the mark at the end of a cut text.
fn cut_at(text: &str) -> Option<&str> {
    let (start, count) = text.strip_suffix(" chars]")?.rsplit_once("\u{2026} [+")?;
    let is_count = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    is_count.then_some(start)
}
