//! The user's settings for bulk reads.

use alloc::{string::String, vec::Vec};

/// The settings of bulk reads.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReadSettings {
    /// So many lines of a file may be read at once.
    pub lines_min: u64,
    /// So many lines of a larger file may be read in slices, in one session. 0 is no bound.
    pub budget: u64,
    /// How long a file that was read for the agent may be read in slices, in milliseconds.
    pub exemption_ms: u64,
    /// Subagents whose work it is to read: they pass, and what they read whole is exempt.
    pub exempt_agents: Vec<String>,
    /// Who reads a whole file for the agent.
    pub worker: Worker,
}

/// Who reads a whole file for the agent.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Worker {
    /// Nobody.
    #[default]
    Nobody,
    /// `sprag read`, which takes so many bytes.
    Command {
        /// Bytes of the files of one question. More are refused.
        bytes_max: u64,
    },
    /// A subagent of the host, by its type.
    Subagent(String),
}

impl ReadSettings {
    /// The threshold where none is set.
    pub const LINES_MIN: u64 = 350;
    /// How long an exemption lasts where nothing is set: four hours.
    pub const EXEMPTION_MS: u64 = 14_400_000;

    /// Returns the budget where none is set.
    #[must_use]
    pub const fn budget_of(lines_min: u64) -> u64 {
        lines_min.saturating_mul(2)
    }

    /// Returns the settings where the command has nobody to ask, unless `is_there`: an agent is
    /// sent to nobody who cannot answer.
    #[must_use]
    pub fn with_worker_there(self, is_there: bool) -> Self {
        let is_vain = !is_there && matches!(self.worker, Worker::Command { .. });
        let worker = if is_vain { Worker::Nobody } else { self.worker };
        Self { worker, ..self }
    }

    /// Returns whether a subagent of this type is one whose work it is to read.
    #[must_use]
    pub fn is_exempt(&self, agent: Option<&str>) -> bool {
        agent.is_some_and(|agent| self.exempt_agents.iter().any(|exempt| exempt == agent))
    }
}

impl Default for ReadSettings {
    fn default() -> Self {
        Self {
            lines_min: Self::LINES_MIN,
            budget: Self::budget_of(Self::LINES_MIN),
            exemption_ms: Self::EXEMPTION_MS,
            exempt_agents: Vec::from(["bulk-reader", "sprag:bulk-reader"].map(String::from)),
            worker: Worker::Nobody,
        }
    }
}
