//! The folders that the user wants sprag to ignore.

use crate::path::is_below;
use crate::verdict::Pass;

/// Keeps away from a session in one of the folders `cwds`, if a deny file says so: the working
/// directory as the host names it, and with its links resolved.
///
/// A file has one absolute path a line, and covers what is below. `None` is a file that exists and
/// cannot be read: then every folder is covered.
#[must_use]
pub fn guard_folder(files: &[Option<&str>], cwds: &[&str]) -> Option<Pass> {
    let is_covered = |file: &Option<&str>| file.is_none_or(|file| covers(file, cwds));
    files.iter().any(is_covered).then_some(Pass::Denied)
}

fn covers(file: &str, cwds: &[&str]) -> bool {
    let mut folders = file.lines().map(str::trim).filter(|line| line.starts_with('/'));
    folders.any(|folder| cwds.iter().any(|cwd| is_below(cwd, folder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_and_what_lies_below_are_covered() {
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
