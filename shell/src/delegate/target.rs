//! The file that a worker writes: whole or not at all, and never over another by accident.

use std::env;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use sprag_core::text::path::normal;
use sprag_core::worker::steering::{Aim, Folder, GIT_PARTS, guard_steering};
use sprag_core::worker::target::{Overwrite, guard_target};
use sprag_core::worker::{Failure, TargetFailure};

use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;
use crate::system::draft::{self, Draft, Rights, occupant};
use crate::system::{home, place};

/// A place that may be written.
#[derive(Debug)]
pub(super) struct Target {
    /// As it was named.
    pub(super) path: PathBuf,
    overwrite: Overwrite,
    /// Our settings and records.
    own: Vec<PathBuf>,
}

impl Target {
    /// Returns the target at `path`, if it may be written.
    pub(super) fn find(
        path: &Path,
        overwrite: Overwrite,
        environment: &RunEnvironment,
    ) -> Result<Self, Failure> {
        let target = Self { path: path.into(), overwrite, own: own_places(environment) };
        let _ = target.guard()?;
        guard_target(&path.to_string_lossy(), occupant(path), overwrite)?;
        Ok(target)
    }

    /// Lets it pass where it is a plain file of the project, by every name that it has now. Returns
    /// where it leads: the path without links that was judged.
    fn guard(&self) -> Result<PathBuf, Failure> {
        let (named, leads) = names(&self.path);
        let own = self.own.iter().map(|own| names(own));
        let own: Vec<String> =
            own.flat_map(|(named, leads)| leads.into_iter().chain([named])).collect();
        let home = home::of_user(&[]).and_then(|home| place::resolved(&home));
        let project = Project::find(None).known;
        let aim = Aim {
            typed: &self.path.to_string_lossy(),
            named: &named,
            leads: &leads,
            project: &project.beside_home(home.as_deref()),
            home: home.as_deref(),
            folders: &leads.iter().flat_map(|place| folders(place)).collect::<Vec<_>>(),
            own: &own,
        };
        guard_steering(&aim, self.overwrite)?;
        let [end, _] = &leads;
        Ok(end.into())
    }

    /// Puts the text there. What has come into being meanwhile stays, unless it may be replaced.
    pub(super) fn put(&self, text: &str) -> Result<(), Failure> {
        let path = || self.path.to_string_lossy().into_owned();
        let fault = |error: io::Error| {
            Failure::Target(TargetFailure::NotWritten { path: path(), error: error.to_string() })
        };
        // While the worker wrote, a folder may have become a link.
        let moved = |_| fault(io::Error::other("it leads elsewhere than when it was asked for"));
        let end = self.guard().map_err(moved)?;
        self.write(&end, text).map_err(fault)
    }

    /// Writes to where the target leads: a link stays a link, and what it leads to is replaced.
    fn write(&self, end: &Path, text: &str) -> io::Result<()> {
        let folder = draft::make_folder_without_links(end.parent().unwrap_or(end))?;
        let mut draft = Draft::inside(&folder, end, Rights::Usual)?;
        draft.write(text.as_bytes())?;
        match self.overwrite {
            Overwrite::Force => draft.put(),
            Overwrite::Refuse => draft.put_new().map_err(taken),
        }
    }
}

/// Returns the folders of our settings, key and records, and each link that lies in one: what it
/// leads to is a file of ours as well, wherever that lies.
fn own_places(environment: &RunEnvironment) -> Vec<PathBuf> {
    let key = home::of_user(&[]).map(|home| home.join(KEY_FOLDER));
    let folders = [environment.config_folder.clone(), key, environment.state_folder.clone()];
    let mut places: Vec<PathBuf> = folders.into_iter().flatten().collect();
    let entries = places.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let is_link = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_symlink());
    let links: Vec<PathBuf> = entries.filter(is_link).map(|entry| entry.path()).collect();
    places.extend(links);
    places.extend(environment.config_files.iter().map(|file| file.path.clone()));
    places.extend(environment.deny_files_found().into_iter().map(|file| file.path.into()));
    places
}

/// Says in words what has happened meanwhile.
fn taken(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::AlreadyExists {
        return io::Error::other("somebody has just made it");
    }
    error
}

/// Returns an absolute path, and where it leads, with links before `..` and without.
fn names(path: &Path) -> (String, [String; 2]) {
    let written = absolute(path);
    let plain = normal(&written.to_string_lossy());
    let leads = [led(&written), led(Path::new(&plain))];
    (plain, leads.map(|path| path.to_string_lossy().into_owned()))
}

/// Returns the folders above a file, up to the checkout that it is in, and what each holds of a
/// folder of git's.
fn folders(file: &str) -> Vec<Folder> {
    let above = Path::new(file).ancestors().skip(1);
    let within = above.take_while(|folder| fs::symlink_metadata(folder.join(".git")).is_err());
    let is_there = |folder: &Path, part: &str| fs::symlink_metadata(folder.join(part)).is_ok();
    let folder = |folder: &Path| Folder {
        path: folder.to_string_lossy().into_owned(),
        parts: GIT_PARTS.into_iter().filter(|part| is_there(folder, part)).collect(),
    };
    within.map(folder).collect()
}

fn absolute(path: &Path) -> PathBuf {
    env::current_dir().unwrap_or_default().join(path)
}

/// Returns where a path leads: the links of what is there are followed, what is missing is added.
fn led(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    // What is missing may end in `..`, and then there may be a link again.
    for _ in 0..LINKS_MAX {
        let there = path.ancestors().find_map(|part| Some((part, fs::canonicalize(part).ok()?)));
        let Some((part, there)) = there else { break };
        let missing = path.strip_prefix(part).unwrap_or_else(|_| Path::new(""));
        if missing.as_os_str().is_empty() {
            return there;
        }
        let next = without_steps_back(&there.join(missing));
        if next == path {
            break;
        }
        path = next;
    }
    path
}

/// Returns a path of which each `..` has taken a folder away.
fn without_steps_back(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

/// Where the key lies, below the home.
const KEY_FOLDER: &str = ".config/typesafe";

/// How often a path is followed again.
const LINKS_MAX: usize = 16;
