//! Folders, drafts and child processes that do not outlive the program, whatever signal ends it.
//!
//! What they hold may be text of conversations that nothing has masked.

use alloc::vec;
use std::env;
use std::fs::{self, Permissions};
use std::io::{self, Read, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level;
use tempfile::TempDir;

/// The signals that ask a program to end.
const ENDING: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// Returns the signals that ask this program to end. One that it was started to ignore, as by
/// `nohup`, stays ignored.
pub(crate) fn ending() -> Vec<i32> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // Where the system does not say so, none is.
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    let is_ignored = |signal: i32| {
        let bit = u32::try_from(signal).ok().and_then(|signal| signal.checked_sub(1));
        bit.and_then(|bit| mask.checked_shr(bit)).is_some_and(|mask| mask & 1 == 1)
    };
    ENDING.into_iter().filter(|signal| !is_ignored(*signal)).collect()
}

/// What goes when a signal comes. Whoever makes such a thing holds it locked, and whoever answers
/// the signal does so until the program has ended: nothing is made behind its back.
static LEFT: Mutex<Left> = Mutex::new(Left::NOTHING);

#[derive(Debug)]
struct Left {
    /// Folders, and files that are not at their place yet.
    paths: Vec<PathBuf>,
    /// Children that are not reaped yet, each in a group of its own.
    groups: Vec<Pid>,
    /// How many wait for the signal themselves, and then end the program.
    waiting: usize,
    is_watched: bool,
}

impl Left {
    const NOTHING: Self =
        Self { paths: Vec::new(), groups: Vec::new(), waiting: 0, is_watched: false };

    /// Ends the children, then removes the paths.
    fn clear(&mut self) {
        for group in self.groups.drain(..) {
            end(group);
        }
        for path in self.paths.drain(..) {
            remove(&path);
        }
    }
}

/// Returns what is left, and sees to it that it goes when a signal comes.
fn left() -> io::Result<MutexGuard<'static, Left>> {
    let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
    if !left.is_watched {
        let mut signals = Signals::new(ending())?;
        thread::Builder::new().spawn(move || signals.forever().for_each(answer))?;
        left.is_watched = true;
    }
    Ok(left)
}

/// Ends the program by the signal, so that whoever has started it sees that.
fn answer(signal: i32) {
    let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
    if left.waiting == 0 {
        left.clear();
        // All of these signals end a program that does nothing about them.
        let _ = low_level::emulate_default_handler(signal);
    }
}

/// Ends a child that is not reaped, and all of its group.
fn end(group: Pid) {
    let _ = kill_process_group(group, Signal::KILL);
    ended(group);
}

/// Waits for the end of a child, whose number stays its own until it is reaped.
fn ended(child: Pid) {
    while let Err(rustix::io::Errno::INTR) =
        waitid(WaitId::Pid(child), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)
    {}
}

/// Removes a file, or a folder into which other threads may be writing: under another name they
/// miss it.
fn remove(path: &Path) {
    let gone = path.with_added_extension("gone");
    let renamed = fs::rename(path, &gone);
    let path = if renamed.is_ok() { &gone } else { path };
    // There is nobody left to tell.
    let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}

/// A path that is removed when a signal comes, until this is dropped.
#[derive(Debug)]
pub(crate) struct TemporaryPath(PathBuf);

impl TemporaryPath {
    /// Makes something, and sees to it that its path goes when a signal comes.
    pub(crate) fn make<T: AsRef<Path>>(
        make: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<(T, Self)> {
        let mut left = left()?;
        let made = make()?;
        let path = made.as_ref().to_path_buf();
        left.paths.push(path.clone());
        Ok((made, Self(path)))
    }

    /// Does what makes the path another's, which no signal comes between.
    pub(crate) fn leave<T>(self, leave: impl FnOnce() -> T) -> T {
        let _left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
        leave()
    }
}

impl Drop for TemporaryPath {
    fn drop(&mut self) {
        let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
        left.paths.retain(|other| *other != self.0);
    }
}

/// A temporary folder that only its owner can look into.
#[derive(Debug)]
pub(crate) struct Scratch {
    // First: its path passes until it is gone.
    folder: TempDir,
    _passing: TemporaryPath,
}

impl Scratch {
    /// Makes one, whose name tells what it is for.
    pub(crate) fn make(purpose: &str) -> io::Result<Self> {
        Self::make_in(&env::temp_dir(), purpose)
    }

