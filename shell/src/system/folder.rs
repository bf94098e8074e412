//! A folder of the user's own, opened once: it does not matter where its name points later, and no
//! link is followed.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt as _, FileExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::process;
use std::time::SystemTime;

use rustix::fs::{AtFlags, Dir, Mode, OFlags, mkdirat, open, openat, renameat, unlinkat};
use rustix::io::Errno;
use sprag_core::decision::counters::{draft_name, guard_removal};
use sprag_core::security::trust::{
    Contents, Shared, guard_mark, guard_state_file, guard_state_folder,
};

use crate::system::files::{read_bounded, regular};
use crate::system::home;
use crate::system::place::node;

const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Without `NONBLOCK`, opening a FIFO would wait for its other end.
const FILE: OFlags = OFlags::NONBLOCK.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

const PRIVATE: Mode = Mode::RUSR.union(Mode::WUSR);

/// A file of this name says that what lies beside it is ours.
const MARK: &str = ".sprag-state";

const MARK_TEXT: &str = "sprag keeps its counters and records in this folder.\n";

/// Returns what lies in a folder that is to be ours. `around` is the folder that a variable names,
/// where it does not name this one itself.
pub(crate) fn contents(path: &Path, around: Option<&Path>) -> Contents {
    let mut entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => {
            let is_absent = error.kind() == io::ErrorKind::NotFound;
            return match around {
                Some(around) if is_absent && around.is_dir() => Contents::New,
                _ if is_absent || !path.is_dir() => Contents::Absent,
                // Whose it is cannot be told.
                _ => Contents::Others,
            };
        }
    };
    let mark = fs::symlink_metadata(path.join(MARK));
    if mark.is_ok_and(|mark| guard_mark(node(&mark), home::user())) {
        return Contents::Marked;
    }
    entries.next().map_or(Contents::Nothing, |_| Contents::Others)
}

/// A folder that is open.
#[derive(Debug)]
pub(crate) struct Folder(OwnedFd);

impl Folder {
    /// Opens the folder at a path, and makes it if need be. It is marked before anything else is
    /// put there: a variable that names it later finds out whose it is.
    pub(crate) fn make(path: &Path) -> io::Result<Self> {
        let path = without_end(path);
        DirBuilder::new().recursive(true).mode(0o700).create(&path)?;
        let folder = Self::of(open(&path, FOLDER, Mode::empty()))?;
        if !folder.has(MARK) {
            folder.write(MARK, MARK_TEXT.as_bytes())?;
        }
        Ok(folder)
    }

    /// Opens the folder at a path, if there is one.
    pub(crate) fn at(path: &Path) -> io::Result<Option<Self>> {
        if_present(Self::of(open(without_end(path), FOLDER, Mode::empty())))
    }

    /// Opens a folder in this one, and makes it if need be.
    pub(crate) fn make_below(&self, name: &str) -> io::Result<Self> {
        match mkdirat(&self.0, name, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        Self::of(openat(&self.0, name, FOLDER, Mode::empty()))
    }

    /// Opens a folder in this one, if there is one.
    pub(crate) fn below(&self, name: &str) -> io::Result<Option<Self>> {
        if_present(Self::of(openat(&self.0, name, FOLDER, Mode::empty())))
    }

    fn of(opened: Result<OwnedFd, Errno>) -> io::Result<Self> {
        let unopened = |error| match error {
            Errno::LOOP | Errno::NOTDIR => {
                io::Error::new(io::ErrorKind::NotADirectory, "not a folder, or a link to one")
            }
            other => other.into(),
        };
        let folder = File::from(opened.map_err(unopened)?);
        guard_state_folder(node(&folder.metadata()?), home::user()).map_err(refused)?;
        Ok(Self(folder.into()))
    }

    /// Returns the bytes of a file that need not exist.
    pub(crate) fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        if_present(self.open(name, OFlags::RDONLY).and_then(read_bounded))
    }

    /// Returns whether something has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    }

    /// Writes a file in place: after a crash it may be cut off.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        // It is emptied once it is known to be ours, not by opening it.
        let mut file = self.open_own(name, OFlags::WRONLY | OFlags::CREATE)?;
        file.set_len(0)?;
        file.write_all(bytes)
    }

    /// Replaces a file: all of it or nothing.
    pub(crate) fn replace(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let draft = draft_name(name, process::id());
        let written = self.write(&draft, bytes).and_then(|()| self.rename(&draft, name));
        if written.is_err() {
            // A draft is of no use to anybody; that it cannot be removed changes nothing.
            let _ = self.remove(&draft);
        }
        written
    }

    pub(crate) fn rename(&self, name: &str, other: &str) -> io::Result<()> {
        Ok(renameat(&self.0, name, &self.0, other)?)
    }

    pub(crate) fn remove(&self, name: &str) -> io::Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::empty())?)
    }

    /// Opens a file of lines to add to it, and makes it if need be.
    pub(crate) fn lines(&self, name: &str) -> io::Result<Lines> {
        self.open_own(name, OFlags::RDWR | OFlags::CREATE | OFlags::APPEND).map(Lines)
    }

    /// Opens a file to lock it, and makes it if need be.
    pub(crate) fn lockable(&self, name: &str) -> io::Result<File> {
        self.open_own(name, OFlags::WRONLY | OFlags::CREATE)
    }

    /// Removes the files of sessions that were last written before this time.
    pub(crate) fn prune(&self, oldest: SystemTime) -> io::Result<()> {
        for entry in Dir::read_from(&self.0)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().to_str() else { continue };
            let is_old = |file: &File| file.metadata()?.modified().map(|at| at < oldest);
            let file = guard_removal(name).then(|| self.open(name, OFlags::RDONLY));
            if matches!(file.map(|file| file.and_then(|file| is_old(&file))), Some(Ok(true))) {
                // It will be tried again.
                let _ = self.remove(name);
            }
        }
        Ok(())
    }

    /// Opens a regular file to write to it.
    fn open_own(&self, name: &str, flags: OFlags) -> io::Result<File> {
        let file = self.open(name, flags)?;
        guard_state_file(file.metadata()?.nlink()).map_err(refused)?;
        Ok(file)
    }

    /// Opens a regular file that lies here itself.
    fn open(&self, name: &str, flags: OFlags) -> io::Result<File> {
        regular(openat(&self.0, name, FILE | flags, PRIVATE)?.into())
    }
}

/// A file that lines are added to.
#[derive(Debug)]
pub(crate) struct Lines(File);

impl Lines {
    /// Returns how many bytes there are.
    pub(crate) fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    /// Returns the file, to read it from its beginning.
    pub(crate) const fn file(&self) -> &File {
        &self.0
    }

    /// Takes all lines away.
    pub(crate) fn clear(&self) -> io::Result<()> {
        self.0.set_len(0)
    }

    /// Adds a line. A full disk or a kill may have cut the last one, and what follows must not
    /// become part of it.
    pub(crate) fn add(&mut self, line: &str) -> io::Result<()> {
        let mut last = [b'\n'];
        if let Some(at) = self.len()?.checked_sub(1) {
            self.0.read_exact_at(&mut last, at)?;
        }
        let end = if last == [b'\n'] { "" } else { "\n" };
        self.0.write_all([end, line].concat().as_bytes())
    }
}

fn refused(shared: Shared) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, shared)
}

/// A slash at the end would have a link followed.
fn without_end(path: &Path) -> PathBuf {
    path.components().collect()
}

fn if_present<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
