//! The key for the judge.

use alloc::string::String;
use core::fmt;

use crate::checks::verdict::Pass;

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
