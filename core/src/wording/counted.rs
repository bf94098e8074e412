//! Whether what is left over is counted, and is not none.

/// How many words may stand between a number and what it counts: `2 unused variable warnings`.
const BETWEEN_WORDS_MAX: usize = 2;

/// How many bytes of a clause are looked at before and behind words that are found.
pub(super) const CLAUSE_BYTES_MAX: usize = 240;

/// Tells whether a number that is not 0 stands before `at`, and few words between.
pub(super) fn is_counted(text: &str, at: usize) -> bool {
    let from = text.ceil_char_boundary(at.saturating_sub(CLAUSE_BYTES_MAX));
    let before = text.get(from..at).unwrap_or_default();
    let words = before.rsplit(' ').filter(|word| !word.is_empty());
    for word in words.take(BETWEEN_WORDS_MAX.saturating_add(1)) {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return word.bytes().any(|byte| byte != b'0');
        }
        if !word.chars().all(|letter| letter.is_alphabetic() || letter == '-') {
            return false;
        }
    }
    false
}
