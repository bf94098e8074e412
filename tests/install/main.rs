//! Drives the built program as a user would who installs, configures and removes it.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod home;
mod hosts;

mod debug;
mod dialog;
mod doctor;
mod document;
mod entry;
mod file;
mod hook_runs;
mod kept;
mod plugin;
mod reads;
mod renamed;
mod seed;
mod settings;
mod skills;
mod style;
#[allow(dead_code, reason = "the tests of what is shown use the rest")]
mod terminal;
mod texts;
mod variables;
