//! Where the empty folder is made that a worker runs in.

use std::env;
use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use sprag_core::security::trust::{STEERING, WorkerFolder, guard_worker_folder};
use sprag_core::worker::Failure;

use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;
use crate::system::{home, place};

/// Returns the first folder that no project is above: of `TMPDIR`, the system's and our own.
pub(crate) fn find(environment: &RunEnvironment) -> Result<PathBuf, Failure> {
    let project = Project::find(None);
    let home = home::of_user(&[]).and_then(|home| fs::canonicalize(home).ok());
    let named = env::var_os("TMPDIR").map(PathBuf::from).filter(|folder| folder.is_dir());
    let own = || environment.state_folder.clone();
    let folders = named.into_iter().chain([PathBuf::from("/tmp")]).chain(own());
    let absolute = folders.filter(|folder| folder.is_absolute());
    let found = absolute.filter_map(|folder| place::resolved(&folder)).find(|path| {
        let is_steered = is_steered(Path::new(path), home.as_deref());
        guard_worker_folder(WorkerFolder { path, is_steered }, &project.known)
    });
    let found = PathBuf::from(found.ok_or(Failure::NoFolder)?);
    let made = DirBuilder::new().recursive(true).mode(0o700).create(&found);
    made.map_err(|error| Failure::NotRun(error.to_string()))?;
    Ok(found)
}

/// Returns whether something leads an agent in this folder or above it, elsewhere than in the home.
fn is_steered(folder: &Path, home: Option<&Path>) -> bool {
    let others = folder.ancestors().filter(|folder| Some(*folder) != home);
    let is_there =
        |folder: &Path| STEERING.iter().any(|name| fs::symlink_metadata(folder.join(name)).is_ok());
    others.into_iter().any(is_there)
}
