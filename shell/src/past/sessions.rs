//! The user's own transcripts: where they are, and every turn in them.

use std::io;
use std::path::{Path, PathBuf};

use sprag_core::activity::own_check::OwnCheck;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Chain, Past, SessionFolder, Sweep};

use crate::past::show_facts::{find, host_of};
use crate::session::run_environment::RunEnvironment;
use crate::session::settings_file::user_folder;
use crate::system::files::{open_regular, read};
use crate::system::lines::{Line, LinesFromEnd};
use crate::system::terminal::Fault;

/// Returns what went wrong with a file.
pub(crate) fn fault(path: &Path, error: &io::Error) -> Fault {
    Fault::of(format!("{}: {error}", path.display()))
}

/// Returns the transcripts of sessions, in order.
pub(crate) fn transcripts(
    paths: &[PathBuf],
    environment: &RunEnvironment,
) -> Result<Vec<PathBuf>, Fault> {
    let mut files = Vec::new();
    for path in paths {
        let found = path.metadata().and_then(|_| find(path, &mut files));
        found.map_err(|error| fault(path, &error))?;
    }
    let mut searched = paths.to_vec();
    if paths.is_empty() {
        for host in Host::ALL {
            let name = if host == Host::Claude { "projects" } else { "sessions" };
            let folder = user_folder(host, environment.home.as_deref())?.join(name);
            match find(&folder, &mut files) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(fault(&folder, &error));
                }
                Ok(()) | Err(_) => searched.push(folder),
            }
        }
    }
    files.retain(|file| is_session(file));
    files.sort();
    files.dedup();
    if files.is_empty() {
        return Err(nothing_in(&searched));
    }
    Ok(files)
}

/// Says where no transcript of a session was found.
fn nothing_in(searched: &[PathBuf]) -> Fault {
    let names: Vec<String> = searched.iter().map(|path| path.display().to_string()).collect();
    Fault::of(format!("no transcript of a session in {}; name a folder or file", names.join(", ")))
}

/// Returns whether a file is the transcript of a session: not that of a subagent, whose ends are
/// none of the session's, nor another file that Grok keeps beside its own.
fn is_session(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let is_agents = name.starts_with("agent-")
        || file.parent().is_some_and(|folder| folder.ends_with("subagents"));
    let is_beside = host_of(file) == Host::Claude && file.with_file_name("updates.jsonl").exists();
    file.is_file() && !is_agents && !is_beside
}

/// A transcript that was read once.
pub(crate) struct Swept {
    pub(crate) past: Vec<Past>,
    pub(crate) lines: u64,
    /// How long the file is, with an end of its last line.
    pub(crate) bytes: u64,
    /// The folders that are named beside it, where it names none.
    pub(crate) cwds: Vec<String>,
}

impl Swept {
    pub(crate) fn of(
        host: Host,
        chain: Chain,
        path: &Path,
        own: Option<&OwnCheck>,
    ) -> io::Result<Self> {
        let mut lines = LinesFromEnd::of(open_regular(path)?)?;
        let cwds = if host == Host::Grok { beside(path) } else { Vec::new() };
        let mut swept = Self { past: Vec::new(), lines: 0, bytes: lines.left(), cwds };
        let mut sweep = Sweep::begin(host, chain, own.cloned());
        while let Some(line) = lines.next()? {
            match line {
                Line::Text(text) => sweep.line(text),
                Line::TooLong(bytes) => sweep.skipped_line(bytes),
            }
            swept.lines = swept.lines.saturating_add(1);
            swept.past.extend(sweep.past());
        }
        swept.past.extend(sweep.finish());
        for past in &mut swept.past {
            if past.context.cwd.is_none() {
                past.context.cwd = swept.cwds.first().cloned();
            }
        }
        Ok(swept)
    }
}

/// Returns the folders that Grok names beside a transcript.
fn beside(path: &Path) -> Vec<String> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let Some(group) = path.parent().and_then(Path::parent) else { return Vec::new() };
    let summary = read(&path.with_file_name("summary.json")).unwrap_or_default();
    let marker = read(&group.join(".cwd")).unwrap_or_default();
    let name = group.file_name().unwrap_or_default().as_encoded_bytes();
    SessionFolder { summary: &summary, group: name, marker: &marker }.cwds()
}

/// Returns the session whose transcript this is, by its name.
pub(crate) fn session_name(host: Host, path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match host {
        Host::Claude => stem,
        // `rollout-TIME-ID`, where the id is a UUID.
        Host::Codex => {
            let id = stem.len().checked_sub(36).and_then(|at| stem.get(at..));
            id.map_or_else(|| stem.clone(), String::from)
        }
        Host::Grok => path
            .parent()
            .and_then(Path::file_name)
            .map_or(stem, |folder| PathBuf::from(folder).to_string_lossy().into_owned()),
    }
}
