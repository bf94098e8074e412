//! Records of decisions.

use sprag_core::checks::score::Threshold;
use sprag_core::checks::verdict::Verdict;
use sprag_core::decision::decide::{Decision, Judged};
use sprag_core::decision::record::Record;
use sprag_core::reads::record::ReadRecord;

/// Any text as a record.
///
/// # Panics
///
/// Panics if a record is lost by writing and reading it, does not decide again to the same, or
/// decides to a block that its own plan forbids.
pub fn fuzz_record(bytes: &[u8]) {
    let text = core::str::from_utf8(bytes).unwrap_or_default();
    read(text);
    let Some(record) = Record::parse(text) else { return };
    comes_back(&record);
    let mut other = record;
    other.plan.tau = Threshold::of(fraction(bytes));
    comes_back(&other);
}

/// A record of a read is no record of a stop, and comes back on one line.
fn read(text: &str) {
    let Some(record) = ReadRecord::parse(text) else { return };
    let line = record.line();
    assert_eq!(line.find('\n'), line.len().checked_sub(1), "a record is one line: {line:?}");
    assert_eq!(ReadRecord::parse(&line), Some(record), "a record came back changed");
    assert_eq!(Record::parse(&line), None, "one line is two records");
}

/// A record says all that its decision depends on, and says it on one line.
fn comes_back(record: &Record) {
    let line = record.line();
    assert_eq!(line.find('\n'), line.len().checked_sub(1), "a record is one line: {line:?}");
    let again = Record::parse(&line).expect("a record is of its own form");
    assert_eq!(&again, record, "a record came back changed");
    assert_eq!(again.line(), line);
    let decision = record.decide_again();
    assert_eq!(again.decide_again(), decision, "a record decides in two ways");
    holds_back(record, &decision);
}

/// What is in the way of a block is in its way whatever else is recorded.
fn holds_back(record: &Record, decision: &Decision) {
    let Record { plan, judged, counters, .. } = record;
    let blocks = counters.on_turn(plan).blocks;
    let check = match &decision.verdict {
        Verdict::Block(check) => {
            assert!(!plan.shadow, "shadow blocked");
            check
        }
        Verdict::WouldBlock(check) => {
            assert!(plan.shadow, "no shadow, and no block");
            check
        }
        Verdict::Pass(pass) => {
            assert!(plan.pass.as_ref().is_none_or(|planned| planned == pass));
            assert!(decision.counters.blocks <= blocks, "a pass was counted as a block");
            return;
        }
    };
    assert_eq!(plan.pass, None, "a planned pass blocked");
    assert!(matches!(judged, Judged::Answered(_)), "no answer, and a block");
    assert!(plan.tau.is_some(), "no threshold, and a block");
    assert!(plan.checks.contains(check), "a check that is off blocked");
    assert!(blocks < plan.blocks_max, "the cap was passed");
    assert!(plan.answer.as_ref().is_none_or(|answer| !counters.answers.contains(answer)));
    if plan.answer.is_some() {
        assert_eq!(decision.counters.blocks, blocks.saturating_add(1), "a block was not counted");
    }
}

/// Returns a number in [0, 1] with as many digits as a threshold can have.
fn fraction(bytes: &[u8]) -> f64 {
    let mix = |sum: u64, byte: &u8| {
        sum.wrapping_add(u64::from(*byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    let whole = bytes.iter().fold(1, mix);
    let [a, b, c, d, ..] = whole.to_be_bytes();
    f64::from(u32::from_be_bytes([a, b, c, d])) / 4_294_967_295.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_of_a_block_is_a_record() {
        let line = include_str!("../../../fuzz/seeds/record/block.json");
        let record = Record::parse(line).unwrap();
        assert!(matches!(record.decide_again().verdict, Verdict::Block(_)));
    }
}
