//! One line of a Claude Code transcript.
//!
//! What is not told apart here is no part of the conversation. Records are told apart by their own
//! `type`: records such as `api-request-blob` carry a message with `role: user` that is none.

mod calls;

use alloc::{string::String, vec::Vec};

use super::typed::Typed;
use super::{Chain, Depth};
use crate::call::{Call, Outcome};
use crate::facts::StartedBy;
use crate::json::{self, Field};
use crate::limits::{MESSAGE_BYTES_MAX, PROMPT_BYTES_MAX, TIME_BYTES_MAX};
use crate::line::{Block, Line};

/// A line, as far as it matters.
#[derive(Clone, Debug)]
pub(super) enum Record {
    User(User),
    Assistant(Reply),
    /// What the host tells of calls, beside the conversation.
    Report(Reply),
    Other,
}

/// A record of the user's side: prompts, results of tools, and what the host says in their name.
#[derive(Clone, Debug)]
pub(super) struct User {
    pub(super) chain: Chain,
    pub(super) kind: UserKind,
    pub(super) prompt: Option<String>,
    pub(super) uuid: Option<String>,
    pub(super) started_by: StartedBy,
    /// What came of calls; empty where the work of the turn does not matter.
    pub(super) outcomes: Vec<Outcome>,
    pub(super) typed: Typed,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum UserKind {
    /// What somebody asks.
    Prompt,
    /// The host reports that a background task has something to say.
    Notification,
    /// A slash command, as the host writes it.
    Command,
    /// The user stopped the turn.
    Interrupt,
    /// The host says that a turn begins here.
    Start,
    /// Results of tools, hook feedback, compaction summaries, shell lines, records of the host.
    Remark,
}

impl UserKind {
    pub(super) fn begins_turns(self) -> bool {
        match self {
            Self::Prompt | Self::Notification | Self::Command => true,
            Self::Interrupt | Self::Start | Self::Remark => false,
        }
    }
}

/// A part of a message of the assistant's side.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) chain: Chain,
    pub(super) source: Source,
    /// The prompt it answers, on hosts that say so.
    pub(super) prompt: Option<String>,
    pub(super) message: Option<String>,
    pub(super) text: String,
    pub(super) tools: Vec<String>,
    /// The calls themselves; empty where the work of the turn does not matter.
    pub(super) calls: Vec<Call>,
    /// What came of calls, on hosts that tell it among the replies.
    pub(super) outcomes: Vec<Outcome>,
    pub(super) time: Option<heapless::String<TIME_BYTES_MAX>>,
}

/// Who wrote an assistant's record.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Source {
    Model,
    /// The host, in place of an answer: an API error.
    Host,
}

impl Record {
    /// Returns the record that `line` holds, or `None` if it holds no JSON object.
    pub(super) fn parse(line: &mut [u8], depth: Depth) -> Option<Self> {
        let line = Line::parse(line)?;
        Some(match json::short_text(line.kind, 16).as_deref() {
            Some("user") => Self::User(user(&line, depth)),
            Some("assistant") => Self::Assistant(reply(&line, depth)),
            Some(_) | None => Self::Other,
        })
    }
}

fn chain(line: &Line<'_>) -> Chain {
    if json::is_true(line.is_sidechain) { Chain::Side } else { Chain::Main }
}

fn reply(line: &Line<'_>, depth: Depth) -> Reply {
    let message = line.message();
    let model = message.as_ref().and_then(|message| json::short_text(message.model, 64));
    let is_of_host =
        json::is_true(line.is_api_error_message) || model.as_deref() == Some("<synthetic>");
    let mut reply = Reply {
        chain: chain(line),
        source: if is_of_host { Source::Host } else { Source::Model },
        prompt: None,
        message: message.as_ref().and_then(|message| json::short_text(message.id, 256)),
        text: String::new(),
        tools: Vec::new(),
        calls: Vec::new(),
        outcomes: Vec::new(),
        time: time(line),
    };
    let content = message.and_then(|message| message.content);
    if let Some(text) = said(content) {
        reply.text = text;
    }
    for block in json::elements(content).unwrap_or_default() {
        let Some(block) = Block::parse(block) else { continue };
        match json::short_text(block.kind, 32).as_deref() {
            Some("text") => {
                if !reply.text.is_empty() {
                    reply.text.push('\n');
                }
                reply.text.push_str(&said(block.text).unwrap_or_default());
            }
            Some("tool_use") => {
                reply.tools.push(json::short_text(block.name, 1024).unwrap_or_default());
                if depth == Depth::Work {
                    reply.calls.extend(calls::call(&block));
                }
            }
            Some(_) | None => {}
        }
    }
    reply
}

/// Returns what the assistant says; nothing where that is longer than any message.
pub(super) fn said(field: Field<'_>) -> Option<String> {
    json::text(field.filter(|raw| raw.get().len() <= MESSAGE_BYTES_MAX))
}

