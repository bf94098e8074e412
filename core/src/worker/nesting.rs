//! Where no worker can be asked: inside a worker, and in a sandbox without a network.
//!
//! The command line that answers for us may run hooks of its own, ours among them, and a model in
//! it may call `sprag read`. Both look for a variable that is set for it alone.
//!
//! A repository can set that variable, too, and so turn the hook off. Where the user has variables
//! ignored, it counts only if its value is the token of a worker that runs: a file in the state
//! folder, whose name nobody can know beforehand.

use alloc::{format, string::String};

/// The variable that every process of a worker has.
pub const VARIABLE: &str = "SPRAG_INSIDE_WORKER";

/// What it is set to where no token can be kept.
pub const WITHOUT_TOKEN: &str = "1";

/// Returns whether this process belongs to a worker, where `value` is the variable's. `variables`
/// is whether variables count; `is_running` is whether the file of this name says that a worker
/// runs.
#[must_use]
pub fn guard_nesting(
    value: Option<&str>,
    variables: bool,
    is_running: impl FnOnce(&str) -> bool,
) -> bool {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return false };
    variables || is_token(value) && is_running(&token_name(value))
}

/// Returns the token of a worker, out of numbers that nobody can guess.
#[must_use]
pub fn token(numbers: [u64; 2]) -> String {
    let [first, second] = numbers;
    format!("{first:016x}{second:016x}")
}

/// Returns the name of the file that says that the worker with this token runs.
#[must_use]
pub fn token_name(token: &str) -> String {
    [token, ".worker"].concat()
}

/// Returns whether a value can be a token, and so is a plain part of a name.
fn is_token(value: &str) -> bool {
    value.len() == TOKEN_LEN && value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

const TOKEN_LEN: usize = 32;

/// The variable with which Codex says that a command runs without a network, seen with 0.171.0.
pub const SANDBOX: &str = "CODEX_SANDBOX_NETWORK_DISABLED";

/// Returns whether this process has no network, where `value` is the variable's. A worker's program
/// would try for minutes.
#[must_use]
pub fn guard_sandbox(value: Option<&str>) -> bool {
    value == Some("1")
}
