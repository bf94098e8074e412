//! The user's settings for bulk reads.

use alloc::{string::String, vec::Vec};

use super::{self as settings, Name, Values, list};
use crate::checks::READS;
use crate::hosts::host::Host;
use crate::reads::{ReadSettings, Worker};

/// The user's settings for bulk reads.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reads {
    /// Whether they are held.
    pub is_on: bool,
    /// Lines that may be read at once; `None` if the user's number is invalid: then nothing is
    /// denied.
    pub lines: Option<u32>,
    /// Lines of one file that a session may read in slices; 0 is without end.
    pub budget: u64,
    /// For how many seconds a file that was delegated may be read in slices without end.
    pub exemption_seconds: u32,
    /// Who reads a large file instead.
    pub delegate: Delegate,
    /// Subagents whose work it is to read.
    pub agents: Vec<String>,
    /// Bytes of a file that the command takes.
    pub bytes_max: u64,
}

/// Who reads a large file in the agent's place.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Delegate {
    /// A command.
    #[default]
    Cli,
    /// A subagent, where the host has them.
    Subagent,
}

/// Bytes that are kept free for a question about a file.
const QUESTION_BYTES: u64 = 4_000;

impl Reads {
    pub(super) fn of(given: &Values<'_>, words: &str) -> Self {
        let text = |name: Name| given.text(name).unwrap_or_else(|| name.setting().default);
        let count = |name: Name| name.setting().kind.count(text(name));
        let lines = count(Name::ReadLines);
        Self {
            is_on: words.split([',', ' ']).any(|word| word.trim() == READS),
            lines,
            // When in doubt, block less: an invalid budget bounds nothing, and an exemption without
            // a valid end does not end.
            budget: match given.text(Name::ReadBudget) {
                Some(_) => count(Name::ReadBudget).map_or(0, u64::from),
                None => lines.map_or(0, |lines| ReadSettings::budget_of(lines.into())),
            },
            exemption_seconds: count(Name::ReadSanction).unwrap_or(u32::MAX),
            delegate: match given.text(Name::ReadDelegate) {
                Some("subagent") => Delegate::Subagent,
                Some(_) | None => Delegate::Cli,
            },
            agents: list(Some(text(Name::ReadAgents))),
            // The question and what stands around a file count, too.
            bytes_max: settings::Worker::resolve(given).payload_max.saturating_sub(QUESTION_BYTES),
        }
    }

    /// Returns the settings under which reads of `host` are held; `None` if none is.
    #[must_use]
    pub fn on(&self, host: Host) -> Option<ReadSettings> {
        let lines = self.lines.filter(|_| self.is_on)?;
        let agent = self.agents.first().filter(|_| self.delegate == Delegate::Subagent);
        let agent = agent.filter(|agent| guard_agent(agent));
        Some(ReadSettings {
            lines_min: lines.into(),
            budget: self.budget,
            exemption_ms: u64::from(self.exemption_seconds).saturating_mul(1_000),
            exempt_agents: self.agents.clone(),
            worker: match (agent, host) {
                (Some(agent), Host::Claude) => Worker::Subagent(agent.clone()),
                (Some(_) | None, _) => Worker::Command { bytes_max: self.bytes_max },
            },
        })
    }
}

/// Returns whether a subagent may be named to the agent: it is repeated in our voice only where it
/// can be nothing but a name.
fn guard_agent(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.');
    name.len() <= AGENT_BYTES_MAX && name.chars().all(is_plain)
}

/// Bytes of the longest name of a subagent that is repeated.
const AGENT_BYTES_MAX: usize = 64;
