//! Writes transcripts as Claude Code does: one JSON object a line, in today's shape or in that of
//! hosts before 2.1.205, which wrote no `promptId`.
//!
//! A test states what happens in the conversation; what else a record carries is filled in.

mod call;

use alloc::{borrow::ToOwned as _, format, string::String, vec::Vec};

use serde_json::{Map, Value, json};

/// Which host wrote the transcript.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Shape {
    /// 2.1.332.
    Today,
    /// Up to 2.1.62: no `promptId`, `promptSource`, `origin` or `turnOrigin`.
    Old,
}

/// A transcript that is being written.
#[derive(Clone, Debug)]
#[must_use]
pub struct Transcript {
    shape: Shape,
    prompt: Option<String>,
    message: u32,
    /// How many calls have an id of their own.
    calls: u32,
    is_side: bool,
    lines: Vec<Vec<u8>>,
}

impl Default for Transcript {
    fn default() -> Self {
        Self::new()
    }
}

impl Transcript {
    /// Returns an empty transcript in today's shape.
    pub fn new() -> Self {
        Self::of(Shape::Today)
    }

    /// Returns an empty transcript as hosts before 2.1.205 wrote it.
    pub fn old() -> Self {
        Self::of(Shape::Old)
    }

    /// Returns an empty transcript in this shape.
    pub fn of(shape: Shape) -> Self {
        Self { shape, prompt: None, message: 0, calls: 0, is_side: false, lines: Vec::new() }
    }

    /// Writes a prompt that somebody typed.
    pub fn prompt(self, id: &str, text: &str) -> Self {
        self.prompt_with(
            id,
            text,
            json!({"promptSource": "typed", "origin": {"kind": "human"}, "turnOrigin": "human"}),
        )
    }

    /// Writes a prompt with these members of a prompt's record.
    pub fn prompt_with(mut self, id: &str, text: &str, members: Value) -> Self {
        self.prompt = Some(id.to_owned());
        let members = match self.shape {
            Shape::Today => members,
            Shape::Old => json!({}),
        };
        self.user(json!(text), members)
    }

    /// Writes what the host says when a background task reports, under a prompt of its own.
    pub fn notification(self, id: &str, summary: &str) -> Self {
        let text = format!(
            "<task-notification>\n<task-id>b1</task-id>\n<summary>{summary}</summary>\n\
             </task-notification>"
        );
        self.prompt_with(
            id,
            &text,
            json!({
                "promptSource": "system",
                "origin": {"kind": "task-notification", "producer": "session-task"},
                "turnOrigin": "task_notification",
            }),
        )
    }

    /// Writes a slash command that begins a turn.
    pub fn command(self, id: &str, name: &str) -> Self {
        let text = format!(
            "<command-message>{name}</command-message>\n<command-name>/{name}</command-name>"
        );
        self.prompt_with(id, &text, json!({"promptSource": "typed", "origin": {"kind": "human"}}))
    }

    /// Writes a slash command that the host carries out itself, and what it said.
    pub fn local_command(self, name: &str) -> Self {
        let text = format!(
            "<command-name>/{name}</command-name>\n<command-message>{name}</command-message>"
        );
        self.meta("<local-command-caveat>x</local-command-caveat>")
            .user(json!(text), json!({}))
            .user(json!("<local-command-stdout></local-command-stdout>"), json!({}))
    }

    /// Writes a record of the user's side with this content, under the prompt at hand.
    pub fn user(self, content: Value, members: Value) -> Self {
        let mut record = self.record("user");
        if let (Shape::Today, Some(prompt)) = (self.shape, &self.prompt) {
            record.insert("promptId".into(), json!(prompt));
        }
        record.insert("message".into(), json!({"role": "user", "content": content}));
        extend(&mut record, members);
        self.push(record)
    }

    /// Writes the result of a tool call.
    pub fn tool_result(self) -> Self {
        let block = json!({"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"});
        self.user(json!([block]), json!({"toolUseResult": {"stdout": "ok", "stderr": ""}}))
    }

    /// Writes a record that the host marks as its own.
    pub fn meta(self, text: &str) -> Self {
        self.user(json!(text), json!({"isMeta": true}))
    }

    /// Writes what a stop hook said, as the host hands it to the model.
    pub fn feedback(self, text: &str) -> Self {
        self.meta(&format!("Stop hook feedback:\n{text}"))
    }

    /// Writes the boundary and the summary of a compaction.
    pub fn compaction(self) -> Self {
        self.system("compact_boundary").user(
            json!("This session is being continued from a previous conversation."),
            json!({"isCompactSummary": true, "isVisibleInTranscriptOnly": true}),
        )
    }

