//! Counters and records on disk.

mod reads;

use core::time::Duration;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::SystemTime;

use sprag_core::checkpoint::Checkpoint;
use sprag_core::counters::{self, Counters};
use sprag_core::event::Event;
use sprag_core::host::Host;
use sprag_core::limits::{RECORDS_BYTES_MAX, SESSION_AGE_DAYS_MAX};
use sprag_core::twin::guard_twin;

use crate::deadline::Deadline;
use crate::files::read_if_present;
use crate::records;
use reads::READS;

/// The state folder, locked. Everything between reading counters and writing them happens while
/// this lives, so that stops at the same moment cannot exceed a cap.
#[derive(Debug)]
pub(crate) struct State {
    folder: PathBuf,
    _lock: File,
}

impl State {
    /// Makes the folder if need be and waits for the lock.
    pub(crate) fn lock(folder: &Path, deadline: Deadline) -> io::Result<Self> {
        make_private_folder(&folder.join("sessions"))?;
        let lock = private().create(true).append(true).open(folder.join("lock"))?;
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(Self { folder: folder.into(), _lock: lock }),
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if deadline.is_over() => {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(2)),
            }
        }
    }

    /// Returns the counters of a session. A file that is there and cannot be read is no empty one.
    pub(crate) fn counters(&self, host: Host, session: &str) -> io::Result<Counters> {
        let bytes = read_if_present(&self.session_file(host, session))?;
        Ok(Counters::parse(bytes.as_deref()))
    }

    /// Replaces the counters of a session: all of them or nothing.
    pub(crate) fn write_counters(
        &self,
        host: Host,
        session: &str,
        counters: &Counters,
    ) -> io::Result<()> {
        replace(&self.session_file(host, session), counters.text().as_bytes())
    }

    /// Takes an event for this process; returns whether another one has taken it.
    pub(crate) fn take(&self, event: &Event) -> io::Result<bool> {
        let path = self.session_file(event.host, &event.session).with_extension("taken");
        let taken = read_if_present(&path)?;
        let taken = taken.as_deref().and_then(|taken| core::str::from_utf8(taken).ok());
        if guard_twin(event, taken) {
            return Ok(true);
        }
        if let Some(delivery) = &event.delivery {
            write(&path, delivery.as_bytes())?;
        }
        Ok(false)
    }

    /// Appends a record.
    pub(crate) fn append(&self, line: &str) -> io::Result<()> {
        self.append_bounded(records::NAME, records::OLDER_NAME, line)
    }

    /// Appends a line to the usage of the worker.
    pub(crate) fn append_usage(&self, line: &str) -> io::Result<()> {
        self.append_bounded(records::USAGE_NAME, records::OLDER_USAGE_NAME, line)
    }

    /// Appends a line to a file that becomes the older one when it is long.
    fn append_bounded(&self, name: &str, older: &str, line: &str) -> io::Result<()> {
        let path = self.folder.join(name);
        if fs::metadata(&path).is_ok_and(|metadata| metadata.len() > RECORDS_BYTES_MAX) {
            fs::rename(&path, self.folder.join(older))?;
        }
        private().create(true).append(true).open(path)?.write_all(line.as_bytes())
    }

    /// Appends a line to a file of people's own words, behind a line end: the line before may be
    /// cut.
    pub(crate) fn append_to(&self, name: &str, line: &str) -> io::Result<()> {
        let path = self.folder.join(name);
        let text = read_if_present(&path)?.unwrap_or_default();
        let is_cut = text.last().is_some_and(|end| *end != b'\n');
        let line = [if is_cut { "\n" } else { "" }, line].concat();
        private().create(true).append(true).open(path)?.write_all(line.as_bytes())
    }

    /// Removes the files of sessions that ended long ago, one that is being written included: its
    /// writer is dead, for the lock is ours.
    pub(crate) fn prune(&self) {
        let entries = ["sessions", READS].map(|name| fs::read_dir(self.folder.join(name)));
        let entries = entries.into_iter().flatten().flatten();
        let age_max = Duration::from_secs(SESSION_AGE_DAYS_MAX.saturating_mul(24 * 60 * 60));
        let Some(oldest) = SystemTime::now().checked_sub(age_max) else { return };
        for entry in entries.flatten() {
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            if modified.is_ok_and(|modified| modified < oldest) {
                // It will be tried again.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Finds out whether a file can be written and replaced here.
    pub(crate) fn probe(&self) -> io::Result<()> {
        let draft = self.folder.join(format!("probe.{}.tmp", process::id()));
        write(&draft, b"sprag").and_then(|()| fs::remove_file(&draft))
    }

    fn session_file(&self, host: Host, session: &str) -> PathBuf {
        session_file(&self.folder, host, session)
    }
}

fn session_file(folder: &Path, host: Host, session: &str) -> PathBuf {
    folder.join("sessions").join(counters::file_name(host, session))
}

/// Where a session's search of its transcript is remembered. Nothing is locked: each file holds
/// all that it says, and whichever of two is kept is true.
#[derive(Debug)]
pub(crate) struct Memory(PathBuf);

impl Memory {
    pub(crate) fn of(folder: &Path, event: &Event) -> Self {
        Self(session_file(folder, event.host, &event.session).with_extension("search"))
    }

    #[cfg(test)]
    pub(crate) fn at(path: PathBuf) -> Self {
        Self(path)
    }

    pub(crate) fn read(&self) -> Option<Checkpoint> {
        Checkpoint::parse(&read_if_present(&self.0).ok()??)
    }

    /// Keeps a checkpoint; without it the next search is longer, and that is all.
    pub(crate) fn keep(&self, checkpoint: &Checkpoint) {
        let Some(text) = checkpoint.text() else { return };
        let folder = self.0.parent().map(make_private_folder);
        if matches!(folder, Some(Ok(()))) {
            let _ = replace(&self.0, text.as_bytes());
        }
    }
}

/// Writes a file in place: after a crash it may be cut off.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    private().create(true).truncate(true).write(true).open(path)?.write_all(bytes)
}

/// Replaces a file: all of it or nothing.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension(format!("{}.tmp", process::id()));
    let written = write(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // A draft is of no use to anybody; that it cannot be removed changes nothing.
        let _ = fs::remove_file(&draft);
    }
    written
}

pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}
