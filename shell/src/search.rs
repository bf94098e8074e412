//! Searches a whole file for the few lines that matter, at the speed of reading it.

use core::ops::Range;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use memchr::memmem::Finder;
use memchr::{memchr, memrchr};
use sprag_core::handoff::{Handoffs, NEEDLES};
use sprag_core::limits::LINE_BYTES_MAX;

use crate::deadline::Deadline;
use crate::files::open_regular;

/// The whole memory of a search, but for the lines that it finds.
const BUFFER_BYTES: usize = 256 << 10;

/// Returns the handoffs of the transcript at `path`.
pub(crate) fn handoffs(path: &Path, deadline: Deadline) -> io::Result<Handoffs> {
    let mut handoffs = Handoffs::default();
    let file = open_regular(path)?;
    for_each_line_with(&file, &NEEDLES, deadline, |line| {
        let len = usize::try_from(line.end.saturating_sub(line.start)).unwrap_or(usize::MAX);
        if len > LINE_BYTES_MAX {
            handoffs.skipped_line();
            return Ok(());
        }
        let mut text = vec![0; len];
        file.read_exact_at(&mut text, line.start)?;
        handoffs.line(&mut text);
        Ok(())
    })?;
    Ok(handoffs)
}

/// Hands over where the lines lie that hold a needle, each once, in order.
fn for_each_line_with(
    file: &File,
    needles: &[&[u8]; 3],
    deadline: Deadline,
    mut take: impl FnMut(Range<u64>) -> io::Result<()>,
) -> io::Result<()> {
    let finders = needles.map(Finder::new);
    // A needle may lie across two blocks: so much of one is kept before the next.
    let overlap = needles.iter().map(|needle| needle.len()).max().unwrap_or(1).saturating_sub(1);
    let mut search = Search::default();
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut kept = 0_usize;
    loop {
        let at = search.read;
        let read = file.read_at(buffer.get_mut(kept..).unwrap_or_default(), at)?;
        search.read = at.saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
        let filled = kept.saturating_add(read);
        let block = buffer.get(..filled).unwrap_or_default();
        search.block(&finders, block, &mut take)?;
        if read == 0 {
            return search.end(&mut take);
        }
        let keep_from = filled.saturating_sub(overlap);
        buffer.copy_within(keep_from..filled, 0);
        kept = filled.saturating_sub(keep_from);
        if deadline.is_over() {
            return Err(io::ErrorKind::TimedOut.into());
        }
    }
}

/// How far a search has come, in offsets of the file.
#[derive(Debug, Default)]
struct Search {
    /// Where the next block is read from.
    read: u64,
    /// Where the line begins that the last block ended in.
    line: u64,
    /// Whether a needle was seen in that line.
    has_needle: bool,
}

