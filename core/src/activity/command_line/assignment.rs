//! What gives a variable its value.

/// Tells whether a word is `NAME=value`, `NAME+=value` or `NAME[index]=value`.
pub(super) fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else { return false };
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = name.split_once('[').map_or(name, |(name, _)| name);
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    starts && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
