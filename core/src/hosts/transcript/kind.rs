//! Which kinds of records this version has met.

use alloc::string::String;

use serde::Deserialize;

use crate::hosts::host::Host;
use crate::text::json::{self, Field};

/// The kinds that Claude Code 1.0.98 to 2.1.332 was seen to write.
const KNOWN: [&str; 30] = [
    "agent-color",
    "agent-name",
    "ai-title",
    "api-request",
    "api-request-blob",
    "api-request-shape",
    "assistant",
    "atis-latch",
    "attachment",
    "bridge-session",
    "content-replacement",
    "cost-state",
    "custom-title",
    "ended-by-model",
    "file-history-delta",
    "file-history-snapshot",
    "fork-context-ref",
    "frame-link",
    "last-prompt",
    "mode",
    "permission-mode",
    "pr-link",
    "progress",
    "queue-operation",
    "relocated",
    "summary",
    "system",
    "tag",
    "tools-used",
    "user",
];

/// The types that Codex 0.145 to 0.171 was seen to write.
const CODEX: [&str; 8] = [
    "compacted",
    "event_msg",
    "inter_agent_communication_metadata",
    "response_item",
    "session_meta",
    "token_usage_record",
    "turn_context",
    "world_state",
];

/// The updates that Grok 1.0.34 to 1.0.41 was seen to write.
const GROK: [&str; 17] = [
    "agent_message_chunk",
    "agent_thought_chunk",
    "available_commands_update",
    "background_tasks",
    "current_mode_update",
    "hook_annotation",
    "hook_execution",
    "hooks_changed",
    "plan",
    "plugins_changed",
    "retry_state",
    "task_backgrounded",
    "task_completed",
    "tool_call",
    "tool_call_update",
    "turn_completed",
    "user_message_chunk",
];

/// What one line of a transcript is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A record of a kind that is known, or nothing.
    Known,
    /// A record of another kind, by its name.
    Unknown(String),
    /// No record.
    Damaged,
}

#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow, default)]
    params: Field<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow, default)]
    update: Field<'a>,
}

#[derive(Deserialize)]
struct Update<'a> {
    #[serde(borrow, default, rename = "sessionUpdate")]
    kind: Field<'a>,
}

impl Kind {
    /// Returns what `line` of a transcript of `host` is; damage in it is repaired in place.
    pub fn of(host: Host, line: &mut [u8]) -> Self {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Self::Known;
        }
        let Some(raw) = json::line::<Raw<'_>>(line) else { return Self::Damaged };
        let (kind, known) = match host {
            Host::Claude => (raw.kind, &KNOWN[..]),
            Host::Codex => (raw.kind, &CODEX[..]),
            Host::Grok => (update(raw.params), &GROK[..]),
        };
        match json::short_text(kind, 64) {
            Some(kind) if known.contains(&kind.as_str()) => Self::Known,
            Some(kind) if host == Host::Claude && kind.starts_with("artifact-") => Self::Known,
            Some(kind) => Self::Unknown(kind),
            None => Self::Unknown("(none)".into()),
        }
    }
}

fn update(params: Field<'_>) -> Field<'_> {
    let params: Params<'_> = json::object(params)?;
    let update: Update<'_> = json::object(params.update)?;
    update.kind
}
