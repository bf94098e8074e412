//! The variables that a worker's program is started with.
//!
//! `claude` and `codex` obey variables of their own, and so does what they run on: one names
//! another server, one has a file run first, one trusts another authority. A repository can set
//! any of them. So none is handed on but those that can do none of this, and those that the user
//! names.

use alloc::string::String;

use super::Transport;
use crate::security::key_variable;
use crate::worker::zone::guard_zone;

/// Who the user is, and how texts and times are written.
const PLAIN: [&str; 7] = ["LANG", "LANGUAGE", "LOGNAME", "TERM", "TZ", "USER", "COLORTERM"];

/// The variables of a locale begin with it.
const LOCALE: &str = "LC_";

/// Keys of Claude Code. Each says who pays, and none where a request goes.
const CLAUDE_KEYS: [&str; 3] =
    ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"];

/// Keys of Codex.
const CODEX_KEYS: [&str; 3] = ["OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_ACCESS_TOKEN"];

/// Keys of other agents that may call.
const OTHER_KEYS: [&str; 2] = ["XAI_API_KEY", "GEMINI_API_KEY"];

impl Transport {
    /// Returns the variables that may hold the key of its program.
    #[must_use]
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Claude => &CLAUDE_KEYS,
            Self::Codex => &CODEX_KEYS,
            // It is no program.
            Self::Anthropic => &[],
        }
    }
}

/// Returns the variables that hold a key of a worker, or of the agent that calls.
pub fn key_variables() -> impl Iterator<Item = &'static str> {
    CLAUDE_KEYS.into_iter().chain(CODEX_KEYS).chain(OTHER_KEYS)
}

/// Returns whether a variable is handed on to a program that uses the variables in `keys`, where
/// the user's own `config.toml` names those in `named`. The judge's key is never one of them.
#[must_use]
pub fn guard_variable(name: &str, keys: &[&str], named: &[String]) -> bool {
    let is_plain = PLAIN.contains(&name) || name.starts_with(LOCALE);
    let is_named = || named.iter().any(|known| known == name);
    !key_variable::VARIABLES.contains(&name) && (is_plain || keys.contains(&name) || is_named())
}

/// Returns whether a variable may be handed on with this value: a time zone is a name or a rule,
/// and no file of anybody's choice.
#[must_use]
pub fn guard_value(name: &str, value: &str) -> bool {
    name != "TZ" || guard_zone(value).is_some()
}
