//! The commands that bring the hook to a host, take it away and look whether it works.
//!
//! In: a command line and the user's files. Out: entries of ours, and advice.
//! May use: `system`, `session`, `asking`, `delegate`.
//! Begin with `install`, then `doctor`.

pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod install;
pub(crate) mod show_config;
pub(crate) mod stand_in;
pub(crate) mod uninstall;
