//! Searches a whole file for the few lines that matter, at the speed of reading it.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use memchr::memmem::Finder;
use memchr::{memchr, memrchr};
use sprag_core::handoff::{Handoffs, NEEDLES};
use sprag_core::limits::LINE_BYTES_MAX;

use crate::deadline::Deadline;
use crate::files::open_regular;

const BUFFER_BYTES: usize = 256 << 10;

/// Returns the handoffs of the transcript at `path`.
pub(crate) fn handoffs(path: &Path, deadline: Deadline) -> io::Result<Handoffs> {
    let mut handoffs = Handoffs::default();
    let finders = NEEDLES.map(Finder::new);
    for_each_block(open_regular(path)?, deadline, |block| match block {
        Block::Lines(lines) => lines_with(&finders, lines, |line| handoffs.line(line)),
        // Whether it holds a needle is not known.
        Block::TooLong => handoffs.skipped_line(),
    })?;
    Ok(handoffs)
}

/// A part of a file.
enum Block<'a> {
    /// Whole lines.
    Lines(&'a mut [u8]),
    /// A line that is longer than a line may be.
    TooLong,
}

/// Hands over the file in blocks of whole lines.
fn for_each_block(
    mut file: File,
    deadline: Deadline,
    mut take: impl FnMut(Block<'_>),
) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut filled = 0_usize;
    let mut is_skipping = false;
    loop {
        let read = file.read(buffer.get_mut(filled..).unwrap_or_default())?;
        let searched = filled;
        filled = filled.saturating_add(read);
        let text = buffer.get_mut(..filled).unwrap_or_default();
        let line_end = match text.get(searched..).and_then(|new| memrchr(b'\n', new)) {
            Some(at) => searched.saturating_add(at).saturating_add(1),
            None if read == 0 => filled,
            None => 0,
        };
        let (lines, rest) = text.split_at_mut(line_end);
        if !lines.is_empty() {
            let skipped = if is_skipping { after_line(lines) } else { 0 };
            is_skipping = false;
            take(Block::Lines(lines.get_mut(skipped..).unwrap_or_default()));
        }
        filled = rest.len();
        buffer.copy_within(line_end..line_end.saturating_add(filled), 0);
        if read == 0 {
            return Ok(());
        }
        if filled == buffer.len() {
            if filled >= LINE_BYTES_MAX {
                take(Block::TooLong);
                is_skipping = true;
                filled = 0;
            } else {
                buffer.resize(buffer.len().saturating_mul(2).min(LINE_BYTES_MAX), 0);
            }
        }
        if deadline.is_over() {
            return Err(io::ErrorKind::TimedOut.into());
        }
    }
}

fn after_line(lines: &[u8]) -> usize {
    memchr(b'\n', lines).map_or(lines.len(), |at| at.saturating_add(1))
}

/// Hands over the lines that hold a needle, each once, in order.
fn lines_with(finders: &[Finder<'_>; 3], lines: &mut [u8], mut take: impl FnMut(&mut [u8])) {
    // Where each needle is next, so that a frequent one does not have the rare ones sought anew.
    let mut next: [Option<usize>; 3] = [Some(0); 3];
    let mut done = 0_usize;
    loop {
        for (at, finder) in next.iter_mut().zip(finders) {
            if at.is_some_and(|at| at <= done) {
                let found = lines.get(done..).and_then(|rest| finder.find(rest));
                *at = found.and_then(|found| found.checked_add(done));
            }
        }
        let Some(hit) = next.iter().flatten().min().copied() else { return };
        let (before, after) = lines.split_at_mut(hit);
        let start = memrchr(b'\n', before).map_or(0, |at| at.saturating_add(1));
        let end = hit.saturating_add(memchr(b'\n', after).unwrap_or(after.len()));
        take(lines.get_mut(start..end).unwrap_or_default());
        done = end;
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// Lines of many lengths around the buffer's, every seventh with a needle.
    fn text(lines: usize) -> (Vec<u8>, Vec<Vec<u8>>) {
        let mut text = Vec::new();
        let mut expected = Vec::new();
        for number in 0..lines {
            let filler = "x".repeat(number.wrapping_mul(7919) % 3000);
            let needle = if number % 7 == 0 { "another Claude session" } else { "" };
            let line = format!("{number}{filler}{needle}{filler}");
            if number % 7 == 0 {
                expected.push(line.clone().into_bytes());
            }
            text.extend_from_slice(line.as_bytes());
            text.push(b'\n');
        }
        (text, expected)
    }

    fn found(text: &[u8]) -> (Vec<Vec<u8>>, usize) {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        io::Seek::rewind(&mut file).unwrap();
        let finders = NEEDLES.map(Finder::new);
        let (mut lines, mut too_long) = (Vec::new(), 0);
        let deadline = Deadline::after(core::time::Duration::from_secs(60));
        for_each_block(file, deadline, |block| match block {
            Block::Lines(text) => lines_with(&finders, text, |line| lines.push(line.to_vec())),
            Block::TooLong => too_long += 1,
        })
        .unwrap();
        (lines, too_long)
    }

    #[test]
    fn every_line_with_a_needle_is_found_once_and_in_order() {
        let (text, expected) = text(2000);
        assert!(text.len() > 4 * BUFFER_BYTES);
        assert_eq!(found(&text), (expected.clone(), 0));
        let without_last_end = &text[..text.len() - 1];
        assert_eq!(found(without_last_end), (expected, 0));
    }

    #[test]
    fn a_line_longer_than_the_buffer_is_found_whole() {
        let long = ["y".repeat(3 * BUFFER_BYTES), "cross-session-message".into()].concat();
        let text = ["first\n", &long, "\nanother Claude session\n"].concat();
        let expected = vec![long.into_bytes(), b"another Claude session".to_vec()];
        assert_eq!(found(text.as_bytes()), (expected, 0));
    }

    #[test]
    fn a_line_longer_than_any_may_be_is_reported_and_the_next_is_found() {
        let long = "z".repeat(LINE_BYTES_MAX + 5 * BUFFER_BYTES);
        let text = [&long, "\nanother Claude session\nlast"].concat();
        assert_eq!(found(text.as_bytes()), (vec![b"another Claude session".to_vec()], 1));
    }

    #[test]
    fn two_needles_in_one_line_hand_it_over_once() {
        let text = "\"SendMessage\" another Claude session\nnothing\n\"SendMessage\"";
        let expected: Vec<Vec<u8>> =
            vec![b"\"SendMessage\" another Claude session".to_vec(), b"\"SendMessage\"".to_vec()];
        assert_eq!(found(text.as_bytes()), (expected, 0));
    }
}
