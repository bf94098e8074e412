//! The environment variables of the hook: those of this process, and those that a host would set.

use core::fmt;
use std::env;
use std::ffi::OsString;

use sprag_core::hosts::host::Host;
use sprag_core::settings::hook_file;
use sprag_core::settings::host_variable::{HostVariable, last, value_of};

use crate::session::settings_file::files;

/// The variables, by name.
#[derive(Clone, Default)]
pub(crate) struct Variables {
    /// What a host sets, in the order in which it reads its files.
    set: Vec<HostVariable>,
}

impl Variables {
    /// Returns those of a session of `host` in this folder, once that is trusted.
    pub(crate) fn of(host: Host, home: Option<&str>) -> Self {
        let mut set = Vec::new();
        for (file, _) in files(host, home).into_iter().filter(|_| host.sets_variables()) {
            // What cannot be read sets nothing; that it cannot is said elsewhere.
            let text = file.read().ok().flatten().unwrap_or_default();
            for (name, value) in hook_file::list(&text).unwrap_or_default().env {
                set.push(HostVariable { name, value, file: file.path.display().to_string() });
            }
        }
        Self { set }
    }

    pub(crate) fn get_os(&self, name: &str) -> Option<OsString> {
        value_of(&self.set, name, || env::var_os(name))
    }

    pub(crate) fn get(&self, name: &str) -> Option<String> {
        self.get_os(name)?.into_string().ok()
    }

    /// Returns the name, with the file that sets it if a host does.
    pub(crate) fn place(&self, name: &str) -> String {
        last(&self.set, name).map_or_else(|| name.into(), |set| format!("{name} in {}", set.file))
    }
}

impl fmt::Debug for Variables {
    /// The values may be keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.set.iter().map(|variable| &variable.name)).finish()
    }
}
