//! Failing open: a fault of the hook's own, or a system limit that it runs into, ends the process
//! with exit code 0.

use alloc::sync::Arc;
use core::sync::atomic::AtomicBool;
use std::panic;
use std::process::{self, ExitCode};
use std::thread;

use rustix::process::{Resource, getrlimit};
use signal_hook::consts::{SIGABRT, SIGXFSZ};
use signal_hook::flag;

/// What the hook's work may need of a stack, many times over.
const STACK_BYTES: usize = 4 << 20;

/// Has every panic of every thread end the process, whatever the profile makes of one, and so does
/// what aborts: a stack or a heap that is full, a panic within a panic.
pub(crate) fn faults() {
    panic::set_hook(Box::new(|_| process::exit(0)));
    // Where it cannot be set, an abort ends the process with a signal, which blocks nothing either.
    let _ = flag::register_conditional_shutdown(SIGABRT, 0, Arc::new(AtomicBool::new(true)));
}

/// Has a write beyond the limit of a file's size fail, like one to a full disk. Unhandled, the
/// signal would end the process.
pub(crate) fn file_size() {
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Does the work, on a thread with a stack of its own where the system leaves this one little.
pub(crate) fn with_stack(work: impl FnOnce() -> ExitCode + Send) -> ExitCode {
    let limit = getrlimit(Resource::Stack).current;
    if limit.is_none_or(|bytes| usize::try_from(bytes).is_ok_and(|bytes| bytes >= STACK_BYTES)) {
        return work();
    }
    let thread = thread::Builder::new().stack_size(STACK_BYTES);
    thread::scope(|scope| match thread.spawn_scoped(scope, work) {
        Ok(thread) => thread.join().unwrap_or(ExitCode::SUCCESS),
        Err(_) => ExitCode::SUCCESS,
    })
}
