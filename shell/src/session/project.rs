//! The project that a session works on: where it is and what it is called.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use sprag_core::security::trust::{self, PROJECT_FOLDERS};
use sprag_core::settings::project::{
    git_folder, main_checkout, remote_names, superproject, worktree,
};
use sprag_core::text::path::base_name;

use crate::system::files::read_text_if_present;

/// A project, as far as it can be found from a working directory.
#[derive(Debug, Default)]
pub(crate) struct Project {
    /// Its folders, and whether it is known where it ends.
    pub(crate) known: trust::Project,
    /// Its names: of its folders, of the main checkout where this is a worktree, of its remotes.
    pub(crate) names: Vec<String>,
}

/// Who says that a session works in a folder.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Said {
    ByHost,
    ByVariable,
}

impl Project {
    /// Looks around in `cwd`, which the host names, and in the hook's own working directory.
    pub(crate) fn find(cwd: Option<&str>) -> Self {
        let mut project = Self::default();
        project.known.is_bounded = true;
        let own = env::current_dir().ok();
        let cwd = match (cwd, &own) {
            (Some(cwd), Some(own)) => Some(own.join(cwd)),
            (Some(cwd), None) => Some(cwd.into()),
            (None, own) => own.clone(),
        };
        let host_says = PROJECT_FOLDERS.into_iter().filter_map(env::var_os).map(PathBuf::from);
        if let Some(cwd) = &cwd {
            project.add_names(cwd, true);
            project.add_session_folder(cwd, Said::ByHost);
        }
        for folder in host_says {
            project.add_names(&folder, false);
            project.add_session_folder(&folder, Said::ByVariable);
        }
        match own {
            // It has been looked at.
            Some(own) if cwd.as_ref() == Some(&own) => {}
            Some(own) => project.add_session_folder(&own, Said::ByHost),
            // Whoever does not know where it is does not know what is outside.
            None => project.known.is_bounded = false,
        }
        project
    }

    /// Returns every folder of the project that `folder` belongs to, whoever asks from where.
    pub(crate) fn folders_around(folder: &Path) -> Vec<String> {
        let mut project = Self::default();
        project.add_session_folder(folder, Said::ByHost);
        project.known.folders
    }

    /// Adds a folder that the session may be working in, and every checkout that it belongs to.
    fn add_session_folder(&mut self, folder: &Path, said: Said) {
        self.add_folder(folder);
        self.add_own(folder, said);
        let Ok(folder) = fs::canonicalize(folder) else {
            self.known.is_bounded = false;
            return;
        };
        let mut is_in_checkout = false;
        for checkout in folder.ancestors().filter(|folder| is_checkout(folder)) {
            is_in_checkout = true;
            self.add_folder(checkout);
            self.add_own(checkout, said);
            self.add_relatives(checkout);
        }
        self.known.is_bounded &= is_in_checkout;
    }

    /// Adds the main checkout where this one is a worktree, the other worktrees, the parent of a
    /// submodule, and what these belong to.
    fn add_relatives(&mut self, checkout: &Path) {
        let mut left = vec![checkout.to_path_buf()];
        for _ in 0..CHECKOUTS_MAX {
            let Some(checkout) = left.pop() else { return };
            let Some(folder) = resolve(&checkout.join(".git")) else {
                self.known.is_bounded = false;
                continue;
            };
            let main = main_folder(&folder);
            self.add_worktrees(&main);
            for relative in relatives(&folder, &main) {
                let is_new = self.add_folder(&relative);
                let checkouts = relative.ancestors().filter(|folder| is_checkout(folder));
                left.extend(checkouts.filter(|_| is_new).map(PathBuf::from));
            }
        }
        self.known.is_bounded = false;
    }

    /// Adds the worktrees that a git folder lists: what is committed lies in each of them.
    /// <https://git-scm.com/docs/gitrepository-layout>
    fn add_worktrees(&mut self, git: &Path) {
        let Ok(listed) = fs::read_dir(git.join("worktrees")) else { return };
        for entry in listed.flatten().take(WORKTREES_MAX) {
            let file = read_text_if_present(&entry.path().join("gitdir")).ok().flatten();
            if let Some(worktree) = file.as_deref().and_then(worktree) {
                self.add_folder(&entry.path().join(worktree));
            }
        }
    }

