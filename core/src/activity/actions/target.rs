//! What tells one selection of checks from another.

use alloc::vec::Vec;

use crate::activity::command_line::{Simple, Word};
use crate::text::hash::number;

/// Returns what tells one selection from another: the words and the folder, whatever becomes of the
/// output.
pub(super) fn target(command: &Simple<'_>, folder: &str) -> u64 {
    let words = command.words.iter().map(Word::text);
    let words: Vec<&str> =
        words.chain([folder].into_iter().filter(|one| !one.is_empty())).collect();
    number(words.join(" ").as_bytes())
}
