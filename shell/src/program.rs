//! Programs on disk: this one, and what a host would find under a name.

use std::env;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use sprag_core::hook_file::PROGRAM;

/// Returns the path of the program that `name` is for a host: a path, or a name on `PATH`.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_program(path));
    }
    let folders = env::var_os("PATH")?;
    let mut paths = env::split_paths(&folders).map(|folder| folder.join(name));
    paths.find(|path| is_program(path))
}

/// Returns the absolute path of this program: as `PATH` has it, for what a link points to may be
/// another with the next update.
pub(crate) fn own() -> io::Result<PathBuf> {
    let own = env::current_exe()?;
    let resolved = fs::canonicalize(&own)?;
    let found = find(PROGRAM).filter(|found| found.is_absolute());
    let is_own = |found: &PathBuf| fs::canonicalize(found).is_ok_and(|found| found == resolved);
    Ok(found.filter(is_own).unwrap_or(own))
}

fn is_program(path: &Path) -> bool {
    let metadata = fs::metadata(path);
    metadata.is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
