//! Reads a transcript from its end and finds the turn.
//!
//! The shell hands over line after line, the last one first, and stops when it is told to. Every
//! line is judged alone and in file order: in real files neither time stamps nor parent links are
//! in order.

mod call_field;
mod claude;
mod closing;
mod codex;
pub mod followed;
mod found;
mod grok;
mod history;
mod kind;
mod membership;
mod reader;
mod record;
mod segment;
mod session_folder;
mod sweep;
mod turn_context;
mod typed;
mod user_kind;

use alloc::string::String;

use crate::activity::actions::ActionReader;
use crate::activity::facts::{Ending, Facts, StartedBy, Turn};
use crate::activity::own_check::OwnCheck;
use crate::activity::work::LineFromEnd;
use crate::activity::work::{Action, By};
use crate::hosts::host::Host;
use crate::limits::TURN_BYTES_MAX;
use closing::Closing;
use found::Found;
pub use grok::Ledger;
use history::History;
pub use kind::Kind;
use membership::Membership;
use reader::Reader;
use record::{Record, Reply, Source, User};
use segment::Segment;
pub use session_folder::SessionFolder;
pub use sweep::{Past, Sweep};
pub use turn_context::TurnContext;
use typed::Typed;
use user_kind::UserKind;

/// Which turn is looked for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Wanted {
    /// The last one, of this prompt where the host names it.
    Last(Option<String>),
    /// The one of this prompt, wherever it lies.
    Prompt(String),
}

/// Which conversation of a file is looked at.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Chain {
    /// The session's own.
    Main,
    /// A subagent's: the only one in its own file; old hosts also wrote it into the session's.
    Side,
}

/// How closely the turn is looked at.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Depth {
    /// Which tools were called.
    Tools,
    /// What was done with them, too: it takes longer.
    Work,
    /// Also when and where it was, which a payload would say.
    Past,
}

/// What to do after a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Next {
    /// Hand over the line before.
    Older,
    /// Nothing older matters.
    Enough,
}

/// A transcript that is being read backwards.
#[derive(Clone, Debug)]
pub struct Scan {
    reader: Reader,
    wanted: Wanted,
    chain: Chain,
    depth: Depth,
    actions: ActionReader,
    /// How many lines of later turns were passed over.
    end: u64,
    lines: u64,
    bytes: u64,
    has_main: bool,
    has_side: bool,
    closing: Closing,
    /// The turn, as far as it has been read.
    turn: Option<Found>,
    /// Whether an older turn was met: then what is missing of this one is not in the file.
    is_over: bool,
    /// What was read since: a record of the turn's prompt, still to come, would claim it.
    ahead: Segment,
    /// Who made the host go on after the prompt, on hosts that write no prompt ids.
    resumed_by: Option<StartedBy>,
    /// The prompt that the newest record names, where none is wanted.
    named: Option<String>,
    /// What ran before the turn, once that is looked for.
    history: Option<History>,
    /// Where and when it was, where anybody asks for that.
    context: TurnContext,
}

impl Scan {
    /// Returns a scan of a transcript of Claude Code, before its first line.
    #[must_use]
    pub fn begin(wanted: Wanted, chain: Chain) -> Self {
        Self {
            reader: Reader::Claude,
            wanted,
            chain,
            depth: Depth::Tools,
            actions: ActionReader::default(),
            end: 0,
            lines: 0,
            bytes: 0,
            has_main: false,
            has_side: false,
            closing: Closing::default(),
            turn: None,
            is_over: false,
            ahead: Segment::default(),
            resumed_by: None,
            named: None,
            history: None,
            context: TurnContext::default(),
        }
    }

    /// Returns a scan of a transcript of `host`, before its first line.
    #[must_use]
    pub fn begin_on(host: Host, wanted: Wanted) -> Self {
        let begun = Self::begin(wanted, Chain::Main);
        match host {
            Host::Claude => begun,
            Host::Codex => Self { reader: Reader::Codex(codex::Reader::default()), ..begun },
            // At a stop the last message is not on disk, and what is there may be two in one.
            Host::Grok => {
                Self { reader: Reader::Grok, closing: Closing::Known(Ending::Open), ..begun }
            }
        }
    }

