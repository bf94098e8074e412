//! What the contract says becomes of a stop: its table of checks and its loop protection.
//!
//! Written from the contract's words and not from the code, in its own types, and as plainly as
//! possible: it may be slow and it may say things twice.

pub mod done;

use alloc::{string::String, vec::Vec};

use done::{Claims, Work};

/// A check, in order of precedence.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Check {
    /// The message is not in the configured language.
    Language,
    /// A watch is promised, and nothing runs.
    Watch,
    /// A watch is promised, and something else runs.
    WatchMatch,
    /// The turn ended without acting, or announced what it did not do.
    Promises,
    /// The turn says that it is done, and what ran does not bear it out.
    Done,
    /// The user only doubted, and the message gives in without having looked.
    Challenge,
    /// The message hands back what the turn can settle.
    Ask,
}

/// How a question was answered.
pub type Score = Option<f64>;

/// The outcome of asking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked {
    /// Nobody was asked: something before that makes the turn pass.
    No,
    /// The judge gave no answer.
    Failed,
    /// Nobody could be asked: there is no key.
    Keyless,
    /// The judge answered.
    Answered(Scores),
}

/// How likely each question is true, where the judge said so.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// The turn ended without acting.
    pub no_action: Score,
    /// A promise was broken.
    pub broken_promise: Score,
    /// A watch is promised.
    pub watch_claim: Score,
    /// What is watched is not what runs.
    pub watch_mismatch: Score,
    /// The message is in another language.
    pub wrong_language: Score,
    /// What is said to be done and checked.
    pub claims: Claims,
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
    /// The threshold of claims, if the user's is one.
    pub claim: Option<f64>,
    /// The most blocks since a person last typed.
    pub max_blocks: u32,
    /// Tool calls of the turn, if known.
    pub tools: Option<u32>,
    /// Running tasks, if known.
    pub running: Option<u32>,
    /// Scheduled prompts, if known.
    pub scheduled: Option<u32>,
    /// Sessions that owe an answer, if known.
    pub handoffs: Option<u32>,
    /// Whether a language is set and the message has prose enough to be judged.
    pub has_language: bool,
    /// Whether the user only doubted and the message gives in.
    pub gives_in: bool,
    /// Whether the message hands back what needs nobody's permission.
    pub hands_back: bool,
    /// What the turn changed and which checks it ran, if known.
    pub work: Option<Work>,
    /// The outcome of asking.
    pub asked: Asked,
    /// Who made the turn begin.
    pub starter: Starter,
    /// The prompt's id, if there is one.
    pub prompt: Option<String>,
    /// The normalised answer.
    pub answer: String,
    /// When it is, in milliseconds.
    pub now_ms: u64,
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
    /// Whether a check that asks no judge sent the last one back.
    pub nagged: bool,
    /// Blocks of `done` in the session.
    pub sparing: u32,
    /// The prompt of the last one.
    pub sparing_prompt: Option<String>,
    /// When any block was last.
    pub blocked_at_ms: Option<u64>,
}

/// What happens to a stop.
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
    /// Passed because a check that blocks sparingly has blocked enough.
    Spared,
    /// Passed, and for real it would have been sent back.
    WouldBlock(Check),
    /// Sent back.
    Block(Check),
}

/// Returns what happens to `stop`, and what is remembered afterwards.
#[must_use]
pub fn judge(stop: &Stop, before: &Memory) -> (Outcome, Memory) {
    let mut memory = before.clone();
    // "At most `max_blocks` blocks since a person last typed." Where it is unknown who started the
    // turn, and for notifications and schedules, the count stays.
    if stop.starter == Starter::Person && stop.prompt.is_some() && stop.prompt != before.person {
        // A count that was lost may have been this very prompt's.
        let is_lost = memory.blocks == u32::MAX && memory.person.is_none();
        memory.person.clone_from(&stop.prompt);
        memory.nagged = false;
        if !is_lost {
            memory.blocks = 0;
        }
    }
    let outcome = outcome(stop, &memory);
    match outcome {
        Outcome::Block(check) | Outcome::WouldBlock(check) => {
            memory.nagged = is_local(check);
            memory.blocks = memory.blocks.saturating_add(1);
            memory.answers.push(stop.answer.clone());
            memory.blocked_at_ms = Some(stop.now_ms);
            if check == Check::Done {
                memory.sparing = memory.sparing.saturating_add(1);
                memory.sparing_prompt.clone_from(&stop.prompt);
            }
        }
        // "Without any prompt id: consecutive blocks, and any other outcome starts again." A
        // session that has shown an id has one, and a count that was lost does not come back.
        Outcome::NotAsked
        | Outcome::Unanswered
        | Outcome::Clean
        | Outcome::Capped
        | Outcome::Repeated
        | Outcome::Spared => {
            memory.nagged = false;
            let is_lost = memory.blocks == u32::MAX;
            if stop.prompt.is_none() && memory.person.is_none() && !is_lost {
                memory.blocks = 0;
            }
        }
    }
    (outcome, memory)
}

