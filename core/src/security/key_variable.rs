//! Where the judge's key may stand in the environment.

use alloc::vec::Vec;

/// The variables that may hold it, in order of precedence. No program that sprag runs gets them.
pub const VARIABLES: [&str; 3] =
    ["TYPESAFE_API_KEY", "JEV_API_KEY", "CLAUDE_PLUGIN_OPTION_API_KEY"];

/// Returns those of the variables that may hold a key here: none where the user's `config.toml` has
/// variables ignored. `uses_environment` is whether they count.
#[must_use]
pub fn guard_variables(
    names: impl IntoIterator<Item = &'static str>,
    uses_environment: bool,
) -> Vec<&'static str> {
    if !uses_environment {
        return Vec::new();
    }
    names.into_iter().collect()
}
