//! What is recorded about a delegation: that the files were read, and a line of usage.

use core::time::Duration;
use std::io;

use sprag_core::worker::Usage;

use crate::session::run_environment::RunEnvironment;
use crate::session::state::State;
use crate::system::clock::now_ms;
use crate::system::deadline::Deadline;

/// How long others may hold the state folder.
const PATIENCE: Duration = Duration::from_secs(2);

/// Notes the usage.
pub(super) fn usage(environment: &RunEnvironment, usage: &Usage) -> io::Result<()> {
    lock(environment)?.append_usage(&usage.line())
}

/// Notes that the files were read for whoever works here. A damaged note of earlier ones is
/// replaced.
pub(super) fn exempt(environment: &RunEnvironment, paths: &[&str]) -> io::Result<()> {
    let state = lock(environment)?;
    let lasting = u64::from(environment.settings.reads.exemption_seconds).saturating_mul(1_000);
    state.exempt(paths, now_ms(), lasting)
}

fn lock(environment: &RunEnvironment) -> io::Result<State> {
    let folder = environment.state_folder.as_deref().ok_or(io::ErrorKind::NotFound)?;
    State::lock(folder, Deadline::after(PATIENCE))
}
