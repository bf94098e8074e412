//! The gate that fails when a guard is not guarded by a test.
fn main() {}
