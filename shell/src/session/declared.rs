//! Reads the files in which a project declares its checks.

use std::path::Path;

use sprag_core::activity::declared::{FILES, checks};
use sprag_core::activity::known_check::KnownChecks;

use crate::system::files::read_text_if_present;

/// Adds the checks that are declared in the working directory and in the folders above it, up to
/// the root of the checkout. Outside of a checkout, what is above is another project's.
pub(crate) fn add(known: &mut KnownChecks, cwd: Option<&str>) {
    let Some(cwd) = cwd.map(Path::new).filter(|cwd| cwd.is_absolute()) else { return };
    let root = cwd.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(cwd);
    for folder in cwd.ancestors().take_while(|folder| folder.starts_with(root)) {
        for file in FILES {
            if let Ok(Some(text)) = read_text_if_present(&folder.join(file)) {
                checks(file, &text).for_each(|check| known.add(check));
            }
        }
    }
}
