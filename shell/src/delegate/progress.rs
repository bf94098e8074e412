//! Shows on a terminal that an answer is being waited for.

use core::time::Duration;
use std::env;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// How often the time is told.
const STEP: Duration = Duration::from_millis(500);

/// A line that tells how long it has been, until this is dropped.
#[derive(Debug)]
pub(super) struct Progress {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins to tell, where standard error is a terminal that can take a line back.
    pub(super) fn start(words: String) -> Self {
        let is_dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
        if is_dumb || !io::stderr().is_terminal() {
            return Self { end: None, thread: None };
        }
        let (end, ended) = channel();
        let begun = Instant::now();
        let tell = move || {
            while ended.recv_timeout(STEP) == Err(RecvTimeoutError::Timeout) {
                let seconds = begun.elapsed().as_secs();
                // A terminal that is gone need not be told.
                let _ = write!(io::stderr(), "\r\x1b[K{words}, {seconds} s");
                let _ = io::stderr().flush();
            }
            let _ = write!(io::stderr(), "\r\x1b[K");
            let _ = io::stderr().flush();
        };
        Self { end: Some(end), thread: thread::Builder::new().spawn(tell).ok() }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // It only writes.
            let _ = thread.join();
        }
    }
}
