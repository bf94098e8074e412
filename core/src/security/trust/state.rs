//! Where the state may lie: counters and records.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use super::{FILE, Node, Project, STICKY, TYPE, is_outside};
use crate::security::tool_place::is_looked_into;
use crate::text::path::is_below;

/// What a folder holds that a variable names for the state.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Contents {
    /// There is no such folder.
    Absent,
    /// There is no such folder yet, but the variable names the one around it, and that is there.
    New,
    /// Nothing.
    Nothing,
    /// Our mark, so that what it holds is ours.
    Marked,
    /// Files that are not ours, as far as can be told.
    Others,
}

/// Why a state folder that a variable names is not used.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unfit {
    /// It is in the project, or where it lies is not known.
    InProject,
    /// It is a folder of the user's own settings, or lies in one.
    InSettings,
    /// Tools look for files there: what leads an agent, or what is run.
    InTools,
    /// There is no such folder. A variable has none made: where a file is looked for, such as a
    /// deny list, a folder would stand in its way.
    Absent,
    /// It holds files that are not ours.
    Others,
}

/// Lets the state lie in a folder that a variable names: records are added to files in it and old
/// files are removed, so files of others must not be there. `path` is absolute and without links,
/// as far as it exists, and so are `settings`, the folders of the user's settings, and the home.
///
/// # Errors
///
/// Returns why it is not used.
pub fn guard_state(
    path: Option<&str>,
    project: &Project,
    settings: &[String],
    home: Option<&str>,
    contents: Contents,
) -> Result<(), Unfit> {
    let Some(path) = path.filter(|path| is_outside(path, project)) else {
        return Err(Unfit::InProject);
    };
    if settings.iter().any(|folder| is_below(path, folder)) {
        return Err(Unfit::InSettings);
    }
    if is_looked_into(path, home) {
        return Err(Unfit::InTools);
    }
    match contents {
        Contents::Absent => Err(Unfit::Absent),
        Contents::Others => Err(Unfit::Others),
        Contents::New | Contents::Nothing | Contents::Marked => Ok(()),
    }
}

/// Returns whether a file says that what lies beside it is ours: the user's own file, and no link
/// to one.
#[must_use]
pub fn guard_mark(mark: Node, user: u32) -> bool {
    mark.mode & TYPE == FILE && mark.owner == user
}

/// Why an open folder or file may not hold state.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Shared {
    /// It is another user's.
    Foreign,
    /// Others may write there.
    Writable,
    /// The file has other names, too.
    Linked,
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "the folder belongs to another user",
            Self::Writable => "others may write to the folder: chmod go-w",
            Self::Linked => "a file in it has another name, too (a hard link)",
        })
    }
}

impl Error for Shared {}

/// Lets an open folder hold state if it is the user's alone to write to.
///
/// # Errors
///
/// Returns why another one may not.
pub fn guard_state_folder(folder: Node, user: u32) -> Result<(), Shared> {
    if folder.owner != user {
        return Err(Shared::Foreign);
    }
    // No state folder is shared, so a sticky one is none of ours.
    let writes = Node { mode: folder.mode & !STICKY, ..folder };
    if writes.is_kept_by(user) { Ok(()) } else { Err(Shared::Writable) }
}

/// Lets an open file of the state be written to if no other name leads to it: under that name it
/// may be any file of the user's.
///
/// # Errors
///
/// Returns why another one may not.
pub fn guard_state_file(names: u64) -> Result<(), Shared> {
    if names <= 1 { Ok(()) } else { Err(Shared::Linked) }
}
