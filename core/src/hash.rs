//! Fingerprints: short, stable names for texts that are not kept.

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
