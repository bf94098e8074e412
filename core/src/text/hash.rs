//! Fingerprints: short, stable names for texts that are not stored.

use alloc::string::String;
use core::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Returns the first `digits` hexadecimal digits of the SHA-256 of `bytes`, at most 64.
pub(crate) fn fingerprint(bytes: &[u8], digits: usize) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text.truncate(digits);
    text
}

/// Returns a number that stands for `bytes`: the first eight bytes of their SHA-256.
pub(crate) fn number(bytes: &[u8]) -> u64 {
    let digest = Sha256::digest(bytes);
    digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// <https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values>
    #[test]
    fn the_fingerprint_is_the_start_of_sha_256() {
        assert_eq!(fingerprint(b"abc", 16), "ba7816bf8f01cfea");
        assert_eq!(fingerprint(b"", 64).len(), 64);
    }
}
