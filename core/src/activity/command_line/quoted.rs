//! A word as it has to be written for a shell to read it back.

use alloc::string::String;

/// Returns `word` as a shell reads it back.
#[must_use]
pub fn shell_quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./@%+=:,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    ["'", &word.replace('\'', "'\\''"), "'"].concat()
}
