//! The doctor's lines about the last decisions.

use alloc::{format, vec::Vec};

use super::Line;
use crate::checks::verdict::{Pass, Verdict};
use crate::decision::decide::Judged;
use crate::decision::record::Record;
use crate::reads::record::{ReadRecord, ReadVerdict};

/// What the file of records holds at its end.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The last records of stops, the newest first.
    pub records: Vec<Record>,
    /// The last records of reads, the newest first.
    pub reads: Vec<ReadRecord>,
    /// Lines that are no record of a form that this version knows.
    pub unread: usize,
}

const TOPIC: &str = "decisions";

/// Returns the lines about the last decisions at a time in milliseconds of the epoch.
pub fn decisions(seen: &Seen, now_ms: u64) -> Vec<Line> {
    let mut lines = Vec::new();
    if seen.unread > 0 {
        let line = format!("this version cannot read {} of the lines", seen.unread);
        lines.push(Line::warn(
            TOPIC,
            line,
            "nothing: another version wrote them, or the disk was \
                                            full",
        ));
    }
    lines.extend(reads(&seen.reads, now_ms));
    let Some(newest) = seen.records.first() else {
        if !seen.reads.is_empty() {
            return lines;
        }
        let todo = "end a turn in a new session; if this stays, look at the lines above";
        lines.push(Line::warn(TOPIC, "none yet", todo));
        return lines;
    };
    let count = |is: fn(&Record) -> bool| seen.records.iter().filter(|record| is(record)).count();
    let blocked = count(|record| matches!(record.verdict, Verdict::Block(_)));
    let shadow = count(|record| matches!(record.verdict, Verdict::WouldBlock(_)));
    let minutes = minutes_since(newest.at_ms, now_ms);
    lines.push(Line::ok(
        TOPIC,
        format!(
            "of the last {}: {blocked} sent back, {shadow} in shadow; the newest {minutes} min ago",
            seen.records.len()
        ),
    ));
    lines.extend(outages(&seen.records));
    lines
}

/// Returns a line where reads were denied.
fn reads(records: &[ReadRecord], now_ms: u64) -> Option<Line> {
    let newest = records.first()?;
    let is_shadow = |record: &&ReadRecord| record.read.verdict == ReadVerdict::WouldDeny;
    let shadow = records.iter().filter(is_shadow).count();
    let denied = records.len().saturating_sub(shadow);
    let minutes = minutes_since(newest.at_ms, now_ms);
    let seen = format!("reads: {denied} denied, {shadow} in shadow; the newest {minutes} min ago");
    Some(Line::ok(TOPIC, seen))
}

fn minutes_since(then_ms: u64, now_ms: u64) -> u64 {
    now_ms.saturating_sub(then_ms).checked_div(60_000).unwrap_or_default()
}

/// Returns a line where the judge was not heard.
fn outages(records: &[Record]) -> Option<Line> {
    let missed: Vec<&Record> = records.iter().filter(|record| is_outage(record)).collect();
    let newest = missed.first()?;
    let seen = format!("the judge did not answer in {} of {}", missed.len(), records.len());
    let why = match &newest.judged {
        Judged::Failed(failure) => format!("; last: {failure}"),
        Judged::NotAsked | Judged::Answered(_) => format!("; last: {}", reason(&newest.verdict)?),
    };
    // The newest one tells whether it is over.
    Some(if records.first().is_some_and(is_outage) {
        Line::warn("outages", [seen, why].concat(), "sprag doctor --live")
    } else {
        Line::ok("outages", [seen, why].concat())
    })
}

fn reason(verdict: &Verdict) -> Option<&Pass> {
    match verdict {
        Verdict::Pass(pass) => Some(pass),
        Verdict::Block(_) | Verdict::WouldBlock(_) => None,
    }
}

fn is_outage(record: &Record) -> bool {
    matches!(record.judged, Judged::Failed(_))
        || matches!(
            record.verdict,
            Verdict::Pass(Pass::NoKey | Pass::KeyOdd | Pass::Endpoint(_) | Pass::Unavailable(_))
        )
}
