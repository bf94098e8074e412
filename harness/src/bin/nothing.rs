//! Does nothing: what a program in Rust costs before it has done anything.

fn main() {}
