//! Where a worker's text is put.

use super::Failure;

/// What is at the place already.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Place {
    /// Nothing.
    Free,
    /// A file, or a link to one.
    File,
    /// Something else: a folder, a device.
    Other,
}

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
/// Returns that there is a file already, or something that is none.
pub fn guard_target(path: &str, place: Place, overwrite: Overwrite) -> Result<(), Failure> {
    match (place, overwrite) {
        (Place::Free, _) | (Place::File, Overwrite::Force) => Ok(()),
        (Place::File, Overwrite::Refuse) => Err(Failure::TargetExists(path.into())),
        (Place::Other, _) => Err(Failure::TargetIsNoFile(path.into())),
    }
}
