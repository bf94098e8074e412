//! What is known about a delegation, as recorded and as shown: only what was counted or reported;
//! an estimate is called an estimate.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{Failure, Reply, Task, Transport};
use crate::text::json;
use crate::text::screen::number::count;

/// Bytes of a token, where its number is only estimated.
const TOKEN_BYTES: u64 = 4;

/// One delegation on record: a line of `usage.jsonl`. It holds no text and no path.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Usage {
    /// When it ended, in milliseconds since 1970.
    pub at_ms: u64,
    /// What was asked for.
    pub kind: Task,
    /// Through whom.
    pub transport: Transport,
    /// Files that went out.
    pub files: u32,
    /// Bytes of their contents.
    pub bytes: u64,
    /// The model that says it answered.
    pub model: Option<String>,
    /// Tokens that it read, as reported.
    pub input_tokens: Option<u64>,
    /// Tokens that it wrote, as reported.
    pub output_tokens: Option<u64>,
    /// Dollars, as reported.
    pub cost_usd: Option<f64>,
    /// How long it took, measured here.
    pub duration_ms: u64,
    /// Bytes that came back into the caller's context.
    pub answer_bytes: u64,
    /// Quotations that were found, where they were looked for.
    pub citations: Option<u32>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// What was sent, and how long it took.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Done {
    /// What was asked for.
    pub task: Task,
    /// Through whom.
    pub transport: Transport,
    /// Files that went out.
    pub files: usize,
    /// Bytes of their contents.
    pub bytes: u64,
    /// How long it took.
    pub duration_ms: u64,
}

impl Usage {
    /// Returns the record of an answer that brought `answer_bytes` back.
    #[must_use]
    pub fn answered(
        at_ms: u64,
        done: Done,
        reply: &Reply,
        answer_bytes: u64,
        citations: Option<u32>,
    ) -> Self {
        Self {
            model: reply.model.clone(),
            input_tokens: reply.input_tokens,
            output_tokens: reply.output_tokens,
            cost_usd: reply.cost_usd,
            answer_bytes,
            citations,
            ..Self::blank(at_ms, done)
        }
    }

    /// Returns the record of a call that came to nothing.
    #[must_use]
    pub fn failed(at_ms: u64, done: Done, failure: &Failure) -> Self {
        Self { failure: Some(failure.word().into()), ..Self::blank(at_ms, done) }
    }

    fn blank(at_ms: u64, done: Done) -> Self {
        Self {
            at_ms,
            kind: done.task,
            transport: done.transport,
            files: u32::try_from(done.files).unwrap_or(u32::MAX),
            bytes: done.bytes,
            model: None,
            input_tokens: None,
            output_tokens: None,
            cost_usd: None,
            duration_ms: done.duration_ms,
            answer_bytes: 0,
            citations: None,
            failure: None,
        }
    }

    /// Returns the record that a line holds.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        line.starts_with('{').then(|| serde_json::from_str(line).ok()).flatten()
    }

    /// Returns the line that holds it.
    #[must_use]
    pub fn line(&self) -> String {
        // Numbers, words and options of them cannot fail to be written.
        json::to_line(self)
    }

    /// Returns about how many tokens a read kept out of the caller's context: an estimate. Of a
    /// text that was written none is claimed, for nobody knows what else would have been read.
    #[must_use]
    pub fn kept_out(&self) -> Option<u64> {
        let is_read = self.kind == Task::Read && self.failure.is_none();
        let bytes = self.bytes.saturating_sub(self.answer_bytes);
        is_read.then(|| bytes.checked_div(TOKEN_BYTES).unwrap_or_default())
    }

    /// Returns the line that sums an answer up for the caller.
    #[must_use]
    pub fn summary(&self) -> String {
        let files = if self.files == 1 { "file" } else { "files" };
        let mut parts: Vec<String> = Vec::new();
        parts.push(format!("{} bytes of {} {files}", count(self.bytes), self.files));
        if let Some(tokens) = self.kept_out() {
            parts.push(format!("~{} tokens kept out of context", count(tokens)));
        }
        let model = self.model.as_deref().unwrap_or("(model not reported)");
        let used = match (self.input_tokens, self.output_tokens) {
            (Some(read), Some(written)) => {
                format!("used {} in / {} out", count(read), count(written))
            }
            _ => "did not report its tokens".into(),
        };
        parts.push(format!("worker {model} {used}"));
        if let Some(cost) = self.cost_usd {
            parts.push(format!("worker cost ${cost:.4}"));
        }
        match self.citations {
            None => {}
            Some(1) => parts.push("1 verified citation".into()),
            Some(count) => parts.push(format!("{count} verified citations")),
        }
        format!("[sprag: {}]", parts.join(" | "))
    }
}
