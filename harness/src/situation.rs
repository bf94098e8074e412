//! Every situation that a verdict can depend on, and its translation into the core's types.

mod done;

use alloc::{string::String, vec::Vec};

use sprag_core::activity::facts::StartedBy;
use sprag_core::checks::CheckSet;
use sprag_core::checks::known::Known;
use sprag_core::checks::score::Threshold;
use sprag_core::checks::verdict::{Failure, Pass, Verdict};
use sprag_core::decision::counters::{Counters, Sparing};
use sprag_core::decision::decide::{Decision, Judged};
use sprag_core::decision::plan::Plan;
use sprag_core::limits::PROSE_UNITS_MIN;
use sprag_core::wording::{Acts, Cue, CueSet, Cues, Wording};

use crate::given;
pub use done::{every_done, every_pace, verification};

use crate::oracle::{Asked, Check, Memory, Outcome, Score, Scores, Starter, Stop};

/// The threshold of every situation that has one.
pub const TAU: f64 = 0.5;
/// The threshold of claims of every situation that has one.
pub const CLAIM: f64 = 0.7;
/// When every situation happens, in milliseconds of the epoch.
pub const NOW_MS: u64 = 1_700_000_000_000;
/// The cap of every situation.
pub const MAX_BLOCKS: u32 = 3;
/// The answer of every situation.
pub const ANSWER: &str = "a1";
/// The prompt of every situation that has one.
pub const PROMPT: &str = "p1";

/// Answers to one question: none, below the threshold, equal to it, above it, certain.
pub const SCORES: [Score; 5] = [None, Some(0.49), Some(TAU), Some(0.7), Some(1.0)];
/// Sets of checks: `promises`, and another one, about which these answers say nothing.
pub const CHECKS: [&[Check]; 4] =
    [&[], &[Check::Promises], &[Check::Language], &[Check::Language, Check::Promises]];
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
        claim: Some(CLAIM),
        max_blocks: MAX_BLOCKS,
        tools: Some(0),
        running: Some(0),
        scheduled: Some(0),
        handoffs: Some(0),
        has_language: true,
        gives_in: false,
        hands_back: false,
        work: None,
        asked: Asked::No,
        starter: Starter::Person,
        prompt: Some(PROMPT.into()),
        answer: ANSWER.into(),
        now_ms: NOW_MS,
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
    let sets = pairs(&[None, Some(Check::Language)], &[None, Some(Check::Watch)]);
    let sets = pairs(&sets, &[None, Some(Check::WatchMatch)]);
    let few = [None, Some(0.49), Some(TAU), Some(1.0)];
    for (((language, watch), watch_match), (tau, shadow)) in
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
                let on = [language, watch, watch_match].into_iter().flatten().collect();
                let facts = Stop { running, scheduled, handoffs, has_language, ..plain() };
                visit(&Stop { on, shadow, tau, asked, ..facts });
            }
        }
    }
}

