//! The turn that is looked for, as far as it has been read.

use alloc::string::String;

use super::Scan;
use super::record::User;
use super::stretch::Stretch;
use crate::facts::{LineFromEnd, StartedBy};

#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) prompt: Option<String>,
    /// `None` until the record is seen that began the turn.
    pub(super) started_by: Option<StartedBy>,
    pub(super) first: LineFromEnd,
    pub(super) stretch: Stretch,
    /// Whether one of its records names its prompt.
    pub(super) is_named: bool,
}

impl Scan {
    /// All that was read belongs to later turns. The one that is wanted is read as if the file
    /// ended here: the outcome of its calls later was not known at its end.
    pub(super) fn pass_over(&mut self, at: LineFromEnd) {
        self.end = at.0.saturating_add(1);
        self.reader.restart();
        self.deeds.forget();
        self.ahead = Stretch::default();
        self.resumed_by = None;
    }

    /// Takes the user record at `at`, and all that was read since, into the turn.
    pub(super) fn claim(&mut self, at: LineFromEnd, user: &User) {
        let names_it = user.prompt.is_some();
        let is_named = names_it || self.ahead.has_own;
        let own = || user.prompt.clone().or_else(|| user.uuid.clone());
        let prompt = self.prompt().map(String::from).or_else(own);
        let named = prompt.clone();
        let ahead = core::mem::take(&mut self.ahead);
        self.ahead.has_own = names_it;
        let found = self.turn.get_or_insert_with(|| Found {
            prompt,
            started_by: None,
            first: at,
            stretch: Stretch::default(),
            is_named,
        });
        found.first = at;
        found.is_named |= is_named;
        found.prompt = found.prompt.take().or(named);
        found.stretch.extend(ahead);
        // The oldest record that can begin a turn is the one that did.
        if user.kind.begins_turns() {
            found.started_by = Some(self.resumed_by.unwrap_or(user.started_by));
        }
    }
}
