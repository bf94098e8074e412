//! Watches a run from outside and holds it to the contract; knows what truly happened, and takes
//! nothing from the core but what a host, a judge or a reader of the records would see.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use serde_json::Value;
use sprag_core::decision::record::Record;

use super::hook::Left;
use super::{Breach, Rule, Tally};

/// The most blocks since a person last typed, by default.
const CAP: u32 = 3;

/// The most blocks of a done in one session, and how long one waits after any block.
const DONES: usize = 3;
const REST_MS: u64 = 60_000;

/// Answers that a session has to remember.
const REMEMBERED: usize = 16;

/// Words that stand in prompts and in what tools are given, and nowhere else.
pub(super) const PRIVATE: &str = "Please fix it.";

/// What truly happened at a stop.
#[derive(Clone, Debug)]
pub(super) struct Truth<'a> {
    pub(super) session: usize,
    pub(super) closing: &'a str,
    /// The prompt of the turn, as the transcript has it.
    pub(super) prompt: &'a str,
    pub(super) now_ms: u64,
    /// Whether code changed in the turn and its tests did not pass since.
    pub(super) lacks_check: bool,
    pub(super) is_on: bool,
    /// Whether every check that is on asks no judge.
    pub(super) is_local: bool,
    pub(super) may_block: bool,
    pub(super) is_continuing: bool,
    /// Whether the judge answers with numbers in [0, 1].
    pub(super) is_heard: bool,
    /// Whether the host went on because of the hook.
    pub(super) went_on: bool,
}

/// What a checker remembers of a session.
#[derive(Clone, Debug, Default)]
struct Memory {
    blocks: u32,
    /// Whether nobody has typed since the count was damaged.
    is_damaged: bool,
    /// Whether a check that asks no judge sent the last answer back, or would have.
    is_nagged: bool,
    answers: Vec<String>,
    /// The prompts of dones that were sent back.
    dones: Vec<String>,
    /// When something was last sent back.
    blocked_at_ms: Option<u64>,
}

/// All checkers, and what they saw.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkers {
    seed: u64,
    sessions: BTreeMap<usize, Memory>,
    pub(super) tally: Tally,
    pub(super) breaches: Vec<Breach>,
}

