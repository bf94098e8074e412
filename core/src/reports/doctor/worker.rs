//! The doctor's lines about the worker.

use alloc::{format, string::String};

use super::Line;
use crate::worker::{Failure, Transport};

/// Returns whether the worker could be asked, given what a look at it has shown. No hook needs it,
/// so a worker that is missing is no failure.
pub fn worker(transport: Transport, seen: &Result<String, Failure>) -> Line {
    const TOPIC: &str = "worker";
    let word = transport.word();
    match seen {
        Ok(place) => Line::ok(TOPIC, format!("{word}, {place}")),
        Err(failure) => {
            let todo = "fix it, or set `worker` to another one; `sprag read` and `sprag write` \
                        need it, hooks do not";
            Line::warn(TOPIC, format!("{word}: {failure}"), todo)
        }
    }
}
