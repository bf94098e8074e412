//! `ask`: the closing message hands back a decision that the agent can take.
//!
//! It needs no judge: it goes by what the message says, what the user said and which tools the turn
//! called.

use super::{Case, Check, Finding, Needs, Pace};
use crate::wording::{Acts, Cue, CueSet, HANDS_BACK};

pub(super) const CHECK: Check = Check {
    word: "ask",
    fires_when: "after at least two tool calls the message hands back something that the turn can \
                 settle",
    recorded_with: None,
    pace: Pace::NotInARow,
    needs: &[Needs::Words],
    questions: &[],
    due: |_| 0,
    rule,
    nudge: |_| NUDGE.into(),
};

const NUDGE: &str = "\
sprag: the closing message leaves something to the user that this turn can
settle. Settle it: do what you would recommend, and say in one sentence why,
and what would prove it wrong. If only the user can decide or act, say in one
sentence what is needed from them.";

/// The number of tool calls from which a turn counts as having looked before asking.
const CALLS_MIN: u32 = 2;

fn rule(case: &Case<'_>) -> Finding {
    let words = &case.known.wording;
    if !words.closing.all.has_any(&HANDS_BACK) {
        return Finding::Silent;
    }
    let (Some(request), Some(acts)) = (words.request, words.acts) else { return Finding::Unknown };
    let (Some(calls), Some(is_planning)) = (case.known.tools, words.is_planning) else {
        return Finding::Unknown;
    };
    if calls < CALLS_MIN || is_planning || acts.asked || is_excused(words.closing.all, request.all)
    {
        return Finding::Silent;
    }
    let is_needless = |closing, request| {
        hands_over_a_run(closing, acts)
            || asks_to_look(closing)
            || asks_when(closing)
            || offers_to_go_on(closing)
            || asks_though_told(closing, request, acts)
    };
    match (
        is_needless(words.closing.blocking, request.blocking),
        is_needless(words.closing.all, request.all),
    ) {
        (true, _) => Finding::Fires,
        (false, true) => Finding::Noted,
        (false, false) => Finding::Silent,
    }
}

/// The decision is the user's, or the user wants to make it.
fn is_excused(closing: CueSet, request: CueSet) -> bool {
    closing.has_any(&[Cue::NotItsOwn, Cue::Unable, Cue::Unclear])
        || request.has_any(&[Cue::HoldsBack, Cue::ForbidsChecks])
}

/// The user is asked to run a command and report, although the turn ran commands itself.
fn hands_over_a_run(closing: CueSet, acts: Acts) -> bool {
    closing.has(Cue::HandsOver) && closing.has(Cue::AwaitsResult) && acts.ran
}

/// Looking something up or running a check needs no permission.
fn asks_to_look(closing: CueSet) -> bool {
    closing.has(Cue::AsksToCheck) && !closing.has(Cue::Extra)
}

/// In which order it works is the agent's business; what it makes final is not.
fn asks_when(closing: CueSet) -> bool {
    closing.has(Cue::AsksWhen) && !closing.has_any(&[Cue::AsksToCommit, Cue::AsksToPush])
}

/// What was asked for fails, and to go on with it is offered as one option.
fn offers_to_go_on(closing: CueSet) -> bool {
    closing.has(Cue::OffersToGoOn) && closing.has(Cue::Lead) && closing.has(Cue::Fails)
}

/// The user has already said so. An instruction that was carried out is done: another fix is a new
/// one.
fn asks_though_told(closing: CueSet, request: CueSet, acts: Acts) -> bool {
    let is_told = |asks, told: &[Cue]| closing.has(asks) && request.has_any(told);
    let is_open = !acts.changed && !closing.has(Cue::Extra);
    let to_save = is_told(Cue::AsksToCommit, &[Cue::ToldToCommit])
        || is_told(Cue::AsksToPush, &[Cue::ToldToPush]);
    let to_work = is_told(Cue::AsksToFix, &[Cue::ToldToFix, Cue::ToldAll])
        || is_told(Cue::AsksToImplement, &[Cue::ToldToImplement, Cue::ToldAll])
        || is_told(Cue::AsksToGoOn, &[Cue::ToldToGoOn, Cue::ToldAll]);
    let whole = is_told(Cue::AsksHowMuch, &[Cue::ToldToGoOn, Cue::ToldAll])
        || is_told(Cue::AsksToGoOn, &[Cue::ToldAll]);
    let choice = is_told(Cue::AsksToChoose, &[Cue::LeavesChoice]);
    to_save && !closing.has(Cue::Extra) || to_work && is_open || whole || choice
}
