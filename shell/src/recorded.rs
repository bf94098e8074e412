//! The commands that read what the hook has recorded.
//!
//! In: records and reviews. Out: screens.
//! May use: `system`, `session`.
//! Begin with `show_why`, then `show_stats`.

mod next_typed;
pub(crate) mod show_replay;
pub(crate) mod show_review;
pub(crate) mod show_stats;
pub(crate) mod show_watch;
pub(crate) mod show_why;
