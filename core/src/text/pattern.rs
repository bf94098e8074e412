//! Patterns of names and paths.

use memchr::memmem;

/// Returns whether a name fits a pattern with at most two `*`, each of which is anything.
pub(crate) fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(rest) = parts.next().and_then(|start| name.strip_prefix(start)) else { return false };
    let Some(end) = parts.next_back() else { return rest.is_empty() };
    let Some(rest) = rest.strip_suffix(end) else { return false };
    parts.next().is_none_or(|middle| rest.contains(middle))
}

/// Returns whether a name in a folder is a place that is known by both: the folder's last parts, a
/// slash, and a pattern of the name.
pub(crate) fn is_at(folder: &str, name: &str, known: &str) -> bool {
    let Some((known_folder, pattern)) = known.rsplit_once('/') else { return false };
    let Some(before) = folder.strip_suffix(SLASHES).and_then(|it| it.strip_suffix(known_folder))
    else {
        return false;
    };
    fits(pattern, name) && (before.is_empty() || before.ends_with(SLASHES))
}

/// Returns whether one of the folders on the way is the known one; of two that are joined, the
/// second is in the first.
pub(crate) fn lies_in(folder: &str, known: &str) -> bool {
    let is_slash = |before: Option<u8>| before.is_none_or(|before| matches!(before, b'/' | b'\\'));
    let bytes = folder.as_bytes();
    memmem::find_iter(bytes, known).any(|at| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied();
        let behind = bytes.get(at.saturating_add(known.len())).copied();
        is_slash(before) && behind.is_some() && is_slash(behind)
    })
}

const SLASHES: [char; 2] = ['/', '\\'];