    /// Writes that the user stopped the turn.
    pub fn interrupt(self) -> Self {
        self.user(json!([{"type": "text", "text": "[Request interrupted by user]"}]), json!({}))
    }

    /// Writes a message of the model that is one text.
    pub fn assistant_text(mut self, text: &str) -> Self {
        self.message = self.message.saturating_add(1);
        self.part(json!({"type": "text", "text": text}))
    }

    /// Writes a message of the model that only thinks.
    pub fn thinking(mut self) -> Self {
        self.message = self.message.saturating_add(1);
        self.part(json!({"type": "thinking", "thinking": "", "signature": "c2ln"}))
    }

    /// Writes a message of the model that calls a tool.
    pub fn tool(mut self, name: &str) -> Self {
        self.message = self.message.saturating_add(1);
        self.part(json!({"type": "tool_use", "id": "toolu_1", "name": name, "input": {}}))
    }

    /// Writes a further part of the model's last message: a record with the same message id.
    pub fn part(self, block: Value) -> Self {
        self.parts(json!([block]))
    }

    /// Writes a record of the model's last message with this content.
    pub fn parts(self, content: Value) -> Self {
        let message = format!("msg_{}", self.message);
        self.assistant(
            json!({
                "id": message, "model": "claude-opus-5-5", "role": "assistant", "type": "message",
                "content": content,
            }),
            json!({}),
        )
    }

    /// Writes that the model's server answered with an error.
    pub fn api_error(self) -> Self {
        let content = json!([{"type": "text", "text": "API Error: 400 refused"}]);
        self.assistant(
            json!({"id": "e", "model": "<synthetic>", "role": "assistant", "content": content}),
            json!({"isApiErrorMessage": true, "error": "unknown"}),
        )
    }

    /// Writes a record of the assistant's side.
    pub fn assistant(self, message: Value, members: Value) -> Self {
        let mut record = self.record("assistant");
        record.insert("message".into(), message);
        extend(&mut record, members);
        self.push(record)
    }

    /// Writes a record of the host's system.
    pub fn system(self, subtype: &str) -> Self {
        let mut record = self.record("system");
        record.insert("subtype".into(), json!(subtype));
        self.push(record)
    }

    /// Writes a record of today's hosts that repeats a request. Its message has the role `user`
    /// and the text of a prompt, and it is no part of the conversation.
    pub fn blob(self, text: &str) -> Self {
        let record = json!({
            "type": "api-request-blob", "sessionId": "s1",
            "message": {"role": "user", "content": [{"type": "text", "text": text}]},
        });
        self.line(record.to_string().as_bytes())
    }

    /// Writes what follows as a subagent's conversation inside the session's own file.
    pub fn aside(mut self, write: impl FnOnce(Self) -> Self) -> Self {
        let prompt = self.prompt.clone();
        self.is_side = true;
        let mut after = write(self);
        after.is_side = false;
        after.prompt = prompt;
        after
    }

    /// Writes this line as it is.
    pub fn line(mut self, line: &[u8]) -> Self {
        self.lines.push(line.to_vec());
        self
    }

    /// Returns the number of lines written.
    #[must_use]
    pub fn count(&self) -> u64 {
        u64::try_from(self.lines.len()).unwrap_or(u64::MAX)
    }

    /// Returns the lines written, without their line ends.
    #[must_use]
    pub fn lines(&self) -> &[Vec<u8>] {
        &self.lines
    }

    /// Returns the file.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for line in &self.lines {
            bytes.extend_from_slice(line);
            bytes.push(b'\n');
        }
        bytes
    }

    /// Returns the members that every record of a conversation has.
    fn record(&self, kind: &str) -> Map<String, Value> {
        let mut record = Map::new();
        let number = self.lines.len();
        let members = json!({
            "parentUuid": null, "isSidechain": self.is_side, "type": kind,
            "uuid": format!("uuid-{number}"), "timestamp": "2026-11-30T00:00:00.000Z",
            "userType": "external", "cwd": "/home/dev/calc", "sessionId": "s1",
            "version": match self.shape { Shape::Today => "2.1.332", Shape::Old => "2.1.62" },
            "gitBranch": "main",
        });
        extend(&mut record, members);
        record
    }

    fn push(mut self, record: Map<String, Value>) -> Self {
        self.lines.push(Value::Object(record).to_string().into_bytes());
        self
    }
}

/// Adds the members of `more`; one that is there already is replaced.
fn extend(record: &mut Map<String, Value>, more: Value) {
    if let Value::Object(more) = more {
        record.extend(more);
    }
}
