//! The variables of a program that is asked: those of this process that the core lets through, and
//! those that are made here.

use core::fmt;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use sprag_core::worker::{guard_value, guard_variable, nesting};

use crate::session::worker_token::WorkerToken;
use crate::system::home;

/// All of them.
pub(crate) struct Environment {
    variables: Vec<(OsString, OsString)>,
    /// What the program and all that it starts know themselves by.
    _token: Option<WorkerToken>,
}

impl Environment {
    /// Returns those of a program that looks for its key in `keys`, where the user names the ones
    /// in `named`, and whose temporary files belong into `temporary`. `state` is the folder in
    /// which it is noted while it runs.
    pub(crate) fn of(
        keys: &[&str],
        named: &[String],
        temporary: Option<&Path>,
        state: Option<&Path>,
    ) -> Self {
        let is_handed_on = |name: &OsStr, value: &OsStr| {
            let is_value = |name| guard_value(name, &value.to_string_lossy());
            name.to_str().is_some_and(|name| guard_variable(name, keys, named) && is_value(name))
        };
        let found = env::vars_os().filter(|(name, value)| is_handed_on(name, value));
        let token = state.and_then(|state| WorkerToken::make(state).ok());
        let nesting = token.as_ref().map_or(nesting::WITHOUT_TOKEN, |token| &token.value);
        // They come last, so what is named makes no difference to them.
        let made = [
            ("HOME", home::of_user(&[]).map(OsString::from)),
            ("TMPDIR", temporary.map(OsString::from)),
            (nesting::VARIABLE, Some(OsString::from(nesting))),
        ];
        let made = made.into_iter().filter_map(|(name, value)| Some((name.into(), value?)));
        Self { variables: found.chain(made).collect(), _token: token }
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.variables.iter().map(|(name, value)| (&**name, &**value))
    }
}

impl fmt::Debug for Environment {
    /// The values may be keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.variables.iter().map(|(name, _)| name)).finish()
    }
}
