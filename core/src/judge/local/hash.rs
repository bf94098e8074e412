//! Hashes that name words and features: fast, fixed for ever, and not secret.

/// A hash in the making.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Hash(u32);

impl Hash {
    pub(crate) const START: Self = Self(0x811c_9dc5);

    /// FNV-1a, <https://datatracker.ietf.org/doc/html/rfc9923>.
    #[expect(clippy::as_conversions, reason = "no other conversion is const")]
    pub(crate) const fn byte(self, byte: u8) -> Self {
        Self((self.0 ^ byte as u32).wrapping_mul(0x0100_0193))
    }

    pub(crate) const fn bytes(self, bytes: &[u8]) -> Self {
        let (mut hash, mut rest) = (self, bytes);
        while let Some((first, behind)) = rest.split_first() {
            hash = hash.byte(*first);
            rest = behind;
        }
        hash
    }

    /// Returns the hash with its high bits mixed into the low ones, which FNV leaves weak.
    pub(crate) const fn done(self) -> u32 {
        let mixed = (self.0 ^ (self.0 >> 16)).wrapping_mul(0x85eb_ca6b);
        mixed ^ (mixed >> 13)
    }
}

/// Returns the hash of three numbers: each is spread by a factor of its own, then all are mixed as
/// at the end of <https://github.com/aappleby/smhasher/wiki/MurmurHash3>.
pub(crate) fn of_numbers(first: u32, second: u32, third: u32) -> u32 {
    let all = first.wrapping_mul(0x9e37_79b1)
        ^ second.wrapping_mul(0x85eb_ca77).rotate_left(11)
        ^ third.wrapping_mul(0xc2b2_ae3d).rotate_left(22);
    let all = (all ^ (all >> 16)).wrapping_mul(0x85eb_ca6b);
    let all = (all ^ (all >> 13)).wrapping_mul(0xc2b2_ae35);
    all ^ (all >> 16)
}
