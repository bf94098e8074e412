//! Counters and records on disk.

mod reads;

use core::time::Duration;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::SystemTime;

use sprag_core::decision::counters::{Counters, file_name, search_name, taken_name};
use sprag_core::hosts::checkpoint::Checkpoint;
use sprag_core::hosts::duplicate::guard_duplicate;
use sprag_core::hosts::event::Event;
use sprag_core::hosts::host::Host;
use sprag_core::limits::{RECORDS_BYTES_MAX, SESSION_AGE_DAYS_MAX};

use crate::session::records;
use crate::session::worker_token::WORKERS;
use crate::system::deadline::Deadline;
use crate::system::folder::Folder;
use reads::READS;

/// The folder of counters.
const SESSIONS: &str = "sessions";

/// The state folder, locked. Everything between reading counters and writing them happens while
/// this lives, so that stops at the same moment cannot exceed a cap.
#[derive(Debug)]
pub(crate) struct State {
    folder: Folder,
    sessions: Folder,
    _lock: File,
}

impl State {
    /// Makes the folder if need be and waits for the lock.
    pub(crate) fn lock(path: &Path, deadline: Deadline) -> io::Result<Self> {
        let folder = Folder::make(path)?;
        let sessions = folder.make_below(SESSIONS)?;
        let lock = folder.lockable("lock")?;
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(Self { folder, sessions, _lock: lock }),
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
        let bytes = self.sessions.read(&file_name(host, session))?;
        Ok(Counters::parse(bytes.as_deref()))
    }

    /// Replaces the counters of a session: all of them or nothing.
    pub(crate) fn write_counters(
        &self,
        host: Host,
        session: &str,
        counters: &Counters,
    ) -> io::Result<()> {
        self.sessions.replace(&file_name(host, session), counters.text().as_bytes())
    }

    /// Takes an event for this process; returns whether another one has taken it.
    pub(crate) fn take(&self, event: &Event) -> io::Result<bool> {
        let name = taken_name(event.host, &event.session);
        let taken = self.sessions.read(&name)?;
        let taken = taken.as_deref().and_then(|taken| core::str::from_utf8(taken).ok());
        if guard_duplicate(event, taken) {
            return Ok(true);
        }
        if let Some(delivery) = &event.delivery {
            self.sessions.write(&name, delivery.as_bytes())?;
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
        let mut lines = self.folder.lines(name)?;
        if lines.len()? > RECORDS_BYTES_MAX {
            self.folder.rename(name, older)?;
            lines = self.folder.lines(name)?;
        }
        lines.add(line)
    }

    /// Appends a line to a file of people's own words.
    pub(crate) fn append_to(&self, name: &str, line: &str) -> io::Result<()> {
        self.folder.lines(name)?.add(line)
    }

    /// Removes the files of sessions that ended long ago, one that is being written included: its
    /// writer is dead, for the lock is ours.
    pub(crate) fn prune(&self) {
        let age_max = Duration::from_secs(SESSION_AGE_DAYS_MAX.saturating_mul(24 * 60 * 60));
        let Some(oldest) = SystemTime::now().checked_sub(age_max) else { return };
        let reads = self.folder.below(READS).ok().flatten();
        let workers = self.folder.below(WORKERS).ok().flatten();
        let folders = [Some(&self.sessions), reads.as_ref(), workers.as_ref()];
        for folder in folders.into_iter().flatten() {
            // What cannot be listed stays, and will be tried again.
            let _ = folder.prune(oldest);
        }
    }

    /// Finds out whether a file can be written and replaced here.
    pub(crate) fn probe(&self) -> io::Result<()> {
        let draft = format!("probe.{}.tmp", process::id());
        self.folder.write(&draft, b"sprag").and_then(|()| self.folder.remove(&draft))
    }
}

/// Where a session's search of its transcript is remembered. Nothing is locked: each file holds
/// all that it says, and whichever of two is kept is true.
#[derive(Debug)]
pub(crate) struct Memory {
    folder: PathBuf,
    name: String,
}

impl Memory {
    pub(crate) fn of(folder: &Path, event: &Event) -> Self {
        Self { folder: folder.into(), name: search_name(event.host, &event.session) }
    }

    #[cfg(test)]
    pub(crate) fn at(folder: &Path) -> Self {
        Self { folder: folder.into(), name: search_name(Host::Claude, "s1") }
    }

    pub(crate) fn read(&self) -> Option<Checkpoint> {
        let sessions = Folder::at(&self.folder).ok()??.below(SESSIONS).ok()??;
        Checkpoint::parse(&sessions.read(&self.name).ok()??)
    }

    /// Keeps a checkpoint; without it the next search is longer, and that is all.
    pub(crate) fn keep(&self, checkpoint: &Checkpoint) {
        let Some(text) = checkpoint.text() else { return };
        let sessions = Folder::make(&self.folder).and_then(|state| state.make_below(SESSIONS));
        let _ = sessions.and_then(|sessions| sessions.replace(&self.name, text.as_bytes()));
    }
}
