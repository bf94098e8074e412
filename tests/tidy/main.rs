//! Holds the tree to the rules that no compiler checks.
//!
//! Each rule is a function from texts to faults. Beside it stand a test on the real tree and
//! canaries: texts that are wrong on purpose and that the rule has to refuse.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

extern crate alloc;

mod function;
mod fuzz;
mod guards;
mod holes;
mod policy;
mod promises;
mod properties;
mod purity;
mod removals;
mod rooms;
mod shape;
mod snapshots;
mod source;
mod style;
mod versions;
mod words;
mod writes;
