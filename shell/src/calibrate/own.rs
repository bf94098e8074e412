//! Lines from the user's own sessions, for the user to label.

use core::time::Duration;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use memchr::memmem::Finder;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Scan, Wanted};
use sprag_core::reports::calibrate::own::{MARKER, folder, guard_own, line, text};

use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;
use crate::session::settings_file::user_folder;
use crate::session::{declared, subagents, transcript};
use crate::system::deadline::Deadline;
use crate::system::draft::{Draft, Rights, check_named};
use crate::system::files::open_regular;
use crate::system::lines::{Line, LinesFromEnd};
use crate::system::terminal::{Fault, say};

/// No transcript takes longer.
const LIMIT: Duration = Duration::from_secs(60);

/// Where hosts keep transcripts, and how deep. Grok's do not tell how a turn ends.
const PLACES: [(Host, &str, u32); 2] =
    [(Host::Claude, "projects", 2), (Host::Codex, "sessions", 4)];

/// Writes the last turns of the newest sessions into a new file.
pub(super) fn write(
    path: &Path,
    sessions: usize,
    environment: &RunEnvironment,
) -> Result<(), Fault> {
    let at = |error: io::Error| Fault::of(format!("{}: {error}", path.display()));
    if fs::symlink_metadata(path).is_ok() {
        return Err(at(io::ErrorKind::AlreadyExists.into()));
    }
    check_named(path).map_err(at)?;
    let mut file = Draft::of(path, Rights::Owner).map_err(at)?;
    let head = "# Closing messages of your own sessions. Fill in `expect`, as in\n\
                #   \"expect\": \"broken_promise no, claims_done yes\"\n\
                # and remove whatever should not be asked about.\n";
    file.write(head.as_bytes()).map_err(at)?;
    let (mut written, mut left_out) = (0_usize, 0_usize);
    for (host, transcript) in newest(environment, sessions) {
        match of_session(host, &transcript, environment) {
            Ok(Some(line)) => {
                file.write(line.as_bytes()).map_err(at)?;
                written = written.saturating_add(1);
            }
            // What cannot be read makes no line.
            Ok(None) | Err(_) => left_out = left_out.saturating_add(1),
        }
    }
    file.put_new().map_err(at)?;
    let path = path.display();
    say(&format!(
        "{written} lines in {path}; {left_out} sessions left out.\n\
         Fill in `expect` (`sprag calibrate --help`), then: sprag calibrate {path}\n"
    ))
}

/// Returns the newest transcripts of all hosts.
fn newest(environment: &RunEnvironment, count: usize) -> Vec<(Host, PathBuf)> {
    let mut files: Vec<(SystemTime, Host, PathBuf)> = Vec::new();
    for (host, name, depth) in PLACES {
        let Ok(folder) = user_folder(host, environment.home.as_deref()) else { continue };
        let mut found: Vec<PathBuf> = vec![folder.join(name)];
        for _ in 0..depth {
            let folders = core::mem::take(&mut found);
            let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
            found = entries.flatten().map(|entry| entry.path()).collect();
        }
        found.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
        for path in found {
            let metadata = fs::symlink_metadata(&path);
            if let Ok(modified) = metadata.and_then(|metadata| metadata.modified()) {
                files.push((modified, host, path));
            }
        }
    }
    files.sort_by(|a, b| (b.0, &b.2).cmp(&(a.0, &a.2)));
    files.into_iter().take(count).map(|(_, host, path)| (host, path)).collect()
}

/// Returns the line for the last turn of a session, unless it is left out.
fn of_session(host: Host, path: &Path, environment: &RunEnvironment) -> io::Result<Option<String>> {
    let cwd = last_folder(path)?;
    let folders = cwd.as_ref().map(|cwd| Project::folders_around(Path::new(cwd)));
    let folders = folders.unwrap_or_default();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let deny = environment.deny_files();
    let deny: Vec<Option<&str>> = deny.iter().map(Option::as_deref).collect();
    if !guard_own(holds(path, MARKER)?, &folders, &deny) {
        return Ok(None);
    }
    let deadline = Deadline::after(LIMIT);
    let own = environment.own_check().ok().flatten();
    let scan = Scan::begin_on(host, Wanted::Last(None)).with_work(own.clone());
    let mut facts = transcript::facts(path, scan, deadline, |_| {});
    subagents::merge(&mut facts, path, own.as_ref(), deadline);
    if facts.wants_declared_checks() {
        declared::add(&mut facts.known_checks, cwd.as_deref());
    }
    let names = Project::find(cwd.as_deref()).names;
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(line(&id, &facts, &names).map(|line| text(&line)))
}

/// Returns the folder that the session worked in last.
fn last_folder(path: &Path) -> io::Result<Option<String>> {
    let mut lines = LinesFromEnd::of(open_regular(path)?)?;
    while let Some(line) = lines.next()? {
        if let Line::Text(text) = line
            && let Some(folder) = folder(text)
        {
            return Ok(Some(folder));
        }
    }
    Ok(None)
}

/// Returns whether a file holds this text.
fn holds(path: &Path, text: &str) -> io::Result<bool> {
    let finder = Finder::new(text);
    let overlap = text.len();
    let file = open_regular(path)?;
    let mut block: Vec<u8> = Vec::new();
    loop {
        let kept = block.len().saturating_sub(overlap);
        block.drain(..kept);
        let before = block.len();
        (&file).take(1 << 20).read_to_end(&mut block)?;
        if finder.find(&block).is_some() {
            return Ok(true);
        }
        if block.len() == before {
            return Ok(false);
        }
    }
}
