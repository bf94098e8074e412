//! Every situation that a verdict can depend on, and its translation into the core's types.

use alloc::{string::String, vec::Vec};

use sprag_core::checks::CheckSet;
use sprag_core::counters::Counters;
use sprag_core::decide::{Decision, Judged};
use sprag_core::facts::StartedBy;
use sprag_core::limits::PROSE_UNITS_MIN;
use sprag_core::plan::{Known, Plan};
use sprag_core::score::Threshold;
use sprag_core::verdict::{Failure, Pass, Verdict};

use crate::given;
use crate::oracle::{Asked, Check, Memory, Outcome, Score, Scores, Starter, Stop};

/// The threshold of every situation that has one.
pub const TAU: f64 = 0.5;
/// The cap of every situation.
pub const MAX_BLOCKS: u32 = 3;
/// The answer of every situation.
pub const ANSWER: &str = "a1";
/// The prompt of every situation that has one.
pub const PROMPT: &str = "p1";

/// Answers to one question: none, below the threshold, equal to it, above it, certain.
pub const SCORES: [Score; 5] = [None, Some(0.49), Some(TAU), Some(0.7), Some(1.0)];
/// Every set of checks.
pub const CHECKS: [&[Check]; 4] =
    [&[], &[Check::NoAction], &[Check::BrokenPromise], &[Check::NoAction, Check::BrokenPromise]];
/// Who may have started a turn, and the last prompt of a person that is remembered: a new prompt of
/// a person's, the same one again, and turns that nobody typed.
pub const STARTERS: [(Starter, &str); 5] = [
    (Starter::Person, "p0"),
    (Starter::Person, PROMPT),
    (Starter::Notification, "p0"),
    (Starter::Schedule, "p0"),
    (Starter::Unknown, "p0"),
];

/// Calls `visit` with every combination of facts, switches and memory.
pub fn every(asked: Asked, mut visit: impl FnMut(&Stop, &Memory)) {
    for (on, shadow) in pairs(&CHECKS, &[false, true]) {
        for (tau, tools) in pairs(&[Some(TAU), None], &[None, Some(0)]) {
            for (running, (starter, person)) in pairs(&[None, Some(0)], &STARTERS) {
                for prompt in [Some(PROMPT), None] {
                    let stop = Stop {
                        on: on.to_vec(),
                        shadow,
                        tau,
                        tools,
                        running,
                        asked,
                        starter,
                        prompt: prompt.map(Into::into),
                        ..plain()
                    };
                    every_memory(person).iter().for_each(|memory| visit(&stop, memory));
                }
            }
        }
    }
}

/// Returns a stop of which everything is known, and nothing is on.
#[must_use]
pub fn plain() -> Stop {
    Stop {
        on: Vec::new(),
        shadow: false,
        tau: Some(TAU),
        max_blocks: MAX_BLOCKS,
        tools: Some(0),
        running: Some(0),
        scheduled: Some(0),
        handoffs: Some(0),
        has_language: true,
        asked: Asked::No,
        starter: Starter::Person,
        prompt: Some(PROMPT.into()),
        answer: ANSWER.into(),
    }
}

/// What may run, be scheduled and be awaited: nothing, one of them, one of them unknown, and both.
const WATCHING: [(Option<u32>, Option<u32>, Option<u32>); 10] = [
    (Some(0), Some(0), Some(0)),
    (Some(2), Some(0), Some(0)),
    (Some(0), Some(1), Some(0)),
    (Some(0), Some(0), Some(1)),
    (None, Some(0), Some(0)),
    (Some(0), None, Some(0)),
    (Some(0), Some(0), None),
    (Some(2), Some(0), None),
    (None, Some(1), Some(1)),
    (None, None, None),
];

/// Calls `visit` with every combination of what the checks on watches and language look at.
pub fn every_watch(mut visit: impl FnMut(&Stop)) {
    let sets = pairs(&[None, Some(Check::WrongLanguage)], &[None, Some(Check::Unwatched)]);
    let sets = pairs(&sets, &[None, Some(Check::UnmatchedWatch)]);
    let few = [None, Some(0.49), Some(TAU), Some(1.0)];
    for (((language, unwatched), unmatched), (tau, shadow)) in
        pairs(&sets, &pairs(&[Some(TAU), None], &[false, true]))
    {
        for (running, scheduled, handoffs) in WATCHING {
            for ((watch_claim, watch_mismatch), (wrong_language, has_language)) in
                pairs(&pairs(&few, &few), &pairs(&few, &[false, true]))
            {
                let asked = Asked::Answered(Scores {
                    watch_claim,
                    watch_mismatch,
                    wrong_language,
                    ..Scores::default()
                });
                let on = [language, unwatched, unmatched].into_iter().flatten().collect();
                let facts = Stop { running, scheduled, handoffs, has_language, ..plain() };
                visit(&Stop { on, shadow, tau, asked, ..facts });
            }
        }
    }
}

/// Returns everything that can come of asking about promises.
#[must_use]
pub fn every_asked() -> Vec<Asked> {
    let answered = pairs(&SCORES, &SCORES).into_iter().map(|(no_action, broken_promise)| {
        Asked::Answered(Scores { no_action, broken_promise, ..Scores::default() })
    });
    [Asked::No, Asked::Failed].into_iter().chain(answered).collect()
}

