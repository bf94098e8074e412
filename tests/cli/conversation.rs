//! Transcripts as Claude Code 2.1.332 writes them.

use serde_json::{Value, json};

/// The session of a plain stop.
pub(crate) const SESSION: &str = "5f0c1b9e-0000-4000-8000-00000000000a";
/// The prompt of a plain stop.
pub(crate) const PROMPT: &str = "5f0c1b9e-0000-4000-8000-000000000001";
/// What the user of a plain stop asks.
pub(crate) const ASKED: &str = "Raise the timeout to 30 s and run the suite.";
/// What the agent of a plain stop says at its end.
pub(crate) const CLOSING: &str = "I'll change the value now, then run the suite.";

/// The lines of a transcript.
#[derive(Clone, Debug)]
pub(crate) struct Conversation {
    bytes: Vec<u8>,
    /// The prompt that records of the user carry.
    prompt: Option<String>,
    messages: u32,
    /// Whether it is a subagent's.
    is_side: bool,
    /// When what follows was written, if that is recorded.
    time: Option<String>,
}

impl Conversation {
    /// Returns a transcript that holds what a host writes at a session's start.
    pub(crate) fn begin() -> Self {
        Self::empty()
            .record(&json!({"type": "mode", "mode": "default", "sessionId": SESSION}))
            .record(&json!({
                "type": "api-request-blob", "sessionId": SESSION,
                "message": {"role": "user", "content": "This is no prompt."},
            }))
    }

    fn empty() -> Self {
        Self { bytes: Vec::new(), prompt: None, messages: 0, is_side: false, time: None }
    }

    /// Returns the transcript of a subagent that works for this prompt.
    pub(crate) fn of_subagent(prompt: &str) -> Self {
        let conversation = Self { is_side: true, ..Self::empty() };
        conversation.under(Some(prompt)).user(&json!("Look after the parser."), json!({}))
    }

    /// What follows is written at this time.
    pub(crate) fn at(self, time: &str) -> Self {
        Self { time: Some(time.into()), ..self }
    }

    /// Returns the transcript of a plain turn: one tool was called.
    pub(crate) fn plain() -> Self {
        Self::begin().person(PROMPT, ASKED).tool("Read", "src/config.rs")
    }

    /// A person types.
    pub(crate) fn person(self, prompt: &str, text: &str) -> Self {
        let record = json!({
            "promptSource": "typed", "origin": {"kind": "human"}, "turnOrigin": "human",
            "permissionMode": "default",
        });
        self.under(Some(prompt)).user(&json!(text), record)
    }

    /// A person types, on a host that writes no prompt ids yet.
    pub(crate) fn person_of_old(self, text: &str) -> Self {
        self.under(None).user(&json!(text), json!({}))
    }

    /// A background task reports, and the host makes a turn of it.
    pub(crate) fn notification(self, prompt: &str) -> Self {
        let text = "<task-notification>\n<task-id>bwdc8wfws</task-id>\n\
                    <summary>Monitor event: \"errors in log\"</summary>\n</task-notification>";
        let record = json!({
            "promptSource": "system", "turnOrigin": "task_notification",
            "origin": {"kind": "task-notification", "producer": "session-task"},
        });
        self.under(Some(prompt)).user(&json!(text), record)
    }

    /// The host passes on what a stop hook said.
    pub(crate) fn feedback(self, text: &str) -> Self {
        let text = format!("Stop hook feedback:\n{text}");
        self.user(&json!(text), json!({"isMeta": true, "rowSource": "hook", "hookText": true}))
    }

    /// The agent calls a tool and gets its result.
    pub(crate) fn tool(self, name: &str, input: &str) -> Self {
        self.call(name, input).result("ok")
    }

    /// The agent calls a tool on something, as each tool names that.
    pub(crate) fn call(self, name: &str, on: &str) -> Self {
        let input = match name {
            "Bash" => json!({"command": on}),
            "Edit" => json!({
                "file_path": on,
                "old_string": "one = 1\ntwo = 2\nthree = 3",
                "new_string": "one = 2\ntwo = 4\nthree = 6",
            }),
            _ => json!({"on": on}),
        };
        self.call_with(name, &input)
    }

    /// The agent calls a tool with this input.
    pub(crate) fn call_with(self, name: &str, input: &Value) -> Self {
        // The message that holds it is the next one.
        let id = format!("toolu_{}", self.messages + 1);
        self.message(&json!({"type": "tool_use", "id": id, "name": name, "input": input}))
    }

    pub(crate) fn result(self, content: &str) -> Self {
        self.results(content, false)
    }

    /// The call ended in error.
    pub(crate) fn error(self, content: &str) -> Self {
        self.results(content, true)
    }

    fn results(self, content: &str, is_error: bool) -> Self {
        let id = format!("toolu_{}", self.messages);
        let mut block = json!({"type": "tool_result", "tool_use_id": id, "content": content});
        if is_error {
            block["is_error"] = json!(true);
        }
        self.user(&json!([block]), json!({}))
    }

    /// The agent says something.
    pub(crate) fn says(self, text: &str) -> Self {
        self.message(&json!({"type": "text", "text": text}))
    }

    /// Any record.
    pub(crate) fn record(self, record: &Value) -> Self {
        self.line(record.to_string())
    }

    /// Any line, its line end added.
    pub(crate) fn line(mut self, line: impl AsRef<[u8]>) -> Self {
        self.bytes.extend_from_slice(line.as_ref());
        self.bytes.push(b'\n');
        self
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn under(self, prompt: Option<&str>) -> Self {
        Self { prompt: prompt.map(String::from), ..self }
    }

    fn user(self, content: &Value, mut record: Value) -> Self {
        record["type"] = json!("user");
        record["isSidechain"] = json!(self.is_side);
        record["message"] = json!({"role": "user", "content": content});
        record["sessionId"] = json!(SESSION);
        record["version"] = json!("2.1.332");
        if let Some(prompt) = &self.prompt {
            record["promptId"] = json!(prompt);
        }
        self.record(&record)
    }

    fn message(mut self, block: &Value) -> Self {
        self.messages += 1;
        let id = format!("msg_{}", self.messages);
        let mut record = json!({
            "type": "assistant", "isSidechain": self.is_side, "sessionId": SESSION,
            "version": "2.1.332",
            "message": {"id": id, "role": "assistant", "model": "claude", "content": [block]},
        });
        if let Some(time) = &self.time {
            record["timestamp"] = json!(time);
        }
        self.record(&record)
    }
}
