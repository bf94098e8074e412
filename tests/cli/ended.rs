//! A hook that runs, and what it leaves behind.

use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, ChildStdin, Command};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A hook that runs.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) child: Child,
    begun: Instant,
}

impl Running {
    pub(crate) fn of(child: Child, begun: Instant) -> Self {
        Self { child, begun }
    }

    /// Writes its input, closes it, and waits for the end.
    pub(crate) fn fed(self, mut stdin: ChildStdin, input: Vec<u8>) -> Ended {
        // From a thread: a hook that writes before it has read everything must not hang us.
        let writer = thread::spawn(move || {
            // A hook may end without reading all of it.
            let _ = stdin.write_all(&input);
        });
        let ended = self.ended();
        writer.join().unwrap();
        ended
    }

    /// Waits for the end.
    pub(crate) fn ended(mut self) -> Ended {
        let guard = end_after_patience(&self.child);
        let mut stderr = self.child.stderr.take().unwrap();
        let stderr = thread::spawn(move || {
            let mut bytes = Vec::new();
            stderr.read_to_end(&mut bytes).unwrap();
            bytes
        });
        let mut stdout = Vec::new();
        self.child.stdout.take().unwrap().read_to_end(&mut stdout).unwrap();
        let stderr = stderr.join().unwrap();
        drop(guard);
        let status = self.child.wait().unwrap();
        Ended {
            exit: status.code(),
            signal: status.signal(),
            stdout: String::from_utf8(stdout).unwrap(),
            stderr: String::from_utf8(stderr).unwrap(),
            elapsed: self.begun.elapsed(),
        }
    }
}

/// The longest time that a hook can be given.
pub(crate) const LONG: [&str; 2] = ["--timeout", "60"];

/// Longer than any hook may run here.
const PATIENCE: Duration = Duration::from_secs(90);

/// Kills a hook that hangs, unless what this returns is dropped before: a test fails, and ends.
fn end_after_patience(child: &Child) -> Sender<()> {
    let pid = child.id().to_string();
    let (guard, guarded) = mpsc::channel();
    thread::spawn(move || {
        if guarded.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            let _ = Command::new("/bin/sh").args(["-c", "kill -KILL $0", &pid]).status();
        }
    });
    guard
}

/// What a hook left behind.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    pub(crate) exit: Option<i32>,
    pub(crate) signal: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) elapsed: Duration,
}

impl Ended {
    /// Asserts that the turn ends and nobody is told anything.
    #[track_caller]
    pub(crate) fn passes(&self) -> &Self {
        assert_eq!(self.parts(), (Some(0), "", ""));
        self
    }

    /// Asserts that a hook that was given [`LONG`] did not wait for the end of its time. What is
    /// left of it is for slow machines.
    #[track_caller]
    pub(crate) fn waited_for_nobody(&self) -> &Self {
        assert!(self.elapsed < Duration::from_secs(45), "{:?}", self.elapsed);
        self
    }

    /// Asserts that the turn ends and the user alone is told something; returns what.
    #[track_caller]
    pub(crate) fn notice(&self) -> String {
        assert_eq!((self.exit, self.stderr.as_str()), (Some(0), ""));
        let mut output: Value = serde_json::from_str(&self.stdout).unwrap();
        assert_eq!(output.as_object().unwrap().len(), 1, "{output}");
        assert!(self.stdout.ends_with("}\n") && self.stdout.lines().count() == 1, "{output}");
        let Value::String(message) = output["systemMessage"].take() else { panic!("{output}") };
        message
    }

    /// Asserts that the turn is sent back for a broken promise, as Claude Code is told by default.
    #[track_caller]
    pub(crate) fn blocks(&self) -> &Self {
        self.blocks_saying("announces an action that this turn did not take")
    }

    /// Asserts that the turn is sent back with a reason whose first line says so.
    #[track_caller]
    pub(crate) fn blocks_saying(&self, words: &str) -> &Self {
        assert_eq!((self.exit, self.stdout.as_str()), (Some(2), ""), "{}", self.stderr);
        let first = self.stderr.lines().next().unwrap();
        assert!(first.starts_with("sprag: the closing message "), "{}", self.stderr);
        assert!(first.contains(words), "{}", self.stderr);
        self
    }

    fn parts(&self) -> (Option<i32>, &str, &str) {
        (self.exit, &self.stdout, &self.stderr)
    }
}
