//! What a host says when a turn is about to end or a tool is about to run.
//!
//! Only the session and the event's name are required. Any other field may be absent, `null`, of
//! another type or huge; then it is unknown, and nothing is concluded from it.

mod call;
mod tool;

use alloc::string::String;
use core::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::hosts::background::Background;
use crate::hosts::host::Host;
use crate::limits::{DELIVERY_DIGITS, PATH_BYTES_MAX, PROMPT_BYTES_MAX, SESSION_BYTES_MAX};
use crate::text::hash::fingerprint;
use crate::text::json::{self, Field};
use crate::text::path::base_name;
use crate::text::repair::repair;
pub use call::{Call, Number, Tool};
pub use tool::ToolUse;

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
    /// What tells this event from all others, on hosts that may hand it over twice.
    pub delivery: Option<String>,
}

/// Which event a payload reports.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// The main agent is about to end its turn.
    Stop,
    /// A tool is about to run.
    BeforeTool,
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
    prompt_id: Field<'a>,
    #[serde(borrow, default)]
    turn_id: Field<'a>,
    #[serde(borrow, default, rename = "promptId")]
    prompt_id_camel: Field<'a>,
    #[serde(borrow, default)]
    transcript_path: Field<'a>,
    #[serde(borrow, default, rename = "transcriptPath")]
    transcript_path_camel: Field<'a>,
    #[serde(borrow, default)]
    cwd: Field<'a>,
    #[serde(borrow, default)]
    stop_hook_active: Field<'a>,
    #[serde(borrow, default, rename = "stopHookActive")]
    stop_hook_active_camel: Field<'a>,
    #[serde(borrow, default)]
    last_assistant_message: Field<'a>,
    #[serde(borrow, default, rename = "lastAssistantMessage")]
    last_assistant_message_camel: Field<'a>,
    #[serde(borrow, default)]
    background_tasks: Field<'a>,
    #[serde(borrow, default, rename = "backgroundTasks")]
    background_tasks_camel: Field<'a>,
    #[serde(borrow, default)]
    session_crons: Field<'a>,
    #[serde(borrow, default)]
    permission_mode: Field<'a>,
    #[serde(borrow, default, rename = "permissionMode")]
    permission_mode_camel: Field<'a>,
    #[serde(borrow, default, rename = "sessionCrons")]
    session_crons_camel: Field<'a>,
    #[serde(borrow, default)]
    reason: Field<'a>,
    #[serde(borrow, default, rename = "subagentType")]
    subagent_type: Field<'a>,
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
        let host = raw.host(host);
        let either = |camel, snake| spelled(host, camel, snake);
        let name = json::text(either(raw.hook_event_name_camel, raw.hook_event_name))
            .ok_or(EventError::NoEventName)?;
        let prompt = match host {
            Host::Claude => raw.prompt_id,
            Host::Codex => raw.turn_id,
            Host::Grok => raw.prompt_id_camel,
        };
        Ok(Self {
            host,
            kind: kind(host, &name, &raw),
            session: session(either(raw.session_id_camel, raw.session_id))?,
            prompt: json::short_text(prompt, PROMPT_BYTES_MAX).filter(|id| !id.is_empty()),
            transcript: path(either(raw.transcript_path_camel, raw.transcript_path)),
            cwd: path(raw.cwd),
            continuing: json::is_true(either(raw.stop_hook_active_camel, raw.stop_hook_active)),
            closing: closing(either(raw.last_assistant_message_camel, raw.last_assistant_message)),
            background: Background::parse(
                either(raw.background_tasks_camel, raw.background_tasks),
                either(raw.session_crons_camel, raw.session_crons),
            ),
            delivery: match host {
                Host::Claude => None,
                Host::Codex | Host::Grok => {
                    Some(fingerprint(whole.get().as_bytes(), DELIVERY_DIGITS))
                }
            },
            is_planning: json::short_text(
                either(raw.permission_mode_camel, raw.permission_mode),
                64,
            )
            .map(|mode| mode == "plan"),
        })
    }
}

impl Raw<'_> {
    /// Returns who sent the payload; `named` is whom the command line names.
    fn host(&self, named: Option<Host>) -> Host {
        // Grok sends both spellings and also runs Claude's hook entries: its own spelling decides.
        if self.hook_event_name_camel.is_some() {
            return Host::Grok;
        }
        named.unwrap_or_else(|| {
            // Codex alone names turns; where it does not, the transcript's name is left.
            let is_codex = self.turn_id.is_some() || is_rollout(self.transcript_path);
            if is_codex { Host::Codex } else { Host::Claude }
        })
    }
}

/// Returns the field in the host's spelling. Grok adds some of Claude's names to its own.
fn spelled<'a>(host: Host, camel: Field<'a>, snake: Field<'a>) -> Field<'a> {
    match host {
        Host::Grok => camel.or(snake),
        Host::Claude | Host::Codex => snake,
    }
}

/// Returns whether the path is that of a transcript of Codex.
fn is_rollout(transcript: Field<'_>) -> bool {
    let path = path(transcript).unwrap_or_default();
    base_name(&path).map(Host::of_transcript) == Some(Host::Codex)
}

fn kind(host: Host, name: &str, raw: &Raw<'_>) -> Kind {
    let is_before_tool = name == "PreToolUse" || (host == Host::Grok && name == "pre_tool_use");
    match (is_before_tool, is_stop(host, name, raw)) {
        (true, _) => Kind::BeforeTool,
        (false, true) => Kind::Stop,
        (false, false) => Kind::Other,
    }
}

/// Returns whether the main agent is about to end its turn.
///
/// Grok also says `stop` when a session ends and when a subagent does; its answer counts for
/// neither. A turn that ends for no reason that is known is not one to hold.
fn is_stop(host: Host, name: &str, raw: &Raw<'_>) -> bool {
    match host {
        Host::Claude | Host::Codex => name == "Stop",
        Host::Grok => {
            (name == "stop" || name == "Stop")
                && json::short_text(raw.reason, 32).as_deref() == Some("end_turn")
                && raw.subagent_type.is_none()
        }
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