    /// Returns a scan that also finds out what the turn did: which files it changed, which checks
    /// it ran, the user's `own` one included.
    #[must_use]
    pub fn with_work(self, own: Option<OwnCheck>) -> Self {
        Self { depth: Depth::Work, actions: ActionReader::looking_for(own), ..self }
    }

    /// Takes the next older line, without its line end; damage in it is repaired in place.
    pub fn line(&mut self, line: &mut [u8]) -> Next {
        if self.history.is_some() {
            return self.history_line(line);
        }
        let at = self.advance(line.len());
        if line.iter().all(u8::is_ascii_whitespace) {
            return self.go_on();
        }
        let record = self.reader.read(line, self.depth);
        self.record(at, record.as_ref())
    }

    /// Takes what the line holds; nothing is no record.
    fn record(&mut self, at: LineFromEnd, record: Option<&Record>) -> Next {
        if let Some(context) = record.and_then(Record::context) {
            self.context.add_older(context);
        }
        match record {
            Some(Record::User(user)) if self.is_on_chain(user.chain) => self.user(at, user),
            Some(Record::Assistant(reply)) if self.is_on_chain(reply.chain) => {
                self.assistant(at, reply)
            }
            Some(Record::Report(report)) => self.report(at, report),
            Some(
                Record::User(_) | Record::Assistant(_) | Record::TurnContext(_) | Record::Other,
            ) => self.go_on(),
            None => {
                self.ahead.damaged = true;
                self.go_on()
            }
        }
    }

    /// Takes note of a line of `bytes` bytes that was too long to read.
    pub fn skipped_line(&mut self, bytes: u64) -> Next {
        if self.history.is_some() {
            return self.history_goes_on(bytes, &[]);
        }
        self.advance(0);
        self.bytes = self.bytes.saturating_add(bytes);
        self.ahead.damaged = true;
        self.go_on()
    }

