//! The turn that is looked for, as far as it has been read.

use alloc::{string::String, vec::Vec};

use super::reader::Reader;
use super::record::User;
use super::segment::Segment;
use super::user_kind::UserKind;
use super::{Next, Scan, Wanted};
use crate::activity::facts::StartedBy;
use crate::activity::work::LineFromEnd;
use crate::limits::CONTINUED_MAX;

#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) prompt: Option<String>,
    /// `None` until the record is seen that began the turn.
    pub(super) started_by: Option<StartedBy>,
    pub(super) first: LineFromEnd,
    pub(super) segment: Segment,
    /// Whether one of its records names its prompt.
    pub(super) is_named: bool,
    /// The other prompts that its records name, the newest first: of reports, and of what was typed
    /// meanwhile.
    pub(super) continued: Vec<String>,
    /// The prompt of calls whose beginning is still to come.
    pub(super) open: Option<String>,
    /// Who began it if nothing older is there.
    oldest: Option<StartedBy>,
    /// Whether a command began it, unless an older record says that the agent was at work.
    pub(super) is_command: bool,
    /// Whether it is nobody's.
    pub(super) is_review: bool,
}

impl Found {
    fn at(first: LineFromEnd, prompt: Option<String>, is_named: bool) -> Self {
        Self {
            prompt,
            started_by: None,
            first,
            segment: Segment::default(),
            is_named,
            continued: Vec::new(),
            open: None,
            oldest: None,
            is_command: false,
            is_review: false,
        }
    }

    /// Takes note of what a record of Claude Code's user says of the turn; `wanted` is the prompt
    /// that the host names.
    fn note(&mut self, user: &User, wanted: Option<&String>) {
        let theirs = user.prompt.as_ref();
        self.is_named |= theirs.is_some();
        if let Some(id) = theirs.filter(|_| self.continued.len() < CONTINUED_MAX)
            && !self.continued.contains(id)
        {
            self.continued.push(id.clone());
        }
        // A record of the same kind that names another prompt came meanwhile.
        let is_meanwhile = self.open.is_some() && self.open.as_ref() != theirs;
        match user.kind {
            UserKind::Prompt => self.begin(user, wanted),
            UserKind::Command if !is_meanwhile => {
                self.begin(user, wanted);
                self.is_command = true;
            }
            UserKind::Command | UserKind::Notification => {
                self.oldest = Some(user.started_by);
                if !is_meanwhile {
                    self.open = None;
                }
            }
            UserKind::Result => {
                self.oldest = None;
                self.open = self.open.take().or_else(|| theirs.cloned());
            }
            UserKind::Interrupt
            | UserKind::Start
            | UserKind::Aside
            | UserKind::Review
            | UserKind::Remark => {}
        }
    }

    fn begin(&mut self, user: &User, wanted: Option<&String>) {
        let prompt = user.prompt.as_ref().or(user.uuid.as_ref()).or(wanted);
        self.prompt = prompt.cloned();
        // The oldest record that can begin a turn is the one that did.
        self.started_by = Some(user.started_by);
    }

    /// Takes back that a command began it: the agent was at work.
    fn go_on(&mut self, command: StartedBy) {
        self.started_by = None;
        self.prompt = None;
        self.open = None;
        self.is_command = false;
        self.oldest = Some(command);
    }

    /// Returns whether it is the one of this prompt. On hosts that name none it is, where the
    /// prompt is that of the last turn.
    pub(super) fn is(&self, wanted: &Wanted) -> bool {
        let is_its = |id: &String| self.prompt.as_ref() == Some(id) || self.continued.contains(id);
        match wanted {
            Wanted::Last(None) => true,
            Wanted::Last(Some(id)) => !self.is_named || is_its(id),
            Wanted::Prompt(id) => is_its(id),
        }
    }

    /// Takes note that an older record of the agent's work is part of it.
    pub(super) fn begins_later(&mut self) {
        self.oldest = None;
    }