impl Checkers {
    pub(super) fn of(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Takes note that a person typed.
    pub(super) fn typed(&mut self, session: usize) {
        let memory = self.sessions.entry(session).or_default();
        memory.blocks = 0;
        memory.is_damaged = false;
        memory.is_nagged = false;
    }

    /// Takes note that nothing is remembered of a session: no hook can do better than starts again.
    pub(super) fn lost(&mut self, session: usize) {
        self.sessions.insert(session, Memory::default());
    }

    /// Takes note that what is remembered is damaged: the truth is lost, and in doubt it was much.
    pub(super) fn damaged(&mut self, session: usize) {
        self.sessions.insert(session, Memory { is_damaged: true, ..Memory::default() });
    }

    pub(super) fn breach(&mut self, rule: Rule, seen: String) {
        let (seed, stop) = (self.seed, self.tally.stops);
        self.breaches.push(Breach { rule, seed, stop, seen });
    }

    /// Looks at what one hook left behind.
    pub(super) fn look(&mut self, truth: &Truth<'_>, left: &Left) {
        if !truth.is_on {
            self.off(left);
        }
        self.leaves(left);
        if truth.is_local && !left.sent.is_empty() {
            self.breach(Rule::Local, format!("{left:?}"));
        }
        let verdict = left.record.as_deref().and_then(verdict);
        let by = left.record.as_deref().and_then(blocked_by);
        let is_would = verdict.as_deref() == Some("would_block");
        if let Some(record) = &left.record {
            self.again(record);
        }
        if truth.went_on {
            self.may_block(truth, verdict.as_deref(), by.as_deref());
        }
        self.row(truth, by.as_deref(), left);
        if truth.went_on || is_would {
            if by.as_deref() == Some("done") {
                self.done(truth);
            }
            self.count(truth);
        }
        self.tally.stops = self.tally.stops.saturating_add(1);
        let sent = u64::try_from(left.sent.len()).unwrap_or(u64::MAX);
        self.tally.requests = self.tally.requests.saturating_add(sent);
        self.tally.blocks = self.tally.blocks.saturating_add(u64::from(truth.went_on));
        self.tally.would_blocks = self.tally.would_blocks.saturating_add(u64::from(is_would));
        if let Some(verdict) = verdict {
            let count = self.tally.verdicts.entry(verdict).or_default();
            *count = count.saturating_add(1);
        }
    }

    fn off(&mut self, left: &Left) {
        self.tally.off = self.tally.off.saturating_add(1);
        let is_still = left.sent.is_empty()
            && left.counters.is_none()
            && left.record.is_none()
            && left.reply.exit == 0
            && left.reply.stdout.is_empty()
            && left.reply.stderr.is_empty();
        if !is_still {
            self.breach(Rule::Off, format!("{left:?}"));
        }
    }

    fn leaves(&mut self, left: &Left) {
        for body in &left.sent {
            let body = String::from_utf8_lossy(body);
            if body.contains(PRIVATE) {
                self.breach(Rule::Private, body.into_owned());
            }
        }
    }

    /// A record decides again to itself, to the letter.
    fn again(&mut self, line: &str) {
        let Some(record) = Record::parse(line) else {
            return self.breach(Rule::Again, format!("no record: {line}"));
        };
        let decision = record.decide_again();
        let found = decision.findings.iter().map(|(check, finding)| (check.word, *finding));
        let recorded = record.findings.iter().map(|found| (found.check.as_str(), found.finding));
        let is_same = decision.verdict == record.verdict && found.eq(recorded);
        if !is_same || record.line() != line {
            self.breach(Rule::Again, format!("{:?} from {line}", decision.verdict));
        }
    }

    /// A check that asks no judge never objects twice in a row; a new prompt of a person's ends it.
    fn row(&mut self, truth: &Truth<'_>, by: Option<&str>, left: &Left) {
        // A hook that wrote nothing down was not there.
        if left.record.is_none() {
            return;
        }
        let is_local = by.is_some_and(is_local);
        let memory = self.sessions.entry(truth.session).or_default();
        let was_nagged = core::mem::replace(&mut memory.is_nagged, is_local);
        if was_nagged && is_local {
            self.breach(Rule::Row, truth.closing.into());
        }
    }

    fn may_block(&mut self, truth: &Truth<'_>, verdict: Option<&str>, by: Option<&str>) {
        if verdict != Some("block") {
            self.breach(Rule::Record, format!("a block, recorded as {verdict:?}"));
        }
        if !truth.may_block {
            self.breach(Rule::Shadow, "a block in shadow".into());
        }
        if truth.is_continuing {
            self.breach(Rule::Continuing, "a block of who continues already".into());
        }
        if !truth.is_heard && !by.is_some_and(is_local) {
            self.breach(Rule::Unheard, "a block although the judge said nothing".into());
        }
    }

    /// A done is sent back where a check is lacking, once for a prompt, and now and then.
    fn done(&mut self, truth: &Truth<'_>) {
        if !truth.lacks_check {
            self.breach(Rule::Checked, "a done of what was checked".into());
        }
        let memory = self.sessions.entry(truth.session).or_default();
        let is_again = memory.dones.iter().any(|prompt| prompt == truth.prompt);
        memory.dones.push(truth.prompt.into());
        let is_many = memory.dones.len() > DONES;
        let is_soon =
            memory.blocked_at_ms.is_some_and(|at| truth.now_ms < at.saturating_add(REST_MS));
        if is_again || is_many || is_soon {
            let seen = format!("again: {is_again}, many: {is_many}, soon: {is_soon}");
            self.breach(Rule::Pace, seen);
        }
    }

    /// Counts a block, or what would have been one; shadow counts as earnest does.
    fn count(&mut self, truth: &Truth<'_>) {
        let memory = self.sessions.entry(truth.session).or_default();
        memory.blocks = memory.blocks.saturating_add(1);
        let answer = normal(truth.closing);
        let is_known = memory.answers.iter().rev().take(REMEMBERED).any(|known| *known == answer);
        let (blocks, is_damaged) = (memory.blocks, memory.is_damaged);
        memory.answers.push(answer);
        memory.blocked_at_ms = Some(truth.now_ms);
        if blocks > CAP {
            self.breach(Rule::Cap, format!("{blocks} blocks since a person typed"));
        }
        if is_damaged {
            self.breach(Rule::Cap, "a block after the count was damaged".into());
        }
        if is_known {
            self.breach(Rule::Repeat, truth.closing.into());
        }
    }
}

/// Tells whether the check of this name asks no judge.
fn is_local(check: &str) -> bool {
    matches!(check, "ask" | "challenge")
}

/// Returns the check that blocked, or would have.
fn blocked_by(line: &str) -> Option<String> {
    let record: Value = serde_json::from_str(line).ok()?;
    let verdict = record.get("verdict")?;
    let by = verdict.get("block").or_else(|| verdict.get("would_block"))?;
    by.as_str().map(String::from)
}

/// Returns the answer in the form in which two are the same.
fn normal(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the name of the verdict on record: `block`, `would_block`, or why it passed.
fn verdict(line: &str) -> Option<String> {
    let record: Value = serde_json::from_str(line).ok()?;
    let (name, inner) = record.get("verdict")?.as_object()?.iter().next()?;
    if name != "pass" {
        return Some(name.clone());
    }
    let pass = inner.as_str().map(String::from);
    pass.or_else(|| Some(inner.as_object()?.keys().next()?.clone()))
}
