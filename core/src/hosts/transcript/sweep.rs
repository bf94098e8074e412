//! Reads a whole transcript once, from its end, and finds every turn that it holds.
//!
//! A turn is what [`Scan`] finds where the file ends with it: nothing that came later counts. Whose
//! turn a record belongs to an older one tells; so records are held until that one is met.

use alloc::collections::{BTreeSet, VecDeque};
use alloc::{string::String, vec::Vec};

use super::closing::Closing;
use super::reader::Reader;
use super::record::{Record, User};
use super::turn_context::TurnContext;
use super::user_kind::UserKind;
use super::{Chain, Depth, Next, Scan, Wanted};
use crate::activity::facts::Facts;
use crate::activity::own_check::OwnCheck;
use crate::activity::work::LineFromEnd;
use crate::hosts::host::Host;
use crate::limits::HELD_BYTES_MAX;

/// A turn that is in the past.
#[derive(Clone, Debug)]
pub struct Past {
    /// What the transcript shows of it, as it was at its end.
    pub facts: Facts,
    /// Where and when it was.
    pub context: TurnContext,
    /// How many bytes of the file follow it, if the last line has its end.
    pub behind: u64,
}

/// A transcript of which all turns are read.
#[derive(Clone, Debug)]
pub struct Sweep {
    reader: Reader,
    /// A scan that has seen nothing.
    fresh: Scan,
    /// Where the next older line is.
    place: Place,
    /// The turn at hand.
    current: Begun,
    /// Whether records can be handed to it: it is known whose it is, or no name is needed.
    is_named: bool,
    /// Records that wait until that is known; then, those since its oldest record.
    held: Vec<Held>,
    held_bytes: u64,
    /// Turns that are read, while what ran before them is looked for.
    searching: Vec<Begun>,
    done: Vec<Past>,
    /// The prompts of the turns that are read: where one comes twice, its last turn counts.
    seen: BTreeSet<String>,
}

/// How many lines and bytes are behind a line.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    lines: u64,
    bytes: u64,
}

/// A turn that is being read.
#[derive(Clone, Debug)]
struct Begun {
    scan: Scan,
    behind: u64,
}

/// A record and where it is; `None` could not be read.
#[derive(Clone, Debug)]
struct Held {
    at: Place,
    bytes: u64,
    record: Option<Record>,
}

/// What a record is to the turn that it is handed to.
enum Handed {
    /// Part of it.
    Own,
    /// Its first record.
    First,
    /// Part of another: the turn is over.
    Foreign,
    /// Nobody's so far.
    Open,
}

impl Sweep {
    /// Returns a sweep of one conversation in a transcript of `host`, before its first line. `own`
    /// is the user's own check.
    #[must_use]
    pub fn begin(host: Host, chain: Chain, own: Option<OwnCheck>) -> Self {
        let begun = Scan::begin_on(host, Wanted::Last(None)).with_work(own);
        // What Grok says last is on disk by now.
        let closing = Closing::default();
        let fresh = Scan { chain, closing, depth: Depth::Past, ..begun };
        Self {
            is_named: needs_no_name(&fresh.reader),
            reader: fresh.reader.clone(),
            place: Place::default(),
            current: Begun { scan: fresh.clone(), behind: 0 },
            fresh,
            held: Vec::new(),
            held_bytes: 0,
            searching: Vec::new(),
            done: Vec::new(),
            seen: BTreeSet::new(),
        }
    }

    /// Takes the next older line, without its line end; damage in it is repaired in place.
    pub fn line(&mut self, line: &mut [u8]) {
        let bytes = u64::try_from(line.len()).unwrap_or(u64::MAX);
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        let record =
            if is_blank { Some(Record::Other) } else { self.reader.read(line, Depth::Past) };
        self.record(bytes, record);
    }

    /// Takes note of a line of `bytes` bytes that was too long to read.
    pub fn skipped_line(&mut self, bytes: u64) {
        self.record(bytes, None);
    }

    /// Returns the turns of which nothing is missing any more, in no order, and forgets them.
    pub fn past(&mut self) -> Vec<Past> {
        core::mem::take(&mut self.done)
    }

    /// Returns the turns that are left, after the first line of the file.
    #[must_use]
    pub fn finish(mut self) -> Vec<Past> {
        let begun = self.begun(self.place);
        self.turn_is_over(begun);
        self.done.extend(self.searching.into_iter().map(Begun::finish));
        self.done
    }

    fn record(&mut self, bytes: u64, record: Option<Record>) {
        self.search(bytes, record.as_ref());
        let at = self.place;
        let held = Held { at, bytes, record };
        self.place = held.place_before();
        let mut queue = VecDeque::from([held]);
        while let Some(held) = queue.pop_front() {
            if !self.is_named {
                let name = self.name(held.record.as_ref());
                self.hold(held);
                if let Some(name) = name {
                    self.is_named = true;
                    self.current.scan.wanted = Wanted::Last(name);
                    put_back(&mut queue, self.released());
                }
                continue;
            }
            match self.hand(&held) {
                Handed::Own => drop(self.released()),
                Handed::Open => self.hold(held),
                Handed::First => {
                    drop(self.released());
                    self.reader.restart();
                    let begun = self.begun(held.place_before());
                    self.turn_is_over(begun);
                }
                Handed::Foreign => {
                    let mut again = self.released();
                    let begun = self.begun(again.first().map_or(held.at, |held| held.at));
                    // One that ends a turn of which nothing was seen belongs to none.
                    let is_anothers = self.current.scan.turn.is_some();
                    self.turn_is_over(begun);
                    again.extend(Some(held).filter(|_| is_anothers));
                    put_back(&mut queue, again);
                }
            }
        }
    }

