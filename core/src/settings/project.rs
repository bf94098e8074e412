//! The name of the project that a session works on, and which checkouts belong to it.

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

/// Returns the main checkout that `config`, the text of a git folder's configuration, names: that
/// of a submodule is elsewhere than around its git folder, and so may be any. A path that is
/// relative begins in the git folder: `core.worktree` in <https://git-scm.com/docs/git-config>.
#[must_use]
pub fn main_checkout(config: &str) -> Option<String> {
    let mut is_core = false;
    let mut found = None;
    for line in config.lines().map(str::trim) {
        let line = match line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            Some((section, rest)) => {
                is_core = section.trim().eq_ignore_ascii_case("core");
                rest.trim()
            }
            None => line,
        };
        let given = line.split_once('=').filter(|_| is_core);
        // The last one counts.
        found = given
            .filter(|(key, _)| key.trim().eq_ignore_ascii_case("worktree"))
            .map(|(_, value)| plain(value))
            .or(found);
    }
    found.filter(|path| !path.is_empty())
}

/// Returns a value without quotes, escapes and a remark behind it.
fn plain(value: &str) -> String {
    let (mut plain, mut is_quoted) = (String::new(), false);
    let mut letters = value.trim().chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '\\' => plain.extend(letters.next()),
            '#' | ';' if !is_quoted => break,
            _ => plain.push(letter),
        }
    }
    // What is in quotes may end in blanks, and no checkout does.
    plain.truncate(plain.trim_end().len());
    plain
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
    fn a_git_folder_names_its_main_checkout_where_that_is_not_around_it() {
        for (config, expected) in [
            ("[core]\n\tbare = false\n\tworktree = ../../../lib\n", Some("../../../lib")),
            ("[CORE] WorkTree=/a b # mine\n", Some("/a b")),
            ("[core]\nworktree = \"/a;b\\\"c\" ; mine\n", Some("/a;b\"c")),
            ("[core]\nworktree = /a\n[user]\nworktree = /b\n[core]\nworktree = /c\n", Some("/c")),
            ("[core]\nworktree =\n", None),
            ("[core \"x\"]\nworktree = /a\n", None),
            ("worktree = /a\n[core]\nbare = true\nworktrees = /b\n", None),
        ] {
            assert_eq!(main_checkout(config).as_deref(), expected, "{config}");
        }
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
