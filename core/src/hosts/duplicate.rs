//! Duplicate events: one event that reaches several entries of ours.
//!
//! Grok runs the entry in its own folder and, one after the other, those in Claude Code's settings,
//! with the same bytes (seen with 1.0.41). Codex runs what a plugin and what a file registers at
//! once. The first that takes an event handles it, and the others have nothing to add.

use alloc::{string::String, vec::Vec};

use crate::hosts::event::{Event, ToolUse};
use crate::limits::{DELIVERIES_MAX, DELIVERY_DIGITS};

/// Returns whether an entry of ours has taken this very event; `taken` is the last one that was
/// taken in its session.
#[must_use]
pub fn guard_duplicate(event: &Event, taken: Option<&str>) -> bool {
    event.delivery.is_some() && event.delivery.as_deref() == taken
}

/// Returns whether an entry of ours has taken this very call of a tool; `taken` has the last ones
/// that were taken in its session, one a line. Tools are called side by side, so the last one alone
/// does not tell.
#[must_use]
pub fn guard_duplicate_call(tool: &ToolUse, taken: &str) -> bool {
    tool.delivery.as_deref().is_some_and(|delivery| taken.lines().any(|line| line == delivery))
}

/// Returns `taken` with this call, and without the oldest of too many.
#[must_use]
pub fn with_tool(tool: &ToolUse, taken: &str) -> String {
    let known = taken.lines().filter(|line| line.len() == DELIVERY_DIGITS);
    let all: Vec<&str> = known.chain(tool.delivery.as_deref()).collect();
    let newest = all.get(all.len().saturating_sub(DELIVERIES_MAX)..).unwrap_or_default();
    newest.iter().flat_map(|line| [*line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::hosts::event::Tool;

    fn tool(number: usize) -> ToolUse {
        let tool = Tool::Shell { command: "true".into() };
        ToolUse { tool, agent: None, delivery: Some(format!("{number:032}")) }
    }

    #[test]
    fn a_call_is_taken_once_among_those_beside_it() {
        let mut taken = String::from("damaged\n");
        for number in 0..DELIVERIES_MAX + 2 {
            assert!(!guard_duplicate_call(&tool(number), &taken), "{number}");
            taken = with_tool(&tool(number), &taken);
            assert!(guard_duplicate_call(&tool(number), &taken), "{number}");
        }
        assert_eq!(taken.lines().count(), DELIVERIES_MAX);
        assert!(!guard_duplicate_call(&tool(1), &taken) && guard_duplicate_call(&tool(2), &taken));
        let nameless = ToolUse { delivery: None, ..tool(0) };
        assert!(!guard_duplicate_call(&nameless, &taken));
        assert_eq!(with_tool(&nameless, &taken), taken);
    }
}
