//! One line of a Claude Code transcript.
//!
//! What is not distinguished here is no part of the conversation. Records are distinguished by
//! their own `type`: records such as `api-request-blob` carry a message with `role: user` that is
//! none.

mod calls;

use alloc::{string::String, vec::Vec};

use memchr::memmem;

use super::record::{Record, Reply, Source, User, beginning, id, said, time};
use super::turn_context::TurnContext;
use super::typed::Typed;
use super::user_kind::UserKind;
use super::{Chain, Depth};
use crate::activity::facts::StartedBy;
use crate::hosts::line::{Block, Line};
use crate::limits::{PATH_BYTES_MAX, PROMPT_BYTES_MAX, TYPED_BYTES_MAX};
use crate::text::json::{self, Field};

/// Returns the record that `line` holds, or `None` if it holds no JSON object.
pub(super) fn read(line: &mut [u8], depth: Depth) -> Option<Record> {
    let line = Line::parse(line)?;
    Some(match json::short_text(line.kind, 16).as_deref() {
        Some("user") => Record::User(user(&line, depth)),
        Some("assistant") => Record::Assistant(reply(&line, depth)),
        Some(_) | None => Record::Other,
    })
}

/// Returns whether a line may hold a call: the host escapes nothing in JSON that needs no escape.
pub(super) fn may_call(line: &[u8]) -> bool {
    memmem::find(line, b"\"tool_use\"").is_some()
}

fn chain(line: &Line<'_>) -> Chain {
    if json::is_true(line.is_sidechain) { Chain::Side } else { Chain::Main }
}

fn reply(line: &Line<'_>, depth: Depth) -> Reply {
    let message = line.message();
    let model = message.as_ref().and_then(|message| json::short_text(message.model, 64));
    let is_of_host =
        json::is_true(line.is_api_error_message) || model.as_deref() == Some("<synthetic>");
    let source = if is_of_host { Source::Host } else { Source::Model };
    let mut reply = Reply {
        chain: chain(line),
        message: message.as_ref().and_then(|message| json::short_text(message.id, 256)),
        time: time(line.timestamp),
        context: TurnContext::of(depth, line.timestamp, line.cwd, None),
        ..Reply::of(source, None)
    };
    let content = message.and_then(|message| message.content);
    if let Some(text) = said(content) {
        reply.text = text;
    }
    let cwd = json::short_text(line.cwd, PATH_BYTES_MAX).filter(|_| depth >= Depth::Work);
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
                if depth >= Depth::Work {
                    let mut call = calls::call(&block);
                    if let (Some(call), Some(cwd)) = (&mut call, &cwd) {
                        call.act.leave_out(cwd);
                    }
                    reply.calls.extend(call);
                }
            }
            Some(_) | None => {}
        }
    }
    reply
}

fn user(line: &Line<'_>, depth: Depth) -> User {
    let content = line.message().and_then(|message| message.content);
    let said = Said::of(content);
    let kind = kind(&said, line);
    let outcomes = match (&said, depth) {
        (Said::ToolResult, Depth::Work | Depth::Past) => calls::outcomes(line, content),
        (Said::Words(_), Depth::Work) if kind == UserKind::Notification => {
            calls::notified(content).into_iter().collect()
        }
        (_, _) => Vec::new(),
    };
    User {
        chain: chain(line),
        kind,
        prompt: id(line.prompt_id),
        uuid: json::short_text(line.uuid, PROMPT_BYTES_MAX),
        started_by: started_by(kind, line),
        outcomes,
        typed: Typed::of(kind, content),
        context: TurnContext::of(depth, line.timestamp, line.cwd, line.permission_mode),
    }
}

/// The content of a user record, as far as it tells what the record is.
enum Said {
    /// Text that begins so, or a picture.
    Words(String),
    ToolResult,
    Nothing,
}

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