fn time(line: &Line<'_>) -> Option<heapless::String<TIME_BYTES_MAX>> {
    let time = json::short_text(line.timestamp, TIME_BYTES_MAX)?;
    heapless::String::try_from(time.as_str()).ok()
}

fn user(line: &Line<'_>, depth: Depth) -> User {
    let content = line.message().and_then(|message| message.content);
    let said = Said::of(content);
    let kind = kind(&said, line);
    let outcomes = match (&said, depth) {
        (Said::ToolResult, Depth::Work) => calls::outcomes(line, content),
        (_, _) => Vec::new(),
    };
    User {
        chain: chain(line),
        kind,
        prompt: json::short_text(line.prompt_id, PROMPT_BYTES_MAX).filter(|id| !id.is_empty()),
        uuid: json::short_text(line.uuid, PROMPT_BYTES_MAX),
        started_by: started_by(kind, line),
        outcomes,
        typed: Typed::of(kind, content),
    }
}

/// The content of a user record, as far as it tells what the record is.
enum Said {
    /// Text that begins so, or a picture.
    Words(String),
    ToolResult,
    Nothing,
}

/// Enough to hold every beginning that is told apart.
const BEGINNING_BYTES: usize = 256;

impl Said {
    fn of(content: Field<'_>) -> Self {
        if let Some(text) = beginning(content) {
            return Self::Words(text);
        }
        let mut words = None;
        for block in json::elements(content).unwrap_or_default() {
            let Some(block) = Block::parse(block) else { continue };
            match json::short_text(block.kind, 32).as_deref() {
                Some("tool_result") => return Self::ToolResult,
                Some("text") => words = words.or_else(|| beginning(block.text)),
                Some("image" | "document") => words = words.or_else(|| Some("(picture)".into())),
                Some(_) | None => {}
            }
        }
        words.map_or(Self::Nothing, Self::Words)
    }
}

/// Returns how a text begins; the whole of it may be megabytes long.
pub(super) fn beginning(field: Field<'_>) -> Option<String> {
    let inner = field?.get().strip_prefix('"')?.strip_suffix('"')?;
    let longest = inner.len().min(BEGINNING_BYTES);
    // The cut may lie inside a character or an escape; a pair of escapes has twelve bytes.
    let shortest = longest.saturating_sub(12);
    let start = (shortest..=longest).rev().find_map(|end| unescaped(inner.get(..end)?))?;
    Some(start.trim_start().into())
}

fn unescaped(inner: &str) -> Option<String> {
    serde_json::from_str(&["\"", inner, "\""].concat()).ok()
}

/// Beginnings of what hosts write in the user's name.
const INTERRUPT: &str = "[Request interrupted by user";
const NOTIFICATION: &str = "<task-notification>";
const COMMAND: &str = "<command-";
const REMARKS: [&str; 4] =
    ["<bash-", "<local-command-", "Stop hook feedback:", "<user-memory-input>"];

fn kind(said: &Said, line: &Line<'_>) -> UserKind {
    let origin = origin(line);
    // A subagent's prompt comes from its coordinator and is marked as the host's own.
    let is_of_host = json::is_true(line.is_meta) && origin.as_deref() != Some("coordinator");
    if is_of_host || json::is_true(line.is_compact_summary) {
        return UserKind::Remark;
    }
    match said {
        Said::Words(text) if text.starts_with(INTERRUPT) => UserKind::Interrupt,
        Said::Words(text) if text.starts_with(NOTIFICATION) => UserKind::Notification,
        Said::Words(text) if text.starts_with(COMMAND) => UserKind::Command,
        Said::Words(text) if REMARKS.iter().any(|start| text.starts_with(start)) => {
            UserKind::Remark
        }
        Said::Words(_) if origin.as_deref() == Some("task-notification") => UserKind::Notification,
        Said::Words(_) => UserKind::Prompt,
        Said::ToolResult | Said::Nothing => UserKind::Remark,
    }
}

fn origin(line: &Line<'_>) -> Option<String> {
    json::short_text(line.origin(), 64)
}

/// Returns who made the turn begin that a record of this kind begins.
///
/// A typed prompt says `origin.kind: human` or `promptSource: typed`; one sent to a headless host
/// has no origin and says `promptSource: sdk`; before 2.1.205 there is neither.
fn started_by(kind: UserKind, line: &Line<'_>) -> StartedBy {
    if kind == UserKind::Notification {
        return StartedBy::Notification;
    }
    let turn_origin = json::short_text(line.turn_origin, 64).unwrap_or_default();
    if ["schedule", "cron", "loop", "wakeup"].iter().any(|word| turn_origin.contains(word)) {
        return StartedBy::Schedule;
    }
    let source = json::short_text(line.prompt_source, 64);
    match (kind, origin(line).as_deref(), source.as_deref()) {
        (UserKind::Prompt | UserKind::Command, Some("human"), _) => StartedBy::Person,
        (UserKind::Prompt | UserKind::Command, None, Some("typed" | "queued" | "sdk"))
        | (UserKind::Prompt, None, None) => StartedBy::Person,
        (_, _, _) => StartedBy::Unknown,
    }
}
