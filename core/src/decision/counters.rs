//! What a session remembers from stop to stop.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::activity::facts::StartedBy;
use crate::decision::notice::Notice;
use crate::decision::plan::Plan;
use crate::hosts::host::Host;
use crate::limits::{ANSWERS_MAX, COUNTERS_BYTES_MAX};
use crate::text::hash::fingerprint;

/// The counters of one session.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    /// The last prompt that a person was seen to send.
    pub person: Option<String>,
    /// Blocks since then, those of shadow included.
    pub blocks: u32,
    /// Fingerprints of the answers that were sent back, the newest last.
    pub answers: heapless::Vec<String, ANSWERS_MAX>,
    /// Blocks of checks that block sparingly.
    #[serde(default, skip_serializing_if = "Sparing::is_none")]
    pub sparing: Sparing,
    /// When the last block was, in milliseconds of the epoch.
    pub blocked_at_ms: Option<u64>,
    /// What the user has been told.
    #[serde(rename = "told")]
    pub notified: Vec<Notice>,
    /// Whether a check that never blocks twice in a row sent the last answer back.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub nagged: bool,
}

/// The blocks of checks that block sparingly.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Sparing {
    /// How many there were in the session, those of shadow included.
    pub blocks: u32,
    /// The prompt of the last one.
    pub prompt: Option<String>,
}

impl Sparing {
    fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

impl Counters {
    /// Returns the counters that the file of a session holds.
    ///
    /// A damaged file does not say how many blocks there were. Then the cap counts as reached for
    /// the prompt at hand, until a person sends another.
    #[must_use]
    pub fn parse(file: Option<&[u8]>) -> Self {
        match file {
            None => Self::default(),
            Some(bytes) if bytes.len() > COUNTERS_BYTES_MAX => Self::spent(),
            Some(bytes) => serde_json::from_slice(bytes).unwrap_or_else(|_| Self::spent()),
        }
    }

    fn spent() -> Self {
        Self { blocks: u32::MAX, ..Self::default() }
    }

    /// Returns the text of the session's file.
    #[must_use]
    pub fn text(&self) -> String {
        // Serialising strings and integers into memory does not fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the counters as they count for a turn: a person's new prompt starts the blocks
    /// anew. A notification's does not, nor one of which nobody knows who sent it.
    #[must_use]
    pub fn on_turn(&self, plan: &Plan) -> Self {
        let mut counters = self.clone();
        let is_persons = plan.started_by == StartedBy::Person && plan.prompt.is_some();
        if is_persons && plan.prompt != self.person {
            counters.person.clone_from(&plan.prompt);
            counters.nagged = false;
            // Which prompt a damaged count belonged to is lost: it may have been this one.
            if !self.is_damaged() {
                counters.blocks = 0;
            }
        }
        counters
    }

    fn is_damaged(&self) -> bool {
        self.blocks == u32::MAX && self.person.is_none()
    }

    /// Counts a block by a check that blocks sparingly, for this prompt.
    pub fn count_sparing(&mut self, prompt: Option<&str>) {
        self.sparing.blocks = self.sparing.blocks.saturating_add(1);
        self.sparing.prompt = prompt.map(String::from);
    }

    /// Counts a block, for this answer where it is known.
    pub fn count_block(&mut self, answer: Option<&str>, now_ms: u64) {
        self.blocks = self.blocks.saturating_add(1);
        self.blocked_at_ms = Some(now_ms);
        let Some(answer) = answer else { return };
        if self.answers.is_full() {
            self.answers.remove(0);
        }
        // There is room: the oldest has just gone.
        let _ = self.answers.push(answer.into());
    }

    /// Counts a stop that was not blocked. Without any prompt id only consecutive blocks count.
    ///
    /// If a stop passes before its transcript is read, an id that only the transcript shows is not
    /// known yet, so the count stays. It also stays once the session has shown an id, and if the
    /// count was lost.
    pub fn count_pass(&mut self, plan: &Plan) {
        self.nagged = false;
        let is_nameless = plan.answer.is_some() && plan.prompt.is_none() && self.person.is_none();
        if is_nameless && !self.is_damaged() {
            self.blocks = 0;
        }
    }
}

/// Returns the name of a session's file. It says nothing about the session, is a plain file name
/// whatever the id holds, and no two sessions share one.
#[must_use]
pub fn file_name(host: Host, session: &str) -> String {
    named(host, session, ".json")
}

/// Returns the name of the file that says which event of a session is taken.
#[must_use]
pub fn taken_name(host: Host, session: &str) -> String {
    named(host, session, ".taken")
}

/// Returns the name of the file that says how far the transcript of a session is searched.
#[must_use]
pub fn search_name(host: Host, session: &str) -> String {
    named(host, session, ".search")
}

/// Returns the name under which a process writes what is to replace the file of this name.
#[must_use]
pub fn draft_name(name: &str, process: u32) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    format!("{stem}.{process}.tmp")
}

/// Returns whether a file of this name may be removed once it is old: it is one of a session's, and
/// nobody else names a file so.
#[must_use]
pub fn guard_removal(name: &str) -> bool {
    name.split_at_checked(STEM_LEN).is_some_and(|(stem, end)| is_stem(stem) && is_end(end))
}

/// How many digits of a fingerprint the name of a session's file has.
const STEM_LEN: usize = 32;

fn named(host: Host, session: &str, end: &str) -> String {
    let mut name = fingerprint([host.word(), "\n", session].concat().as_bytes(), STEM_LEN);
    name.push_str(end);
    name
}

fn is_stem(stem: &str) -> bool {
    stem.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_end(end: &str) -> bool {
    let draft = end.strip_prefix('.').and_then(|end| end.strip_suffix(".tmp"));
    let is_process = |number: &str| number.parse::<u32>().is_ok_and(|id| format!("{id}") == number);
    matches!(end, ".json" | ".taken" | ".search" | ".worker") || draft.is_some_and(is_process)
}
