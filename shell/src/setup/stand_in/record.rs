//! The file of request bodies, one per line, byte for byte as they came.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::system::draft;

/// A record open for appending.
#[derive(Debug)]
pub(super) struct Record(Mutex<File>);

impl Record {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// The file cannot be opened; the error names it.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        draft::append(path)
            .map(|file| Self(Mutex::new(file)))
            .map_err(|error| super::about(&path.display(), &error))
    }

    /// Appends one body. The lines of simultaneous requests do not mix.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn append(&self, body: &[u8]) -> io::Result<()> {
        // Escaping would change the bytes, and the bytes are what a record is for.
        let broken = body.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        let mut line = if broken {
            let bytes = body.len();
            format!(r#"{{"unrecordable":"body holds a line break","bytes":{bytes}}}"#).into_bytes()
        } else {
            body.to_vec()
        };
        line.push(b'\n');
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&line)?;
        file.flush()
    }
}
