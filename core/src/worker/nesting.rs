//! A worker has no worker.
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
