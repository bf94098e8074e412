//! What a record is to the turn that is looked for.

use super::reader::Reader;
use super::record::{User, UserKind};
use super::{Scan, Wanted};

/// What a user record is to the turn that is looked for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Relation {
    /// It is part of it.
    Belongs,
    /// It is its first record.
    Begins,
    /// It is part of another turn.
    Foreign,
    /// An older record will tell.
    Undecided,
}

impl Scan {
    /// Returns what a user record is to the turn.
    ///
    /// All user records of a turn carry its prompt's id, and the records of one id are contiguous
    /// (191 of 191 ids in the transcripts at hand). Hosts before 2.1.205 write no ids: there the
    /// last prompt begins the turn.
    pub(super) fn relation(&self, user: &User) -> Relation {
        match (self.prompt(), user.prompt.as_deref(), user.kind) {
            (Some(ours), Some(theirs), UserKind::Start) if ours == theirs && self.has_begun() => {
                Relation::Begins
            }
            (Some(ours), Some(theirs), _) if ours == theirs => Relation::Belongs,
            (_, None, _) if matches!(self.reader, Reader::Grok) => self.relation_of_nameless(),
            (None, Some(_), UserKind::Start) => Relation::Belongs,
            (None, Some(_), _) if self.turn.is_some() => Relation::Foreign,
            (Some(_), Some(_), _) => Relation::Foreign,
            (Some(_), None, UserKind::Prompt) if self.turn.is_none() => match self.wanted {
                Wanted::Last(_) => Relation::Begins,
                // It has no id but its own, or that which its replies name.
                Wanted::Prompt(_) if user.uuid.as_deref() == self.prompt() => Relation::Begins,
                Wanted::Prompt(_) if self.ahead.has_own && !self.ahead.has_foreign => {
                    Relation::Begins
                }
                Wanted::Prompt(_) => Relation::Foreign,
            },
            (Some(_), None, UserKind::Prompt) => Relation::Foreign,
            (None, Some(_), UserKind::Prompt) => Relation::Belongs,
            (None, None, UserKind::Prompt) => Relation::Begins,
            (_, _, _) => Relation::Undecided,
        }
    }

    /// Returns what a prompt of Grok's is to the turn: all but the prompts name theirs, so those
    /// after it tell. A prompt in the middle of a turn, sent while the agent works, is part of it.
    pub(super) fn relation_of_nameless(&self) -> Relation {
        // The last turn may have no record of its own yet.
        let may_be_bare = self.end == 0 && !self.has_begun();
        if self.ahead.has_own || (may_be_bare && !self.ahead.has_foreign) {
            Relation::Belongs
        } else {
            Relation::Foreign
        }
    }

    /// Returns whether the record has been seen that began the turn.
    pub(super) fn has_begun(&self) -> bool {
        self.turn.as_ref().is_some_and(|found| found.started_by.is_some())
    }

    /// Takes note of the newest prompt that a record names.
    pub(super) fn name(&mut self, prompt: &str) {
        if self.turn.is_none() && self.named.is_none() && self.wanted == Wanted::Last(None) {
            self.named = Some(prompt.into());
        }
    }

    /// Returns the id that the records of the turn carry, if it is known.
    pub(super) fn prompt(&self) -> Option<&str> {
        match (&self.turn, &self.wanted) {
            (Some(found), _) => found.prompt.as_deref(),
            (None, Wanted::Last(wanted)) => wanted.as_deref().or(self.named.as_deref()),
            (None, Wanted::Prompt(wanted)) => Some(wanted),
        }
    }
}
