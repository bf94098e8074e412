//! A file of records that grows, and is rotated now and then.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

use sprag_core::limits::RECORD_LINE_BYTES_MAX;
use sprag_core::reports::log::LogLine;

use crate::system::files::open_regular;

const BLOCK_BYTES: usize = 64 << 10;

/// A file of records, as far as it has been read.
#[derive(Debug)]
pub(crate) struct Tail {
    path: PathBuf,
    /// The file that is being read; none while there is none.
    file: Option<File>,
    /// A line whose end is not written yet.
    line: Vec<u8>,
    /// Whether that line is too long: what follows up to its end belongs to it.
    is_too_long: bool,
}

impl Tail {
    /// Begins at the beginning of the file, which need not be there yet.
    pub(crate) fn of(path: PathBuf) -> Self {
        Self { path, file: None, line: Vec::new(), is_too_long: false }
    }

    /// Hands over what has been written since. Where another file has taken its place, the rest of
    /// the old one comes first.
    pub(crate) fn read(&mut self, mut see: impl FnMut(LogLine)) -> io::Result<()> {
        self.read_on(&mut see)?;
        if self.is_current() {
            return Ok(());
        }
        match open_regular(&self.path) {
            Ok(file) => {
                // What is cut there stays cut.
                if !self.line.is_empty() {
                    self.line_ends(&mut see);
                }
                self.file = Some(file);
                self.read_on(&mut see)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns whether the path still names the file that is being read, and it was not cut.
    fn is_current(&self) -> bool {
        let Some(mut file) = self.file.as_ref() else { return false };
        let (Ok(own), Ok(at)) = (file.metadata(), file.stream_position()) else { return false };
        let named = fs::metadata(&self.path);
        named.is_ok_and(|named| {
            (named.dev(), named.ino()) == (own.dev(), own.ino()) && named.len() >= at
        })
    }

    fn read_on(&mut self, see: &mut impl FnMut(LogLine)) -> io::Result<()> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        let mut block = vec![0; BLOCK_BYTES];
        loop {
            let len = file.read(&mut block)?;
            let Some(read) = block.get(..len).filter(|read| !read.is_empty()) else { break };
            for part in read.split_inclusive(|byte| *byte == b'\n') {
                self.take(part);
                if part.ends_with(b"\n") {
                    self.line_ends(see);
                }
            }
        }
        self.file = Some(file);
        Ok(())
    }

    fn take(&mut self, part: &[u8]) {
        self.is_too_long |= self.line.len().saturating_add(part.len()) > RECORD_LINE_BYTES_MAX;
        if !self.is_too_long {
            self.line.extend_from_slice(part);
        }
    }

    fn line_ends(&mut self, see: &mut impl FnMut(LogLine)) {
        see(if self.is_too_long { LogLine::Damaged } else { LogLine::read(&self.line) });
        self.line.clear();
        self.is_too_long = false;
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::Write as _;

    use super::*;

    fn lines(tail: &mut Tail) -> Vec<LogLine> {
        let mut lines = Vec::new();
        tail.read(|line| lines.push(line)).unwrap();
        lines
    }

    #[test]
    fn a_line_is_handed_over_once_it_is_whole_and_a_new_file_is_read_from_its_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let write = |text: &str| {
            let mut file = OpenOptions::new().create(true).append(true).open(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
        };
        let mut tail = Tail::of(path.clone());
        assert!(lines(&mut tail).is_empty());
        write("{\"form\"");
        assert!(lines(&mut tail).is_empty());
        write(":7}\nx\n");
        assert_eq!(lines(&mut tail), [LogLine::Unknown, LogLine::Damaged]);
        write("{\"form\":8}\n");
        fs::rename(&path, folder.path().join("older")).unwrap();
        write("y\n");
        assert_eq!(lines(&mut tail), [LogLine::Unknown, LogLine::Damaged]);
        assert!(lines(&mut tail).is_empty());
        fs::write(&path, "z").unwrap();
        assert!(lines(&mut tail).is_empty());
        write("\n");
        assert_eq!(lines(&mut tail), [LogLine::Damaged]);
    }

    #[test]
    fn a_line_that_is_longer_than_any_record_is_passed_over_in_bounded_memory() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let long = "x".repeat(RECORD_LINE_BYTES_MAX + 10);
        fs::write(&path, format!("{long}\n{{\"form\":7}}\n")).unwrap();
        let mut tail = Tail::of(path);
        assert_eq!(lines(&mut tail), [LogLine::Damaged, LogLine::Unknown]);
        assert!(tail.line.capacity() <= 2 * RECORD_LINE_BYTES_MAX);
    }
}
