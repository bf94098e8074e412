//! Searches a whole file for the few lines that matter, at the speed of reading it.

use core::ops::Range;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use memchr::memmem::Finder;
use memchr::{memchr, memrchr};
use sprag_core::hosts::checkpoint::{Checkpoint, is_worth_keeping, seam};
use sprag_core::hosts::handoff::{Handoffs, NEEDLES};
use sprag_core::limits::LINE_BYTES_MAX;

use crate::session::state::Memory;
use crate::system::deadline::Deadline;
use crate::system::files::{id, open_regular};

/// The whole memory of a search, but for the lines that it finds.
const BUFFER_BYTES: usize = 256 << 10;

/// Returns the handoffs of the transcript at `path`. What `memory` knows of it is not searched
/// again; what is searched before the time is over is what it knows next.
pub(crate) fn handoffs(
    path: &Path,
    memory: Option<&Memory>,
    deadline: Deadline,
) -> io::Result<Handoffs> {
    let file = open_regular(path)?;
    let known = memory.and_then(Memory::read).and_then(|known| resume(&file, known));
    let (from, mut handoffs) = known.unwrap_or_default();
    let search = search(&file, from, deadline, |line| take(&mut handoffs, &file, line))?;
    if let Some(memory) = memory.filter(|_| is_worth_keeping(from, search.line, search.is_over)) {
        // The last line may go on, so it is not part of what was searched.
        let seam = read(&file, seam(search.line))?;
        memory.keep(&Checkpoint::of(id(&file)?, search.line, &seam, handoffs.clone()));
    }
    search.end(&mut |line| take(&mut handoffs, &file, line))?;
    Ok(handoffs)
}

/// Returns them as they were when the file ended at this offset.
pub(crate) fn handoffs_before(path: &Path, end: u64, deadline: Deadline) -> io::Result<Handoffs> {
    let mut found = Handoffs::default();
    handoffs_at(path, &[end], deadline, |handoffs| found = handoffs.clone())?;
    Ok(found)
}

/// Shows the handoffs as they were when the file ended at each of these offsets, in order.
pub(crate) fn handoffs_at(
    path: &Path,
    ends: &[u64],
    deadline: Deadline,
    mut show: impl FnMut(&Handoffs),
) -> io::Result<()> {
    let mut handoffs = Handoffs::default();
    let mut ends = ends.iter().peekable();
    let file = open_regular(path)?;
    let mut take_line = |line: Range<u64>| {
        while ends.next_if(|end| **end <= line.start).is_some() {
            show(&handoffs);
        }
        take(&mut handoffs, &file, line)
    };
    search(&file, 0, deadline, &mut take_line)?.end(&mut take_line)?;
    ends.for_each(|_| show(&handoffs));
    Ok(())
}

/// Returns how far the file has been searched, and what was found there.
fn resume(file: &File, known: Checkpoint) -> Option<(u64, Handoffs)> {
    let searched = known.searched();
    let seam = read(file, seam(searched)).ok()?;
    let handoffs = known.guard_resume(id(file).ok()?, file.metadata().ok()?.len(), &seam)?;
    Some((searched, handoffs))
}

fn take(handoffs: &mut Handoffs, file: &File, line: Range<u64>) -> io::Result<()> {
    match usize::try_from(line.end.saturating_sub(line.start)) {
        Ok(..=LINE_BYTES_MAX) => handoffs.line(&mut read(file, line)?),
        Ok(_) | Err(_) => handoffs.skipped_line(),
    }
    Ok(())
}

fn read(file: &File, range: Range<u64>) -> io::Result<Vec<u8>> {
    let len = usize::try_from(range.end.saturating_sub(range.start)).unwrap_or(usize::MAX);
    let mut bytes = vec![0; len];
    file.read_exact_at(&mut bytes, range.start)?;
    Ok(bytes)
}

/// Hands over where the lines lie that hold a needle, each once, in order, but for one that nothing
/// ends: [`Search::end`] does. `from` is where a line begins.
fn search(
    file: &File,
    from: u64,
    deadline: Deadline,
    mut take: impl FnMut(Range<u64>) -> io::Result<()>,
) -> io::Result<Search> {
    let needles = NEEDLES;
    let finders = needles.map(Finder::new);
    // A needle may lie across two blocks: so much of one is kept before the next.
    let overlap = needles.iter().map(|needle| needle.len()).max().unwrap_or(1).saturating_sub(1);
    let mut search = Search { read: from, line: from, has_needle: false, is_over: false };
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut kept = 0_usize;
    loop {
        let at = search.read;
        let read = file.read_at(buffer.get_mut(kept..).unwrap_or_default(), at)?;
        search.read = at.saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
        let filled = kept.saturating_add(read);
        let block = buffer.get(..filled).unwrap_or_default();
        search.block(&finders, block, &mut take)?;
        search.is_over = read > 0 && deadline.is_over();
        if read == 0 || search.is_over {
            return Ok(search);
        }
        let keep_from = filled.saturating_sub(overlap);
        buffer.copy_within(keep_from..filled, 0);
        kept = filled.saturating_sub(keep_from);
    }
}

