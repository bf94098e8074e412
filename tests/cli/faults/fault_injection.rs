//! Faults of the hook itself, which a debug build has on request, and limits of the system.
//!
//! `.ci/run release` runs these with release builds.

use crate::run::{BROKEN, Stop};

/// Where the hook may have a fault; the last is a place of none.
const PLACES: [&str; 6] = ["start", "settings", "decision", "record", "reply", "nowhere"];

#[test]
fn a_fault_of_the_hook_itself_passes() {
    for fault in ["panic", "overflow", "abort"] {
        for place in PLACES {
            let mut stop = Stop::judged(BROKEN);
            let ended = stop.set("SPRAG_FAULT", format!("{fault} at {place}")).run();
            let expected = if place == "nowhere" { 2 } else { 0 };
            let exit = (ended.exit, ended.signal, ended.stdout.as_str());
            assert_eq!(exit, (Some(expected), None, ""), "{fault} at {place}: {}", ended.stderr);
        }
    }
}

#[test]
fn a_small_stack_is_enough() {
    let mut stop = Stop::judged(BROKEN);
    stop.shell("ulimit -s 64; SPRAG").run().blocks();
}
