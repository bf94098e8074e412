//! Applies the patch of a planted mutant beside the tree.
use alloc::collections::BTreeMap;
use core::ops::Range;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::bodies::{Change, change};
use crate::command::output;
use crate::fault::fault;
use crate::{Fault, Tree};

/// What a patch changes: by file, where a body stands and what happens to it.
pub(crate) type Bodies = BTreeMap<String, Vec<(Range<usize>, String)>>;

/// Returns the files that a patch changes, from the root of the tree.
pub(super) fn files(patch: &str) -> impl Iterator<Item = &str> {
    patch.lines().filter_map(|line| line.strip_prefix("+++ b/"))
}

pub(super) fn path(name: &str) -> String {
    format!("mutants/planted/{name}/change.patch")
}

/// Changes the copy as the patch of that name says.
pub(super) fn apply(tree: &Tree, copy: &Tree, name: &str) -> Result<(), Fault> {
    let mut git = Command::new("git");
    git.args(["apply", "--whitespace=nowarn"]).arg(tree.root.join(path(name)));
    // Inside a repository git would silently leave out what is not below the current folder.
    let above = copy.root.parent().map_or_else(|| copy.root.clone(), Path::to_path_buf);
    git.current_dir(&copy.root).env("GIT_CEILING_DIRECTORIES", above);
    let applied = output(&mut git).map(|_| ());
    applied.map_err(|e| fault!("planted mutant {name} does not apply; renew its patch: {e}"))
}

/// Returns the bodies that the patch of that name changes; nothing if it changes more than that.
///
/// The patch is applied in `scratch`, which holds nothing else. A patch that does not apply, and
/// one that changes no code, are faults.
pub(crate) fn bodies(tree: &Tree, scratch: &Tree, name: &str) -> Result<Option<Bodies>, Fault> {
    let patch = tree.read(&path(name))?;
    let broken = |e| fault!("cannot write to {}: {e}", scratch.root.display());
    _ = fs::remove_dir_all(&scratch.root);
    let mut before = BTreeMap::new();
    for file in files(&patch) {
        let to = scratch.root.join(file);
        fs::create_dir_all(to.parent().unwrap_or(&scratch.root)).map_err(broken)?;
        if let Ok(text) = tree.read(file) {
            fs::write(&to, &text).map_err(broken)?;
            before.insert(file, text);
        }
    }
    apply(tree, scratch, name)?;
    let mut all = Bodies::new();
    for file in files(&patch) {
        let (Some(before), Ok(after)) = (before.get(file), scratch.read(file)) else {
            return Ok(None);
        };
        match change(before, &after) {
            Change::Nothing => {}
            Change::Bodies(list) => {
                all.insert(file.to_owned(), list);
            }
            Change::Other => return Ok(None),
        }
    }
    if all.is_empty() {
        return Err(fault!(
            "planted mutant {name} changes no code, which shows nothing; renew its patch"
        ));
    }
    Ok(Some(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "core/src/a.rs";

    fn found(removed: &str, added: &str) -> Result<Option<Bodies>, Fault> {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree { root: folder.path().join("tree") };
        let write = |path: &str, text: &str| {
            let path = tree.root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(FILE, "fn a() -> u32 {\n    1\n}\n");
        let patch = format!(
            "--- a/{FILE}\n+++ b/{FILE}\n@@ -1,3 +1,3 @@\n fn a() -> u32 {{\n-{removed}\n\
             +{added}\n }}\n"
        );
        write(&path("one"), &patch);
        bodies(&tree, &Tree { root: folder.path().join("scratch") }, "one")
    }

    #[test]
    fn a_patch_is_applied_beside_the_tree() {
        let all = found("    1", "    2").unwrap().unwrap();
        let body = (14..23, "{\n    2\n}".to_owned());
        assert_eq!(all, Bodies::from([(FILE.to_owned(), vec![body])]));
        assert_eq!(found("    1", "    1 }\nfn b() {").unwrap_or_default(), None);
    }

    #[test]
    fn a_patch_that_shows_nothing_is_refused() {
        let said = |removed, added| found(removed, added).unwrap_err().to_string();
        assert!(said("    3", "    2").contains("planted mutant one does not apply"));
        assert!(said("    1", "    1 // One.").contains("planted mutant one changes no code"));
    }
}