    /// Adds a folder to those that only the host says.
    fn add_own(&mut self, folder: &Path, said: Said) {
        let resolved = fs::canonicalize(folder).ok();
        let text = resolved.and_then(|folder| folder.into_os_string().into_string().ok());
        self.known.session.extend(text.filter(|_| said == Said::ByHost));
    }

    /// Returns whether it is new.
    fn add_folder(&mut self, folder: &Path) -> bool {
        let known = self.known.folders.len();
        let resolved = fs::canonicalize(folder);
        for folder in [Some(folder), resolved.as_deref().ok()].into_iter().flatten() {
            // What lies above a name that is no text is known all the same.
            let text = folder.to_string_lossy();
            if self.known.folders.iter().all(|known| *known != text) {
                self.known.folders.push(text.into());
            }
        }
        self.known.folders.len() > known
    }

    /// Adds the names of a folder and, where the session works in it, of its checkout.
    fn add_names(&mut self, folder: &Path, with_checkout: bool) {
        self.add_name(folder);
        let root = folder.ancestors().find(|folder| is_checkout(folder));
        if let Some(root) = root.filter(|_| with_checkout) {
            self.add_name(root);
            self.add_names_of_git(&root.join(".git"));
        }
    }

    fn add_name(&mut self, folder: &Path) {
        let resolved = fs::canonicalize(folder);
        for folder in [Some(folder), resolved.as_deref().ok()].into_iter().flatten() {
            self.names.extend(folder.to_str().and_then(base_name).map(String::from));
        }
    }

    /// Adds the names that the git folder gives away. In a worktree or submodule `.git` is a file
    /// that points to it, <https://git-scm.com/docs/gitrepository-layout>.
    fn add_names_of_git(&mut self, dot_git: &Path) {
        let Some(folder) = resolve(dot_git) else { return };
        let shared = shared(&folder);
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

/// How many checkouts are followed from one: a repository can have each point to the next.
const CHECKOUTS_MAX: usize = 64;

fn is_checkout(folder: &Path) -> bool {
    folder.join(".git").exists()
}

/// Returns the checkouts that the one with this git folder belongs to. Where git itself does not
/// know the main one (`--separate-git-dir`), that is the git folder.
fn relatives(folder: &Path, main: &Path) -> Vec<PathBuf> {
    let is_dot_git = main.file_name().is_some_and(|name| name == ".git");
    let around = if is_dot_git { main.parent().unwrap_or(main) } else { main };
    // Git moves the entry into the second file where worktrees have settings of their own.
    let configs = ["config", "config.worktree"].map(|name| read_text_if_present(&main.join(name)));
    let named = configs.into_iter().filter_map(|text| main_checkout(&text.ok()??));
    let named: Vec<PathBuf> = named.map(|path| main.join(path)).collect();
    let parent = folder.to_str().and_then(superproject).map(PathBuf::from);
    let resolved = |folder: PathBuf| fs::canonicalize(&folder).unwrap_or(folder);
    [around.into()].into_iter().chain(named).chain(parent).map(resolved).collect()
}

/// How many worktrees are looked at: whoever could list more could as well list none.
const WORKTREES_MAX: usize = 1_000;

/// Returns the git folder that a checkout and its worktrees share, with its links resolved.
fn main_folder(folder: &Path) -> PathBuf {
    let shared = shared(folder);
    fs::canonicalize(&shared).unwrap_or(shared)
}

/// Returns the git folder that the main checkout and its worktrees share.
fn shared(folder: &Path) -> PathBuf {
    let shared = read_text_if_present(&folder.join("commondir")).ok().flatten();
    shared.map_or_else(|| folder.into(), |path| folder.join(path.trim()))
}

fn resolve(dot_git: &Path) -> Option<PathBuf> {
    if dot_git.is_dir() {
        return fs::canonicalize(dot_git).ok();
    }
    let file = read_text_if_present(dot_git).ok()??;
    Some(dot_git.parent()?.join(git_folder(&file)?))
}