/// How far a search has come, in offsets of the file.
#[derive(Debug)]
struct Search {
    /// Where the next block is read from.
    read: u64,
    /// Where the line begins that the last block ended in.
    line: u64,
    /// Whether a needle was seen in that line.
    has_needle: bool,
    /// Whether the time was over before the file was.
    is_over: bool,
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
        // Where each needle is next, so that a frequent one does not restart the search for others.
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
        if self.is_over {
            return Err(io::ErrorKind::TimedOut.into());
        }
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
        let mut take = |line: Range<u64>| {
            let range = usize::try_from(line.start).unwrap()..usize::try_from(line.end).unwrap();
            lines.push(text[range].to_vec());
            Ok(())
        };
        let search = search(&file, 0, deadline, &mut take).unwrap();
        search.end(&mut take).unwrap();
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
        assert_eq!(handoffs(file.path(), None, deadline).unwrap().open(), None);
        std::fs::write(file.path(), "z".repeat(LINE_BYTES_MAX + 1)).unwrap();
        assert_eq!(handoffs(file.path(), None, deadline).unwrap().open(), Some([].as_slice()));
    }

    const SEND: &str = concat!(
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","#,
        r#""name":"SendMessage","input":{"to":"windows"}}]}}"#
    );
    const RESULT: &str = concat!(
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","#,
        r#""content":"Sent to another Claude session."}]}}"#
    );
    const ANSWER: &str = concat!(
        r#"{"type":"user","message":"#,
        r#"{"content":"<cross-session-message from-name=\"windows\">done"}}"#
    );

    /// A transcript, and where its search is remembered.
    struct Remembered {
        folder: tempfile::TempDir,
        text: String,
    }

    impl Remembered {
        fn new(text: &str) -> Self {
            Self { folder: tempfile::tempdir().unwrap(), text: text.into() }
        }

        fn write(&self) {
            std::fs::write(self.folder.path().join("transcript"), &self.text).unwrap();
        }

        fn grow(&mut self, lines: &str) {
            self.text.push_str(lines);
            self.write();
        }

        fn open(&self) -> Option<Vec<String>> {
            let deadline = Deadline::after(core::time::Duration::from_secs(60));
            self.handoffs(deadline).unwrap().open().map(<[String]>::to_vec)
        }

        fn handoffs(&self, deadline: Deadline) -> io::Result<Handoffs> {
            self.write();
            let memory = Memory::at(self.folder.path());
            handoffs(&self.folder.path().join("transcript"), Some(&memory), deadline)
        }
    }

    fn filler(bytes: usize) -> String {
        format!("{{\"type\":\"system\"}}\n{}\n", "x".repeat(bytes))
    }

    #[test]
    fn a_search_goes_on_where_the_last_one_ended() {
        let mut file = Remembered::new(&format!("{SEND}\n{RESULT}\n{}", filler(300 << 10)));
        assert_eq!(file.open().unwrap(), ["windows"]);
        // What was searched is not searched again.
        file.text.replace_range(..8, "_type_=!");
        assert_eq!(file.open().unwrap(), ["windows"]);
        file.grow(&filler(100));
        assert_eq!(file.open().unwrap(), ["windows"]);
        file.grow(&format!("{ANSWER}\n"));
        assert_eq!(file.open().unwrap(), [""; 0]);
    }

    #[test]
    fn what_was_searched_before_the_time_was_over_is_not_searched_again() {
        let mut file = Remembered::new(&format!("{SEND}\n{RESULT}\n{}", filler(99).repeat(8000)));
        let over = Deadline::after(core::time::Duration::ZERO);
        // Each gets one block further, and says nothing of a file that it has not seen whole.
        for _ in 0..2 {
            assert_eq!(file.handoffs(over).unwrap_err().kind(), io::ErrorKind::TimedOut);
        }
        file.text.replace_range(..8, "_type_=!");
        assert_eq!(file.open().unwrap(), ["windows"]);
    }

    #[test]
    fn a_line_that_is_still_being_written_is_searched_again_once_it_has_ended() {
        let (first, rest) = ANSWER.split_at(ANSWER.len() - 10);
        let sent = format!("{SEND}\n{RESULT}\n{}", filler(300 << 10));
        let mut file = Remembered::new(&format!("{sent}{first}"));
        assert_eq!(file.open(), None, "half a line may be anything");
        file.grow(rest);
        assert_eq!(file.open().unwrap(), [""; 0]);
    }

    #[test]
    fn a_file_that_did_not_just_grow_is_searched_from_its_start() {
        let sent = format!("{SEND}\n{RESULT}\n{}", filler(300 << 10));
        let mut file = Remembered::new(&sent);
        assert_eq!(file.open().unwrap(), ["windows"]);
        file.text = sent.replace(SEND, &"y".repeat(SEND.len()));
        let end = file.text.len() - 20;
        file.text.replace_range(end.., &"z".repeat(20));
        assert_eq!(file.open().unwrap(), [""; 0], "the last bytes are others");
        file.text = filler(300 << 10);
        assert_eq!(file.open().unwrap(), [""; 0], "it is shorter");
        let mut file = Remembered::new(&sent);
        assert_eq!(file.open().unwrap(), ["windows"]);
        let path = file.folder.path().join("transcript");
        std::fs::rename(&path, file.folder.path().join("old")).unwrap();
        file.text.replace_range(..SEND.len(), &"y".repeat(SEND.len()));
        assert_eq!(file.open().unwrap(), [""; 0], "it is another file");
    }

    #[test]
    fn what_cannot_be_remembered_is_searched_each_time() {
        let file = Remembered::new(&format!("{SEND}\n{RESULT}\n{}", filler(300 << 10)));
        std::fs::write(file.folder.path().join("sessions"), "").unwrap();
        for _ in 0..2 {
            assert_eq!(file.open().unwrap(), ["windows"]);
        }
    }
}
