//! Finds out who owns a file and the folders above it, for the decision whether to trust it.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use sprag_core::trust::{Node, Place};

/// Looks at a file or folder that is there.
pub(crate) fn look(path: &Path) -> Place {
    let resolved = fs::canonicalize(path).ok();
    let nodes = resolved.as_deref().and_then(|path| path.ancestors().map(node).collect());
    Place { path: resolved.and_then(|path| path.into_os_string().into_string().ok()), nodes }
}

fn node(path: &Path) -> Option<Node> {
    let metadata = fs::symlink_metadata(path).ok()?;
    Some(Node { owner: metadata.uid(), group: metadata.gid(), mode: metadata.mode() })
}

/// Returns an absolute path without links, as far as it exists; what does not exist has none.
pub(crate) fn resolved(path: &Path) -> Option<String> {
    let mut missing = Vec::new();
    for folder in path.ancestors() {
        if let Ok(found) = fs::canonicalize(folder) {
            let whole = missing.iter().rev().fold(found, |path: PathBuf, name| path.join(name));
            return whole.into_os_string().into_string().ok();
        }
        // A link that leads nowhere may lead anywhere once it is made use of, and so may `..`.
        if fs::symlink_metadata(folder).is_ok() {
            return None;
        }
        missing.push(folder.file_name()?);
    }
    None
}
