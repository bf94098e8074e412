//! How well a judge answers labelled messages: its own, or those that ship.
//!
//! A line becomes the very request that the hook would send, the answers are kept by the hash of
//! what was asked, and what they show is counted here. Files and network are the shell's.

pub mod ask;
pub mod cache;
mod cell;
pub mod compare;
pub mod figures;
pub mod line;
pub mod own;
pub mod phrases;
pub mod report;
mod screen;

pub use screen::comparison;

/// What a judge that answers with given scores calls itself: its answers measure nothing.
pub const STAND_IN: &str = "stand-in";
