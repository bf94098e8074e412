//! What the contract says becomes of a stop: its table of checks and its loop protection.
//!
//! Written from the contract's words and not from the code, in its own types, and as plainly as
//! possible: it may be slow and it may say things twice.

use alloc::{string::String, vec::Vec};

/// A check, in order of precedence.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Check {
    /// The turn ended without acting.
    NoAction,
    /// The turn announced what it did not do.
    BrokenPromise,
}

/// How a question was answered.
pub type Score = Option<f64>;

/// What came of asking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked {
    /// Nobody was asked: something before that makes the turn pass.
    No,
    /// The judge gave no answer.
    Failed,
    /// The judge answered.
    Answered {
        /// How likely the turn ended without acting.
        no_action: Score,
        /// How likely a promise was broken.
        broken_promise: Score,
    },
}

/// Who made the turn begin.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Starter {
    /// Somebody typed.
    Person,
    /// A task reported.
    Notification,
    /// A schedule was due.
    Schedule,
    /// Nobody knows.
    Unknown,
}

/// One stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The checks that are on.
    pub on: Vec<Check>,
    /// Whether nothing may block.
    pub shadow: bool,
    /// The threshold, if the user's is one.
    pub tau: Option<f64>,
    /// The most blocks since a person last typed.
    pub max_blocks: u32,
    /// Tool calls of the turn, if known.
    pub tools: Option<u32>,
    /// Running tasks, if known.
    pub running: Option<u32>,
    /// What came of asking.
    pub asked: Asked,
    /// Who made the turn begin.
    pub starter: Starter,
    /// The prompt's id, if there is one.
    pub prompt: Option<String>,
    /// The normalised answer.
    pub answer: String,
}

/// What is remembered from stop to stop.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Memory {
    /// The last prompt of a person.
    pub person: Option<String>,
    /// Blocks since then; the most that can be written where the truth was lost.
    pub blocks: u32,
    /// Answers that were sent back.
    pub answers: Vec<String>,
}

/// What becomes of a stop.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// Passed before anybody was asked.
    NotAsked,
    /// Passed because the judge did not answer.
    Unanswered,
    /// Passed because nothing was found.
    Clean,
    /// Passed because the cap is reached.
    Capped,
    /// Passed because the same answer was sent back before.
    Repeated,
    /// Passed, and in earnest it would have been sent back.
    WouldBlock(Check),
    /// Sent back.
    Block(Check),
}

/// Returns what becomes of `stop`, and what is remembered afterwards.
#[must_use]
pub fn judge(stop: &Stop, before: &Memory) -> (Outcome, Memory) {
    let mut memory = before.clone();
    // "At most `max_blocks` blocks since a person last typed." Where it is unknown who started the
    // turn, and for notifications and schedules, the count stays.
    if stop.starter == Starter::Person && stop.prompt.is_some() && stop.prompt != before.person {
        memory.person.clone_from(&stop.prompt);
        memory.blocks = 0;
    }
    let outcome = outcome(stop, &memory);
    match outcome {
        Outcome::Block(_) | Outcome::WouldBlock(_) => {
            memory.blocks = memory.blocks.saturating_add(1);
            memory.answers.push(stop.answer.clone());
        }
        // "Without any prompt id: consecutive blocks, and any other outcome starts again."
        Outcome::NotAsked
        | Outcome::Unanswered
        | Outcome::Clean
        | Outcome::Capped
        | Outcome::Repeated => {
            if stop.prompt.is_none() {
                memory.blocks = 0;
            }
        }
    }
    (outcome, memory)
}

fn outcome(stop: &Stop, memory: &Memory) -> Outcome {
    match stop.asked {
        Asked::No => return Outcome::NotAsked,
        Asked::Failed => return Outcome::Unanswered,
        Asked::Answered { .. } => {}
    }
    let order = [Check::NoAction, Check::BrokenPromise];
    let fired: Vec<Check> =
        order.into_iter().filter(|check| stop.on.contains(check) && fires(*check, stop)).collect();
    let Some(check) = fired.first() else { return Outcome::Clean };
    if memory.blocks >= stop.max_blocks {
        return Outcome::Capped;
    }
    if memory.answers.contains(&stop.answer) {
        return Outcome::Repeated;
    }
    if stop.shadow { Outcome::WouldBlock(*check) } else { Outcome::Block(*check) }
}

/// Returns whether a check fires: its row in the table of checks.
#[must_use]
pub fn fires(check: Check, stop: &Stop) -> bool {
    let Asked::Answered { no_action, broken_promise } = stop.asked else { return false };
    // No threshold: blocking is off.
    let Some(tau) = stop.tau else { return false };
    // "An answer that is missing leaves its check unjudged; it never voids the others."
    let reaches = |score: Score| score.is_some_and(|score| score >= tau);
    match check {
        // Local facts: tools of this turn. Unknown facts never block.
        Check::NoAction => {
            let is_likelier = match (no_action, broken_promise) {
                (Some(no_action), Some(broken)) => no_action >= broken,
                (Some(_), None) => true,
                (None, _) => false,
            };
            reaches(no_action) && is_likelier && stop.tools.is_some()
        }
        // Local facts: tools of this turn, background.
        Check::BrokenPromise => {
            reaches(broken_promise) && stop.tools.is_some() && stop.running.is_some()
        }
    }
}
