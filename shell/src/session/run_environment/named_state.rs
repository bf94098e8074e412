//! The state folder that variables name.

use std::path::{Path, PathBuf};

use sprag_core::security::trust::{Unfit, guard_state};

use super::{absolute, named_base};
use crate::session::project::Project;
use crate::session::variables::Variables;
use crate::system::{folder, place};

/// It.
pub(super) struct NamedState {
    pub(super) path: PathBuf,
    /// The folder around it, where the variable names that.
    around: Option<PathBuf>,
}

impl NamedState {
    pub(super) fn find(variables: &Variables) -> Option<Self> {
        if let Some(path) = absolute(variables, "SPRAG_STATE_DIR") {
            return Some(Self { path, around: None });
        }
        let around = named_base(variables, "XDG_STATE_HOME", ".local/state")?;
        Some(Self { path: around.join("sprag"), around: Some(around) })
    }

    /// Returns the folder if it may be used, and otherwise why it may not.
    pub(super) fn guard(
        self,
        project: &Project,
        settings: &[String],
        home: Option<&str>,
    ) -> Result<PathBuf, (PathBuf, Unfit)> {
        let contents = folder::contents(&self.path, self.around.as_deref());
        let resolved = place::resolved(&self.path);
        match guard_state(resolved.as_deref(), &project.known, settings, home, contents) {
            Ok(()) => Ok(self.path),
            Err(why) => Err((self.path, why)),
        }
    }
}

/// Returns the folders of the user's settings and key, in every home that could be meant.
pub(super) fn settings_folders(variables: &Variables, user_home: Option<&Path>) -> Vec<String> {
    let home = absolute(variables, "HOME");
    let below = |home: &Path| home.join(".config");
    let bases = [user_home.map(below), home.as_deref().map(below)].into_iter();
    let bases = bases.chain([absolute(variables, "XDG_CONFIG_HOME")]).flatten();
    let folders = bases.flat_map(|base| ["sprag", "typesafe"].map(|name| base.join(name)));
    folders.filter_map(|folder| place::resolved(&folder)).collect()
}
