//! Cuts a text to so many bytes, at its end or at its beginning.

/// Returns the last `N` bytes of `text`, on a character boundary.
pub fn tail<const N: usize>(text: &str) -> heapless::String<N> {
    let start = text.ceil_char_boundary(text.len().saturating_sub(N));
    heapless::String::try_from(text.get(start..).unwrap_or_default()).unwrap_or_default()
}

/// Returns the first `N` bytes of `text`, on a character boundary.
pub fn head<const N: usize>(text: &str) -> heapless::String<N> {
    let end = text.floor_char_boundary(N);
    heapless::String::try_from(text.get(..end).unwrap_or_default()).unwrap_or_default()
}
