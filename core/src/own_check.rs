//! A check that the user names.

use alloc::sync::Arc;
use core::fmt;

use crate::command_line::Simple;
use crate::runner::Run;

/// Says which commands are the user's own check. The shell brings a regular expression.
#[derive(Clone)]
pub struct OwnCheck(Arc<dyn Fn(&str) -> bool + Send + Sync>);

impl OwnCheck {
    /// Returns the check that `matches` finds in the text of a simple command, unless it also finds
    /// it in nothing: then every command would be one.
    pub fn of(matches: impl Fn(&str) -> bool + Send + Sync + 'static) -> Option<Self> {
        (!matches("")).then(|| Self(Arc::new(matches)))
    }

    /// Returns the check that a command runs, if it is this one.
    #[must_use]
    pub fn run_of(&self, command: &Simple<'_>) -> Option<Run> {
        (self.0)(&command.text).then_some(Run::OWN)
    }
}

impl fmt::Debug for OwnCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnCheck")
    }
}
