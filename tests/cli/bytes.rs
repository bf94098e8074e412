//! Looks for bytes in bytes.

/// Returns where `needle` is in `hay`.
pub(crate) fn position(hay: &[u8], needle: &[u8]) -> Option<usize> {
    hay.windows(needle.len()).position(|window| window == needle)
}

pub(crate) fn holds(hay: &[u8], needle: &str) -> bool {
    position(hay, needle.as_bytes()).is_some()
}
