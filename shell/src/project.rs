//! The project that a session works on: where it lies and what it is called.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use sprag_core::endpoint::Owner;
use sprag_core::path::base_name;
use sprag_core::project::{git_folder, remote_names};

use crate::files::read_text_if_present;

/// A project, as far as it can be found from a working directory.
#[derive(Debug, Default)]
pub(crate) struct Project {
    /// Its folders, links resolved: the working directory, the root of the checkout, and what the
    /// host calls the project.
    pub(crate) folders: Vec<String>,
    /// Its names: of its folders, of the main checkout where this is a worktree, of its remotes.
    pub(crate) names: Vec<String>,
}

impl Project {
    /// Looks around in `cwd`, which the host names, or else in the hook's own: it is the same.
    pub(crate) fn find(cwd: Option<&str>) -> Self {
        let mut project = Self::default();
        let cwd = cwd.map(PathBuf::from).or_else(|| env::current_dir().ok());
        let host_says = env::var_os("CLAUDE_PROJECT_DIR").map(PathBuf::from);
        for folder in cwd.iter().chain(&host_says) {
            project.add_folder(folder);
        }
        let mut folders = cwd.iter().flat_map(|cwd| cwd.ancestors());
        if let Some(root) = folders.find(|folder| folder.join(".git").exists()) {
            project.add_folder(root);
            project.add_git(&root.join(".git"));
        }
        project
    }

    /// Returns whose the file or folder at `path` is.
    pub(crate) fn owner_of(&self, path: &Path) -> Owner {
        let resolved = fs::canonicalize(path);
        let path = resolved.as_deref().unwrap_or(path);
        let folders: Vec<&str> = self.folders.iter().map(String::as_str).collect();
        // A path that is no text is none that a user would have written.
        path.to_str().map_or(Owner::Project, |path| Owner::of(path, &folders))
    }

    fn add_folder(&mut self, folder: &Path) {
        let resolved = fs::canonicalize(folder);
        for folder in [Some(folder), resolved.as_deref().ok()].into_iter().flatten() {
            if let Some(text) = folder.to_str() {
                self.names.extend(base_name(text).map(String::from));
                self.folders.push(text.into());
            }
        }
    }

    /// Adds the names that the git folder gives away. In a worktree or submodule `.git` is a file
    /// that points to it, <https://git-scm.com/docs/gitrepository-layout>.
    fn add_git(&mut self, dot_git: &Path) {
        let Some(folder) = resolve(dot_git) else { return };
        // A worktree's folder names the one it shares with the main checkout.
        let shared = read_text_if_present(&folder.join("commondir")).ok().flatten();
        let shared = shared.map_or_else(|| folder.clone(), |path| folder.join(path.trim()));
        if shared != folder
            && let Some(main) = fs::canonicalize(&shared).ok().as_deref().and_then(Path::parent)
            && let Some(name) = main.to_str().and_then(base_name)
        {
            self.names.push(name.into());
        }
        if let Ok(Some(config)) = read_text_if_present(&shared.join("config")) {
            self.names.extend(remote_names(&config));
        }
    }
}

fn resolve(dot_git: &Path) -> Option<PathBuf> {
    if dot_git.is_dir() {
        return Some(dot_git.into());
    }
    let file = read_text_if_present(dot_git).ok()??;
    Some(dot_git.parent()?.join(git_folder(&file)?))
}
