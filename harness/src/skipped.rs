//! What a test says that cannot run on this machine, or not all of it.

use std::io::{self, Write as _};
use std::thread;

/// Says so. A test that passes shows nothing of what it prints, so this goes past the capture; who
/// counts tests does not count this one as passed.
pub fn skipped(why: &str) {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    // Without standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "SKIPPED: {test}: {why}");
}
