//! The skills and the agent in a folder of Claude Code's: installed, and removed while they are
//! unchanged.

use std::fs;
use std::io;
use std::path::Path;

use sprag_core::worker::skill::{FILES, Ownership, Step, guard_removal};

use crate::system::draft::{self, Rights};
use crate::system::files::read_if_present;
use crate::system::terminal::Fault;

/// Whether anything is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Run {
    Dry,
    Earnest,
}

/// Puts the files into a folder; returns a line for each. `program` is what they name.
pub(crate) fn put(folder: &Path, program: &str, rights: Rights, run: Run) -> Result<String, Fault> {
    let mut text = String::new();
    for file in FILES {
        let path = folder.join(file.path);
        let fault = |error: io::Error| Fault::of(format!("{}: {error}", path.display()));
        let said = match file.guard_put(content(&path).map_err(fault)?.as_deref(), program) {
            Step::Keep => "there already",
            Step::Leave(Ownership::Changed) => "left alone: it was changed",
            Step::Leave(Ownership::Foreign | Ownership::Ours) => "left alone: it is not sprag's",
            Step::Put if run == Run::Dry => "would be written",
            Step::Put => {
                let parent = path.parent().unwrap_or(folder);
                let text = file.installed(program);
                let written = draft::make_folder(parent)
                    .and_then(|()| draft::replace(&path, text.as_bytes(), rights));
                written.map_err(fault)?;
                "written"
            }
        };
        text.push_str(&format!("{}: {said}\n", path.display()));
    }
    Ok(text)
}

/// Removes those files from a folder that are as we put them; returns a line for each.
pub(crate) fn remove(folder: &Path, run: Run) -> Result<String, Fault> {
    let mut text = String::new();
    for file in FILES {
        let path = folder.join(file.path);
        let fault = |error: io::Error| Fault::of(format!("{}: {error}", path.display()));
        let Some(content) = content(&path).map_err(fault)? else { continue };
        let said = match (guard_removal(&content), run) {
            (false, _) => "left alone: it is not sprag's, or it was changed",
            (true, Run::Dry) => "would be removed",
            (true, Run::Earnest) => {
                draft::remove(&path).map_err(fault)?;
                let folders = path.ancestors().skip(1).take_while(|parent| *parent != folder);
                for parent in folders {
                    // A folder with something else in it stays.
                    let _ = fs::remove_dir(parent);
                }
                "removed"
            }
        };
        text.push_str(&format!("{}: {said}\n", path.display()));
    }
    Ok(text)
}

/// Returns what is at a place, if anything is; a link is somebody's, wherever it leads.
fn content(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => Ok(Some(Vec::new())),
        Ok(_) | Err(_) => read_if_present(path),
    }
}
