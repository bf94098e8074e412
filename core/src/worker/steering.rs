//! Files that make a tool run something, or change what a tool may do, once they are there.
//!
//! Nobody has read yet what a worker writes, and the worker has read files by anybody. So it does
//! not become a hook, a start-up file or the settings of an agent by accident.

use alloc::{string::String, vec::Vec};

use super::Failure;
use super::target::Overwrite;
use crate::path::{base_name, is_below, normal};
use crate::pattern::{fits, is_at, lies_in};
use crate::screen::text::is_unseen;

/// A place that is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    /// As it was named.
    pub typed: &'a str,
    /// Absolute: as it was named, and where that leads.
    pub places: &'a [String],
    /// The folders of our settings and records, as they are named and where that leads.
    pub own: &'a [String],
}

/// Lets a place pass at which a file steers no tool; with force any that is neither ours nor the
/// system's.
///
/// # Errors
///
/// Returns what would be steered.
pub fn guard_steering(aim: &Aim<'_>, overwrite: Overwrite) -> Result<(), Failure> {
    let all = aim.places.iter().map(String::as_str).chain([aim.typed]);
    let places: Vec<String> = all.map(|place| folded(&normal(place))).collect();
    let own: Vec<String> = aim.own.iter().map(|folder| folded(&normal(folder))).collect();
    if let Some(why) = places.iter().find_map(|place| forbidden(place, &own)) {
        return Err(Failure::TargetForbidden { path: aim.typed.into(), why });
    }
    match (overwrite, places.iter().find_map(|place| steers(place))) {
        (Overwrite::Force, _) | (_, None) => Ok(()),
        (Overwrite::Refuse, Some(pattern)) => {
            Err(Failure::TargetSteers { path: aim.typed.into(), pattern })
        }
    }
}

/// Returns why nothing is written at a place.
fn forbidden(place: &str, own: &[String]) -> Option<&'static str> {
    if own.iter().any(|folder| !folder.is_empty() && is_below(place, folder)) {
        return Some("sprag keeps its settings and records there");
    }
    // A file of this name would be taken for the folder.
    let folder = [place, "/"].concat();
    if let Some((_, why)) = FORBIDDEN.iter().find(|(known, _)| lies_in(&folder, known)) {
        return Some(why);
    }
    SYSTEM.iter().any(|root| is_below(place, root)).then_some("the system shows itself there")
}

/// Returns the pattern of what a file at a place steers.
fn steers(place: &str) -> Option<&'static str> {
    let place = beyond_worktrees(place);
    let name = base_name(place)?;
    let folder = place.strip_suffix(name)?;
    let by_name = NAMES.iter().find(|known| fits(known, name));
    let by_place = || PLACES.iter().find(|known| is_at(folder, name, known));
    let by_root = || ROOTS.iter().find(|root| is_below(place, root));
    let by_folder = || FOLDERS.iter().find(|known| lies_in(&folder_of(folder), known));
    by_name.or_else(by_place).or_else(by_folder).or_else(by_root).copied()
}

/// Returns a folder with the slash at its end.
fn folder_of(folder: &str) -> String {
    [folder.trim_end_matches('/'), "/"].concat()
}

/// Returns a place as it is seen from the last checkout on the way that an agent made among its own
/// files: `.claude/worktrees/NAME`. What is in there is a project.
fn beyond_worktrees(place: &str) -> &str {
    let mut rest = place;
    for _ in 0..WORKTREES_DEEP_MAX {
        let Some(beyond) = WORKTREES.iter().find_map(|known| beyond(rest, known)) else { break };
        rest = beyond;
    }
    rest
}

fn beyond<'a>(place: &'a str, known: &str) -> Option<&'a str> {
    let (before, behind) = place.split_once(known)?;
    let (name, rest) = behind.split_once('/')?;
    let is_whole = before.is_empty() || before.ends_with('/');
    (is_whole && !name.is_empty() && !rest.is_empty()).then_some(rest)
}

