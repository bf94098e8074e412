//! Where a worker's text is written.

use alloc::string::ToString as _;

use super::{Failure, TargetFailure};
use crate::worker::replacement::{Irreplaceable, Occupant, guard_replacement};

/// Whether the user wants a file to be replaced.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Overwrite {
    /// No.
    Refuse,
    /// Yes.
    Force,
}

/// Lets a target pass that may be written.
///
/// # Errors
///
/// Returns that there is already a file, one that must stay, or something that is not a file.
pub fn guard_target(path: &str, occupant: Occupant, overwrite: Overwrite) -> Result<(), Failure> {
    match (occupant, overwrite) {
        (Occupant::File { .. }, Overwrite::Refuse) => {
            Err(Failure::Target(TargetFailure::Exists(path.into())))
        }
        (Occupant::Free | Occupant::Other | Occupant::Link | Occupant::File { .. }, _) => {
            guard_replacement(occupant).map_err(|why| {
                if why == Irreplaceable::NoFile {
                    return Failure::Target(TargetFailure::NotAFile(path.into()));
                }
                Failure::Target(TargetFailure::NotWritten {
                    path: path.into(),
                    error: why.to_string(),
                })
            })
        }
    }
}
