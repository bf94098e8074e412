//! Programs on disk: this one, and what a host would find under a name.

use std::env;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use sprag_core::hook_file::PROGRAM;
use sprag_core::trust::{ProgramFolder, guard_program};

use crate::home;
use crate::project::Project;

/// Returns the path of the program that `name` is: a path, or a name on `PATH`, of which what the
/// project can change does not count.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_program(path));
    }
    find_on_path(name, &Guarded::here())
}

fn find_on_path(name: &str, guarded: &Guarded) -> Option<PathBuf> {
    let is_searched =
        |folder: &PathBuf| is_program(&folder.join(name)) && guarded.passes(&folder.join(name));
    let folders = env::var_os("PATH")?;
    let folder = env::split_paths(&folders).find(is_searched)?;
    Some(folder.join(name))
}

/// Returns the absolute path of a program that is to be run: none that is in the project.
pub(crate) fn find_to_run(name: &str) -> io::Result<Option<PathBuf>> {
    let guarded = Guarded::here();
    if !name.contains('/') {
        return Ok(find_on_path(name, &guarded));
    }
    let path = env::current_dir()?.join(name);
    Ok(Some(path).filter(|path| is_program(path) && guarded.passes(path)))
}

/// The folders whose programs are not run.
struct Guarded {
    project: Project,
    home: Option<String>,
}

impl Guarded {
    fn here() -> Self {
        Self { project: Project::find(None), home: home::of_user(&[]).and_then(resolved) }
    }

    /// Returns whether a program may be run: by the folder that it is named in, and by the one that
    /// its links lead to.
    fn passes(&self, program: &Path) -> bool {
        let resolved = fs::canonicalize(program).ok();
        let folder = resolved.as_deref().and_then(Path::parent).and_then(Path::to_str);
        let named = program.parent().and_then(Path::to_str).zip(folder);
        let place = named.map(|(named, resolved)| ProgramFolder { named, resolved });
        place.is_some_and(|place| guard_program(place, &self.project.known, self.home.as_deref()))
    }
}

fn resolved(path: impl AsRef<Path>) -> Option<String> {
    fs::canonicalize(path).ok()?.into_os_string().into_string().ok()
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
