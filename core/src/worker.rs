//! Delegation: what a cheap model is asked instead of reading files here, and what happens to its
//! answer.
//!
//! ```text
//! files --Source--> Message --(the shell asks: claude, anthropic, codex)--> Reply
//!                                                                            |
//!              read: citations <-----------------+--------------> write: fence
//! ```
//!
//! A file is data: it stands between tags whose key occurs in no file ([`message`]), so no content
//! can end its own. What comes back is text of a model that read those files; where it quotes them,
//! [`crate::worker::citation`] says where, and nothing else of it is vouched for.
//!
//! In: files that somebody names, a task, and what a transport brings back. Out: the message that
//! is sent, and an answer or a refusal.
//! May use: `limits`, `text`, `hosts`, `security`, `checks`.
//! Begin with [`message`], then [`citation`]; what may be written is told by [`steering`] and
//! [`replacement`].

pub mod anthropic;
pub mod citation;
pub mod claude;
pub mod codex;
mod environment;
mod exit;
mod failure;
mod json;
mod limit;
pub mod message;
pub mod nesting;
mod note;
mod prompt;
pub mod replacement;
mod reply;
mod secrets;
pub mod shown;
pub mod skill;
mod source;
pub mod steering;
pub mod target;
mod target_failure;
mod usage;
pub mod zone;

use alloc::vec::Vec;

use memchr::memmem;
use serde::{Deserialize, Serialize};

pub use environment::{guard_value, guard_variable, key_variables};
pub use exit::Exit;
pub use failure::Failure;
pub use limit::guard_payload;
pub use note::Note;
pub use prompt::prompt;
pub use reply::Reply;
pub use secrets::{guard_asked, guard_secrets};
pub use source::{Named, Source, guard_repeats, guard_unchanged};
pub use target_failure::TargetFailure;
pub use usage::{Done, Usage};

/// What a worker is asked to do.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// To answer a question about files.
    Read,
    /// To write a file in the manner of another.
    Write,
}

impl Task {
    /// Returns the option that says what is asked.
    #[must_use]
    pub const fn option(self) -> &'static str {
        match self {
            Self::Read => "--question",
            Self::Write => "--spec",
        }
    }
}

/// Who carries a question to the worker.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// The command line of Claude Code, without tools, settings and session.
    #[default]
    Claude,
    /// The Messages API of Anthropic.
    Anthropic,
    /// The command line of Codex, without a shell, settings and session.
    Codex,
}

impl Transport {
    /// Every transport, in the order of the documentation.
    pub const ALL: [Self; 3] = [Self::Claude, Self::Anthropic, Self::Codex];

    /// Their words, in the same order.
    pub const WORDS: [&str; 3] = ["claude", "anthropic", "codex"];

    /// Returns the word that names it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Anthropic => "anthropic",
            Self::Codex => "codex",
        }
    }

    /// Returns those of `options` that the help of the transport's program does not name.
    #[must_use]
    pub fn lacking(options: &[&'static str], help: &[u8]) -> Vec<&'static str> {
        let is_unnamed = |option: &&&str| memmem::find(help, option.as_bytes()).is_none();
        options.iter().filter(is_unnamed).copied().collect()
    }

    /// Returns the transport that `word` names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|transport| transport.word() == word)
    }
}
