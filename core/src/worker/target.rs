//! Where a worker's text is put.

use alloc::string::ToString as _;

use super::Failure;
use crate::replacement::{Irreplaceable, Standing, guard_replacement};

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
/// Returns that there is a file already, one that must stay, or something that is none.
pub fn guard_target(path: &str, standing: Standing, overwrite: Overwrite) -> Result<(), Failure> {
    match (standing, overwrite) {
        (Standing::File { .. }, Overwrite::Refuse) => Err(Failure::TargetExists(path.into())),
        (Standing::Free | Standing::Other | Standing::Link | Standing::File { .. }, _) => {
            guard_replacement(standing).map_err(|why| {
                if why == Irreplaceable::NoFile {
                    return Failure::TargetIsNoFile(path.into());
                }
                Failure::TargetFailed { path: path.into(), error: why.to_string() }
            })
        }
    }
}
