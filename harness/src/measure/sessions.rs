//! The transcripts that labels point into.

use alloc::{collections::BTreeMap, string::String, vec::Vec};
use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::label::Label;

/// The transcripts below a folder, by session. The last one read is kept, so labels that stand
/// together are replayed fast.
#[derive(Debug)]
pub struct Sessions {
    paths: BTreeMap<String, PathBuf>,
    open: Option<(String, Vec<u8>)>,
}

/// Why a label could not be replayed.
#[derive(Debug)]
pub enum Unreplayed {
    /// There is no transcript of the session.
    NoSession,
    /// It has fewer lines than the label says.
    TooShort,
    /// It cannot be read.
    Unread(io::Error),
    /// The payload made for it reports no event.
    NoEvent,
}

impl fmt::Display for Unreplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSession => f.write_str("no transcript of its session"),
            Self::TooShort => f.write_str("the transcript ends before its line"),
            Self::Unread(error) => write!(f, "the transcript cannot be read: {error}"),
            Self::NoEvent => f.write_str("its payload reports no event"),
        }
    }
}

impl Sessions {
    /// Finds the transcripts: files `SESSION.jsonl` at any depth, but for those of subagents.
    ///
    /// # Errors
    ///
    /// Returns an error if a folder cannot be read.
    pub fn below(folder: &Path) -> io::Result<Self> {
        let mut paths = BTreeMap::new();
        let mut folders = Vec::from([folder.to_path_buf()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let path = entry?.path();
                let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
                if path.is_dir() && name != "subagents" {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "jsonl") {
                    paths.insert(name.into(), path);
                }
            }
        }
        Ok(Self { paths, open: None })
    }

    /// Returns the transcript of the label's session as it was when the turn ended.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or not that much of it.
    pub fn cut(&mut self, label: &Label) -> Result<&[u8], Unreplayed> {
        let file = self.file(&label.session)?;
        let mut rest = label.line;
        let end = file.iter().position(|byte| {
            rest = rest.saturating_sub(usize::from(*byte == b'\n'));
            rest == 0
        });
        // The last line of a file may lack its end.
        let end = end.map(|at| at.saturating_add(1)).or_else(|| (rest == 1).then_some(file.len()));
        end.and_then(|end| file.get(..end)).ok_or(Unreplayed::TooShort)
    }

    fn file(&mut self, session: &str) -> Result<&[u8], Unreplayed> {
        let is_open = self.open.as_ref().is_some_and(|(open, _)| open == session);
        if !is_open {
            let path = self.paths.get(session).ok_or(Unreplayed::NoSession)?;
            let file = fs::read(path).map_err(Unreplayed::Unread)?;
            self.open = Some((session.into(), file));
        }
        Ok(self.open.as_ref().map_or(&[], |(_, file)| file))
    }
}
