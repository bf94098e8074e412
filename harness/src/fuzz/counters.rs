//! Counters on disk.

use sprag_core::decision::counters::Counters;
use sprag_core::limits::{ANSWERS_MAX, COUNTERS_BYTES_MAX};

use super::strict::{member, strict};

/// Any bytes as the file of a session.
///
/// # Panics
///
/// Panics if counters are lost by writing and reading them, damage leaves room for a block, or
/// counting loses a count.
pub fn fuzz_counters(bytes: &[u8]) {
    let counters = Counters::parse(Some(bytes));
    comes_back(&counters);
    let Some(value) = strict(bytes) else {
        assert_eq!(counters.blocks, u32::MAX, "a damaged file leaves room for a block");
        return;
    };
    if let Some(blocks) = member(&value, "blocks").and_then(serde_json::Value::as_u64) {
        assert!(u64::from(counters.blocks) >= blocks.min(u32::MAX.into()), "blocks were lost");
    }
    let mut counters = counters;
    for (count, answer) in (1..).zip(["a", "b", "a", "c"].iter().cycle().take(2 * ANSWERS_MAX)) {
        let before = counters.blocks;
        counters.count_block(Some(answer), count);
        assert_eq!(counters.blocks, before.saturating_add(1));
        assert_eq!(counters.answers.last().map(String::as_str), Some(*answer));
        assert_eq!(counters.blocked_at_ms, Some(count));
    }
    assert_eq!(counters.answers.len(), ANSWERS_MAX);
    comes_back(&counters);
}

fn comes_back(counters: &Counters) {
    let text = counters.text();
    assert!(!text.contains('\n'), "{text}");
    if text.len() <= COUNTERS_BYTES_MAX {
        assert_eq!(&Counters::parse(Some(text.as_bytes())), counters);
    }
}
