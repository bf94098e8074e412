//! Reads a transcript in memory as the shell reads one on disk: backwards, line by line.

use alloc::vec::Vec;

use sprag_core::activity::facts::Facts;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Chain, Next, Past, Scan, Sweep, Wanted};
use sprag_core::limits::LINE_BYTES_MAX;

/// Returns the facts of the last turn, of the prompt with this id if there is one.
#[must_use]
pub fn last_turn(file: &[u8], prompt: Option<&str>) -> Facts {
    scan(file, Wanted::Last(prompt.map(Into::into)), Chain::Main).finish()
}

/// Returns the facts of the turn of the prompt with this id.
#[must_use]
pub fn turn_of(file: &[u8], prompt: &str) -> Facts {
    scan(file, Wanted::Prompt(prompt.into()), Chain::Main).finish()
}

/// Returns the scan after it has seen as much of the file as it wanted to.
#[must_use]
pub fn scan(file: &[u8], wanted: Wanted, chain: Chain) -> Scan {
    read(file, Scan::begin(wanted, chain).with_work(None))
}

/// Returns what a transcript of `host` shows of the turn that is wanted.
#[must_use]
pub fn turn_on(host: Host, file: &[u8], wanted: Wanted) -> Facts {
    read(file, Scan::begin_on(host, wanted).with_work(None)).finish()
}

/// Returns how many lines of a transcript of `host` are read to find the turn that is wanted.
#[must_use]
pub fn lines_read(host: Host, file: &[u8], wanted: Wanted) -> usize {
    let mut scan = Scan::begin_on(host, wanted);
    let older = |line: &&[u8]| scan.line(&mut line.to_vec()) == Next::Older;
    let lines = lines(file);
    let more = lines.iter().rev().copied().take_while(older).count();
    more.saturating_add(1).min(lines.len())
}

fn read(file: &[u8], mut scan: Scan) -> Scan {
    for line in lines(file).into_iter().rev() {
        let next = if line.len() > LINE_BYTES_MAX {
            scan.skipped_line(u64::try_from(line.len()).unwrap_or(u64::MAX))
        } else {
            scan.line(&mut line.to_vec())
        };
        if next == Next::Enough {
            break;
        }
    }
    scan
}

/// Returns every turn that a transcript of `host` holds, the last one first.
#[must_use]
pub fn past(host: Host, file: &[u8]) -> Vec<Past> {
    let mut sweep = Sweep::begin(host, Chain::Main, None);
    let mut past = Vec::new();
    for line in lines(file).into_iter().rev() {
        if line.len() > LINE_BYTES_MAX {
            sweep.skipped_line(u64::try_from(line.len()).unwrap_or(u64::MAX));
        } else {
            sweep.line(&mut line.to_vec());
        }
        past.extend(sweep.past());
    }
    past.extend(sweep.finish());
    past.sort_by_key(|past| past.behind);
    past
}

/// Returns the lines of a file. A line end at its end does not begin another.
#[must_use]
pub fn lines(file: &[u8]) -> Vec<&[u8]> {
    if file.is_empty() {
        return Vec::new();
    }
    file.strip_suffix(b"\n").unwrap_or(file).split(|byte| *byte == b'\n').collect()
}
