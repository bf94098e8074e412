//! Writes hook payloads; a test states what differs from a plain Stop.

use alloc::{string::String, vec::Vec};

use serde_json::{Map, Value, json};
use sprag_core::hosts::event::{Event, EventError};
use sprag_core::hosts::host::Host;

/// A payload that is being written.
#[derive(Clone, Debug)]
pub struct Payload(Map<String, Value>);

impl Payload {
    /// Returns a Stop of Claude Code with no work in the background.
    #[must_use]
    pub fn stop() -> Self {
        Self::of(json!({
            "session_id": "s1",
            "transcript_path": "/home/dev/.claude/projects/-home-dev-calc/s1.jsonl",
            "cwd": "/home/dev/calc",
            "prompt_id": "p1",
            "permission_mode": "default",
            "effort": {"level": "medium"},
            "hook_event_name": "Stop",
            "stop_hook_active": false,
            "last_assistant_message": "I will fix the parser now.",
            "background_tasks": [],
            "session_crons": [],
        }))
    }

    /// Returns a Stop of Codex 0.171, which says nothing of the background.
    #[must_use]
    pub fn codex_stop() -> Self {
        Self::of(json!({
            "session_id": "s1",
            "turn_id": "p1",
            "transcript_path": "/home/dev/.codex/sessions/2026/11/30/rollout-s1.jsonl",
            "cwd": "/home/dev/calc",
            "hook_event_name": "Stop",
            "model": "gpt-6.2-sol",
            "permission_mode": "default",
            "stop_hook_active": false,
            "last_assistant_message": "I will fix the parser now.",
        }))
    }

    /// Returns a Stop of Grok 1.0.41: its own spelling, and some of Claude's names beside it.
    #[must_use]
    pub fn grok_stop() -> Self {
        Self::of(json!({
            "hookEventName": "stop",
            "sessionId": "s1",
            "cwd": "/home/dev/calc",
            "workspaceRoot": "/home/dev/calc/",
            "timestamp": "2026-11-30T00:02:51.483123277+00:00",
            "transcriptPath": "/home/dev/.grok/sessions/%2Fhome%2Fdev%2Fcalc/s1/updates.jsonl",
            "promptId": "341dc914-0006-4fda-959e-7740c3407c6d",
            "permissionMode": "default",
            "reason": "end_turn",
            "stopHookActive": false,
            "lastAssistantMessage": "I will fix the parser now.",
            "backgroundTasks": [],
            "sessionCrons": [],
            "hook_event_name": "Stop",
            "session_id": "s1",
            "transcript_path": "/home/dev/.grok/sessions/%2Fhome%2Fdev%2Fcalc/s1/updates.jsonl",
            "permission_mode": "default",
        }))
    }

    /// Returns a tool of Claude Code that is about to run.
    #[must_use]
    pub fn claude_tool(name: &str, input: Value) -> Self {
        Self::of(json!({
            "session_id": "s1",
            "transcript_path": "/home/dev/.claude/projects/-home-dev-calc/s1.jsonl",
            "cwd": "/home/dev/calc",
            "prompt_id": "p1",
            "permission_mode": "default",
            "effort": {"level": "medium"},
            "hook_event_name": "PreToolUse",
            "tool_name": name,
            "tool_input": input,
            "tool_use_id": "toolu_01J7Hz4JQN7aKxM639k1RP4M",
        }))
    }

    /// Returns the same of Codex 0.171.
    #[must_use]
    pub fn codex_tool(name: &str, input: Value) -> Self {
        Self::of(json!({
            "session_id": "s1",
            "turn_id": "p1",
            "transcript_path": "/home/dev/.codex/sessions/2026/11/30/rollout-s1.jsonl",
            "cwd": "/home/dev/calc",
            "hook_event_name": "PreToolUse",
            "model": "gpt-6.2-sol",
            "permission_mode": "bypassPermissions",
            "tool_name": name,
            "tool_input": input,
            "tool_use_id": "exec-afaff450-b41c-4d0f-92ca-10009ced57d4",
        }))
    }

    /// Returns the same of Grok 1.0.41, which says everything twice.
    #[must_use]
    pub fn grok_tool(name: &str, input: Value) -> Self {
        Self::of(json!({
            "hookEventName": "pre_tool_use",
            "sessionId": "s1",
            "cwd": "/home/dev/calc",
            "workspaceRoot": "/home/dev/calc",
            "timestamp": "2026-11-30T08:54:39.792119376+00:00",
            "transcriptPath": "/home/dev/.grok/sessions/%2Fhome%2Fdev%2Fcalc/s1/updates.jsonl",
            "permissionMode": "bypassPermissions",
            "toolName": name,
            "toolUseId": "call_1",
            "toolInput": input,
            "toolInputTruncated": false,
            "hook_event_name": "PreToolUse",
            "session_id": "s1",
            "transcript_path": "/home/dev/.grok/sessions/%2Fhome%2Fdev%2Fcalc/s1/updates.jsonl",
            "permission_mode": "bypassPermissions",
            "tool_name": name,
            "tool_input": input,
            "tool_use_id": "call_1",
        }))
    }

    /// Returns a payload with these members.
    #[must_use]
    pub fn of(members: Value) -> Self {
        match members {
            Value::Object(members) => Self(members),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => Self(Map::new()),
        }
    }

    /// Sets a member.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.0.insert(name.into(), value);
        self
    }

    /// Takes a member away.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.0.remove(name);
        self
    }

    /// Returns the names of the members.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// Returns the bytes a host would write.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        Value::Object(self.0.clone()).to_string().into_bytes()
    }

    /// Returns the event that the payload reports.
    ///
    /// # Errors
    ///
    /// Returns an error if it reports none.
    pub fn event(&self) -> Result<Event, EventError> {
        Event::parse(&mut self.bytes(), None)
    }

    /// Returns the event that the payload reports to a hook that knows its host.
    ///
    /// # Errors
    ///
    /// Returns an error if it reports none.
    pub fn event_on(&self, host: Host) -> Result<Event, EventError> {
        Event::parse(&mut self.bytes(), Some(host))
    }
}