/// Beginnings of what hosts write in the user's name.
const INTERRUPT: &str = "[Request interrupted by user";
const NOTIFICATIONS: [&str; 2] = [TASK, "<ci-monitor-event>"];
const TASK: &str = "<task-notification>";
const TASK_END: &str = "</task-notification>";
/// A command that the model answers names itself last, one that the host carries out itself first:
/// so in 160 and 327 commands of 2.0 to 2.1.219.
const COMMAND: &str = "<command-message>";
const ASIDES: [&str; 4] = ["<command-name>", "<local-command-", "<bash-", "<user-memory-input>"];
const FEEDBACK: &str = "Stop hook feedback:";

fn kind(said: &Said, line: &Line<'_>) -> UserKind {
    let origin = origin(line);
    // A subagent's prompt comes from its coordinator and is marked as the host's own.
    let is_of_host = json::is_true(line.is_meta) && origin.as_deref() != Some("coordinator");
    let text = match said {
        Said::ToolResult => return UserKind::Result,
        Said::Nothing => return UserKind::Remark,
        Said::Words(text) => text,
    };
    let begins_with = |starts: &[&str]| starts.iter().any(|start| text.starts_with(start));
    if begins_with(&ASIDES) {
        return UserKind::Aside;
    }
    if is_of_host || json::is_true(line.is_compact_summary) || begins_with(&[FEEDBACK]) {
        return UserKind::Remark;
    }
    if begins_with(&[INTERRUPT]) {
        return UserKind::Interrupt;
    }
    if guard_report(text, origin.as_deref(), line) {
        return UserKind::Notification;
    }
    if begins_with(&[COMMAND]) { UserKind::Command } else { UserKind::Prompt }
}

/// Returns whether nobody typed a text: a task reports in it, or a schedule was due. Some hosts put
/// words of their own before a report; a person who quotes one goes on behind it.
fn guard_report(text: &str, origin: Option<&str>, line: &Line<'_>) -> bool {
    let is_quoted = origin == Some("human");
    NOTIFICATIONS.iter().any(|start| text.starts_with(start))
        || origin == Some("task-notification")
        || is_scheduled(line)
        || (!is_quoted && ends_as_report(line))
}

/// Returns whether the last thing that a record says is a task's report, on a line of its own.
fn ends_as_report(line: &Line<'_>) -> bool {
    let content = line.message().and_then(|message| message.content);
    let is_short = content.is_some_and(|raw| raw.get().len() <= TYPED_BYTES_MAX);
    let Some(content) = content.filter(|_| is_short) else { return false };
    let text = json::text(Some(content)).or_else(|| {
        let blocks = json::elements(Some(content))?;
        let last = blocks.into_iter().rev().find_map(Block::parse)?;
        json::text(last.text)
    });
    text.is_some_and(|text| {
        text.trim_end().ends_with(TASK_END) && text.lines().any(|line| line.starts_with(TASK))
    })
}

/// Returns whether a schedule of the host's was due.
fn is_scheduled(line: &Line<'_>) -> bool {
    let turn_origin = json::short_text(line.turn_origin, 64).unwrap_or_default();
    ["schedule", "cron", "loop", "wakeup"].iter().any(|word| turn_origin.contains(word))
}

fn origin(line: &Line<'_>) -> Option<String> {
    json::short_text(line.origin(), 64)
}

/// Returns who made the turn begin that a record of this kind begins.
///
/// A typed prompt says `origin.kind: human` or `promptSource: typed`; one sent to a headless host
/// has no origin and says `promptSource: sdk`; before 2.1.205 there is neither.
fn started_by(kind: UserKind, line: &Line<'_>) -> StartedBy {
    if is_scheduled(line) {
        return StartedBy::Schedule;
    }
    if kind == UserKind::Notification {
        return StartedBy::Notification;
    }
    let source = json::short_text(line.prompt_source, 64);
    match (kind, origin(line).as_deref(), source.as_deref()) {
        (UserKind::Prompt | UserKind::Command, Some("human"), _) => StartedBy::Person,
        (UserKind::Prompt | UserKind::Command, None, Some("typed" | "queued" | "sdk"))
        | (UserKind::Prompt | UserKind::Command, None, None) => StartedBy::Person,
        (_, _, _) => StartedBy::Unknown,
    }
}
