//! What is unknown in many transcripts at once.

use alloc::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use sprag_core::hosts::drift::Drift;
use sprag_core::hosts::host::Host;

use super::{LIMIT, host_of};
use crate::system::deadline::Deadline;
use crate::system::files::open_regular;
use crate::system::lines::{Line, LinesFromEnd};
use crate::system::terminal::Fault;

/// What is not known of some transcripts.
#[derive(Debug, Serialize)]
pub(super) struct Corpus {
    host: Host,
    files: usize,
    lines: u64,
    pub(super) unknown: Drift,
    /// The files that hold something unknown, with what it is.
    where_unknown: BTreeMap<String, Drift>,
}

impl Corpus {
    /// Reads the files, and every `.jsonl` file in the folders and below them.
    ///
    /// Where no host is named, the name of a file tells.
    pub(super) fn read(host: Option<Host>, paths: &[PathBuf]) -> Result<Self, Fault> {
        let mut files = Vec::new();
        for path in paths {
            let before = files.len();
            find(path, &mut files).map_err(|error| at(path, &error))?;
            if files.len() == before {
                return Err(Fault::of(format!("{}: no .jsonl file in it", path.display())));
            }
        }
        files.sort();
        files.dedup();
        let transcript = |file: &&PathBuf| host_of(file) != Host::Claude;
        let host = host.unwrap_or_else(|| {
            files.iter().find(transcript).map_or(Host::Claude, |file| host_of(file))
        });
        // Beside its transcripts Grok keeps other files of this kind.
        files.retain(|file| host != Host::Grok || host_of(file) == Host::Grok);
        let mut corpus = Self {
            host,
            files: files.len(),
            lines: 0,
            unknown: Drift::default(),
            where_unknown: BTreeMap::new(),
        };
        for file in files {
            let mut drift = Drift::default();
            let lines = read(host, &file, &mut drift).map_err(|error| at(&file, &error))?;
            corpus.lines = corpus.lines.saturating_add(lines);
            corpus.unknown.add(&drift);
            if !drift.is_empty() {
                corpus.where_unknown.insert(file.to_string_lossy().into_owned(), drift);
            }
        }
        Ok(corpus)
    }
}

fn at(path: &Path, error: &io::Error) -> Fault {
    Fault::of(format!("{}: {error}", path.display()))
}

/// Finds the files of a path. Links to folders are not followed: they may lead in a circle.
pub(crate) fn find(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.into());
        return Ok(());
    }
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "jsonl") {
                files.push(path);
            }
        }
    }
    Ok(())
}

/// Shows every line of a file to `drift`; returns how many there are.
pub(super) fn read(host: Host, path: &Path, drift: &mut Drift) -> io::Result<u64> {
    let deadline = Deadline::after(LIMIT);
    let mut lines = LinesFromEnd::of(open_regular(path)?)?;
    let mut count: u64 = 0;
    while let Some(line) = lines.next()? {
        match line {
            Line::Text(text) => drift.line_of(host, text),
            Line::TooLong(_) => drift.skipped_line(),
        }
        count = count.saturating_add(1);
        if deadline.is_over() {
            return Err(io::ErrorKind::TimedOut.into());
        }
    }
    Ok(count)
}