    /// Returns how the conversation ends, once no older line can change it.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        match &self.closing {
            Closing::Known(ending) => Some(ending),
            Closing::Ahead | Closing::Within { .. } => None,
        }
    }

    /// Returns whether all that was read is a subagent's conversation.
    #[must_use]
    pub fn is_side_chain_only(&self) -> bool {
        self.has_side && !self.has_main
    }

    /// Returns what was found, after [`Next::Enough`] or the first line of the file.
    #[must_use]
    pub fn finish(self) -> Facts {
        let is_overrun = self.is_overrun();
        let ending = self.closing.finish();
        let found = self.turn.filter(|found| !is_overrun && !found.is_review);
        let found = match &self.reader {
            Reader::Claude => found
                .map(|found| found.settled(self.is_over))
                .filter(|found| found.is(&self.wanted)),
            Reader::Codex(_) | Reader::Grok => found,
        };
        let Some(found) = found else {
            return Facts { ending, ..Facts::default() };
        };
        let started_by = match (&self.reader, &found.prompt) {
            (Reader::Grok, Some(prompt)) if !grok::is_persons(prompt) => {
                found.started_by.filter(|by| *by != StartedBy::Person)
            }
            (_, _) => found.started_by,
        };
        let mut continued = found.continued;
        continued.retain(|id| found.prompt.as_ref() != Some(id));
        let turn = Turn {
            prompt: found.prompt,
            continued,
            started_by: started_by.unwrap_or_default(),
            first: found.first,
            last: found.segment.last.unwrap_or(found.first),
            end: LineFromEnd(self.end),
        };
        // Where the beginning of the turn is not there, calls may be missing too.
        let is_whole = found.started_by.is_some() && !found.segment.damaged;
        let ended = found.segment.ended;
        let is_work_known = is_whole && self.depth >= Depth::Work;
        let work = is_work_known.then_some(found.segment.work);
        let tools = is_whole.then_some(found.segment.tools);
        let known_checks = self.history.map(|history| history.known).unwrap_or_default();
        let typed = match found.segment.typed {
            Typed::Text(text) => Some(text).filter(|_| is_whole),
            Typed::Nothing | Typed::TooMuch => None,
        };
        Facts { turn: Some(turn), tools, ended, work, known_checks, typed, ending }
    }

    fn advance(&mut self, bytes: usize) -> LineFromEnd {
        let at = LineFromEnd(self.lines);
        self.lines = self.lines.saturating_add(1);
        self.bytes = self.bytes.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        at
    }

    fn go_on(&self) -> Next {
        if self.is_overrun() { Next::Enough } else { Next::Older }
    }

    /// The last turn is looked for within a bound; one that is named, anywhere.
    fn is_overrun(&self) -> bool {
        matches!(self.wanted, Wanted::Last(_)) && self.bytes > TURN_BYTES_MAX
    }

    fn is_on_chain(&mut self, chain: Chain) -> bool {
        match chain {
            Chain::Main => self.has_main = true,
            Chain::Side => self.has_side = true,
        }
        chain == self.chain
    }

    fn assistant(&mut self, at: LineFromEnd, reply: &Reply) -> Next {
        if self.is_foreign(reply) {
            self.ahead.has_foreign = true;
            return self.go_on();
        }
        let is_at_work = reply.source == Source::Model && !reply.tools.is_empty();
        if self.guard_command(is_at_work)
            && let Some(next) = self.end_before()
        {
            return next;
        }
        if let Some(found) = &mut self.turn {
            found.begins_later();
        }
        self.ahead.has_own |= reply.prompt.is_some();
        if !self.is_silent(reply) {
            self.closing.reply(reply);
        }
        self.ahead.last.get_or_insert(at);
        for name in &reply.tools {
            self.ahead.tools.add(name);
        }
        self.report(at, reply)
    }

    /// Takes in what calls did, as far as their outcomes are known.
    fn report(&mut self, at: LineFromEnd, report: &Reply) -> Next {
        if self.is_foreign(report) {
            return self.go_on();
        }
        if report.calls.is_empty() {
            let ended = u32::try_from(report.outcomes.len()).unwrap_or(u32::MAX);
            self.ahead.ended = self.ahead.ended.saturating_add(ended);
        }
        if self.depth == Depth::Tools {
            return self.go_on();
        }
        for outcome in report.outcomes.iter().rev() {
            self.actions.outcome(outcome);
        }
        let by = match self.chain {
            Chain::Main => By::Agent,
            Chain::Side => By::Subagent,
        };
        // The last call of a record is the first one to be met.
        for call in report.calls.iter().rev() {
            for what in self.actions.call(call).into_iter().rev() {
                self.ahead.work.add_older(Action { at, time: report.time.clone(), by, what });
            }
        }
        self.go_on()
    }

    /// Returns whether a reply names another prompt than that of the turn: background work of an
    /// earlier turn reports among the records of this one.
    fn is_foreign(&mut self, reply: &Reply) -> bool {
        let Some(theirs) = &reply.prompt else { return false };
        self.name(theirs);
        self.prompt() != Some(theirs)
    }

    fn user(&mut self, at: LineFromEnd, user: &User) -> Next {
        if let (Reader::Grok, Some(theirs)) = (&self.reader, &user.prompt) {
            self.name(theirs);
        }
        let is_claude = matches!(self.reader, Reader::Claude);
        let is_lead = matches!(user.kind, UserKind::Remark | UserKind::Aside);
        let is_anothers = (!is_lead && self.guard_command(user.kind == UserKind::Result))
            || (is_claude && self.membership(user) == Membership::Foreign);
        if is_anothers && let Some(next) = self.end_before() {
            return next;
        }
        if !self.is_afterwards(user) {
            self.closing.user(user.kind);
        }
        for outcome in user.outcomes.iter().rev() {
            self.actions.outcome(outcome);
        }
        self.ahead.last.get_or_insert(at);
        let newer = core::mem::take(&mut self.ahead.typed);
        self.ahead.typed = Typed::after(user.typed.clone(), newer);
        match self.membership(user) {
            Membership::Belongs => self.claim(at, user),
            Membership::Begins => {
                self.claim(at, user);
                return self.begin_at(at);
            }
            Membership::Foreign => {
                // The prompt that nothing named is this one's.
                if user.kind == UserKind::Start {
                    self.turn.take_if(|found| !found.is_named);
                }
                match (&self.turn, &self.wanted) {
                    (None, Wanted::Prompt(_)) => self.pass_over(at),
                    (None, Wanted::Last(_)) => return Next::Enough,
                    (Some(_), _) => return self.turn_is_read(),
                }
            }
            Membership::Undecided if user.kind == UserKind::Notification => {
                self.resumed_by.get_or_insert(user.started_by);
            }
            Membership::Undecided => {}
        }
        self.go_on()
    }
}
