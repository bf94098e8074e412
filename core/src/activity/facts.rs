//! What a transcript shows about one turn.

use alloc::string::String;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use crate::activity::check_kind::KindSet;
use crate::activity::known_check::KnownChecks;
use crate::activity::verification::Verification;
use crate::activity::work::{LineFromEnd, Work};
use crate::limits::{TOOL_NAME_BYTES_MAX, TOOL_NAMES_MAX};
use crate::text::cut::head;

/// The facts of one turn. What could not be established is unknown, never empty.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Where the turn lies, if its start was found.
    pub turn: Option<Turn>,
    /// The tools it called, if every line of it could be read.
    pub tools: Option<Tools>,
    /// How many of its calls have ended, on hosts that still write while the hook is running.
    pub ended: u32,
    /// What it did to files and which checks it ran, if every line of it could be read and
    /// somebody asked for that.
    pub work: Option<Work>,
    /// Checks that ran before the turn, as far as somebody looked for them.
    pub known_checks: KnownChecks,
    /// What a person typed to begin it, and since, if all of it could be read.
    pub typed: Option<String>,
    /// How the conversation ends.
    pub ending: Ending,
}

impl Facts {
    /// Returns whether the transcript holds all `calls` of the turn and their ends.
    #[must_use]
    pub fn guard_complete(&self, calls: Option<u32>) -> bool {
        let seen = self.tools.as_ref().map(Tools::total);
        match (calls, seen) {
            (Some(calls), Some(seen)) => seen >= calls && self.ended >= calls,
            // What is unknown already does not become known by waiting.
            (Some(_), None) => self.turn.is_some(),
            (None, _) => false,
        }
    }

    /// Returns the facts with what the turn called and did as unknown.
    #[must_use]
    pub fn without_calls(self) -> Self {
        Self { tools: None, work: None, ..self }
    }

    /// Returns whether it matters which checks the project declares: code changed.
    #[must_use]
    pub fn wants_declared_checks(&self) -> bool {
        let work = self.work.as_ref();
        work.and_then(|work| Verification::after(work, KindSet::NONE))
            .is_some_and(|verification| verification.changed.code > 0)
    }
}

/// Where a turn is in its transcript.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Turn {
    /// The prompt's id; on hosts without one, the id of the record that holds the prompt.
    pub prompt: Option<String>,
    /// The prompts of what continued it: reports of tasks, schedules, what was typed meanwhile.
    pub continued: alloc::vec::Vec<String>,
    /// Who made it begin.
    pub started_by: StartedBy,
    /// Its first line.
    pub first: LineFromEnd,
    /// The last line of its conversation.
    pub last: LineFromEnd,
    /// The last line before later turns: where the file ended at its end.
    pub end: LineFromEnd,
}

/// Who made a turn begin.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StartedBy {
    /// Somebody typed, or sent the prompt through the host's programming interface.
    Person,
    /// The host, because a background task reported.
    Notification,
    /// The host, because a schedule was due.
    Schedule,
    /// The record does not say.
    #[default]
    Unknown,
}

/// How a conversation ends, as far as the transcript shows.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Ending {
    /// With this text of the assistant; it is empty where the model said nothing.
    Text(String),
    /// With an error of the model's server instead of an answer.
    ApiError,
    /// With the user's interruption.
    Interrupt,
    /// With something that an answer still has to follow: it is not on disk yet.
    #[default]
    Open,
}

/// Names and numbers of the tool calls of a turn.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tools {
    calls: Vec<Tool, TOOL_NAMES_MAX>,
    /// Calls of tools beyond the bound.
    others: u32,
}

/// A tool and how often it was called.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Tool {
    /// The name, cut to [`TOOL_NAME_BYTES_MAX`].
    pub name: heapless::String<TOOL_NAME_BYTES_MAX>,
    /// The number of calls, at least one.
    pub count: u32,
}

impl Tools {
    /// Counts one call.
    pub fn add(&mut self, name: &str) {
        self.add_calls(&Tool { name: head(name), count: 1 });
    }

    /// Counts all calls of `other`.
    pub fn add_all(&mut self, other: &Self) {
        for tool in &other.calls {
            self.add_calls(tool);
        }
        self.others = self.others.saturating_add(other.others);
    }

    pub(crate) fn add_calls(&mut self, tool: &Tool) {
        match self.calls.iter_mut().find(|known| known.name == tool.name) {
            Some(known) => known.count = known.count.saturating_add(tool.count),
            None => {
                if self.calls.push(tool.clone()).is_err() {
                    self.others = self.others.saturating_add(tool.count);
                }
            }
        }
    }

    /// Returns whether one of the tools of these names was called.
    #[must_use]
    pub fn has_any(&self, names: &[&str]) -> bool {
        self.calls.iter().any(|tool| names.contains(&tool.name.as_str()))
    }

    /// Returns the number of all calls.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.calls.iter().fold(self.others, |sum, tool| sum.saturating_add(tool.count))
    }

    /// Returns the tools by name.
    #[must_use]
    pub fn sorted(&self) -> alloc::vec::Vec<&Tool> {
        let mut tools: alloc::vec::Vec<_> = self.calls.iter().collect();
        tools.sort_by(|a, b| a.name.cmp(&b.name));
        tools
    }

    /// Returns the number of calls of tools that are not distinguished.
    #[must_use]
    pub fn others(&self) -> u32 {
        self.others
    }
}
