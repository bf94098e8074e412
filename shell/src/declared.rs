//! Reads the files in which a project declares its checks.

use std::path::{Path, PathBuf};

use sprag_core::declared::{FILES, checks};
use sprag_core::known_check::KnownChecks;

use crate::files::read_text_if_present;

/// Adds the checks that are declared in the working directory and in the folders above it, up to
/// the root of the checkout.
pub(crate) fn add(known: &mut KnownChecks, cwd: Option<&str>) {
    let Some(cwd) = cwd.map(PathBuf::from).filter(|cwd| cwd.is_absolute()) else { return };
    for folder in cwd.ancestors() {
        for file in FILES {
            if let Ok(Some(text)) = read_text_if_present(&folder.join(file)) {
                checks(file, &text).for_each(|check| known.add(check));
            }
        }
        if is_root(folder) {
            return;
        }
    }
}

fn is_root(folder: &Path) -> bool {
    folder.join(".git").exists()
}
