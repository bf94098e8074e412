//! Judges that misbehave.

use super::{Block, Expected, Notice, Row, Silence, row};

pub(super) fn rows() -> Vec<Row> {
    let table: [(&str, Expected); 17] = [
        ("401", Notice),
        ("403", Notice),
        ("422", Silence),
        ("429", Silence),
        ("500", Silence),
        ("529", Silence),
        ("bad-json", Silence),
        ("bad-score", Silence),
        ("nan", Silence),
        ("string-score", Silence),
        ("huge", Silence),
        ("redirect", Silence),
        ("close", Silence),
        ("close-early", Silence),
        // The first question goes unanswered, which says nothing about the second.
        ("missing", Block),
        ("envelope", Block),
        ("slow:300", Block),
    ];
    // What never comes is waited for until the deadline, and no longer.
    let late = ["hang", "slow:5000", "drip:100"];
    let quick = table.into_iter().map(|(mode, expected)| row(mode, expected, |_| {}).in_mode(mode));
    let slow = late
        .into_iter()
        .map(|mode| row(mode, Silence, |stop| _ = stop.with(&["--timeout", "1"])).in_mode(mode));
    let unanswered = row("missing, and the other score low", Silence, |stop| {
        stop.with(&["--tau", "0.99"]);
    });
    quick.chain(slow).chain([unanswered.in_mode("missing")]).collect()
}
