//! Where a path leads.

use alloc::string::String;

use crate::limits::PATH_BYTES_MAX;
use crate::path::expand_home;

/// Returns `path` as it is from the folder `cwd`, or nothing where it names nothing.
pub(super) fn resolve(path: &str, cwd: Option<&str>, home: Option<&str>) -> Option<String> {
    if path.is_empty() || path.contains('\0') {
        return None;
    }
    let path = if path == "~" { home?.into() } else { expand_home(path, home) };
    let path = match cwd {
        Some(cwd) if !path.starts_with('/') => [cwd.trim_end_matches('/'), "/", &path].concat(),
        Some(_) | None => path,
    };
    (path.len() <= PATH_BYTES_MAX).then_some(path)
}
