//! Schema drift: what a transcript holds that its readers do not know, as an alarm after a host's
//! upgrade.
//!
//! A new type of record is skipped by every reader, and a field that is gone makes facts unknown;
//! neither breaks anything, and so nobody would notice. This counts both.

mod known;

use alloc::{collections::BTreeMap, string::String};

use serde::Serialize;

use crate::hosts::host::Host;
use crate::hosts::line::{Block, Line, Message};
use crate::hosts::transcript::Kind;
use crate::limits::DRIFT_NAMES_MAX;
use crate::text::json::{self, Field};

/// What is not known, by name and how often.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Drift {
    /// Types of records.
    pub record_types: Counts,
    /// Types of the blocks of messages, with the side that wrote them.
    pub block_types: Counts,
    /// Fields that readers rely on and that were not there; `record` is a line that holds none.
    pub missing: Counts,
}

/// Names and how often they occurred; of more than [`DRIFT_NAMES_MAX`] the rest is called `...`.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Counts(BTreeMap<String, u64>);

impl Counts {
    /// Returns whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns how often the name occurred.
    #[must_use]
    pub fn of(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    fn add(&mut self, name: &str) {
        self.add_times(name, 1);
    }

    fn add_times(&mut self, name: &str, times: u64) {
        let has_room = self.0.len() < DRIFT_NAMES_MAX || self.0.contains_key(name);
        let count = self.0.entry(if has_room { name.into() } else { "...".into() }).or_default();
        *count = count.saturating_add(times);
    }
}

/// Bytes of a name. No host writes a longer one.
const NAME_BYTES_MAX: usize = 64;

/// The first host that writes `promptId`.
const PROMPT_IDS_SINCE: [u64; 3] = [2, 1, 205];

impl Drift {
    /// Takes any line, without its line end; damage in it is repaired in place.
    pub fn line(&mut self, line: &mut [u8]) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let Some(line) = Line::parse(line) else { return self.skipped_line() };
        let Some(kind) = name(line.kind) else { return self.missing.add("type") };
        if !known::is_record(&kind) {
            self.record_types.add(&kind);
        }
        match kind.as_str() {
            "user" => {
                self.user(&line);
                self.message(&kind, line.message());
            }
            "assistant" => {
                self.demand("assistant.message.id", line.message().and_then(|message| message.id));
                self.message(&kind, line.message());
            }
            _ => {}
        }
    }

    /// Takes any line of a transcript of `host`. Of Codex and Grok only types are known.
    pub fn line_of(&mut self, host: Host, line: &mut [u8]) {
        if host == Host::Claude {
            return self.line(line);
        }
        match Kind::of(host, line) {
            Kind::Known => {}
            Kind::Unknown(kind) => self.record_types.add(&kind),
            Kind::Damaged => self.skipped_line(),
        }
    }

    /// Takes note of a line that was too long to read.
    pub fn skipped_line(&mut self) {
        self.missing.add("record");
    }

    /// Returns whether everything was known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.record_types.is_empty() && self.block_types.is_empty() && self.missing.is_empty()
    }

    /// Counts all that `other` has counted.
    pub fn add(&mut self, other: &Self) {
        let Self { record_types, block_types, missing } = other;
        let pairs = [
            (&mut self.record_types, record_types),
            (&mut self.block_types, block_types),
            (&mut self.missing, missing),
        ];
        for (ours, theirs) in pairs {
            theirs.0.iter().for_each(|(name, times)| ours.add_times(name, *times));
        }
    }

    fn user(&mut self, line: &Line<'_>) {
        self.demand("user.uuid", line.uuid);
        let version = name(line.version).and_then(|version| numbers(&version));
        match version {
            None => self.missing.add("user.version"),
            Some(version) if version >= PROMPT_IDS_SINCE => {
                self.demand("user.promptId", line.prompt_id);
            }
            Some(_) => {}
        }
    }

    fn message(&mut self, side: &str, message: Option<Message<'_>>) {
        let content = message.and_then(|message| message.content);
        if content.is_some_and(|content| content.get().starts_with('"')) {
            return;
        }
        let Some(blocks) = json::elements(content) else {
            return self.missing.add(&[side, ".message.content"].concat());
        };
        for block in blocks {
            let kind = Block::parse(block).and_then(|block| name(block.kind)).unwrap_or_default();
            if !known::is_block(side, &kind) {
                self.block_types.add(&[side, ".", &kind].concat());
            }
        }
    }

    /// Demands text that is not empty.
    fn demand(&mut self, field: &str, value: Field<'_>) {
        if json::text(value).is_none_or(|text| text.is_empty()) {
            self.missing.add(field);
        }
    }
}

fn name(field: Field<'_>) -> Option<String> {
    json::short_text(field, NAME_BYTES_MAX)
}

/// Returns the numbers of a version such as `2.1.332`.
fn numbers(version: &str) -> Option<[u64; 3]> {
    let mut parts = version.split('.').map(|part| part.parse().ok());
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}
