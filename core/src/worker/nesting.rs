//! Where no worker can be asked: inside a worker, and in a sandbox without a network.
//!
//! The command line that answers for us may run hooks of its own, ours among them, and a model in
//! it may call `sprag read`. Both look for a variable that is set for it alone.

/// The variable that every process of a worker has.
pub const VARIABLE: &str = "SPRAG_INSIDE_WORKER";

/// Returns whether this process belongs to a worker, where `value` is the variable's.
#[must_use]
pub fn guard_nesting(value: Option<&str>) -> bool {
    value.is_some_and(|value| !value.is_empty())
}

/// The variable with which Codex says that a command runs without a network, seen with 0.171.0.
pub const SANDBOX: &str = "CODEX_SANDBOX_NETWORK_DISABLED";

/// Returns whether this process has no network, where `value` is the variable's. A worker's program
/// would try for minutes.
#[must_use]
pub fn guard_sandbox(value: Option<&str>) -> bool {
    value == Some("1")
}
