//! The gate that fails when a guard is not guarded by a test.
//!
//! A *guard* is a function that can stop, pass, hold or mask. `guards.toml` lists every one with
//! the sentence it promises and the test that proves it. The gate changes each guard in every way
//! that cargo-mutants knows, and in the ways that `planted/` describes, and demands that a test
//! notices.
//!
//! cargo-mutants reports green in several ways without having tested anything (a filter that
//! matches nothing, a baseline that never ran the failing package, mutants that do not compile), so
//! its exit code proves nothing: [`judge()`] reads what it did and fails closed.
#![forbid(unsafe_code)]

extern crate alloc;

mod baseline;
mod build_folder;
mod canary;
mod command;
mod entry;
mod environment;
mod exit;
mod fault;
mod floors;
mod gate;
mod guards;
mod judge;
mod libtest;
mod mutate;
mod named_test;
mod outcomes;
mod planted;
mod report;
mod schemata;
mod survivors;
mod tree;
mod turn;
mod whole;

pub use canary::canary;
pub use exit::Exit;
pub use fault::Fault;
pub use floors::{Floors, History};
pub use gate::{Build, Gate};
pub use guards::{Guard, Guards, PACKAGES, TestName, unit_program};
pub use judge::{Case, Judgement, Part, Scope, judge};
pub use libtest::{Report, Status};
pub use planted::Planted;
pub use report::Summary;
pub use survivors::{Survivor, survivors};
pub use tree::Tree;
pub use turn::Turn;
pub use whole::Whole;
