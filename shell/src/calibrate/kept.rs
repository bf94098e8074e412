//! The answers that are kept between runs, one a line: no text of what was asked.

use alloc::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;

use sprag_core::calibrate::cache::Kept;
use sprag_core::limits::RECORDS_BYTES_MAX;

use crate::files::open_regular;
use crate::state::{make_private_folder, private};

/// The file, and what it holds.
#[derive(Debug)]
pub(super) struct Answers {
    known: BTreeMap<String, Kept>,
    /// Without a home nothing is kept.
    file: Option<File>,
}

impl Answers {
    /// Opens the file in the state folder. One that has grown too large begins anew.
    pub(super) fn open(folder: Option<&Path>) -> io::Result<Self> {
        let Some(folder) = folder else {
            return Ok(Self { known: BTreeMap::new(), file: None });
        };
        make_private_folder(folder)?;
        let path = folder.join("calibration.jsonl");
        let mut file = private().create(true).append(true).open(&path)?;
        if file.metadata()?.len() > RECORDS_BYTES_MAX {
            file.set_len(0)?;
        }
        let mut known = BTreeMap::new();
        let mut is_cut = false;
        let mut lines = BufReader::new(open_regular(&path)?.take(RECORDS_BYTES_MAX));
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line)? > 0 {
            is_cut = !line.ends_with(b"\n");
            if let Some(kept) = core::str::from_utf8(&line).ok().and_then(Kept::parse) {
                known.insert(kept.asked.clone(), kept);
            }
            line.clear();
        }
        if is_cut {
            // A kill has left half a line; what follows must not become part of it.
            file.write_all(b"\n")?;
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
            Some(file) => file.write_all(answer.line().as_bytes()),
            None => Ok(()),
        }
    }
}
