//! Loop protection: what keeps sprag from trapping an agent in a loop.
//!
//! The host's own flag is one bit and is false again after every task notification, and hosts cap
//! blocks late or not at all. So sprag counts itself.

use crate::checks::verdict::Pass;
use crate::checks::{Check, Pace};
use crate::decision::counters::Counters;
use crate::decision::plan::Plan;
use crate::limits::{SPARING_BLOCKS_MAX, SPARING_REST_MS};

/// One prompt causes a bounded number of blocks, those of notifications that follow it included.
pub(crate) fn guard_cap(plan: &Plan, counters: &Counters) -> Option<Pass> {
    (counters.blocks >= plan.blocks_max).then_some(Pass::CapReached)
}

/// The same answer is never sent back twice: the agent has said what it has to say.
pub(crate) fn guard_repeat(plan: &Plan, counters: &Counters) -> Option<Pass> {
    let is_known = |answer| counters.answers.contains(answer);
    plan.answer.as_ref().is_some_and(is_known).then_some(Pass::AnswerRepeated)
}

/// A check that blocks sparingly does so once for a prompt, a few times in a session, and not right
/// after another block. Where the prompt is unknown it counts as the same one; where the clock went
/// back, no time has passed.
pub(crate) fn guard_pace(check: &Check, plan: &Plan, counters: &Counters, now_ms: u64) -> bool {
    match check.pace {
        Pace::Common => return false,
        Pace::NotInARow => return counters.nagged,
        Pace::Sparing => {}
    }
    let sparing = &counters.sparing;
    let is_same_prompt =
        sparing.blocks > 0 && (plan.prompt.is_none() || plan.prompt == sparing.prompt);
    let is_recent = |at| now_ms.saturating_sub(at) < SPARING_REST_MS;
    is_same_prompt
        || sparing.blocks >= SPARING_BLOCKS_MAX
        || counters.blocked_at_ms.is_some_and(is_recent)
}
