//! Paths as text: which is below which, and what their last part is.

use alloc::{string::String, vec::Vec};

/// Returns whether `path` is `folder` or is below it.
#[must_use]
pub fn is_below(path: &str, folder: &str) -> bool {
    let folder = folder.trim_end_matches('/');
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the last part of a path.
#[must_use]
pub fn base_name(path: &str) -> Option<&str> {
    path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().filter(|name| !name.is_empty())
}

/// Returns whether a path begins with a drive or a server, as on Windows.
#[must_use]
pub fn is_of_windows(path: &str) -> bool {
    match path.as_bytes() {
        [drive, b':', b'/' | b'\\', ..] => drive.is_ascii_alphabetic(),
        [b'\\', b'\\', ..] => true,
        _ => false,
    }
}

/// Returns a path without what leads nowhere else: `.`, `..` behind a folder, and doubled slashes.
/// A link is taken for the folder that it looks like.
#[must_use]
pub fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match parts.last() {
            Some(last) if part == ".." && *last != ".." => drop(parts.pop()),
            None if part == ".." && path.starts_with('/') => {}
            Some(_) | None => parts.push(part),
        }
    }
    [if path.starts_with('/') { "/" } else { "" }, &parts.join("/")].concat()
}

/// Returns `path` with a leading `~/` read as the home directory, as a shell would.
#[must_use]
pub fn expand_home(path: &str, home: Option<&str>) -> String {
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => [home, rest].join("/"),
        (Some(_), None) | (None, _) => path.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_below_its_folders_and_not_below_their_namesakes() {
        assert!(is_below("/home/dev/a", "/home/dev") && is_below("/home/dev", "/home/dev/"));
        assert!(is_below("/home", "/"));
        assert!(!is_below("/home/developer", "/home/dev") && !is_below("/home", "/home/dev"));
    }

    #[test]
    fn a_path_of_windows_begins_with_a_drive_or_a_server() {
        for path in ["C:\\calc", "d:/calc", "\\\\server\\share"] {
            assert!(is_of_windows(path), "{path}");
        }
        for path in ["/c/calc", "C:calc", "\\calc", "1:\\calc", "calc", ""] {
            assert!(!is_of_windows(path), "{path}");
        }
    }

    #[test]
    fn a_path_is_the_same_however_it_is_written() {
        for (path, expected) in [
            ("/a/./b//c/", "/a/b/c"),
            ("/a/b/../c", "/a/c"),
            ("/../../a", "/a"),
            ("../a/../../b", "../../b"),
            ("./a", "a"),
            ("/", "/"),
            ("", ""),
        ] {
            assert_eq!(normal(path), expected, "{path}");
        }
    }

    #[test]
    fn a_tilde_is_the_home_directory() {
        assert_eq!(expand_home("~/a", Some("/home/dev")), "/home/dev/a");
        assert_eq!(expand_home("~/a", None), "~/a");
        assert_eq!(expand_home("/a/~/b", Some("/home/dev")), "/a/~/b");
    }

    #[test]
    fn a_folder_is_called_by_its_last_part() {
        assert_eq!(base_name("/home/dev/rocket/"), Some("rocket"));
        assert_eq!(base_name("C:\\work\\rocket"), Some("rocket"));
        assert_eq!(base_name("/"), None);
    }
}
