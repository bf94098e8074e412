//! Grok's `chat_history.jsonl`, which tells whether `updates.jsonl` is complete.
//!
//! Grok 1.0.41 writes both while the hook is running: up to 270 ms after it began, calls of the
//! turn were missing in the one and its last message in the other. Where that message is there,
//! all calls before it are, and each must have ended in the other file.

use serde::Deserialize;

use super::super::Next;
use crate::hosts::event::Closing;
use crate::text::json::{self, Field};

/// The calls of the last turn, read backwards.
#[derive(Clone, Debug)]
pub struct Ledger {
    closing: Closing,
    calls: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum State {
    /// The last message is still to come.
    Ahead,
    /// It has been seen.
    Within,
    /// The prompt of the turn has been seen.
    Whole,
    /// The last message is not there, or a line could not be read.
    Unknown,
}

#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow, default)]
    content: Field<'a>,
    #[serde(borrow, default)]
    tool_calls: Field<'a>,
    #[serde(borrow, default)]
    prompt_index: Field<'a>,
}

impl Ledger {
    /// Returns the ledger of a turn that ends with this text, before its last line.
    #[must_use]
    pub fn begin(closing: &Closing) -> Self {
        Self { closing: closing.clone(), calls: 0, state: State::Ahead }
    }

    /// Takes the next older line, without its line end.
    pub fn line(&mut self, line: &mut [u8]) -> Next {
        self.state = self.after(line);
        match self.state {
            State::Ahead | State::Within => Next::Older,
            State::Whole | State::Unknown => Next::Enough,
        }
    }

    /// Returns how many tools the turn called; `None` if that is not all written yet.
    #[must_use]
    pub fn calls(&self) -> Option<u32> {
        (self.state == State::Whole).then_some(self.calls)
    }

    fn after(&mut self, line: &mut [u8]) -> State {
        let Some(raw) = json::line::<Raw<'_>>(line) else { return State::Unknown };
        let calls = json::elements(raw.tool_calls).map_or(0, |calls| calls.len());
        match (json::short_text(raw.kind, 32).as_deref(), self.state) {
            (Some("assistant"), State::Ahead) if calls == 0 && self.is_closing(raw.content) => {
                State::Within
            }
            (Some("assistant" | "tool_result" | "user"), State::Ahead) => State::Unknown,
            (Some("assistant"), state) => {
                let calls = u32::try_from(calls).unwrap_or(u32::MAX);
                self.calls = self.calls.saturating_add(calls);
                state
            }
            (Some("user"), State::Within) if raw.prompt_index.is_some() => State::Whole,
            (_, state) => state,
        }
    }

    fn is_closing(&self, content: Field<'_>) -> bool {
        let said = json::text(content).unwrap_or_default();
        match &self.closing {
            Closing::Whole(text) => said.trim() == text.trim(),
            Closing::Cut(start) => said.starts_with(start.as_str()),
            Closing::Absent => said.trim().is_empty(),
        }
    }
}
