//! The agent that runs the hook.

use serde::{Deserialize, Serialize};

/// A coding agent with hooks.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Host {
    /// Claude Code, <https://code.claude.com/docs/en/hooks>.
    Claude,
    /// Codex, <https://developers.openai.com/codex/hooks>.
    Codex,
    /// Grok, whose payloads are camelCase.
    Grok,
}

impl Host {
    /// Every host, in the order of the documentation.
    pub const ALL: [Self; 3] = [Self::Claude, Self::Codex, Self::Grok];

    /// Returns the word that names the host on the command line and in records.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Grok => "grok",
        }
    }

    /// Returns what people call the host.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Claude => "Claude Code",
            Self::Codex => "Codex",
            Self::Grok => "Grok",
        }
    }

    /// Returns whether its files of hooks also set variables of its sessions, and so of the hook.
    /// <https://code.claude.com/docs/en/settings>
    #[must_use]
    pub fn sets_variables(self) -> bool {
        match self {
            Self::Claude => true,
            Self::Codex | Self::Grok => false,
        }
    }

    /// Returns whose transcript a file of this name is.
    #[must_use]
    pub fn of_transcript(name: &str) -> Self {
        match name {
            "updates.jsonl" => Self::Grok,
            name if name.starts_with("rollout-") && name.ends_with(".jsonl") => Self::Codex,
            _ => Self::Claude,
        }
    }

    /// Returns the host that `word` names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|host| host.word() == word)
    }
}
