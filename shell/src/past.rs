//! The commands that read transcripts of the past.
//!
//! `show_audit` reads the files on all processors. `show_payload` runs the hook itself on copies of
//! transcripts.
//!
//! In: transcripts. Out: what the hook would have seen, sent and said.
//! May use: `system`, `session`, `setup`.
//! Begin with `show_facts`, then `show_audit`.

mod sessions;
pub(crate) mod show_audit;
pub(crate) mod show_facts;
pub(crate) mod show_payload;
