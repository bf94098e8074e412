//! How far a long run has come, on a terminal's standard error.
//!
//! One line that is written over and taken away again: that does not justify a dependency.

use core::time::Duration;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::Instant;

/// How often the line is written.
const EVERY: Duration = Duration::from_millis(100);

/// A line that says how far it is; nothing where nobody watches.
#[derive(Debug)]
pub(super) struct Progress {
    is_shown: bool,
    all: usize,
    next: Instant,
}

impl Progress {
    pub(super) fn of(all: usize) -> Self {
        Self { is_shown: io::stderr().is_terminal(), all, next: Instant::now() }
    }

    /// Says that so many are done.
    pub(super) fn done(&mut self, done: usize) {
        let now = Instant::now();
        if !self.is_shown || (now < self.next && done < self.all) {
            return;
        }
        self.next = now.checked_add(EVERY).unwrap_or(now);
        let width = 24_usize;
        let full = done.saturating_mul(width).checked_div(self.all).unwrap_or(width);
        let bar = ["#".repeat(full), ".".repeat(width.saturating_sub(full))].concat();
        // Without it the run goes on anyway.
        let _ = write!(io::stderr(), "\r[{bar}] {done} of {} transcripts ", self.all);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
