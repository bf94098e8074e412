//! A stop hook for coding agents.
fn main() {}
