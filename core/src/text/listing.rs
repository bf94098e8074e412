//! Word lists, each written as one text.

/// Returns whether `word` is one of the words of `list`, between which stand spaces.
pub(crate) fn lists(list: &str, word: &str) -> bool {
    !word.is_empty() && list.split(' ').any(|listed| listed == word)
}