    /// Returns the prompt whose turn is at hand, once a record tells: the newest one of the user
    /// that names it. A prompt without a name has that of the first reply to it; without replies
    /// it has none, or on Grok an older record tells.
    fn name(&self, record: Option<&Record>) -> Option<Option<String>> {
        let by_replies = || self.held.iter().rev().find_map(Held::replied_to).cloned();
        match record {
            Some(Record::User(user)) if user.chain != self.fresh.chain => None,
            Some(Record::User(User { prompt: Some(prompt), .. })) => Some(Some(prompt.clone())),
            Some(Record::User(User { kind: UserKind::Prompt, .. })) => {
                let name = by_replies();
                (name.is_some() || !matches!(self.reader, Reader::Grok)).then_some(name)
            }
            _ if self.held_bytes > HELD_BYTES_MAX => Some(by_replies()),
            Some(_) | None => None,
        }
    }

    fn hold(&mut self, held: Held) {
        self.held_bytes = self.held_bytes.saturating_add(held.bytes);
        self.held.push(held);
    }

    fn released(&mut self) -> Vec<Held> {
        self.held_bytes = 0;
        core::mem::take(&mut self.held)
    }

    fn hand(&mut self, held: &Held) -> Handed {
        let at = LineFromEnd(held.at.lines);
        let scan = &mut self.current.scan;
        let next = scan.record(at, held.record.as_ref());
        let is_over = next == Next::Enough || scan.history.is_some();
        let is_own = scan.turn.as_ref().is_some_and(|found| found.first == at);
        match (is_own, is_over) {
            (true, false) => Handed::Own,
            (true, true) => Handed::First,
            (false, true) => Handed::Foreign,
            (false, false) => Handed::Open,
        }
    }

    fn begun(&self, place: Place) -> Begun {
        Begun { scan: Scan { end: place.lines, ..self.fresh.clone() }, behind: place.bytes }
    }

    /// Puts the turn at hand aside; `begun` is the one before it.
    fn turn_is_over(&mut self, begun: Begun) {
        self.is_named = needs_no_name(&self.reader);
        let over = core::mem::replace(&mut self.current, begun);
        let Some(found) = over.scan.turn.as_ref().filter(|found| !found.is_review) else { return };
        let prompt = found.prompt.as_ref().or_else(|| found.continued.last()).cloned();
        let continued = found.continued.clone();
        let is_first = self.guard_first(prompt);
        self.seen.extend(continued);
        if !is_first {
            return;
        }
        if over.scan.history.is_some() {
            self.searching.push(over);
        } else {
            self.done.push(over.finish());
        }
    }

    /// Returns whether no turn of this prompt was met before; the last of its turns is met first.
    fn guard_first(&mut self, prompt: Option<String>) -> bool {
        prompt.is_none_or(|prompt| self.seen.insert(prompt))
    }

    /// Looks in a record for checks that ran before the turns that are read.
    fn search(&mut self, bytes: u64, record: Option<&Record>) {
        if self.searching.is_empty() {
            return;
        }
        let known = match record {
            Some(Record::Assistant(reply)) if reply.chain == self.fresh.chain => {
                self.fresh.actions.checks_of(&reply.calls)
            }
            Some(_) | None => Vec::new(),
        };
        let is_found =
            |begun: &mut Begun| begun.scan.history_goes_on(bytes, &known) == Next::Enough;
        self.done.extend(self.searching.extract_if(.., is_found).map(Begun::finish));
    }
}

/// Returns whether records say by themselves where a turn begins.
fn needs_no_name(reader: &Reader) -> bool {
    matches!(reader, Reader::Claude)
}

fn put_back(queue: &mut VecDeque<Held>, held: Vec<Held>) {
    held.into_iter().rev().for_each(|held| queue.push_front(held));
}

impl Held {
    /// Returns the prompt that a reply names.
    fn replied_to(&self) -> Option<&String> {
        match &self.record {
            Some(Record::Assistant(reply) | Record::Report(reply)) => reply.prompt.as_ref(),
            Some(Record::User(_) | Record::TurnContext(_) | Record::Other) | None => None,
        }
    }

    /// Returns where the line before it is.
    fn place_before(&self) -> Place {
        Place {
            lines: self.at.lines.saturating_add(1),
            bytes: self.at.bytes.saturating_add(self.bytes).saturating_add(1),
        }
    }
}

impl Begun {
    fn finish(mut self) -> Past {
        let context = core::mem::take(&mut self.scan.context);
        Past { facts: self.scan.finish(), context, behind: self.behind }
    }
}
