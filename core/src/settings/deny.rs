//! The folders that the user wants sprag to ignore.

use alloc::{string::String, vec::Vec};

use crate::checks::verdict::Pass;
use crate::text::path::{expand_home, is_below, normal};

/// Keeps away from a session in one of `folders`, if a deny file says so: every folder of the
/// project that the session works on, as it is named, and with its links resolved.
///
/// A file has one absolute path a line, and covers what is below. `None` is a file that exists and
/// cannot be read: then every folder is covered.
#[must_use]
pub fn guard_folder(files: &[Option<&str>], folders: &[&str]) -> Option<Pass> {
    let is_covered = |file: &Option<&str>| file.is_none_or(|file| covers(file, folders));
    files.iter().any(is_covered).then_some(Pass::Denied)
}

fn covers(file: &str, folders: &[&str]) -> bool {
    let mut listed = file.lines().map(str::trim).filter(|line| line.starts_with('/'));
    listed.any(|listed| folders.iter().any(|folder| is_below(folder, listed)))
}

/// Returns the folders that a deny file lists, each as an absolute path. `~` is each of the homes
/// that could be meant; where none is known, it may be anywhere.
#[must_use]
pub fn listed(file: &str, homes: &[&str]) -> Vec<String> {
    let homes = if homes.is_empty() { &["/"] } else { homes };
    let of_line = |line| match kind(line) {
        Kind::Absolute => Vec::from([normal(line)]),
        Kind::OfHome => {
            let of = |home: &&str| normal(&expand_home(&[line, "/"].concat(), Some(home)));
            homes.iter().map(of).collect()
        }
        Kind::Odd => Vec::new(),
    };
    lines(file).into_iter().flat_map(of_line).collect()
}

/// Returns the lines of a deny file that list no folder, although they are neither empty nor a
/// remark, or hardly the one that was meant: nothing in a line is a pattern, and no remark ends it.
#[must_use]
pub fn odd_lines(file: &str) -> Vec<&str> {
    let is_slip = |line: &str| line.contains(['*', '?']) || line.contains(" #");
    lines(file).into_iter().filter(|line| kind(line) == Kind::Odd || is_slip(line)).collect()
}

/// How a line names a folder.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Kind {
    Absolute,
    OfHome,
    /// By a path that depends on the working directory, or by another user's home.
    Odd,
}

fn kind(line: &str) -> Kind {
    match line {
        _ if line.starts_with('/') => Kind::Absolute,
        _ if line == "~" || line.starts_with("~/") => Kind::OfHome,
        _ => Kind::Odd,
    }
}

/// Returns the lines of a deny file that say something.
fn lines(file: &str) -> Vec<&str> {
    // Some editors begin a file with a mark of its encoding.
    let lines = file.trim_start_matches('\u{feff}').lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_and_what_is_below_are_covered() {
        let file = "# mine\n/home/dev/secret/\n\n/srv\n";
        for cwd in ["/home/dev/secret", "/home/dev/secret/a/b", "/srv/x"] {
            assert_eq!(guard_folder(&[Some(file)], &[cwd]), Some(Pass::Denied), "{cwd}");
        }
        for cwd in ["/home/dev", "/home/dev/secrets", "/srvx", "relative"] {
            assert_eq!(guard_folder(&[Some(file)], &[cwd]), None, "{cwd}");
        }
    }

    #[test]
    fn the_root_covers_everything() {
        assert_eq!(guard_folder(&[Some("/")], &["/home/dev"]), Some(Pass::Denied));
    }

    #[test]
    fn an_unreadable_file_covers_everything() {
        assert_eq!(guard_folder(&[Some("/srv"), None], &["/home/dev"]), Some(Pass::Denied));
    }

    #[test]
    fn a_folder_behind_a_link_is_covered_under_either_name() {
        assert_eq!(
            guard_folder(&[Some("/srv/x")], &["/home/dev/link", "/srv/x"]),
            Some(Pass::Denied)
        );
    }
}
