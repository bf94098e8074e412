//! The name of the project that a session works on.

use alloc::{string::String, vec::Vec};

/// Returns the projects' names that `config`, the text of a git configuration, gives away: the
/// last part of each remote's URL.
#[must_use]
pub fn remote_names(config: &str) -> Vec<String> {
    let urls = config.lines().filter_map(|line| {
        let (key, value) = line.split_once('=')?;
        let is_url = matches!(key.trim(), "url" | "pushurl");
        is_url.then_some(value.trim().trim_matches('"'))
    });
    urls.filter_map(url_name).collect()
}

/// The forms of a git URL: `https://host/owner/name.git`, `git@host:owner/name`, `/path/name`.
fn url_name(url: &str) -> Option<String> {
    let parts = url.rsplit(['/', ':', '\\']);
    let mut names = parts.map(|part| part.strip_suffix(".git").unwrap_or(part));
    names.find(|name| !name.is_empty()).map(String::from)
}

/// Returns the path that a `.git` file points to, as worktrees and submodules have one.
#[must_use]
pub fn git_folder(file: &str) -> Option<&str> {
    let line = file.lines().next()?;
    line.strip_prefix("gitdir:").map(str::trim).filter(|path| !path.is_empty())
}

/// Returns the checkout that a submodule with this git folder belongs to: its git folder is in that
/// of its parent, <https://git-scm.com/docs/gitsubmodules>.
#[must_use]
pub fn superproject(git_folder: &str) -> Option<&str> {
    let end = git_folder.find("/.git/modules/")?;
    git_folder.get(..end)
}

/// Returns the worktree that a git folder lists with this text: the path of its `.git` file, which
/// may be relative to the text's own folder.
#[must_use]
pub fn worktree(gitdir: &str) -> Option<&str> {
    gitdir.lines().next()?.trim_end().strip_suffix("/.git").filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remote_gives_away_the_projects_name() {
        let config = "[core]\n\tbare = false\n[remote \"origin\"]\n\
                      \turl = git@example.com:acme/rocket.git\n[remote \"up\"]\n\
                      \turl = https://dev:hunter2@example.com/other/Rocket-Fork/\n\
                      \tpushurl = /srv/git/mirror.git\n\turl = /home/dev/sprocket/.git\n";
        let names = ["rocket", "Rocket-Fork", "mirror", "sprocket"];
        assert_eq!(remote_names(config), names);
    }

    #[test]
    fn a_worktree_points_to_its_git_folder() {
        assert_eq!(
            git_folder("gitdir: /srv/a/.git/worktrees/b\n"),
            Some("/srv/a/.git/worktrees/b")
        );
        assert_eq!(git_folder("gitdir: ../.git/modules/c"), Some("../.git/modules/c"));
        assert_eq!(git_folder("nothing"), None);
    }

    #[test]
    fn a_git_folder_lists_its_worktrees() {
        for (text, path) in [
            ("/srv/b/.git\n", Some("/srv/b")),
            ("../../../../b/.git", Some("../../../../b")),
            ("/.git\n", None),
            ("/srv/b\n", None),
            ("", None),
        ] {
            assert_eq!(worktree(text), path, "{text}");
        }
    }

    #[test]
    fn a_submodule_belongs_to_the_checkout_that_holds_its_git_folder() {
        assert_eq!(superproject("/srv/a/.git/modules/lib/b"), Some("/srv/a"));
        assert_eq!(superproject("/srv/a/lib/../.git/modules/b"), Some("/srv/a/lib/.."));
        assert_eq!(superproject("/srv/a/.git/worktrees/b"), None);
    }
}
