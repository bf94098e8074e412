//! The files of the tree, as the rules take them.
use std::fs;
use std::path::Path;

use sprag_mutants::Tree;

/// One text file.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// From the root of the tree.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    /// Returns a file that a canary makes up.
    pub(crate) fn made(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Whether it is one of these folders' files with that ending.
    pub(crate) fn is_in(&self, folders: &[&str], ending: &str) -> bool {
        self.path.ends_with(ending) && folders.iter().any(|folder| self.path.starts_with(folder))
    }
}

/// Returns the tree that this program was built from.
pub(crate) fn tree() -> Tree {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    Tree { root: root.to_owned() }
}

/// Returns the paths of all files.
pub(crate) fn paths() -> Vec<String> {
    let paths = tree().files().unwrap();
    assert!(paths.len() > 10, "the tree has files");
    paths
}

/// Returns all files that are text.
pub(crate) fn sources() -> Vec<Source> {
    let root = tree().root;
    let read = |path: String| {
        let text = fs::read_to_string(root.join(&path)).ok()?;
        Some(Source { path, text })
    };
    paths().into_iter().filter_map(read).collect()
}

/// Fails with one line per fault.
#[track_caller]
pub(crate) fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Demands that the rule refuses, once, with these words.
#[track_caller]
pub(crate) fn one(faults: &[String], words: &str) {
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert!(faults[0].contains(words), "{faults:#?}");
}
