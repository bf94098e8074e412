//! The key for the judge.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::verdict::Pass;

/// The variables that may hold it, in order of precedence. No program that sprag runs gets them.
pub const VARIABLES: [&str; 3] =
    ["TYPESAFE_API_KEY", "JEV_API_KEY", "CLAUDE_PLUGIN_OPTION_API_KEY"];

/// Returns those of the variables that may hold a key here: none where the user's `config.toml` has
/// variables count for nothing. `uses_environment` is whether they count.
#[must_use]
pub fn guard_variables(
    names: impl IntoIterator<Item = &'static str>,
    uses_environment: bool,
) -> Vec<&'static str> {
    if uses_environment { names.into_iter().collect() } else { Vec::new() }
}

/// A key: printable ASCII without spaces. It is never printed, not even for debugging.
#[derive(Clone, Eq, PartialEq)]
pub struct Key(String);

impl Key {
    /// Returns the first key among `candidates`, which are in order of precedence.
    ///
    /// # Errors
    ///
    /// Returns why the stop passes: no candidate holds anything, or the first that does is no key.
    pub fn choose<'a>(candidates: impl IntoIterator<Item = &'a str>) -> Result<Self, Pass> {
        let text = candidates.into_iter().map(str::trim).find(|text| !text.is_empty());
        let text = text.ok_or(Pass::NoKey)?;
        if text.len() <= 4096 && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            Ok(Self(text.into()))
        } else {
            Err(Pass::KeyOdd)
        }
    }

    /// Returns the key itself, for the one header that carries it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}
