//! What a turn did to the code, which checks it ran, and where the code stands since.
//!
//! ```text
//! hosts::transcript --> call --> actions --> work --> standing --> checks::unverified_done
//!                                 ^ |        |          ^
//! command_line, runner, ----------+ |        |          +-- known_check <-- declared
//! shell_write                       |        +-- (subagents)                file_kind
//! summary <---- (output) -----------+
//! ```
//!
//! What is not seen is never taken for not done: a call whose result is cut off, a subagent without
//! a transcript, a command line that cannot be read make the standing of what they may have done
//! unknown. An expression of the user's that is none leaves all of it unknown, for nobody knows
//! then which commands are checks.
//!
//! In: calls with their outcomes, whatever the host. Out: [`facts::Facts`], and in them the
//! [`standing`].
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
pub mod runner;
pub mod shell_write;
pub mod summary;
pub mod verification;
pub mod work;
