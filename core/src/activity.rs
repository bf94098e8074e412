//! What a turn did to the code, which checks it ran, and where the code stands since.
//!
//! ```text
//! hosts::transcript --> call --> actions --> work --> verification --> checks::done
//!                                  ^ |        |            ^
//! command_line, runner, -----------+ |        |            +-- known_check <-- declared
//! shell_write                        |        +-- (subagents)                  file_kind
//! summary <---- (output) ------------+
//! ```
//!
//! What is not seen is never taken for not done: a call whose result is cut off, a subagent without
//! a transcript, or a command line that cannot be read makes what it may have verified unknown. An
//! invalid expression of the user's leaves all of it unknown, for then nobody knows which commands
//! are checks.
//!
//! In: calls with their outcomes, whatever the host. Out: [`facts::Facts`], and in them the
//! [`verification`].
//! May use: `limits`, `text`.
//! Begin with [`work`]; the way there is drawn above.

pub(crate) mod actions;
pub(crate) mod call;
pub mod check_kind;
pub mod command_line;
pub mod declared;
mod docstring;
pub mod facts;
pub mod file_kind;
pub mod known_check;
mod literal;
mod outside;
pub mod own_check;
pub(crate) mod patch;
pub mod runner;
pub mod shell_write;
pub mod summary;
pub mod verification;
pub mod work;