    /// Makes one in a folder.
    pub(crate) fn make_in(folder: &Path, purpose: &str) -> io::Result<Self> {
        let make = || {
            tempfile::Builder::new()
                .prefix(&format!("sprag-{purpose}-"))
                .permissions(Permissions::from_mode(0o700))
                .tempdir_in(folder)
        };
        let (folder, passing) = TemporaryPath::make(make)?;
        Ok(Self { folder, _passing: passing })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Removes it, and says what is in the way.
    pub(crate) fn close(self) -> io::Result<()> {
        self.folder.close()
    }
}

/// A child process that ends with the program, and all that it has started.
#[derive(Debug)]
pub(crate) struct Running(Child);

/// What a child has said.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        let mut left = left()?;
        let child = command.process_group(0).spawn()?;
        left.groups.push(Pid::from_child(&child));
        Ok(Self(child))
    }

    /// Feeds it, waits for its end and returns what it has said on streams that are ours.
    pub(crate) fn hear(mut self, input: &[u8]) -> io::Result<Said> {
        if let Some(mut stdin) = self.0.stdin.take() {
            stdin.write_all(input)?;
        }
        let stderr = self.0.stderr.take();
        let reading = thread::Builder::new().spawn(move || all(stderr))?;
        let stdout = all(self.0.stdout.take())?;
        let stderr = reading.join().unwrap_or_else(|_| Ok(Vec::new()))?;
        ended(Pid::from_child(&self.0));
        Ok(Said { stdout, stderr })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let group = Pid::from_child(&self.0);
        end(group);
        let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
        left.groups.retain(|other| *other != group);
        // It has ended.
        let _ = self.0.wait();
    }
}

fn all(stream: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    if let Some(mut stream) = stream {
        stream.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// While this lives, somebody else waits for the signals and ends the program.
#[derive(Debug)]
pub(crate) struct Waiting(());

impl Waiting {
    pub(crate) fn begin() -> Self {
        let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
        left.waiting = left.waiting.saturating_add(1);
        Self(())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
        left.waiting = left.waiting.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;

    /// What has been put at its place stays there, and what has not goes.
    #[test]
    fn a_path_passes_until_it_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let draft = || tempfile::NamedTempFile::new_in(folder.path());
        let passes = |path: &Path| LEFT.lock().unwrap().paths.iter().any(|one| one == path);
        let (file, passing) = TemporaryPath::make(draft).unwrap();
        let path = file.path().to_path_buf();
        assert!(passes(&path));
        passing.leave(|| file.persist(folder.path().join("put")).unwrap());
        assert!(!passes(&path) && folder.path().join("put").exists());
        let (file, passing) = TemporaryPath::make(draft).unwrap();
        let path = file.path().to_path_buf();
        drop((file, passing));
        assert!(!passes(&path) && !path.exists());
    }

    /// What a program leaves when a signal comes while a child of its child is running.
    #[test]
    fn what_was_started_ends_and_what_was_made_goes() {
        let folder = tempfile::tempdir().unwrap();
        let made = folder.path().join("made");
        fs::create_dir_all(made.join("deep")).unwrap();
        fs::write(made.join("deep/file"), "text").unwrap();
        let draft = folder.path().join("draft");
        fs::write(&draft, "text").unwrap();
        let mut child = Command::new("/bin/sh")
            .args(["-c", "sleep 100000 & echo begun; wait"])
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let mut begun = [0; 6];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut begun).unwrap();
        let groups = vec![Pid::from_child(&child)];
        Left { paths: vec![made, draft], groups, ..Left::NOTHING }.clear();
        // Both hold it open until they end.
        assert_eq!(stdout.read_to_end(&mut Vec::new()).unwrap(), 0);
        assert!(!child.wait().unwrap().success());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
