//! How a record belongs to the turn that is looked for.

use super::found::Found;
use super::reader::Reader;
use super::record::User;
use super::user_kind::UserKind;
use super::{Scan, Wanted};

/// How a user record belongs to the turn that is looked for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Membership {
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
    /// Returns what a user record is to the turn: what a person asked for, until a person asks for
    /// something else.
    pub(super) fn membership(&self, user: &User) -> Membership {
        match &self.reader {
            Reader::Claude => relation_of_request(self.turn.as_ref(), user),
            Reader::Codex(_) | Reader::Grok => self.relation_of_named(user),
        }
    }

    /// Returns the same on hosts where the records themselves say whose they are.
    fn relation_of_named(&self, user: &User) -> Membership {
        match (self.prompt(), user.prompt.as_deref(), user.kind) {
            (Some(ours), Some(theirs), UserKind::Start) if ours == theirs && self.has_begun() => {
                Membership::Begins
            }
            (Some(ours), Some(theirs), _) if ours == theirs => Membership::Belongs,
            (_, None, _) if matches!(self.reader, Reader::Grok) => self.membership_of_nameless(),
            (None, Some(_), UserKind::Start) => Membership::Belongs,
            (None, Some(_), _) if self.turn.is_some() => Membership::Foreign,
            (Some(_), Some(_), _) => Membership::Foreign,
            (Some(_), None, UserKind::Prompt) if self.turn.is_none() => match self.wanted {
                Wanted::Last(_) => Membership::Begins,
                // It has no id but its own, or that which its replies name.
                Wanted::Prompt(_) if user.uuid.as_deref() == self.prompt() => Membership::Begins,
                Wanted::Prompt(_) if self.ahead.has_own && !self.ahead.has_foreign => {
                    Membership::Begins
                }
                Wanted::Prompt(_) => Membership::Foreign,
            },
            (Some(_), None, UserKind::Prompt) => Membership::Foreign,
            (None, Some(_), UserKind::Prompt) => Membership::Belongs,
            (None, None, UserKind::Prompt) => Membership::Begins,
            (_, _, _) => Membership::Undecided,
        }
    }

    /// Returns what a prompt of Grok's is to the turn: all but the prompts name theirs, so those
    /// after it tell. A prompt in the middle of a turn, sent while the agent works, is part of it.
    pub(super) fn membership_of_nameless(&self) -> Membership {
        // The last turn may have no record of its own yet.
        let may_be_bare = self.end == 0 && !self.has_begun();
        if self.ahead.has_own || (may_be_bare && !self.ahead.has_foreign) {
            Membership::Belongs
        } else {
            Membership::Foreign
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

/// Returns what a user record of Claude Code is to the turn.
///
/// A prompt or a command for the model begins one. Reports of tasks and schedules continue it under
/// ids of their own, and so does a command that is typed while the agent works. Ids alone tell no
/// turn: hosts before 2.1.83 write none, and up to 2.1.119 a command has that of the prompt before.
/// But the records of one id are contiguous (191 of 191 ids in the transcripts at hand): a prompt
/// of another id did not begin what lies behind it.
fn relation_of_request(turn: Option<&Found>, user: &User) -> Membership {
    let theirs = user.prompt.as_ref();
    if let Some(found) = turn.filter(|found| found.started_by.is_some()) {
        let is_same = theirs.is_some() && theirs == found.prompt.as_ref();
        return match is_same {
            _ if user.kind == UserKind::Aside && found.is_command => Membership::Undecided,
            true => Membership::Belongs,
            false => Membership::Foreign,
        };
    }
    let open = turn.and_then(|found| found.open.as_ref());
    let is_anothers = open.is_some() && open != theirs;
    match user.kind {
        UserKind::Prompt if is_anothers => Membership::Foreign,
        UserKind::Prompt if theirs.is_none() => Membership::Begins,
        UserKind::Result if is_anothers && theirs.is_some() => Membership::Foreign,
        UserKind::Prompt | UserKind::Command | UserKind::Notification => Membership::Belongs,
        UserKind::Aside => Membership::Undecided,
        UserKind::Result
        | UserKind::Interrupt
        | UserKind::Start
        | UserKind::Review
        | UserKind::Remark
            if theirs.is_some() =>
        {
            Membership::Belongs
        }
        UserKind::Result
        | UserKind::Interrupt
        | UserKind::Start
        | UserKind::Review
        | UserKind::Remark => Membership::Undecided,
    }
}
