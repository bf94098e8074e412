//! Drives the built binary as a host would: a payload on standard input, a transcript on disk, a
//! judge on loopback, and nothing else of the machine.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::string_slice,
    clippy::type_complexity,
    clippy::unwrap_used,
    reason = "a test fails by panicking, a skipped one says so, and a table is typed in its place"
)]

mod bytes;
mod conversation;
mod ended;
mod judge;
mod listener;
mod run;
mod snapshot;
#[allow(dead_code, reason = "nobody types anything here")]
#[path = "../install/terminal.rs"]
mod terminal;

mod blocks;
mod calibrate;
mod commands;
mod deny;
mod done;
mod faults;
mod homes;
mod hosts;
mod language;
mod local;
mod loops;
mod memory;
mod network;
mod privacy;
mod reads;
mod requests;
mod sample;
mod signals;
mod state;
mod strict;
mod tls;
mod transcripts;
mod trust;
mod watch;
mod wording;
mod worker;
