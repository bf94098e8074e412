//! The environment variables that the settings files of a host set for its hooks.

use alloc::string::String;

/// A variable that a host sets.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HostVariable {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The file that sets it.
    pub file: String,
}

/// Returns the setting of a variable that counts. `set` is in the order in which the host reads its
/// files: of a variable that is set twice, the last setting counts.
#[must_use]
pub fn last<'a>(set: &'a [HostVariable], name: &str) -> Option<&'a HostVariable> {
    set.iter().rev().find(|variable| variable.name == name)
}

/// Returns the value that a hook sees: what the host sets stands above `own`, the value in the
/// process that asks.
pub fn value_of<T: From<String>>(
    set: &[HostVariable],
    name: &str,
    own: impl FnOnce() -> Option<T>,
) -> Option<T> {
    last(set, name).map(|variable| variable.value.clone().into()).or_else(own)
}
