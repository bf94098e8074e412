//! Whose word counts, and what must not leave the machine: it is masked, found or kept back.
//!
//! In: texts, bytes, names of files, and facts about folders. Out: texts that may leave, what was
//! found in others, and who is trusted.
//! May use: `text`, `activity`.
//! Begin with [`trust`] and [`redact`]; [`secret`] searches the very bytes, [`secret_file`] knows
//! files that hold secrets.

pub mod key_variable;
pub(crate) mod public_word;
pub mod redact;
pub mod secret;
pub mod secret_file;
pub(crate) mod tool_place;
pub mod trust;
