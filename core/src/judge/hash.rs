//! Hashes that name words and features: quick, fixed for ever, and no secret.

/// A hash in the making.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Hash(u32);

impl Hash {
    pub(crate) const START: Self = Self(0x811c_9dc5);

    /// FNV-1a, <https://datatracker.ietf.org/doc/html/rfc9923>.
    pub(crate) fn byte(self, byte: u8) -> Self {
        Self((self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    pub(crate) fn bytes(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |hash, byte| hash.byte(*byte))
    }

    pub(crate) fn number(self, number: u32) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    /// Returns the hash with its high bits mixed into the low ones, which FNV leaves weak.
    pub(crate) fn done(self) -> u32 {
        let mixed = (self.0 ^ (self.0 >> 16)).wrapping_mul(0x85eb_ca6b);
        mixed ^ (mixed >> 13)
    }
}
