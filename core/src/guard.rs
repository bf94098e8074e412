//! What keeps sprag from holding an agent in a loop.
//!
//! The host's own flag is one bit and is false again after every task notification, and hosts cap
//! blocks late or not at all. So sprag counts itself.

use crate::counters::Counters;
use crate::plan::Plan;
use crate::verdict::Pass;

/// One prompt causes a bounded number of blocks, those of notifications that follow it included.
pub(crate) fn guard_cap(plan: &Plan, counters: &Counters) -> Option<Pass> {
    (counters.blocks >= plan.blocks_max).then_some(Pass::CapReached)
}

/// The same answer is never sent back twice: the agent has said what it has to say.
pub(crate) fn guard_repeat(plan: &Plan, counters: &Counters) -> Option<Pass> {
    let is_known = |answer| counters.answers.contains(answer);
    plan.answer.as_ref().is_some_and(is_known).then_some(Pass::AnswerRepeated)
}
