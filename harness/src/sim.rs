//! Whole sessions from one seed: a person, an agent, a host, a judge, a clock and a disk, all of
//! them made up, around the real core.
//!
//! What happens in a run follows from its seed, and whatever happens is bounded. Checkers that
//! share no code with the core watch from outside; each says which rule of the contract was broken.

mod checker;
pub(crate) mod dice;
mod hook;
mod script;
mod world;

use alloc::{string::String, vec::Vec};

use world::{Hook, World};

pub use script::{MOVES, SESSIONS};

/// A rule that a checker watches.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Rule {
    /// At most so many blocks since a person last typed.
    Cap,
    /// Never the same answer twice.
    Repeat,
    /// Shadow never blocks.
    Shadow,
    /// No block without a record.
    Record,
    /// With no check on nothing is sent, written or said.
    Off,
    /// A record decides again to itself.
    Again,
    /// Until its first block a run with sprag is the run without.
    Same,
    /// Whoever continues because of a hook is not stopped again.
    Continuing,
    /// Who was not heard, or said no number in [0, 1], blocks nothing.
    Unheard,
    /// What somebody typed, and what tools were given, does not leave.
    Private,
    /// A check that asks no judge never objects twice in a row.
    Row,
    /// Where every check asks no judge, nothing is sent.
    Local,
    /// A done is sent back once for a prompt, three times in a session, never right after a block.
    Pace,
    /// A done is not sent back where nothing changed, or where tests passed since.
    Checked,
}

/// A mistake that a run makes on purpose, so that a checker has something to notice.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Fault {
    /// Every stop is the first.
    ForgetsTheCap,
    /// A count that was damaged starts at zero.
    CountsFromZeroAfterDamage,
    /// Every answer is new.
    ForgetsAnswers,
    /// Shadow is taken for earnest.
    BlocksInShadow,
    /// A block is not recorded.
    LosesRecords,
    /// The payload goes out although no check is on.
    SendsWhenOff,
    /// Every stop is recorded as passed.
    RecordsAnotherVerdict,
    /// A pass prints something.
    SpeaksWhenItPasses,
    /// The host's flag is not looked at.
    ForgetsThatItContinues,
    /// Where the judge is not heard, it objected.
    TakesSilenceForAYes,
    /// The closing text goes out as it is, and the prompt with it.
    SendsThePrompt,
    /// The last answer was none that a check sent back that asks no judge.
    ForgetsTheRow,
    /// The judge is asked although no check needs one.
    AsksForNobody,
    /// Every done is the first.
    ForgetsThePace,
    /// Tests that passed are taken for such that failed.
    MisreadsPasses,
}

/// A rule that was broken.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Breach {
    /// Which one.
    pub rule: Rule,
    /// In the run of which seed.
    pub seed: u64,
    /// At which stop of it, counted from 0.
    pub stop: u64,
    /// What was seen.
    pub seen: String,
}

/// What happened in some runs.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tally {
    /// Times that a hook ran.
    pub stops: u64,
    /// Turns that were sent back.
    pub blocks: u64,
    /// Turns that shadow would have sent back.
    pub would_blocks: u64,
    /// Requests to the judge.
    pub requests: u64,
    /// Hooks that ran with no check on.
    pub off: u64,
    /// Verdicts by name, as the records have them.
    pub verdicts: alloc::collections::BTreeMap<String, u64>,
}

impl Tally {
    /// Adds what happened in further runs.
    pub fn add(&mut self, other: &Self) {
        self.stops = self.stops.saturating_add(other.stops);
        self.blocks = self.blocks.saturating_add(other.blocks);
        self.would_blocks = self.would_blocks.saturating_add(other.would_blocks);
        self.requests = self.requests.saturating_add(other.requests);
        self.off = self.off.saturating_add(other.off);
        for (name, count) in &other.verdicts {
            let sum = self.verdicts.entry(name.clone()).or_default();
            *sum = sum.saturating_add(*count);
        }
    }
}

/// Plays the run of a seed, with and without sprag, and returns what happened and what was broken.
#[must_use]
pub fn run(seed: u64, fault: Option<Fault>) -> (Tally, Vec<Breach>) {
    let script = script::script(seed);
    let mut with = World::of(seed, Hook::Sprag(fault));
    let mut without = World::of(seed, Hook::None);
    for happens in &script {
        with.go(happens);
        without.go(happens);
    }
    with.compare(&without);
    with.end()
}
