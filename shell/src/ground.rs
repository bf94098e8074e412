//! Where the empty folder is made that a worker runs in.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use sprag_core::trust::{Ground, LEADING, guard_ground};
use sprag_core::worker::Failure;

use crate::project::Project;
use crate::surroundings::Surroundings;
use crate::{home, place};

/// Returns the first folder that no project is above: of `TMPDIR`, the system's and our own.
pub(crate) fn find(surroundings: &Surroundings) -> Result<PathBuf, Failure> {
    let project = Project::find(None);
    let home = home::of_user(&[]).and_then(|home| fs::canonicalize(home).ok());
    let named = env::var_os("TMPDIR").map(PathBuf::from).filter(|folder| folder.is_dir());
    let own = || surroundings.state_folder.clone();
    let folders = named.into_iter().chain([PathBuf::from("/tmp")]).chain(own());
    let passes = |folder: &PathBuf| {
        let path = place::resolved(folder).filter(|_| folder.is_absolute());
        path.is_some_and(|path| {
            let is_led = is_led(Path::new(&path), home.as_deref());
            guard_ground(Ground { path: &path, is_led }, &project.known)
        })
    };
    let found = folders.into_iter().find(passes).ok_or(Failure::NoGround)?;
    fs::create_dir_all(&found).map_err(|error| Failure::Unheard(error.to_string()))?;
    Ok(found)
}

/// Returns whether something leads an agent in this folder or above it, elsewhere than in the home.
fn is_led(folder: &Path, home: Option<&Path>) -> bool {
    let others = folder.ancestors().filter(|folder| Some(*folder) != home);
    let is_there =
        |folder: &Path| LEADING.iter().any(|name| fs::symlink_metadata(folder.join(name)).is_ok());
    others.into_iter().any(is_there)
}
