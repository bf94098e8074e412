//! A target that fails on purpose: it proves that a fuzzer and a replay can fail.

/// The input that kills the canary. No seed holds it: a fuzzer has to find it byte by byte.
pub const CANARY: &[u8] = b"prop";

/// Fails on any input that starts with [`CANARY`].
///
/// # Panics
///
/// Panics on that input; this is what it is for.
pub fn fuzz_canary(bytes: &[u8]) {
    // One branch for each byte, so that a fuzzer sees how far it got.
    let mut known = bytes.iter();
    for byte in CANARY {
        if known.next() != Some(byte) {
            return;
        }
    }
    assert_ne!(bytes.get(..CANARY.len()), Some(CANARY), "the canary is dead, as it should be");
}
