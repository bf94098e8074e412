//! The file that a worker writes: whole or not at all, and never over another by accident.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

use sprag_core::worker::Failure;
use sprag_core::worker::target::{Overwrite, Place, guard_target};

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
        guard_target(&path.to_string_lossy(), place(path), overwrite)?;
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
        // A link stays a link, and what it leads to is replaced.
        let path = match self.overwrite {
            Overwrite::Force => fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone()),
            Overwrite::Refuse => self.path.clone(),
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut draft = path.clone().into_os_string();
        draft.push(format!(".{}.tmp", process::id()));
        let draft = PathBuf::from(draft);
        let put = write_draft(&draft, text, &path).and_then(|()| match self.overwrite {
            Overwrite::Force => fs::rename(&draft, &path),
            // A link to the draft comes into being only where nothing is.
            Overwrite::Refuse => fs::hard_link(&draft, &path).map_err(taken),
        });
        // After a rename it is gone. A draft is of no use to anybody.
        let _ = fs::remove_file(&draft);
        put
    }
}

/// Says in words what has happened meanwhile.
fn taken(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::AlreadyExists {
        return io::Error::other("somebody has just made it");
    }
    error
}

fn write_draft(draft: &Path, text: &str, like: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().create_new(true).write(true).open(draft)?;
    if let Ok(metadata) = fs::metadata(like) {
        file.set_permissions(metadata.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn place(path: &Path) -> Place {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Place::File,
        Ok(_) => Place::Other,
        // A link that leads nowhere is something, too.
        Err(_) if fs::symlink_metadata(path).is_ok() => Place::Other,
        Err(_) => Place::Free,
    }
}