impl Search {
    /// Searches a block that ends where reading goes on.
    fn block(
        &mut self,
        finders: &[Finder<'_>; 3],
        block: &[u8],
        take: &mut impl FnMut(Range<u64>) -> io::Result<()>,
    ) -> io::Result<()> {
        let len = u64::try_from(block.len()).unwrap_or(u64::MAX);
        let offset = self.read.saturating_sub(len);
        let in_file = |at: usize| offset.saturating_add(u64::try_from(at).unwrap_or(u64::MAX));
        // What lies before the line at hand has been searched.
        let mut done = usize::try_from(self.line.saturating_sub(offset)).unwrap_or(usize::MAX);
        // Where each needle is next: a frequent one does not have the rare ones sought anew.
        let mut next: [Option<usize>; 3] = [Some(0); 3];
        loop {
            for (at, finder) in next.iter_mut().zip(finders) {
                if at.is_some_and(|at| at <= done) {
                    let found = block.get(done..).and_then(|rest| finder.find(rest));
                    *at = found.and_then(|found| found.checked_add(done));
                }
            }
            let hit = next.iter().flatten().min().copied();
            let begun = if self.has_needle { Some(done) } else { hit };
            let Some(from) = begun else { break };
            let start = block.get(done..from).and_then(|before| memrchr(b'\n', before));
            if let Some(at) = start {
                self.line = in_file(done.saturating_add(at).saturating_add(1));
            }
            self.has_needle = true;
            let Some(end) = block.get(from..).and_then(|rest| memchr(b'\n', rest)) else {
                return Ok(());
            };
            let end = from.saturating_add(end);
            take(self.line..in_file(end))?;
            done = end.saturating_add(1);
            self.line = in_file(done);
            self.has_needle = false;
        }
        if let Some(at) = block.get(done..).and_then(|rest| memrchr(b'\n', rest)) {
            self.line = in_file(done.saturating_add(at).saturating_add(1));
        }
        Ok(())
    }

    /// Hands over the last line, where nothing ends it.
    fn end(&self, take: &mut impl FnMut(Range<u64>) -> io::Result<()>) -> io::Result<()> {
        if self.has_needle { take(self.line..self.read) } else { Ok(()) }
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

    fn found(text: &[u8]) -> Vec<Vec<u8>> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        let deadline = Deadline::after(core::time::Duration::from_secs(60));
        let mut lines = Vec::new();
        for_each_line_with(&file, &NEEDLES, deadline, |line| {
            let range = usize::try_from(line.start).unwrap()..usize::try_from(line.end).unwrap();
            lines.push(text[range].to_vec());
            Ok(())
        })
        .unwrap();
        lines
    }

    #[test]
    fn every_line_with_a_needle_is_found_once_and_in_order() {
        let (text, expected) = text(2000);
        assert!(text.len() > 4 * BUFFER_BYTES);
        assert_eq!(found(&text), expected.clone());
        let without_last_end = &text[..text.len() - 1];
        assert_eq!(found(without_last_end), expected);
    }

    #[test]
    fn a_line_longer_than_the_buffer_is_found_whole_wherever_its_needle_lies() {
        for before in [0, BUFFER_BYTES - 30, BUFFER_BYTES - 10, BUFFER_BYTES, 3 * BUFFER_BYTES] {
            for after in [0, 10, BUFFER_BYTES, 2 * BUFFER_BYTES] {
                let long = ["y".repeat(before), "cross-session-message".into(), "z".repeat(after)];
                let long = long.concat();
                for (head, tail) in [("", ""), ("first\n", "\nanother Claude session\n")] {
                    let text = [head, &long, tail].concat();
                    let mut expected = vec![long.clone().into_bytes()];
                    if !tail.is_empty() {
                        expected.push(b"another Claude session".to_vec());
                    }
                    assert!(found(text.as_bytes()) == expected, "{before} {after} {head:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_line_without_a_needle_is_passed_over() {
        let long = "x".repeat(5 * BUFFER_BYTES);
        let text = [long.as_str(), "\nanother Claude session\n", &long, "\n", &long].concat();
        assert_eq!(found(text.as_bytes()), [b"another Claude session".to_vec()]);
    }

    #[test]
    fn two_needles_in_one_line_hand_it_over_once() {
        let text = "\"SendMessage\" another Claude session\nnothing\n\"SendMessage\"";
        let expected: Vec<Vec<u8>> =
            vec![b"\"SendMessage\" another Claude session".to_vec(), b"\"SendMessage\"".to_vec()];
        assert_eq!(found(text.as_bytes()), expected);
        assert_eq!(found(b""), Vec::<Vec<u8>>::new());
    }

    #[test]
    fn a_found_line_that_is_too_long_makes_the_handoffs_unknown() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let long = ["\"SendMessage\"", &"z".repeat(LINE_BYTES_MAX)].concat();
        std::fs::write(file.path(), &long).unwrap();
        let deadline = Deadline::after(core::time::Duration::from_secs(60));
        assert_eq!(handoffs(file.path(), deadline).unwrap().open(), None);
        std::fs::write(file.path(), "z".repeat(LINE_BYTES_MAX + 1)).unwrap();
        assert_eq!(handoffs(file.path(), deadline).unwrap().open(), Some([].as_slice()));
    }
}
