//! One record of a transcript, whatever the host.

use alloc::{string::String, vec::Vec};

use super::Chain;
use super::turn_context::TurnContext;
use super::typed::Typed;
use super::user_kind::UserKind;
use crate::activity::call::{Call, Outcome};
use crate::activity::facts::StartedBy;
use crate::limits::{MESSAGE_BYTES_MAX, PROMPT_BYTES_MAX, TIME_BYTES_MAX};
use crate::text::json::{self, Field};

/// A line, as far as it matters.
#[derive(Clone, Debug)]
pub(super) enum Record {
    User(User),
    Assistant(Reply),
    /// What the host tells of calls, beside the conversation.
    Report(Reply),
    /// Where a turn is, beside the conversation.
    TurnContext(TurnContext),
    Other,
}

impl Record {
    /// Returns where and when it was written.
    pub(super) fn context(&self) -> Option<&TurnContext> {
        match self {
            Self::User(user) => Some(&user.context),
            Self::Assistant(reply) => Some(&reply.context),
            Self::TurnContext(context) => Some(context),
            Self::Report(_) | Self::Other => None,
        }
    }
}

/// A record of the user's side: prompts, results of tools, and what the host says in their name.
#[derive(Clone, Debug)]
pub(super) struct User {
    pub(super) chain: Chain,
    pub(super) kind: UserKind,
    pub(super) prompt: Option<String>,
    pub(super) uuid: Option<String>,
    pub(super) started_by: StartedBy,
    /// The outcome of calls; empty where the work of the turn does not matter.
    pub(super) outcomes: Vec<Outcome>,
    pub(super) typed: Typed,
    pub(super) context: TurnContext,
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
    /// The outcome of calls, on hosts that tell it among the replies.
    pub(super) outcomes: Vec<Outcome>,
    pub(super) time: Option<heapless::String<TIME_BYTES_MAX>>,
    pub(super) context: TurnContext,
}

/// Who wrote an assistant's record.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Source {
    Model,
    /// The host, in place of an answer: an API error.
    Host,
}

impl User {
    /// Returns a record of the session's own conversation in which nobody typed anything.
    pub(super) fn of(kind: UserKind, prompt: Option<String>, started_by: StartedBy) -> Self {
        Self {
            chain: Chain::Main,
            kind,
            prompt,
            uuid: None,
            started_by,
            outcomes: Vec::new(),
            typed: Typed::default(),
            context: TurnContext::default(),
        }
    }
}

impl Reply {
    /// Returns a record of the session's own conversation in which nothing is said or called.
    pub(super) fn of(source: Source, prompt: Option<String>) -> Self {
        Self {
            chain: Chain::Main,
            source,
            prompt,
            message: None,
            text: String::new(),
            tools: Vec::new(),
            calls: Vec::new(),
            outcomes: Vec::new(),
            time: None,
            context: TurnContext::default(),
        }
    }
}

/// Returns the id of a prompt, a call or a record; an empty one does not count.
pub(super) fn id(field: Field<'_>) -> Option<String> {
    json::short_text(field, PROMPT_BYTES_MAX).filter(|id| !id.is_empty())
}

/// Returns a time, as the host writes it.
pub(super) fn time(field: Field<'_>) -> Option<heapless::String<TIME_BYTES_MAX>> {
    let time = json::short_text(field, TIME_BYTES_MAX)?;
    heapless::String::try_from(time.as_str()).ok()
}

/// Returns what the assistant says; nothing where that is longer than any message.
pub(super) fn said(field: Field<'_>) -> Option<String> {
    json::text(field.filter(|raw| raw.get().len() <= MESSAGE_BYTES_MAX))
}

/// Enough to hold every beginning that is distinguished.
const BEGINNING_BYTES: usize = 256;

/// Returns how a text begins; the whole of it may be megabytes long.
pub(super) fn beginning(field: Field<'_>) -> Option<String> {
    let inner = field?.get().strip_prefix('"')?.strip_suffix('"')?;
    let longest = inner.len().min(BEGINNING_BYTES);
    // The cut may fall inside a character or an escape; a pair of escapes has twelve bytes.
    let shortest = longest.saturating_sub(12);
    let start = (shortest..=longest).rev().find_map(|end| unescaped(inner.get(..end)?))?;
    Some(start.trim_start().into())
}

fn unescaped(inner: &str) -> Option<String> {
    serde_json::from_str(&["\"", inner, "\""].concat()).ok()
}
