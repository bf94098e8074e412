//! The variables of a program that is asked: those of this process that the core lets through, and
//! those that are made here.

use core::fmt;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use sprag_core::worker::{guard_value, guard_variable};

use crate::system::home;

/// All of them.
pub(crate) struct Environment(Vec<(OsString, OsString)>);

impl Environment {
    /// Returns those of a program that looks for its key in `keys`, where the user names the ones
    /// in `named`, and whose temporary files belong into `temporary`.
    pub(crate) fn of(keys: &[&str], named: &[String], temporary: Option<&Path>) -> Self {
        let is_handed_on = |name: &OsStr, value: &OsStr| {
            let is_value = |name| guard_value(name, &value.to_string_lossy());
            name.to_str().is_some_and(|name| guard_variable(name, keys, named) && is_value(name))
        };
        let found = env::vars_os().filter(|(name, value)| is_handed_on(name, value));
        // They come last, so what is named makes no difference to them.
        let made = [
            ("HOME", home::of_user(&[]).map(OsString::from)),
            ("TMPDIR", temporary.map(OsString::from)),
        ];
        let made = made.into_iter().filter_map(|(name, value)| Some((name.into(), value?)));
        Self(found.chain(made).collect())
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }
}

impl fmt::Debug for Environment {
    /// The values may be keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}