/// Returns a path as a file system may take it that knows no capitals and ignores what is not seen.
fn folded(path: &str) -> String {
    let seen: String = path.chars().filter(|c| !is_unseen(*c) && !c.is_control()).collect();
    seen.to_uppercase().to_lowercase()
}

/// How deep such checkouts are looked for in one another. What lies deeper steers a tool.
const WORKTREES_DEEP_MAX: usize = 16;

/// Folders in which nothing is written, and why.
const FORBIDDEN: &[(&str, &str)] = &[
    (".ssh", "it says who may come in"),
    (".config/sprag", "sprag keeps its settings and records there"),
    (".local/state/sprag", "sprag keeps its settings and records there"),
    (".config/typesafe", "sprag keeps its settings and records there"),
];

/// Folders of the system, at the root, in which nothing is written.
const SYSTEM: &[&str] = &["/proc", "/sys", "/dev"];

/// Where agents keep checkouts among their own files.
const WORKTREES: &[&str] = &[".claude/worktrees/", ".codex/worktrees/", ".cursor/worktrees/"];

/// Folders of the system, at the root, that hold what it runs.
const ROOTS: &[&str] = &[
    "/etc",
    "/private/etc",
    "/bin",
    "/sbin",
    "/boot",
    "/usr/bin",
    "/usr/sbin",
    "/usr/local/bin",
    "/usr/local/sbin",
    "/usr/lib/systemd",
    "/var/spool/cron",
    "/var/at/tabs",
];

/// Folders whose files steer a tool.
const FOLDERS: &[&str] = &[
    ".git",
    ".githooks",
    ".husky",
    ".claude",
    ".codex",
    ".grok",
    ".gemini",
    ".cursor",
    ".windsurf",
    ".opencode",
    ".continue",
    ".devcontainer",
    ".direnv",
    ".gnupg",
    ".config/autostart",
    ".config/direnv",
    ".config/fish",
    ".config/git",
    ".config/nvim",
    ".config/opencode",
    ".config/systemd",
    ".local/share/systemd",
    ".local/bin",
    ".cargo/bin",
    "systemd/system",
    "systemd/user",
    "library/launchagents",
    "library/launchdaemons",
];

/// Names of files that steer a tool wherever they lie.
const NAMES: &[&str] = &[
    // A file of this name says where the folder is.
    ".git",
    ".gitconfig",
    ".hgrc",
    // What shells run when they start.
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_logout",
    ".bash_aliases",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".zlogin",
    ".zlogout",
    ".kshrc",
    ".mkshrc",
    ".cshrc",
    ".tcshrc",
    ".login",
    ".xprofile",
    ".xsession",
    ".xinitrc",
    ".pam_environment",
    "config.fish",
    ".envrc",
    "crontab",
    // What other tools run, or where they get from what they run.
    ".npmrc",
    ".yarnrc",
    ".yarnrc.yml",
    ".pnpmfile.cjs",
    "pip.conf",
    ".curlrc",
    ".wgetrc",
    ".vimrc",
    ".exrc",
    ".nvimrc",
    ".emacs",
    ".dir-locals.el",
    ".gdbinit",
    ".lldbinit",
    ".tmux.conf",
    ".screenrc",
    ".pre-commit-config.yaml",
    "lefthook.yml",
    ".lefthook.yml",
    "sitecustomize.py",
    "usercustomize.py",
    // Agents: what they may do, whom they ask, and what they are told in every session.
    ".mcp.json",
    ".claude.json",
    "claude_desktop_config.json",
    "opencode.json",
    ".aider.conf.yml",
    "claude.md",
    "claude.local.md",
    "agents.md",
    "agents.override.md",
    "gemini.md",
    ".cursorrules",
    ".windsurfrules",
    ".clinerules",
    "copilot-instructions.md",
];

/// Names that steer a tool in one folder.
const PLACES: &[&str] = &[
    ".vscode/tasks.json",
    ".vscode/settings.json",
    ".vscode/launch.json",
    ".vscode/mcp.json",
    ".cargo/config",
    ".cargo/config.toml",
    ".cargo/env",
    ".idea/workspace.xml",
    ".pip/pip.conf",
];
