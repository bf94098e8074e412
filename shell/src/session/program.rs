//! Programs on disk: this one, and what a host would find under a name.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use sprag_core::security::trust::{self, ProgramFolder, guard_program, guard_program_place};
use sprag_core::settings::hook_file::PROGRAM;

use crate::session::project::Project;
use crate::system::home;
use crate::system::place::{self, Way};

/// Returns the path of the program that `name` is: a path, or a name on `PATH`, of which what the
/// project can change does not count.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_program(path));
    }
    all_on_path(name, &Guarded::here()).into_iter().next()
}

/// Returns the programs of this name on `PATH`, the first most, without those of the project.
fn all_on_path(name: &str, guarded: &Guarded) -> Vec<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let programs = env::split_paths(&folders).map(|folder| folder.join(name));
    programs.filter(|program| is_program(program) && guarded.passes(program)).collect()
}

/// Why no program is run.
#[derive(Debug)]
pub(crate) enum NotFound {
    /// There is none.
    Absent,
    /// There is this one alone, and others can change it.
    Open(PathBuf),
    /// It is not known where this process is.
    Lost(io::Error),
}

/// Returns the absolute path of a program that is to be run: none that lies in the project, and
/// of those on `PATH` none that others can change. Only the user's own settings hold a path, and
/// whoever writes one there has chosen the program.
pub(crate) fn find_to_run(name: &str, guarded: &Guarded) -> Result<PathBuf, NotFound> {
    if name.contains('/') {
        let path = env::current_dir().map_err(NotFound::Lost)?.join(name);
        let path = Some(path).filter(|path| is_program(path) && guarded.passes(path));
        return path.ok_or(NotFound::Absent);
    }
    let programs = all_on_path(name, guarded);
    let kept = programs.iter().find(|program| is_kept(program)).cloned();
    kept.ok_or_else(|| programs.into_iter().next().map_or(NotFound::Absent, NotFound::Open))
}

/// Returns whether nobody else can put something in the place of a program or of its folder.
fn is_kept(path: &Path) -> bool {
    guard_program_place(&place::look(path), home::user())
}

/// Returns the `PATH` of a program that is run: it starts others by their names, `node` above all.
/// Where it lies itself is the last of its folders.
pub(crate) fn path_for(program: &Path) -> Option<OsString> {
    let guarded = Guarded::here();
    let folders = env::var_os("PATH")?;
    let is_searched = |folder: &PathBuf| guarded.searches(folder) && is_kept(folder);
    let folders = env::split_paths(&folders).filter(is_searched);
    env::join_paths(folders.chain(program.parent().map(PathBuf::from))).ok()
}

/// The folders whose programs are not run.
#[derive(Debug)]
pub(crate) struct Guarded {
    project: trust::Project,
    home: Option<String>,
}

impl Guarded {
    /// Returns those of whoever works in this folder.
    pub(crate) fn here() -> Self {
        Self::of(Project::find(None).known, home::of_user(&[]).as_deref())
    }

    /// Returns those of a session on this project.
    pub(crate) fn of(project: trust::Project, home: Option<&Path>) -> Self {
        Self { project, home: home.and_then(resolved) }
    }

    /// Returns whether a program may be run: by the folder that it is named in, the one that it
    /// lies in, and each that holds a link on the way there.
    fn passes(&self, program: &Path) -> bool {
        let Some(Way { end, mut linked, .. }) = place::follow(program) else { return false };
        linked.extend(end.parent().map(PathBuf::from));
        program.parent().is_some_and(|named| self.passes_through(named, &linked))
    }

    /// Returns whether programs are looked for in a folder.
    fn searches(&self, folder: &Path) -> bool {
        let Some(Way { end, mut linked, .. }) = place::follow(folder) else { return false };
        linked.push(end);
        self.passes_through(folder, &linked)
    }

    fn passes_through(&self, named: &Path, folders: &[PathBuf]) -> bool {
        let passes = |folder: &PathBuf| {
            let place = named.to_str().zip(folder.to_str());
            let place = place.map(|(named, resolved)| ProgramFolder { named, resolved });
            place.is_some_and(|it| guard_program(it, &self.project, self.home.as_deref()))
        };
        folders.iter().all(passes)
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
