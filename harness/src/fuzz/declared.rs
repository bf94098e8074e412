//! The files of a project that declare checks.

use sprag_core::activity::check_kind::{CheckKind, KindSet};
use sprag_core::activity::declared::{FILES, checks};
use sprag_core::activity::known_check::{From, KnownCheck};
use sprag_core::limits::KNOWN_CHECKS_MAX;

use super::strict::{member, strict};

/// As many names of one file are looked at.
const NAMES_MAX: usize = 256;

/// Any text as each of the files.
///
/// # Panics
///
/// Panics if a check has no name or another origin, if a file of another name declares one, if
/// names that a slow reader finds are missing, or if a target more declares less.
pub fn fuzz_declared(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(checks("notes.txt", &text).count(), 0);
    for file in FILES {
        for check in checks(file, &text).take(KNOWN_CHECKS_MAX) {
            assert_eq!(check.from, From::Project);
            assert!(!check.runner.is_empty() && !check.kinds.is_empty(), "{file}: {check:?}");
        }
    }
    for (file, list) in [("package.json", "scripts"), ("deno.json", "tasks")] {
        let declared = strict(bytes).and_then(|value| {
            let list = member(&value, list)?.as_object()?;
            let is_one = value.as_object()?.iter().all(|(name, _)| name != other(file));
            (is_one && list.len() < NAMES_MAX).then(|| list.contains_key("test"))
        });
        if declared == Some(true) {
            assert!(kinds(file, &text).contains(CheckKind::Test), "{file}: {text}");
        }
        // Half a file is none.
        if strict(bytes).is_none_or(|value| !value.is_object()) && !text.contains('{') {
            assert!(kinds(file, &text).is_empty(), "{file}: {text}");
        }
    }
    let more = [&*text, "\ntest:\n"].concat();
    for file in ["Makefile", "justfile", "Taskfile.yml"] {
        let (before, after) = (kinds(file, &text), kinds(file, &more));
        assert!(before.without(after).is_empty(), "{file}: {text}");
        let is_seen = more.lines().count() > NAMES_MAX || after.contains(CheckKind::Test);
        assert!(is_seen, "{file}: {text}");
    }
}

/// Returns the member that names the checks of the other tool.
fn other(file: &str) -> &'static str {
    if file == "deno.json" { "scripts" } else { "tasks" }
}

fn kinds(file: &str, text: &str) -> KindSet {
    let all: Vec<KnownCheck> = checks(file, text).collect();
    all.iter().fold(KindSet::NONE, |kinds, check| kinds.or(check.kinds))
}
