//! A file that lists folders which are left alone, as it lies on disk.

use std::path::Path;

use sprag_core::reports::doctor::DenyFile;
use sprag_core::settings::deny::listed;

use crate::system::files::read_text_if_present;
use crate::system::place;

/// Reads the file, if it is there. A link that leads nowhere is: what it led to was a list.
pub(crate) fn read(path: &Path) -> Option<DenyFile> {
    let text = match read_text_if_present(path) {
        Ok(None) if place::resolved(path).is_some() => return None,
        Ok(text) => text,
        Err(_) => None,
    };
    Some(DenyFile { path: path.display().to_string(), text })
}

/// Returns the folders that a list names and those that their links lead to, one a line.
pub(crate) fn plain(text: &str, homes: &[&str]) -> String {
    let named = listed(text, homes);
    let leads = named.iter().filter_map(|folder| place::resolved(Path::new(folder)));
    named.iter().cloned().chain(leads).collect::<Vec<_>>().join("\n")
}
