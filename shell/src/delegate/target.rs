//! The file that a worker writes: whole or not at all, and never over another by accident.

use std::io;
use std::path::{Path, PathBuf};

use sprag_core::worker::Failure;
use sprag_core::worker::target::{Overwrite, guard_target};

use crate::draft::{self, Draft, Rights, standing};

/// A place that may be written.
#[derive(Debug)]
pub(super) struct Target {
    /// As it was named.
    pub(super) path: PathBuf,
    overwrite: Overwrite,
}

impl Target {
    /// Returns the target at `path`, if it may be written.
    pub(super) fn find(path: &Path, overwrite: Overwrite) -> Result<Self, Failure> {
        guard_target(&path.to_string_lossy(), standing(path), overwrite)?;
        Ok(Self { path: path.into(), overwrite })
    }

    /// Puts the text there. What has come into being meanwhile stays, unless it may be replaced.
    pub(super) fn put(&self, text: &str) -> Result<(), Failure> {
        let path = || self.path.to_string_lossy().into_owned();
        let fault =
            |error: io::Error| Failure::TargetFailed { path: path(), error: error.to_string() };
        self.write(text).map_err(fault)
    }

    fn write(&self, text: &str) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            draft::make_folder(folder)?;
        }
        let mut draft = Draft::of(&self.path, Rights::Usual)?;
        draft.write(text.as_bytes())?;
        match self.overwrite {
            Overwrite::Force => draft.put(),
            Overwrite::Refuse => draft.put_new().map_err(taken),
        }
    }
}

/// Says in words what has happened meanwhile.
fn taken(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::AlreadyExists {
        return io::Error::other("somebody has just made it");
    }
    error
}
