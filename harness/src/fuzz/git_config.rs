//! Configurations of git, and the files that point to them.

use sprag_core::settings::project::{git_folder, main_checkout, remote_names};

/// Any text as a git configuration and as a `.git` file.
///
/// # Panics
///
/// Panics if a name is more than one part of a path, is not in the text, changes with the line
/// ends, an added remote hides one, or a named checkout is not the last one.
pub fn fuzz_git_config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let names = remote_names(&text);
    assert!(names.len() <= text.matches('=').count());
    for name in &names {
        assert!(!name.is_empty(), "a name that masks everything");
        assert!(!name.contains(['/', '\\', ':', '\n']), "{name:?} is no single part");
        assert!(text.contains(name.as_str()), "{name:?} is not in the text");
    }
    if !text.contains('\r') {
        assert_eq!(remote_names(&text.replace('\n', "\r\n")), names, "line ends changed a name");
    }
    let more = format!("{text}\n[remote \"origin\"]\n\turl = git@example.com:acme/rocket.git\n");
    let rocket = String::from("rocket");
    assert_eq!(remote_names(&more), [names.as_slice(), &[rocket]].concat());
    if let Some(checkout) = main_checkout(&text) {
        assert!(!checkout.is_empty() && checkout.len() <= text.len(), "{checkout:?}");
    }
    let more = format!("{text}\n[core]\n\tworktree = \"../a b\" # here\n");
    assert_eq!(main_checkout(&more).as_deref(), Some("../a b"));
    folder(&text);
}

fn folder(text: &str) {
    let line = text.lines().next().unwrap_or_default();
    match git_folder(text) {
        Some(path) => {
            assert!(!path.is_empty() && path == path.trim(), "{path:?}");
            assert_eq!(
                line.trim_end(),
                ["gitdir:", line.get(7..).unwrap_or_default()].concat().trim_end()
            );
            assert!(line.ends_with(path) || line.trim_end().ends_with(path));
        }
        None => {
            let rest = line.strip_prefix("gitdir:");
            assert!(rest.is_none_or(|rest| rest.trim().is_empty()), "{line:?} was not understood");
        }
    }
}
