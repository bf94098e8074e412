//! What becomes of a stop: the plan before anybody is asked, and the verdict after.
//!
//! In: an event, settings, facts, answers, counters and the time. Out: a [`decide::Decision`], a
//! [`reply`] for the host, a [`record`] and new [`counters`].
//! May use: `limits`, `text`, `activity`, `hosts`, `security`, `wording`, `checks`, `reads`,
//! `settings`, `judge`.
//! Begin with [`plan`], then [`decide`]; [`reply`] alone makes a block of it.

pub mod asked;
pub mod counters;
pub mod decide;
mod guard;
pub mod notice;
pub mod plan;
pub mod record;
pub mod reply;