fn outcome(stop: &Stop, memory: &Memory) -> Outcome {
    if stop.asked == Asked::No {
        return Outcome::NotAsked;
    }
    let order = [
        Check::Language,
        Check::Watch,
        Check::WatchMatch,
        Check::Promises,
        Check::Done,
        Check::Challenge,
        Check::Ask,
    ];
    let fired: Vec<Check> =
        order.into_iter().filter(|check| stop.on.contains(check) && fires(*check, stop)).collect();
    if fired.is_empty() {
        return match stop.asked {
            Asked::No => Outcome::NotAsked,
            Asked::Failed | Asked::Keyless => Outcome::Unanswered,
            Asked::Answered(_) => Outcome::Clean,
        };
    }
    if memory.blocks >= stop.max_blocks {
        return Outcome::Capped;
    }
    if memory.answers.contains(&stop.answer) {
        return Outcome::Repeated;
    }
    let may = |check: &&Check| match check {
        // "Once per exact answer, never twice in a row."
        Check::Challenge | Check::Ask => !memory.nagged,
        Check::Done => may_block_sparingly(stop, memory),
        Check::Language | Check::Watch | Check::WatchMatch | Check::Promises => true,
    };
    let Some(check) = fired.iter().find(may) else { return Outcome::Spared };
    if stop.shadow { Outcome::WouldBlock(*check) } else { Outcome::Block(*check) }
}

/// Returns whether a check asks no judge.
fn is_local(check: Check) -> bool {
    matches!(check, Check::Challenge | Check::Ask)
}

/// "Once per prompt, not within 60 s of the last block, three per session." A prompt that is not
/// known may be the same one, and where the clock went back nobody knows how long it has been.
fn may_block_sparingly(stop: &Stop, memory: &Memory) -> bool {
    let is_first = memory.sparing == 0;
    let is_another_prompt = stop.prompt.is_some() && stop.prompt != memory.sparing_prompt;
    let has_rested = match memory.blocked_at_ms {
        Some(at) => stop.now_ms >= at.saturating_add(60_000),
        None => true,
    };
    (is_first || is_another_prompt) && memory.sparing < 3 && has_rested
}

/// Returns whether a check fires: its row in the table of checks.
#[must_use]
pub fn fires(check: Check, stop: &Stop) -> bool {
    // "The user challenged, the answer reverses, nothing was looked up."
    if check == Check::Challenge {
        return stop.gives_in && stop.tools == Some(0);
    }
    // "The answer hands back a decision; at least two tool calls this turn."
    if check == Check::Ask {
        return stop.hands_back && stop.tools.is_some_and(|calls| calls >= 2);
    }
    let Asked::Answered(scores) = stop.asked else { return false };
    if check == Check::Done {
        let (Some(work), Some(claim)) = (&stop.work, stop.claim) else { return false };
        return done::objects(work, &scores.claims, claim);
    }
    // No threshold: blocking is off.
    let Some(tau) = stop.tau else { return false };
    // "An answer that is missing leaves its check unjudged; it never voids the others."
    let reaches = |score: Score| score.is_some_and(|score| score >= tau);
    // "Running + scheduled + open handoffs"; one of them unknown, the sum is.
    let watching = match (stop.running, stop.scheduled, stop.handoffs) {
        (Some(running), Some(scheduled), Some(handoffs)) => {
            Some(running.saturating_add(scheduled).saturating_add(handoffs))
        }
        (_, _, _) => None,
    };
    match check {
        Check::Challenge | Check::Ask => false,
        // Local facts: the configured language; at least 12 units of prose.
        Check::Language => reaches(scores.wrong_language) && stop.has_language,
        Check::Watch => reaches(scores.watch_claim) && watching == Some(0),
        Check::WatchMatch => {
            reaches(scores.watch_claim)
                && reaches(scores.watch_mismatch)
                && watching.is_some_and(|watching| watching > 0)
        }
        // Local facts: tools of this turn. Unknown facts never block.
        Check::Promises => {
            let is_likelier = match (scores.no_action, scores.broken_promise) {
                (Some(no_action), Some(broken)) => no_action >= broken,
                (Some(_), None) => true,
                (None, _) => false,
            };
            let did_nothing = reaches(scores.no_action) && is_likelier && stop.tools.is_some();
            // Local facts: tools of this turn, background.
            let broke_it =
                reaches(scores.broken_promise) && stop.tools.is_some() && stop.running.is_some();
            did_nothing || broke_it
        }
        // It has thresholds of its own.
        Check::Done => false,
    }
}
