//! The file of records, read from its beginning, in bounded memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use sprag_core::limits::RECORD_LINE_BYTES_MAX;
use sprag_core::reports::log::LogLine;

use crate::system::files::open_regular;

/// The file that stops are recorded in.
pub(crate) const NAME: &str = "decisions.jsonl";

/// The one before it, set aside.
pub(crate) const OLDER_NAME: &str = "decisions.1.jsonl";

/// The file of what was handed to the worker, and the one before it.
pub(crate) const USAGE_NAME: &str = "usage.jsonl";
pub(crate) const OLDER_USAGE_NAME: &str = "usage.1.jsonl";

/// Hands over every line of the records in a folder, the oldest first. Files that are not there
/// hold none.
pub(crate) fn each(folder: &Path, mut see: impl FnMut(LogLine)) -> io::Result<()> {
    each_line(&folder.join(NAME), &folder.join(OLDER_NAME), |line| see(LogLine::read(line)))
}

/// Hands over every line of the worker's usage in a folder, likewise.
pub(crate) fn each_of_usage(folder: &Path, see: impl FnMut(&[u8])) -> io::Result<()> {
    each_line(&folder.join(USAGE_NAME), &folder.join(OLDER_USAGE_NAME), see)
}

fn each_line(newer: &Path, older: &Path, mut see: impl FnMut(&[u8])) -> io::Result<()> {
    // The newer one first: if it is set aside in between, it is the other one, too, and no record
    // is missed.
    let newer = open(newer)?;
    let older = open(older)?;
    let place = |file: &Option<File>| -> Option<(u64, u64)> {
        let metadata = file.as_ref()?.metadata().ok()?;
        Some((metadata.dev(), metadata.ino()))
    };
    let is_same = newer.is_some() && place(&newer) == place(&older);
    for file in [older.filter(|_| !is_same), newer].into_iter().flatten() {
        lines_of(file, &mut see)?;
    }
    Ok(())
}

/// Hands over every line of one file of records.
pub(crate) fn each_in(path: &Path, see: impl FnMut(LogLine)) -> io::Result<()> {
    each_of(open_regular(path)?, see)
}

fn open(path: &Path) -> io::Result<Option<File>> {
    match open_regular(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Hands over every line of records.
pub(crate) fn each_of(source: impl io::Read, mut see: impl FnMut(LogLine)) -> io::Result<()> {
    lines_of(source, |line| see(LogLine::read(line)))
}

fn lines_of(source: impl io::Read, mut see: impl FnMut(&[u8])) -> io::Result<()> {
    let mut reader = BufReader::new(source);
    let mut line = Vec::new();
    while next(&mut reader, &mut line)? {
        see(&line);
    }
    Ok(())
}

/// Reads a line; returns whether there is one. Of one that is longer than any record, only so much
/// is kept that it is seen to be none.
fn next(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let most = u64::try_from(RECORD_LINE_BYTES_MAX.saturating_add(2)).unwrap_or(u64::MAX);
    let read = io::Read::take(&mut *reader, most).read_until(b'\n', line)?;
    if read > 0 && !line.ends_with(b"\n") {
        reader.skip_until(b'\n')?;
    }
    Ok(read > 0)
}
