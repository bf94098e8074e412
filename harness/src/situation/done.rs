//! Every situation that a verdict on a "done" can depend on.

use alloc::vec::Vec;

use sprag_core::activity::check_kind::{CheckKind, KindSet};
use sprag_core::activity::verification::{Changed, Last, State, Verification};

use super::{ANSWER, CLAIM, MAX_BLOCKS, NOW_MS, PROMPT, TAU, pairs, plain};
use crate::action::name;
use crate::oracle::done::{CheckState, Claims, Work};
use crate::oracle::{Asked, Check, Memory, Scores, Stop};

/// How tests and builds may stand.
const STANDS: [CheckState; 8] = [
    CheckState::NeverRan,
    CheckState::UnseenBefore,
    CheckState::PassedBefore,
    CheckState::FailedBefore,
    CheckState::Unseen,
    CheckState::PassedPart,
    CheckState::Passed,
    CheckState::Failed,
];

/// What else may have run: linter, type checker, formatter.
const LAYOUTS: [[CheckState; 3]; 12] = [
    [CheckState::NeverRan; 3],
    [CheckState::Passed, CheckState::NeverRan, CheckState::NeverRan],
    [CheckState::PassedPart, CheckState::FailedBefore, CheckState::NeverRan],
    [CheckState::Failed, CheckState::NeverRan, CheckState::NeverRan],
    [CheckState::FailedBefore, CheckState::PassedBefore, CheckState::NeverRan],
    [CheckState::NeverRan, CheckState::Failed, CheckState::NeverRan],
    [CheckState::NeverRan, CheckState::Passed, CheckState::Failed],
    [CheckState::UnseenBefore, CheckState::Unseen, CheckState::NeverRan],
    [CheckState::Failed, CheckState::NeverRan, CheckState::Passed],
    [CheckState::FailedBefore, CheckState::NeverRan, CheckState::Passed],
    [CheckState::NeverRan, CheckState::NeverRan, CheckState::Failed],
    [CheckState::NeverRan, CheckState::UnseenBefore, CheckState::NeverRan],
];

/// Lines that changed, and those since a check.
const LINES: [(u32, u32); 5] = [(0, 0), (2, 2), (3, 2), (3, 3), (900, 900)];

/// Which kinds are known: none, all, tests, the build, a linter, types, a formatter.
const KNOWN: [[bool; 5]; 7] = [
    [false; 5],
    [true; 5],
    [true, false, false, false, false],
    [false, true, false, false, false],
    [false, false, true, false, false],
    [false, false, false, true, false],
    [false, false, false, false, true],
];

/// Returns answers that differ in what matters: each claim alone, below its threshold, at it, and
/// missing.
fn every_claims() -> Vec<Claims> {
    let (yes, no) = (Some(CLAIM), Some(0.69));
    let none = Claims {
        done: no,
        tests: no,
        build: no,
        lint: no,
        applies: Some(0.5),
        blocked: Some(0.39),
    };
    let done = Claims { done: yes, ..none };
    Vec::from([
        none,
        done,
        Claims { tests: yes, ..none },
        Claims { build: yes, ..none },
        Claims { lint: yes, ..none },
        Claims { applies: Some(0.49), ..done },
        Claims { applies: None, tests: yes, ..done },
        Claims { blocked: Some(0.4), tests: yes, ..done },
        Claims { blocked: None, tests: yes, ..done },
        Claims { done: None, tests: None, build: yes, lint: None, ..none },
        Claims::default(),
    ])
}

/// Calls `visit` with every combination of what `done` looks at.
pub fn every_done(mut visit: impl FnMut(&Stop)) {
    for claims in every_claims() {
        every_work(|work| visit(&stop(Some(work), claims)));
    }
    every_switch(&mut visit);
}

fn every_work(mut visit: impl FnMut(Work)) {
    for ((test, build), [lint, types, format]) in pairs(&pairs(&STANDS, &STANDS), &LAYOUTS) {
        for ((lines, lines_since_check), known) in pairs(&LINES, &KNOWN) {
            visit(Work {
                is_code: true,
                lines,
                lines_since_check,
                test,
                build,
                lint,
                types,
                format,
                known,
                was_told: lines_since_check == 2,
                ..Work::default()
            });
        }
    }
}

