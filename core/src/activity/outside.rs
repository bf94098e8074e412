//! Which paths are outside the project that is worked on.

use crate::text::path::is_below;

/// Folders for what is thrown away.
const TEMPORARY: [&str; 4] = ["/tmp", "/var/tmp", "/var/folders", "/dev/shm"];

/// The same on Windows.
const TEMPORARY_OF_WINDOWS: &str = "\\AppData\\Local\\Temp\\";

/// Parts of paths of other checkouts of the same project.
const WORKTREES: [&str; 4] = ["wt", "worktree", "worktrees", ".worktrees"];

/// Returns whether what lies at `path` is nothing of the project in which `cwd` lies: a temporary
/// file, or a setting of the user's own programs. In doubt it is of the project: nobody looks where
/// its checkout begins, and it may have a second one elsewhere.
#[must_use]
pub(crate) fn guard_outside(path: &str, cwd: &str) -> bool {
    if path.contains(TEMPORARY_OF_WINDOWS) {
        return !cwd.is_empty() && !cwd.contains(TEMPORARY_OF_WINDOWS);
    }
    let (path, cwd) = (real(path), real(cwd));
    let is_odd = |path: &str| {
        !path.starts_with('/')
            || path.split('/').any(|part| part == ".." || WORKTREES.contains(&part))
    };
    if is_odd(path) || is_odd(cwd) {
        return false;
    }
    let ours = shared(path, cwd);
    let temporary = TEMPORARY.iter().find(|folder| is_below(path, folder));
    match (temporary, home(path)) {
        // Below a folder that holds no projects but folders of many.
        (Some(folder), _) => is_below(folder, ours) && !is_below(path, cwd),
        (None, Some(home)) => {
            let inner = path.get(home.len().saturating_add(1)..).unwrap_or_default();
            inner.starts_with('.') && is_below(home, ours) && cwd.trim_end_matches('/') != home
        }
        (None, None) => false,
    }
}

/// Of `/tmp` and `/var` there are two names on macOS.
fn real(path: &str) -> &str {
    let rest = path.strip_prefix("/private").unwrap_or_default();
    if ["/tmp", "/var"].iter().any(|folder| is_below(rest, folder)) { rest } else { path }
}

/// Returns the folder in which both lie.
fn shared<'a>(path: &'a str, other: &str) -> &'a str {
    let parts = path.split('/').zip(other.trim_end_matches('/').split('/'));
    let parts = parts.take_while(|(one, other)| one == other);
    let end: usize = parts.map(|(part, _)| part.len().saturating_add(1)).sum();
    path.get(..end.saturating_sub(1)).unwrap_or(path)
}

/// Returns the home folder in which a path lies, by its shape.
fn home(path: &str) -> Option<&str> {
    if is_below(path, "/root") {
        return path.get(.."/root".len());
    }
    let users = ["/home/", "/Users/"].into_iter().find(|users| path.starts_with(users))?;
    let name = path.get(users.len()..)?.split('/').next().filter(|name| !name.is_empty())?;
    path.get(..users.len().saturating_add(name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "/home/dev/calc";

    #[test]
    fn what_is_thrown_away_and_the_users_own_settings_are_nothing_of_a_project() {
        for (path, cwd) in [
            ("/tmp/count.py", HOME),
            ("/tmp/leak/main.go", "/home/dev/calc/web"),
            ("/private/tmp/claude-501/scratchpad/a.py", "/Users/dev/calc"),
            ("/var/folders/ab/xyz/T/a.py", "/Users/dev/calc"),
            ("/tmp/count.py", "/tmp/calc"),
            ("/tmp/count.py", "/private/tmp/calc"),
            ("/tmp/leak/main.go", "/tmp/calc"),
            ("/home/dev/.claude/hooks/a.py", HOME),
            ("C:\\Users\\dev\\AppData\\Local\\Temp\\a.py", "D:\\calc"),
        ] {
            assert!(guard_outside(path, cwd), "{path} {cwd}");
        }
        assert!(guard_outside(&["/root", ".config", "a.lua"].join("/"), "/srv/calc"));
    }

    #[test]
    fn what_may_be_of_the_project_is() {
        for (path, cwd) in [
            ("/home/dev/calc/a.py", HOME),
            ("/home/dev/calc/.github/a.py", "/home/dev/calc/web"),
            ("/home/dev/calc-2/a.py", HOME),
            ("/srv/other/a.py", HOME),
            ("a.py", HOME),
            ("/tmp/a.py", ""),
            ("/tmp/a.py", "calc"),
            ("/tmp/../home/dev/calc/a.py", HOME),
            ("/tmp/wt/calc/a.py", HOME),
            ("/home/dev/.codex/worktrees/1/calc/a.py", HOME),
            ("/tmp/calc/api/a.py", "/tmp/calc/web"),
            ("/private/tmp/calc/a.py", "/tmp/calc"),
            ("/tmp/calc/a.py", "/private/tmp/calc"),
            ("/var/folders/ab/xyz/T/calc/a.py", "/var/folders/ab/xyz/T/calc/web"),
            ("/tmp/a.py", "/tmp"),
            ("/home/dev/.config/a.lua", "/home/dev"),
            ("/home/dev/.config/nvim/a.lua", "/home/dev/.config/nvim"),
            ("/home/dev/.config/nvim/a.lua", "/home/dev/.config/fish"),
            ("/tmpfile/a.py", HOME),
            (
                "C:\\Users\\dev\\AppData\\Local\\Temp\\calc\\a.py",
                "C:\\Users\\dev\\AppData\\Local\\Temp\\calc",
            ),
            ("C:\\Users\\dev\\AppData\\Local\\Temp\\a.py", ""),
        ] {
            assert!(!guard_outside(path, cwd), "{path} {cwd}");
        }
    }
}
