//! The token of a worker that runs: a file in the state folder, for as long as it does.

use core::hash::{BuildHasher as _, Hasher as _};
use std::env;
use std::hash::RandomState;
use std::io;
use std::path::Path;

use sprag_core::worker::nesting;

use crate::system::folder::Folder;

/// The folder of tokens.
pub(super) const WORKERS: &str = "workers";

/// A token whose file is there until this is dropped.
#[derive(Debug)]
pub(super) struct WorkerToken {
    folder: Folder,
    /// What the variable is set to.
    pub(super) value: String,
}

impl WorkerToken {
    pub(super) fn make(state: &Path) -> io::Result<Self> {
        let folder = Folder::make(state)?.make_below(WORKERS)?;
        // The standard library seeds its hashers with what the system has of randomness.
        let value = nesting::token([(); 2].map(|()| RandomState::new().build_hasher().finish()));
        folder.write(&nesting::token_name(&value), b"")?;
        Ok(Self { folder, value })
    }
}

impl Drop for WorkerToken {
    fn drop(&mut self) {
        // One that stays is removed with the files of old sessions.
        let _ = self.folder.remove(&nesting::token_name(&self.value));
    }
}

/// Returns whether this process belongs to a worker. `variables` is whether variables count.
pub(super) fn is_in_worker(variables: bool, state: Option<&Path>) -> bool {
    let value = env::var(nesting::VARIABLE).ok();
    let is_running = |name: &str| {
        let workers = state.and_then(|state| Folder::at(state).ok()??.below(WORKERS).ok()?);
        workers.is_some_and(|workers| workers.has(name))
    };
    nesting::guard_nesting(value.as_deref(), variables, is_running)
}
