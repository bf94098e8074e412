//! The file in which a user lists folders that are left alone.

use sprag_core::settings::deny::{guard_folder, listed, odd_lines};

/// Any text as the working directory, on its first line, and a deny file below it.
///
/// # Panics
///
/// Panics if a slow reader that compares names of folders decides otherwise, if more lines or a
/// further name of the folder deny less, if line ends matter, or if a line that says something
/// neither lists a folder nor is told to be odd.
pub fn fuzz_deny(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (cwd, file) = text.split_once('\n').unwrap_or((&text, ""));
    let denies = |file: &str| guard_folder(&[Some(file)], &[cwd]).is_some();
    let is_denied = denies(file);
    assert_eq!(is_denied, file.split('\n').any(|line| covers(line.trim(), cwd)), "{cwd}: {file}");
    assert_eq!(denies(&file.replace('\n', "\r\n")), is_denied, "line ends matter");
    for more in ["/elsewhere", "# a remark", ""] {
        assert_eq!(denies(&[file, "\n", more].concat()), is_denied || covers(more, cwd), "{more}");
        assert!(!is_denied || guard_folder(&[Some(more), Some(file)], &[more, cwd]).is_some());
    }
    assert!(denies(&[file, "\n/"].concat()) || !cwd.is_empty() && !cwd.starts_with('/'));
    assert!(guard_folder(&[Some(file), None], &[]).is_some(), "a file that cannot be read");
    let folders = listed(file, &["/home/dev"]);
    assert!(folders.iter().all(|folder| folder.starts_with('/')), "{folders:?}");
    let lines = file.trim_start_matches('\u{feff}').lines().map(str::trim);
    let said: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let names_one = |line: &&str| line.starts_with('/') || *line == "~" || line.starts_with("~/");
    // What looks like a pattern or a remark is told, and names a folder all the same.
    let slips = said.iter().copied().filter(names_one);
    let slips = slips.filter(|line| line.contains(['*', '?']) || line.contains(" #")).count();
    let told = folders.len().saturating_add(odd_lines(file).len());
    assert_eq!(told, said.len().saturating_add(slips), "{file}");
    // Without the last slash, a blank at the end of a name would be one of the line.
    let again: Vec<String> = folders.iter().map(|folder| [folder, "/\n"].concat()).collect();
    assert_eq!(listed(&again.concat(), &[]), folders, "what is listed stays as it is");
}

/// Returns whether a line denies a folder: it is absolute, and each of its names is the folder's.
fn covers(line: &str, cwd: &str) -> bool {
    if !line.starts_with('/') {
        return false;
    }
    let line = line.trim_end_matches('/').split('/');
    let names: Vec<&str> = cwd.split('/').collect();
    let mut left = names.iter();
    line.into_iter().all(|name| left.next() == Some(&name))
}
