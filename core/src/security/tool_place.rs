//! Places where a tool looks for what it runs, what it may do or what it is told.
//!
//! Tools keep what steers them under names that begin with a dot, so no such name is plain,
//! whatever it is; the few names without one are listed.

use alloc::string::String;

use crate::text::path::{base_name, is_below};
use crate::text::pattern::{fits, lies_in};
use crate::text::screen::text::is_unseen;

/// Returns by which name, pattern or folder a file at a place steers a tool. Both are [`folded`].
pub(crate) fn steers(place: &str, home: Option<&str>) -> Option<String> {
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

/// Returns whether a tool may look for files in a folder, or below one on the way there. What is
/// meant for state and caches, and what is temporary, is in no tool's way.
pub(crate) fn is_looked_into(folder: &str, home: Option<&str>) -> bool {
    let (folder, home) = (folded(folder), home.map(folded));
    let whole = [&folder, "/"].concat();
    let beyond = STATE.iter().find_map(|base| whole.split_once(base));
    let is_at_home = home.as_deref().is_some_and(|home| is_below(&folder, home));
    let is_temporary = TEMPORARY.iter().any(|root| is_below(&folder, root)) && !is_at_home;
    let place = beyond.map_or(&*folder, |(_, rest)| rest);
    !is_temporary && steers(place, home.as_deref()).is_some()
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
pub(crate) fn folded(path: &str) -> String {
    let seen: String = path.chars().filter(|c| !is_unseen(*c) && !c.is_control()).collect();
    seen.to_uppercase().to_lowercase()
}

/// How deep such checkouts are looked for in one another. What lies deeper steers a tool.
const WORKTREES_DEEP_MAX: usize = 16;

/// Where checkouts are kept among files of tools. Git's own folder is none of these: what it calls
/// `worktrees` are settings.
const WORKTREES: &[&str] =
    &[".claude/worktrees/", ".codex/worktrees/", ".cursor/worktrees/", ".worktrees/"];

/// Folders for the state of programs and for what they can make anew.
const STATE: &[&str] = &[
    "/.local/state/",
    "/.cache/",
    "/.sprag/",
    "/library/caches/",
    "/library/application support/sprag/",
];

/// Folders of the system, at the root, for what is temporary.
const TEMPORARY: &[&str] = &[
    "/tmp",
    "/var/tmp",
    "/var/folders",
    "/private/tmp",
    "/private/var/tmp",
    "/private/var/folders",
];

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

/// Folders whose files steer a tool, wherever they lie, and files that do in such a folder.
const FOLDERS: &[&str] = &[
    "hooks/hooks.json",
    "systemd/system",
    "systemd/user",
    "library/launchagents",
    "library/launchdaemons",
];

/// Names without a dot at which a tool runs something, or takes what it may do or what it is told,
/// although nobody builds, tests or runs the project.
const NAMES: &[&str] = &[
    // Agents: what they may do, whom they ask, and what they are told in every session.
    "agent.md",
    "agents.md",
    "agents.override.md",
    "amazonq.md",
    "claude.md",
    "claude.local.md",
    "copilot-instructions.md",
    "crush.md",
    "gemini.md",
    "qwen.md",
    "skill.md",
    "warp.md",
    "claude_desktop_config.json",
    "crush.json",
    "gemini-extension.json",
    "marketplace.json",
    "mcp.json",
    "opencode.json",
    "opencode.jsonc",
    "plugin.json",
    // Editors: tasks, settings, and what they start a container with.
    "devcontainer.json",
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
    "codeowners",
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
