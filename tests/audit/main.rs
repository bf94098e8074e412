//! The past of a user, as the built binary shows it: a home with transcripts, and nothing else.
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

mod browser;
mod figures;
mod home;
mod shown;

mod bounds;
mod chromium;
mod equal;
mod payload;
mod screens;