/// Returns memories with any number of blocks, the answer new or known.
#[must_use]
pub fn every_memory(person: &str) -> Vec<Memory> {
    let blocks = [0, MAX_BLOCKS.saturating_sub(1), MAX_BLOCKS, u32::MAX];
    let answers: [&[&str]; 2] = [&["a0"], &["a0", ANSWER]];
    let mut memories = Vec::new();
    for (blocks, answers) in pairs(&blocks, &answers) {
        let answers = answers.iter().map(|answer| String::from(*answer)).collect();
        memories.push(Memory { person: Some(person.into()), blocks, answers });
    }
    // A session in which nobody was seen to type.
    memories.extend(blocks.map(|blocks| Memory { blocks, ..Memory::default() }));
    memories
}

/// Returns every pair of an element of each.
#[must_use]
pub fn pairs<A: Copy, B: Copy>(first: &[A], second: &[B]) -> Vec<(A, B)> {
    first.iter().flat_map(|a| second.iter().map(|b| (*a, *b))).collect()
}

/// Returns the plan for a stop.
#[must_use]
pub fn plan(stop: &Stop) -> Plan {
    Plan {
        prompt: stop.prompt.clone(),
        started_by: match stop.starter {
            Starter::Person => StartedBy::Person,
            Starter::Notification => StartedBy::Notification,
            Starter::Schedule => StartedBy::Schedule,
            Starter::Unknown => StartedBy::Unknown,
        },
        answer: Some(stop.answer.clone()),
        checks: check_set(&stop.on),
        shadow: stop.shadow,
        tau: stop.tau.and_then(Threshold::of),
        blocks_max: stop.max_blocks,
        known: Known {
            tools: stop.tools,
            running: stop.running,
            scheduled: stop.scheduled,
            handoffs: stop.handoffs,
            language: stop.has_language.then(given::language),
            prose_units: Some(PROSE_UNITS_MIN),
            standing: None,
        },
        pass: (stop.asked == Asked::No).then_some(Pass::Denied),
        ..given::plan()
    }
}

fn check_set(checks: &[Check]) -> CheckSet {
    let ids: Vec<&str> = checks.iter().map(|check| id(*check)).collect();
    given::set(&ids)
}

/// Returns the id of a check.
#[must_use]
pub fn id(check: Check) -> &'static str {
    match check {
        Check::WrongLanguage => "wrong_language",
        Check::Unwatched => "unwatched",
        Check::UnmatchedWatch => "unmatched_watch",
        Check::NoAction => "no_action",
        Check::BrokenPromise => "broken_promise",
    }
}

/// Returns what the judge said.
#[must_use]
pub fn judged(asked: Asked) -> Judged {
    match asked {
        Asked::No => Judged::NotAsked,
        Asked::Failed => Judged::Failed(Failure::Timeout),
        Asked::Answered(scores) => given::answered(&[
            ("no_action", &text(scores.no_action)),
            ("broken_promise", &text(scores.broken_promise)),
            ("watch_claim", &text(scores.watch_claim)),
            ("watch_mismatch", &text(scores.watch_mismatch)),
            ("wrong_language", &text(scores.wrong_language)),
        ]),
    }
}

fn text(score: Score) -> String {
    score.map_or_else(|| "null".into(), |score| alloc::format!("{score}"))
}

/// Returns the counters that hold a memory.
#[must_use]
pub fn counters(memory: &Memory) -> Counters {
    let mut counters = Counters::default();
    memory.answers.iter().for_each(|answer| counters.count_block(Some(answer), 1));
    Counters {
        person: memory.person.clone(),
        blocks: memory.blocks,
        blocked_at_ms: None,
        ..counters
    }
}

/// Returns the memory that counters hold.
#[must_use]
pub fn memory(counters: &Counters) -> Memory {
    Memory {
        person: counters.person.clone(),
        blocks: counters.blocks,
        answers: counters.answers.iter().cloned().collect(),
    }
}

/// Returns a decision in the contract's words, or `None` where it has none for it.
#[must_use]
pub fn outcome(decision: &Decision) -> Option<Outcome> {
    let check = |check: &sprag_core::checks::Check| match check.id {
        "wrong_language" => Some(Check::WrongLanguage),
        "unwatched" => Some(Check::Unwatched),
        "unmatched_watch" => Some(Check::UnmatchedWatch),
        "no_action" => Some(Check::NoAction),
        "broken_promise" => Some(Check::BrokenPromise),
        _ => None,
    };
    match &decision.verdict {
        Verdict::Block(by) => check(by).map(Outcome::Block),
        Verdict::WouldBlock(by) => check(by).map(Outcome::WouldBlock),
        Verdict::Pass(Pass::Denied) => Some(Outcome::NotAsked),
        Verdict::Pass(Pass::Unavailable(Failure::Timeout)) => Some(Outcome::Unanswered),
        Verdict::Pass(Pass::NothingFound) => Some(Outcome::Clean),
        Verdict::Pass(Pass::CapReached) => Some(Outcome::Capped),
        Verdict::Pass(Pass::AnswerRepeated) => Some(Outcome::Repeated),
        Verdict::Pass(_) => None,
    }
}
