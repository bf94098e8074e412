//! Finds out who owns a file and the folders above it, for the decision whether to trust it.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt as _;
use std::path::{self, Component, Path, PathBuf};

use sprag_core::security::trust::{Node, Place};

/// Looks at a file or folder that is there, and at all that its name leads through: whoever can
/// change a folder or a link on the way can put something else in its place.
pub(crate) fn look(path: &Path) -> Place {
    let (resolved, nodes) = follow(path).map(|way| (way.end, way.nodes)).unzip();
    Place { path: resolved.and_then(|path| path.into_os_string().into_string().ok()), nodes }
}

/// Where a name leads.
pub(crate) struct Way {
    /// To there.
    pub(crate) end: PathBuf,
    /// Through these folders, each without links, in which a link lies.
    pub(crate) linked: Vec<PathBuf>,
    nodes: Vec<Node>,
}

/// Follows a name from the root to what it leads to, if it is there.
pub(crate) fn follow(path: &Path) -> Option<Way> {
    let mut left = parts(&path::absolute(path).ok()?);
    let mut at = PathBuf::from("/");
    let mut nodes = vec![node(&fs::symlink_metadata(&at).ok()?)];
    let mut linked = Vec::new();
    while let Some(part) = left.pop() {
        if part == ".." {
            at.pop();
            continue;
        }
        let next = at.join(part);
        let metadata = fs::symlink_metadata(&next).ok()?;
        nodes.push(node(&metadata));
        if !metadata.is_symlink() {
            at = next;
            continue;
        }
        if linked.len() >= LINKS_MAX {
            return None;
        }
        linked.push(at.clone());
        let target = fs::read_link(&next).ok()?;
        if target.is_absolute() {
            at = PathBuf::from("/");
        }
        left.extend(parts(&target));
    }
    Some(Way { end: at, linked, nodes })
}

/// Returns the names in a path that lead somewhere, the first of them last.
fn parts(path: &Path) -> Vec<OsString> {
    let leads = |part: &Component<'_>| matches!(part, Component::Normal(_) | Component::ParentDir);
    path.components().rev().filter(leads).map(|part| part.as_os_str().into()).collect()
}

/// Returns what the decision whether to trust it goes by.
pub(crate) fn node(metadata: &Metadata) -> Node {
    Node { owner: metadata.uid(), group: metadata.gid(), mode: metadata.mode() }
}

/// How many links a name leads through at most, as Linux has it.
const LINKS_MAX: usize = 40;

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
