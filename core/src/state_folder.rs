//! Which folder may hold counters and records: what others can change says nothing that counts.

use core::fmt;

/// What the system says of a folder that is open.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Folder {
    /// The number of the user whose it is.
    pub owner: u32,
    /// The number of the user that this process acts for.
    pub user: u32,
    /// Its permissions, as `chmod` takes them.
    pub mode: u32,
}

/// Why a folder may not hold state.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Shared {
    /// It is another user's.
    Foreign,
    /// Others may write there.
    Writable,
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "the folder belongs to another user",
            Self::Writable => "others may write to the folder: chmod go-w",
        })
    }
}

impl core::error::Error for Shared {}

/// Lets a folder pass that is the user's alone to write to.
///
/// # Errors
///
/// Returns why another one may not hold state.
pub fn guard_folder(folder: Folder) -> Result<(), Shared> {
    if folder.owner != folder.user {
        return Err(Shared::Foreign);
    }
    if folder.mode & 0o022 != 0 {
        return Err(Shared::Writable);
    }
    Ok(())
}
