//! The lines of a file, last one first, in bounded memory.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

use sprag_core::limits::LINE_BYTES_MAX;

const BLOCK_BYTES: usize = 64 << 10;

/// A file that is read backwards.
#[derive(Debug)]
pub(crate) struct LinesFromEnd {
    file: File,
    /// The block at hand, and the offset of its first byte in the file.
    block: Vec<u8>,
    block_at: u64,
    /// The line that is handed out, where it does not are in one block.
    line: Vec<u8>,
    /// The offset behind the next line, its line end excluded; `None` before the first line.
    end: Option<u64>,
}

/// One line, without its line end.
#[derive(Debug)]
pub(crate) enum Line<'a> {
    Text(&'a mut [u8]),
    /// It has this many bytes, more than a line may have.
    TooLong(u64),
}

impl LinesFromEnd {
    pub(crate) fn of(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        let mut lines =
            Self { file, block: Vec::new(), block_at: len, line: Vec::new(), end: Some(len) };
        // A line end at the end of the file ends the last line; it does not begin another.
        if let Some(before) = len.checked_sub(1)
            && lines.byte(before)? == b'\n'
        {
            lines.end = Some(before);
        } else if len == 0 {
            lines.end = None;
        }
        Ok(lines)
    }

    /// Returns how many bytes come before the end of the next line, its line end included.
    pub(crate) fn left(&self) -> u64 {
        self.end.map_or(0, |end| end.saturating_add(1))
    }

    /// Returns the line before the last one returned.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        let Some(end) = self.end else { return Ok(None) };
        let start = self.start_of_line(end)?;
        self.end = start.checked_sub(1);
        let len = end.saturating_sub(start);
        let is_too_long = usize::try_from(len).map_or(true, |len| len > LINE_BYTES_MAX);
        if is_too_long {
            return Ok(Some(Line::TooLong(len)));
        }
        let len = usize::try_from(len).unwrap_or(0);
        let from = start.checked_sub(self.block_at).and_then(|from| usize::try_from(from).ok());
        let in_block = from.and_then(|from| Some(from..from.checked_add(len)?));
        if let Some(range) = in_block
            && let Some(text) = self.block.get_mut(range)
        {
            return Ok(Some(Line::Text(text)));
        }
        // A buffer that one long line has grown goes with it.
        self.line = vec![0; len];
        self.file.read_exact_at(&mut self.line, start)?;
        Ok(Some(Line::Text(&mut self.line)))
    }

    /// Returns the offset of the line that ends before `end`.
    fn start_of_line(&mut self, end: u64) -> io::Result<u64> {
        let mut end = end;
        while end > 0 {
            if end <= self.block_at {
                self.load_block_before(end)?;
            }
            let within = end.saturating_sub(self.block_at);
            let within = usize::try_from(within).unwrap_or(0).min(self.block.len());
            let (searched, _) = self.block.split_at(within);
            if let Some(at) = memchr::memrchr(b'\n', searched) {
                let after = u64::try_from(at).unwrap_or(0).saturating_add(1);
                return Ok(self.block_at.saturating_add(after));
            }
            end = self.block_at;
        }
        Ok(0)
    }

    /// Loads the block that ends at `end`.
    fn load_block_before(&mut self, end: u64) -> io::Result<()> {
        let block_bytes = u64::try_from(BLOCK_BYTES).unwrap_or(u64::MAX);
        let start = end.saturating_sub(block_bytes);
        let len = usize::try_from(end.saturating_sub(start)).unwrap_or(0);
        self.block.resize(len, 0);
        self.file.read_exact_at(&mut self.block, start)?;
        self.block_at = start;
        Ok(())
    }

    fn byte(&self, at: u64) -> io::Result<u8> {
        let mut byte = [0];
        self.file.read_exact_at(&mut byte, at)?;
        let [byte] = byte;
        Ok(byte)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn backwards(text: &[u8]) -> Vec<Result<Vec<u8>, u64>> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        let mut lines = LinesFromEnd::of(file).unwrap();
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push(match line {
                Line::Text(text) => Ok(text.to_vec()),
                Line::TooLong(bytes) => Err(bytes),
            });
        }
        all
    }

    fn expected(text: &[u8]) -> Vec<Result<Vec<u8>, u64>> {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        text.split(|byte| *byte == b'\n').rev().map(|line| Ok(line.to_vec())).collect()
    }

    #[test]
    fn an_empty_file_has_no_line() {
        assert_eq!(backwards(b""), []);
    }

    #[test]
    fn the_lines_come_last_first_wherever_blocks_end() {
        for text in ["a", "a\n", "\n", "\n\n", "a\n\nb", "a\r\nb\r\n"] {
            assert_eq!(backwards(text.as_bytes()), expected(text.as_bytes()), "{text:?}");
        }
        for around in [BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 2 * BLOCK_BYTES] {
            let mut text = "x".repeat(around).into_bytes();
            for end in ["", "\n", "\nlast", "\nlast\n", "\n\n"] {
                let text = [text.as_slice(), end.as_bytes()].concat();
                assert_eq!(backwards(&text), expected(&text), "{around} {end:?}");
            }
            text.splice(around / 2..around / 2, *b"\nmiddle\n");
            assert_eq!(backwards(&text), expected(&text), "{around}");
        }
    }

    #[test]
    fn many_lines_of_many_lengths_come_whole() {
        let mut text = Vec::new();
        for number in 0_usize..3000 {
            text.extend_from_slice("y".repeat(number.wrapping_mul(7919) % 2000).as_bytes());
            text.push(b'\n');
        }
        assert_eq!(backwards(&text), expected(&text));
    }

    #[test]
    fn a_line_that_is_too_long_is_measured_and_passed_over() {
        let long = "z".repeat(LINE_BYTES_MAX + 1);
        let text = ["first\n", &long, "\nlast\n"].concat();
        let bytes = u64::try_from(long.len()).unwrap();
        let lines = [Ok(b"last".to_vec()), Err(bytes), Ok(b"first".to_vec())];
        assert_eq!(backwards(text.as_bytes()), lines);
        let longest = "z".repeat(LINE_BYTES_MAX);
        assert_eq!(backwards(longest.as_bytes()), expected(longest.as_bytes()));
    }
}
