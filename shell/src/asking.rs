//! The way to the judge: from a payload to its word.
//!
//! As soon as the end of the conversation is known and a question is certain, `judge` begins to
//! connect on a thread, and the rest is read meanwhile. ureq opens a connection only for a request
//! whose body is known; the body is known last, and opening takes longest. So one client opens,
//! another sends.
//!
//! In: a plan, and what is around the run. Out: what was answered, or why nobody was asked.
//! May use: `system`, `session`.
//! Begin with `consult`.

pub(crate) mod judge;
pub(crate) mod pipeline;
pub(crate) mod roots;
