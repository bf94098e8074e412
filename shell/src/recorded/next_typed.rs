//! What the user typed after a turn, if its transcript still exists.

use core::time::Duration;
use std::fs;
use std::path::{Path, PathBuf};

use sprag_core::decision::plan::Plan;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::Next;
use sprag_core::hosts::transcript::followed::Followed;

use crate::session::settings_file::user_folder;
use crate::system::deadline::Deadline;
use crate::system::files::open_regular;
use crate::system::lines::{Line, LinesFromEnd};

/// Who reviews does not wait longer for a hint.
const LIMIT: Duration = Duration::from_secs(2);

/// Folders that are looked at below the host's own.
const FOLDERS_MAX: usize = 10_000;

/// Returns what a person typed next after the turn of a plan.
pub(crate) fn find(plan: &Plan, home: Option<&str>) -> Option<String> {
    let prompt = plan.prompt.as_deref()?;
    let path = transcript(plan, home)?;
    let deadline = Deadline::after(LIMIT);
    let mut lines = LinesFromEnd::of(open_regular(&path).ok()?).ok()?;
    let mut followed = Followed::begin_on(plan.host, prompt);
    while !deadline.is_over()
        && let Some(line) = lines.next().ok()?
    {
        if let Line::Text(text) = line
            && followed.line(text) == Next::Enough
        {
            return followed.finish();
        }
    }
    None
}

/// Returns where the transcript of a session lies. Grok's are not found by a session's id.
fn transcript(plan: &Plan, home: Option<&str>) -> Option<PathBuf> {
    let folder = user_folder(plan.host, home).ok()?;
    let is_plain = |char: char| char.is_ascii_alphanumeric() || char == '-';
    if plan.session.is_empty() || !plan.session.chars().all(is_plain) {
        return None;
    }
    let name = [plan.session.as_str(), ".jsonl"].concat();
    match plan.host {
        Host::Claude => below(&folder.join("projects"), 1, &|found| found == name),
        Host::Codex => below(&folder.join("sessions"), 3, &|found| found.ends_with(&name)),
        Host::Grok => None,
    }
}

/// Returns a file in one of the folders that lie so deep below this one.
fn below(folder: &Path, depth: usize, is_it: &dyn Fn(&str) -> bool) -> Option<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    for _ in 0..depth {
        let inside = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let inside = inside.flatten().map(|entry| entry.path());
        folders = inside.filter(|path| path.is_dir()).take(FOLDERS_MAX).collect();
    }
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let is_it = |entry: &fs::DirEntry| entry.file_name().to_str().is_some_and(is_it);
    files.filter(is_it).map(|entry| entry.path()).next()
}
