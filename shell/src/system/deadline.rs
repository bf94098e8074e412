//! The one deadline of a run.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicU8, Ordering};
use core::time::Duration;
use std::process;
use std::thread;
use std::time::Instant;

/// When the run has to be over.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn after(duration: Duration) -> Self {
        Self::since(Instant::now(), duration)
    }

    /// Returns the deadline of what has begun then and may take so long.
    pub(crate) fn since(begin: Instant, duration: Duration) -> Self {
        // A duration that no clock can hold is one that never ends; sooner is safe.
        Self(begin.checked_add(duration).unwrap_or(begin))
    }

    /// Returns how long is left; zero once it is over.
    pub(crate) fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    pub(crate) fn is_over(self) -> bool {
        self.left().is_zero()
    }

    /// Returns the deadline of what gets one part in so many of the time that is left.
    pub(crate) fn one_in(self, parts: u32) -> Self {
        Self::after(self.left().checked_div(parts).unwrap_or_default())
    }

    /// Returns the deadline by which something must be done for `margin` to remain afterwards.
    pub(crate) fn before(self, margin: Duration) -> Self {
        Self(self.0.checked_sub(margin).unwrap_or(self.0))
    }
}

/// How long a run that has begun to write may go on after its deadline. Cut off there, it has
/// counted a block at most that nobody gets to see.
const COMMIT_MAX: Duration = Duration::from_secs(1);

const RUNNING: u8 = 0;
const COMMITTING: u8 = 1;
const EXPIRED: u8 = 2;

/// Ends the process with exit code 0 when the deadline passes, whatever it waits for then: a dead
/// file server, a resolver that cannot be interrupted.
#[derive(Debug)]
pub(crate) struct Watchdog(Arc<AtomicU8>);

impl Watchdog {
    pub(crate) fn start(deadline: Deadline) -> Self {
        let phase = Arc::new(AtomicU8::new(RUNNING));
        let watched = Arc::clone(&phase);
        let watch = move || {
            thread::sleep(deadline.left());
            let expired =
                watched.compare_exchange(RUNNING, EXPIRED, Ordering::SeqCst, Ordering::SeqCst);
            if expired.is_err() {
                thread::sleep(COMMIT_MAX);
            }
            process::exit(0);
        };
        // Without the thread the deadlines of the single steps still hold.
        let _ = thread::Builder::new().name("watchdog".into()).spawn(watch);
        Self(phase)
    }

    /// Returns whether the run may still change anything. From then on it is hardly cut off:
    /// counters that say "blocked" should be followed by the block.
    pub(crate) fn commit(&self) -> bool {
        let begun =
            self.0.compare_exchange(RUNNING, COMMITTING, Ordering::SeqCst, Ordering::SeqCst);
        begun.is_ok()
    }
}
