//! Where a worker may write without `--force`: to plain files of the project.
//!
//! What a worker writes nobody has read yet, and the worker has read files of anybody. So it does
//! not become a hook, a start-up file or the settings of an agent by accident. Tools keep what
//! steers them under names that begin with a dot, so no such name is written, whatever it is; the
//! few names without one are listed. What is run when somebody builds, tests or runs the project is
//! plain code, and a worker's work: `Makefile`, `package.json`, `build.rs`, `conftest.py`.

use alloc::{string::String, vec::Vec};

use super::target::Overwrite;
use super::{Failure, TargetFailure};
use crate::text::path::{base_name, is_below, normal};
use crate::text::pattern::{fits, lies_in};
use crate::text::screen::text::is_unseen;

/// A place that is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    /// As it was named.
    pub typed: &'a str,
    /// The same, absolute.
    pub named: &'a str,
    /// Where that leads, absolute and without links: all that it could be.
    pub leads: &'a [String],
    /// The folders of the session's project, in the same form.
    pub project: &'a [&'a str],
    /// The user's home.
    pub home: Option<&'a str>,
    /// The folders above the file, up to the checkout that it is in.
    pub folders: &'a [Folder],
    /// The folders of our settings and records, as they are named and where that leads.
    pub own: &'a [String],
}

/// A folder, and which of [`GIT_PARTS`] it holds.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Where it is, absolute and without links.
    pub path: String,
    /// Those that are there.
    pub parts: Vec<&'static str>,
}

/// What git knows a folder of its own by, whatever its name is:
/// <https://git-scm.com/docs/gitrepository-layout>.
pub const GIT_PARTS: [&str; 4] = ["HEAD", "objects", "refs", "commondir"];

/// Lets a place pass that is a plain file of the project; with force any that is neither ours nor
/// the system's.
///
/// # Errors
///
/// Returns what would be steered, or that it lies elsewhere.
pub fn guard_steering(aim: &Aim<'_>, overwrite: Overwrite) -> Result<(), Failure> {
    let all = aim.leads.iter().map(String::as_str).chain([aim.named, aim.typed]);
    let places: Vec<String> = all.map(|place| folded(&normal(place))).collect();
    let own: Vec<String> = aim.own.iter().map(|folder| folded(&normal(folder))).collect();
    if let Some(why) = places.iter().find_map(|place| forbidden(place, &own)) {
        return Err(Failure::Target(TargetFailure::Forbidden { path: aim.typed.into(), why }));
    }
    if overwrite == Overwrite::Force {
        return Ok(());
    }
    let home = aim.home.map(folded);
    let by = places.iter().find_map(|place| steers(place, home.as_deref()));
    if let Some(by) = by.or_else(|| becomes_git(aim, &places)) {
        return Err(Failure::Target(TargetFailure::Steers { path: aim.typed.into(), by }));
    }
    if is_outside(aim) {
        let project = aim.project.iter().min_by_key(|folder| folder.len());
        let project = project.map(|folder| String::from(*folder));
        return Err(Failure::Target(TargetFailure::Outside { path: aim.typed.into(), project }));
    }
    Ok(())
}

/// Returns whether a place may lead out of the project.
fn is_outside(aim: &Aim<'_>) -> bool {
    let is_inside = |place: &String| aim.project.iter().any(|folder| is_below(place, folder));
    aim.leads.is_empty() || !aim.leads.iter().all(is_inside)
}

/// Returns that a place lies in a folder of git's, or makes one: whoever runs git there runs what
/// its `config` says.
fn becomes_git(aim: &Aim<'_>, places: &[String]) -> Option<String> {
    let is_git = |folder: &&Folder| {
        let path = folded(folder.path.trim_end_matches('/'));
        let has = |part: &str| {
            let place = [&path, "/", &folded(part)].concat();
            folder.parts.contains(&part) || places.iter().any(|written| is_below(written, &place))
        };
        has("HEAD") && (has("commondir") || (has("objects") && has("refs")))
    };
    let folder = aim.folders.iter().find(is_git)?;
    Some(["the folder of git ", &folder.path].concat())
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

/// Returns by which name, pattern or folder a file at a place steers a tool.
fn steers(place: &str, home: Option<&str>) -> Option<String> {
    let rest = beyond_worktrees(place);
    let name = base_name(rest)?;
    let is_dotted = |part: &&str| part.starts_with('.') && !matches!(*part, "." | "..");
    let by_name = || NAMES.iter().find(|known| fits(known, name));
    let by_folder = || FOLDERS.iter().find(|known| lies_in(&[rest, "/"].concat(), known));
    let by_root = || ROOTS.iter().find(|root| is_below(place, root));
    let in_home = home.and_then(|home| place.strip_prefix(home)?.strip_prefix('/'));
    let by_home = || HOMES.iter().find(|known| in_home.is_some_and(|rest| is_below(rest, known)));
    let dotted = rest.split('/').find(is_dotted);
    let listed = || by_name().or_else(by_folder).or_else(by_root).or_else(by_home).copied();
    dotted.or_else(listed).map(String::from)
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

/// Where checkouts are kept among files of tools. Git's own folder is none of these: what it calls
/// `worktrees` are settings.
const WORKTREES: &[&str] =
    &[".claude/worktrees/", ".codex/worktrees/", ".cursor/worktrees/", ".worktrees/"];

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

/// Folders of the home that hold what the user or a session runs by its name alone.
const HOMES: &[&str] = &["bin", "go/bin", "library"];

/// Folders whose files steer a tool, wherever they lie.
const FOLDERS: &[&str] =
    &["systemd/system", "systemd/user", "library/launchagents", "library/launchdaemons"];

/// Names without a dot at which a tool runs something, or takes what it may do or what it is told,
/// although nobody builds, tests or runs the project.
const NAMES: &[&str] = &[
    // Agents: what they may do, whom they ask, and what they are told in every session.
    "agent.md",
    "agents.md",
    "agents.override.md",
    "claude.md",
    "claude.local.md",
    "copilot-instructions.md",
    "gemini.md",
    "qwen.md",
    "warp.md",
    "claude_desktop_config.json",
    "crush.json",
    "mcp.json",
    "opencode.json",
    "opencode.jsonc",
    // Editors: tasks and settings.
    "*.code-workspace",
    "*.sublime-project",
    // Each start of Python, and where it gets packages from.
    "*.pth",
    "sitecustomize.py",
    "usercustomize.py",
    "pip.conf",
    // Shells that enter the folder, or start.
    "mise.toml",
    "mise.*.toml",
    "config.fish",
    "crontab",
    // Git, and servers once it is pushed.
    "lefthook*.yml",
    "lefthook*.yaml",
    "lefthook*.toml",
    "lefthook*.json",
    "appveyor.yml",
    "azure-pipelines*.yml",
    "bitbucket-pipelines.yml",
    "buildspec*.yml",
    "cloudbuild*.yaml",
    "jenkinsfile*",
];