    /// Returns the turn of which all is read. Where the file begins with it, what may have begun it
    /// did; where it `is_over` before, its beginning is missing.
    pub(super) fn settled(self, is_over: bool) -> Self {
        let started_by = self.started_by.or_else(|| self.oldest.filter(|_| !is_over));
        let prompt = self.prompt.or_else(|| self.continued.last().cloned());
        Self { started_by, prompt, ..self }
    }
}

impl Scan {
    /// All that was read belongs to later turns. The one that is wanted is read as if the file
    /// ended here: the outcome of its calls later was not known at its end.
    pub(super) fn pass_over(&mut self, at: LineFromEnd) {
        self.end = at.0.saturating_add(1);
        self.reader.restart();
        self.actions.forget();
        self.ahead = Segment::default();
        self.resumed_by = None;
    }

    /// Takes the user record at `at`, and all that was read since, into the turn.
    pub(super) fn claim(&mut self, at: LineFromEnd, user: &User) {
        let ahead = core::mem::take(&mut self.ahead);
        if matches!(self.reader, Reader::Claude) {
            let found = self.turn.get_or_insert_with(|| Found::at(at, None, false));
            found.first = at;
            found.segment.extend(ahead);
            let wanted = match &self.wanted {
                Wanted::Last(wanted) => wanted.as_ref(),
                Wanted::Prompt(_) => None,
            };
            found.note(user, wanted);
            return;
        }
        let names_it = user.prompt.is_some();
        let is_named = names_it || ahead.has_own;
        let own = || user.prompt.clone().or_else(|| user.uuid.clone());
        let prompt = self.prompt().map(String::from).or_else(own);
        let named = prompt.clone();
        self.ahead.has_own = names_it;
        let found = self.turn.get_or_insert_with(|| Found::at(at, prompt, is_named));
        found.first = at;
        found.is_named |= is_named;
        found.is_review |= user.kind == UserKind::Review;
        found.prompt = found.prompt.take().or(named);
        found.segment.extend(ahead);
        // The oldest record that can begin a turn is the one that did.
        if user.kind.begins_turns() {
            found.started_by = Some(self.resumed_by.unwrap_or(user.started_by));
        }
    }

    /// Settles whether the command that seems to have begun the turn did: one that was typed while
    /// the agent worked did not. Returns whether an older record than the turn's is at hand.
    pub(super) fn guard_command(&mut self, is_at_work: bool) -> bool {
        let Some(found) = self.turn.as_mut().filter(|found| found.is_command) else {
            return false;
        };
        // Where a line could not be read, the agent may have ended its work in it.
        let is_at_work = is_at_work && !self.ahead.damaged;
        if let (true, Some(command)) = (is_at_work, found.started_by) {
            found.go_on(command);
        }
        !is_at_work
    }

    /// Ends the turn with the record that began it.
    pub(super) fn begin_at(&mut self, at: LineFromEnd) -> Next {
        let is_wanted = self.turn.as_ref().is_some_and(|found| found.is(&self.wanted));
        if is_wanted || !matches!(self.reader, Reader::Claude) {
            return self.turn_is_read();
        }
        self.turn = None;
        match &self.wanted {
            Wanted::Last(_) => Next::Enough,
            Wanted::Prompt(_) => {
                self.pass_over(at);
                Next::Older
            }
        }
    }

    /// Ends the turn before a record that belongs to an older one. Returns nothing where the older
    /// one is looked for.
    pub(super) fn end_before(&mut self) -> Option<Next> {
        match self.turn.take_if(|found| !found.is(&self.wanted)) {
            None => {
                self.is_over = true;
                Some(self.turn_is_read())
            }
            Some(found) => match &self.wanted {
                Wanted::Last(_) => Some(Next::Enough),
                Wanted::Prompt(_) => {
                    // What the agent did since lies before the turn that was passed over.
                    let ahead = core::mem::take(&mut self.ahead);
                    self.pass_over(found.first);
                    self.ahead = ahead;
                    None
                }
            },
        }
    }
}
