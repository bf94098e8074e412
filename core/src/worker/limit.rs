//! How much may go to the worker.

use super::Failure;

/// Lets a message of so many bytes pass, or files that will make one at least as long.
///
/// It is asked twice: of the lengths of the files before one is read, and of the message.
///
/// # Errors
///
/// Returns that the message is too long.
pub fn guard_payload(bytes: u64, most: u64) -> Result<(), Failure> {
    if bytes > most { Err(Failure::TooLarge { bytes, most }) } else { Ok(()) }
}
