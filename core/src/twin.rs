//! One event that several entries of ours are told of.
//!
//! Grok runs the entry in its own folder and, one after the other, those in Claude Code's settings,
//! with the same bytes (seen with 1.0.41). Codex runs what a plugin and what a file registers at
//! once. The first that takes an event handles it, and the others have nothing to add.

use crate::event::Event;

/// Returns whether an entry of ours has taken this very event; `taken` is the last one that was
/// taken in its session.
#[must_use]
pub fn guard_twin(event: &Event, taken: Option<&str>) -> bool {
    event.delivery.is_some() && event.delivery.as_deref() == taken
}