/// Calls `visit` with every combination of what the checks look at that ask nobody, beside one that
/// asks.
pub fn every_local(mut visit: impl FnMut(&Stop, &Memory)) {
    let sets = pairs(&[None, Some(Check::Promises)], &[None, Some(Check::Challenge)]);
    let sets = pairs(&sets, &[None, Some(Check::Ask)]);
    let broken = |score| Asked::Answered(Scores { broken_promise: score, ..Scores::default() });
    let asked = [
        Asked::No,
        Asked::Failed,
        Asked::Keyless,
        broken(Some(0.9)),
        broken(Some(0.1)),
        broken(None),
    ];
    let words = pairs(&[false, true], &[false, true]);
    for (((promises, challenge), ask), shadow) in pairs(&sets, &[false, true]) {
        for ((tools, asked), (gives_in, hands_back)) in
            pairs(&pairs(&[None, Some(0), Some(1), Some(2)], &asked), &words)
        {
            for (starter, person) in STARTERS {
                let on = [promises, challenge, ask].into_iter().flatten().collect();
                let stop =
                    Stop { on, shadow, tools, asked, gives_in, hands_back, starter, ..plain() };
                every_memory(person).iter().for_each(|memory| visit(&stop, memory));
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
        let person = Some(person.into());
        memories.push(Memory { person, blocks, answers, ..Memory::default() });
    }
    // A session in which nobody was seen to type.
    memories.extend(blocks.map(|blocks| Memory { blocks, ..Memory::default() }));
    // A session whose last answer a check sent back that asks no judge.
    let person = Some(person.into());
    memories.push(Memory { person, blocks: 1, nagged: true, ..Memory::default() });
    memories.push(Memory { blocks: 1, nagged: true, ..Memory::default() });
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
        claim: stop.claim.and_then(Threshold::of),
        blocks_max: stop.max_blocks,
        known: Known {
            tools: stop.tools,
            running: stop.running,
            scheduled: stop.scheduled,
            handoffs: stop.handoffs,
            language: stop.has_language.then(given::language),
            prose_units: Some(PROSE_UNITS_MIN),
            verification: stop.work.as_ref().map(verification),
            wording: wording(stop),
        },
        pass: match stop.asked {
            Asked::No => Some(Pass::Denied),
            Asked::Keyless => Some(Pass::NoKey),
            Asked::Failed | Asked::Answered(_) => None,
        },
        ..given::plan()
    }
}

/// Returns what the words are cues for.
fn wording(stop: &Stop) -> Wording {
    let cues = |is_found: bool, cue: Cue| {
        if is_found { CueSet::of(&[cue]) } else { CueSet::default() }
    };
    let both = |set| Cues { blocking: set, all: set };
    let mut closing = cues(stop.hands_back, Cue::AsksToCheck);
    if stop.gives_in {
        closing.insert(Cue::BacksDown);
    }
    if stop.work.as_ref().is_some_and(|work| work.says_unchecked) {
        closing.insert(Cue::DeniesCheck);
    }
    if stop.work.as_ref().is_some_and(|work| work.says_failed) {
        closing.insert(Cue::Outstanding);
    }
    let mut request = cues(stop.gives_in, Cue::Doubts);
    if stop.work.as_ref().is_some_and(|work| work.is_forbidden) {
        request.insert(Cue::ForbidsChecks);
    }
    Wording {
        closing: both(closing),
        request: Some(both(request)),
        is_planning: Some(false),
        acts: Some(Acts::default()),
    }
}

fn check_set(checks: &[Check]) -> CheckSet {
    let words: Vec<&str> = checks.iter().map(|check| word(*check)).collect();
    given::set(&words)
}

/// Returns the word of a check.
#[must_use]
pub fn word(check: Check) -> &'static str {
    match check {
        Check::Language => "language",
        Check::Watch => "watch",
        Check::WatchMatch => "watch-match",
        Check::Promises => "promises",
        Check::Challenge => "challenge",
        Check::Ask => "ask",
        Check::Done => "done",
    }
}

/// Returns what the judge said.
#[must_use]
pub fn judged(asked: Asked) -> Judged {
    match asked {
        Asked::No | Asked::Keyless => Judged::NotAsked,
        Asked::Failed => Judged::Failed(Failure::Timeout),
        Asked::Answered(scores) => given::answered(&[
            ("no_action", &text(scores.no_action)),
            ("broken_promise", &text(scores.broken_promise)),
            ("watch_claim", &text(scores.watch_claim)),
            ("watch_mismatch", &text(scores.watch_mismatch)),
            ("wrong_language", &text(scores.wrong_language)),
            ("claims_done", &text(scores.claims.done)),
            ("claims_tests", &text(scores.claims.tests)),
            ("claims_build", &text(scores.claims.build)),
            ("claims_lint", &text(scores.claims.lint)),
            ("verification_applies", &text(scores.claims.applies)),
            ("outcome_blocked", &text(scores.claims.blocked)),
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
        sparing: Sparing { blocks: memory.sparing, prompt: memory.sparing_prompt.clone() },
        blocked_at_ms: memory.blocked_at_ms,
        nagged: memory.nagged,
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
        nagged: counters.nagged,
        sparing: counters.sparing.blocks,
        sparing_prompt: counters.sparing.prompt.clone(),
        blocked_at_ms: counters.blocked_at_ms,
    }
}

/// Returns a decision in the contract's words, or `None` if it has none for it.
#[must_use]
pub fn outcome(decision: &Decision) -> Option<Outcome> {
    let check = |check: &sprag_core::checks::Check| match check.word {
        "language" => Some(Check::Language),
        "watch" => Some(Check::Watch),
        "watch-match" => Some(Check::WatchMatch),
        "promises" => Some(Check::Promises),
        "challenge" => Some(Check::Challenge),
        "ask" => Some(Check::Ask),
        "done" => Some(Check::Done),
        _ => None,
    };
    match &decision.verdict {
        Verdict::Block(by) => check(by).map(Outcome::Block),
        Verdict::WouldBlock(by) => check(by).map(Outcome::WouldBlock),
        Verdict::Pass(Pass::Denied) => Some(Outcome::NotAsked),
        Verdict::Pass(Pass::Unavailable(Failure::Timeout) | Pass::NoKey) => {
            Some(Outcome::Unanswered)
        }
        Verdict::Pass(Pass::NothingFound) => Some(Outcome::Clean),
        Verdict::Pass(Pass::CapReached) => Some(Outcome::Capped),
        Verdict::Pass(Pass::AnswerRepeated) => Some(Outcome::Repeated),
        Verdict::Pass(Pass::Spared) => Some(Outcome::Spared),
        Verdict::Pass(_) => None,
    }
}
