//! Reads the facts of a turn from a transcript.

use core::time::Duration;
use std::fs;
use std::io;
use std::path::Path;
use std::thread;

use sprag_core::activity::facts::{Ending, Facts};
use sprag_core::hosts::event::Closing;
use sprag_core::hosts::transcript::{Ledger, Next, Scan};
use sprag_core::limits::{CLOSING_WAIT_MS_MAX, TURN_WAIT_MS_MAX};

use crate::system::deadline::Deadline;
use crate::system::files::open_regular;
use crate::system::lines::{Line, LinesFromEnd};

/// Returns the facts that `scan` finds in the file at `path`; those of a file that cannot be read
/// are unknown.
///
/// `on_ending` is told how the conversation ends: as soon as that is known, and once in any case.
pub(crate) fn facts(
    path: &Path,
    scan: Scan,
    deadline: Deadline,
    on_ending: impl FnOnce(&Ending),
) -> Facts {
    let mut untold = Some(on_ending);
    let scan = read(path, scan, deadline, |scan| {
        if let Some(ending) = scan.ending()
            && let Some(tell) = untold.take()
        {
            tell(ending);
        }
    });
    let facts = scan.map(Scan::finish).unwrap_or_default();
    if let Some(tell) = untold {
        tell(&facts.ending);
    }
    facts
}

/// Hands the lines of a file to `scan` until it has enough, and shows it after every line.
pub(crate) fn read(
    path: &Path,
    mut scan: Scan,
    deadline: Deadline,
    mut on_line: impl FnMut(&Scan),
) -> io::Result<Scan> {
    let mut lines = LinesFromEnd::of(open_regular(path)?)?;
    while let Some(line) = lines.next()? {
        let next = match line {
            Line::Text(text) => scan.line(text),
            Line::TooLong(bytes) => scan.skipped_line(bytes),
        };
        on_line(&scan);
        if next == Next::Enough {
            break;
        }
        if deadline.is_over() {
            return Err(io::ErrorKind::TimedOut.into());
        }
    }
    Ok(scan)
}

/// Returns the facts of a turn of Grok's, once the host has written all of it; what is not written
/// in time is unknown. `scan` begins a reading.
pub(crate) fn complete_facts(
    path: &Path,
    closing: &Closing,
    scan: impl Fn() -> Scan,
    deadline: Deadline,
) -> Facts {
    const LOOK_EVERY: Duration = Duration::from_millis(10);
    let wait = Deadline::after(Duration::from_millis(TURN_WAIT_MS_MAX));
    loop {
        let calls = ledger(&path.with_file_name("chat_history.jsonl"), closing).ok().flatten();
        let facts = facts(path, scan(), deadline, |_| {});
        if facts.guard_complete(calls) {
            return facts;
        }
        if wait.is_over() || deadline.is_over() || !path.exists() {
            return facts.without_calls();
        }
        thread::sleep(LOOK_EVERY);
    }
}

/// Returns how many tools the last turn called, if all of it is written.
fn ledger(path: &Path, closing: &Closing) -> io::Result<Option<u32>> {
    let mut lines = LinesFromEnd::of(open_regular(path)?)?;
    let mut ledger = Ledger::begin(closing);
    while let Some(Line::Text(text)) = lines.next()? {
        if ledger.line(text) == Next::Enough {
            break;
        }
    }
    Ok(ledger.calls())
}

/// Waits until the file at `path` has grown, for as long as a host was seen to take, and no longer.
pub(crate) fn wait_for_more(path: &Path, deadline: Deadline) {
    const LOOK_EVERY: Duration = Duration::from_millis(10);
    let wait = Deadline::after(Duration::from_millis(CLOSING_WAIT_MS_MAX));
    let len = || fs::metadata(path).map(|metadata| metadata.len()).ok();
    let before = len();
    while !wait.is_over() && !deadline.is_over() && len() == before {
        thread::sleep(LOOK_EVERY.min(wait.left()));
    }
}