/// What stands above the facts: switches, thresholds, facts that are unknown.
fn every_switch(visit: &mut impl FnMut(&Stop)) {
    let failed = Work {
        is_code: true,
        lines: 9,
        lines_since_check: 9,
        test: CheckState::Failed,
        known: [true; 5],
        ..Work::default()
    };
    let works = [
        None,
        Some(failed),
        Some(Work { is_code: false, ..failed }),
        Some(Work { is_refused: true, ..failed }),
        Some(Work { was_told: true, ..failed }),
        Some(Work { test: CheckState::NeverRan, ..failed }),
        Some(Work { says_failed: true, ..failed }),
        Some(Work { is_forbidden: true, ..failed }),
        Some(Work { is_forbidden: true, test: CheckState::NeverRan, ..failed }),
        Some(Work { says_unchecked: true, ..failed }),
        Some(Work { says_unchecked: true, test: CheckState::NeverRan, ..failed }),
        Some(Work { test: CheckState::NeverRan, other_ran: true, ..failed }),
    ];
    for ((work, claims), (claim, shadow)) in pairs(
        &pairs(&works, &every_claims()),
        &pairs(&[Some(CLAIM), Some(1.0), Some(0.1), None], &[false, true]),
    ) {
        for tau in [Some(TAU), None] {
            visit(&Stop { claim, shadow, tau, ..stop(work, claims) });
            visit(&Stop { on: Vec::new(), claim, ..stop(work, claims) });
        }
    }
}

fn stop(work: Option<Work>, claims: Claims) -> Stop {
    let asked = Asked::Answered(Scores { claims, ..Scores::default() });
    Stop { on: Vec::from([Check::Done]), work, asked, ..plain() }
}

/// Calls `visit` with every combination of what keeps a check that blocks sparingly from it.
pub fn every_pace(mut visit: impl FnMut(&Stop, &Memory)) {
    let work = Work { is_code: true, lines: 9, test: CheckState::Failed, ..Work::default() };
    let claims = Claims { tests: Some(1.0), blocked: Some(0.0), ..Claims::default() };
    let sparing = pairs(&[0, 1, 2, 3, u32::MAX], &[None, Some(PROMPT), Some("p0")]);
    let blocked = [
        None,
        Some(0),
        Some(NOW_MS - 60_000),
        Some(NOW_MS - 59_999),
        Some(NOW_MS),
        Some(NOW_MS + 1),
        Some(u64::MAX),
    ];
    for (((sparing, sparing_prompt), blocked_at_ms), blocks) in
        pairs(&pairs(&sparing, &blocked), &[0, MAX_BLOCKS - 1, MAX_BLOCKS])
    {
        for ((prompt, shadow), (no_action, is_known)) in pairs(
            &pairs(&[None, Some(PROMPT)], &[false, true]),
            &pairs(&[None, Some(0.4), Some(1.0)], &[false, true]),
        ) {
            let memory = Memory {
                person: Some(PROMPT.into()),
                blocks,
                answers: is_known.then(|| ANSWER.into()).into_iter().collect(),
                sparing,
                sparing_prompt: sparing_prompt.map(Into::into),
                blocked_at_ms,
                ..Memory::default()
            };
            let on = Vec::from([Check::Promises, Check::Done]);
            let asked = Asked::Answered(Scores { no_action, claims, ..Scores::default() });
            let prompt = prompt.map(Into::into);
            visit(&Stop { on, shadow, prompt, work: Some(work), asked, ..plain() }, &memory);
        }
    }
}

/// Returns the facts in the core's words.
#[must_use]
pub fn verification(work: &Work) -> Verification {
    let state = |stand: CheckState| State {
        last: match stand {
            CheckState::NeverRan | CheckState::UnseenBefore => Last::None,
            CheckState::PassedBefore => Last::StalePassed,
            CheckState::FailedBefore => Last::StaleFailed,
            CheckState::Unseen => Last::Unknown,
            CheckState::PassedPart => Last::PassedPart,
            CheckState::Passed => Last::Passed,
            CheckState::Failed => Last::Failed,
        },
        runner: (stand != CheckState::NeverRan).then(|| name("pytest")),
        runs: u32::from(stand != CheckState::NeverRan),
        lines_since: 0,
        flagged: work.was_told,
        staged: false,
    };
    let known = CheckKind::ALL.into_iter().zip(work.known);
    Verification {
        changed: Changed { code: u32::from(work.is_code), lines: work.lines, ..Changed::default() },
        lines_since_check: work.lines_since_check,
        test: state(work.test),
        build: state(work.build),
        lint: state(work.lint),
        types: state(work.types),
        format: state(work.format),
        known: known.filter(|(_, is_known)| *is_known).map(|(kind, _)| kind).collect::<KindSet>(),
        refused: work.is_refused,
        other_ran: work.other_ran,
    }
}
