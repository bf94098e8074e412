//! The answers that are kept between runs, one a line: no text of what was asked.

use alloc::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

use sprag_core::limits::RECORDS_BYTES_MAX;
use sprag_core::reports::calibrate::cache::Kept;

use crate::system::folder::{Folder, Lines};

/// The file, and what it holds.
#[derive(Debug)]
pub(super) struct Answers {
    known: BTreeMap<String, Kept>,
    /// Without a home nothing is kept.
    file: Option<Lines>,
}

impl Answers {
    /// Opens the file in the state folder. One that has grown too large starts again.
    pub(super) fn open(folder: Option<&Path>) -> io::Result<Self> {
        let Some(folder) = folder else {
            return Ok(Self { known: BTreeMap::new(), file: None });
        };
        let file = Folder::make(folder)?.lines("calibration.jsonl")?;
        if file.len()? > RECORDS_BYTES_MAX {
            file.clear()?;
        }
        let mut known = BTreeMap::new();
        let mut lines = BufReader::new(file.file().take(RECORDS_BYTES_MAX));
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line)? > 0 {
            if let Some(kept) = core::str::from_utf8(&line).ok().and_then(Kept::parse) {
                known.insert(kept.asked.clone(), kept);
            }
            line.clear();
        }
        Ok(Self { known, file: Some(file) })
    }

    /// Returns the answer to what has this name.
    pub(super) fn find(&self, name: &str) -> Option<Kept> {
        self.known.get(name).cloned()
    }

    /// Keeps an answer.
    pub(super) fn keep(&mut self, answer: &Kept) -> io::Result<()> {
        match &mut self.file {
            Some(file) => file.add(&answer.line()),
            None => Ok(()),
        }
    }
}
