//! A check that the user names.

use alloc::{format, string::String, sync::Arc, vec::Vec};
use core::fmt;

use crate::activity::command_line::{Simple, Word};
use crate::activity::runner::Run;

/// Says which commands are the user's own check. The shell brings a regular expression.
#[derive(Clone)]
pub struct OwnCheck(Arc<dyn Fn(&str) -> bool + Send + Sync>);

impl OwnCheck {
    /// Returns the check that `matches` finds in the text of a simple command, unless it also finds
    /// it in nothing: then every command would be one.
    pub fn of(matches: impl Fn(&str) -> bool + Send + Sync + 'static) -> Option<Self> {
        (!matches("")).then(|| Self(Arc::new(matches)))
    }

    /// Returns the check that a command runs, if it is this one: as it is written, or without what
    /// only runs it (`CI=1 timeout 60 ./verify`).
    #[must_use]
    pub fn run_of(&self, command: &Simple<'_>) -> Option<Run> {
        let program = command.program();
        let words = program.iter().flat_map(|program| program.words).map(Word::text);
        let bare = words.collect::<Vec<_>>().join(" ");
        let is_this = (self.0)(&command.text) || (self.0)(&bare);
        is_this.then_some(Run::OWN)
    }
}

impl fmt::Debug for OwnCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnCheck")
    }
}

/// Why what a user set as their check is none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OddCheck {
    /// It is no regular expression; in words of its reader.
    NoExpression(String),
    /// It finds itself in nothing, so every command would be one.
    MatchesNothing,
}

impl OddCheck {
    /// Returns what is wrong with it, and what holds instead.
    #[must_use]
    pub fn problem(&self) -> String {
        match self {
            Self::NoExpression(error) => {
                // Of several lines, the last one says what is wrong.
                let error = error.lines().last().unwrap_or_default().trim();
                format!("not a valid regular expression ({error}); `done` asks and blocks nothing")
            }
            Self::MatchesNothing => {
                "it matches the empty text, and so any command; `done` asks and blocks \
                 nothing"
                    .into()
            }
        }
    }
}
