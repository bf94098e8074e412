//! A private key that was written as Base64, as the secrets of Kubernetes and of builds are.

/// `-----BEGIN` in Base64, and the first bits of the blank behind it.
pub(super) const START: &[u8] = b"LS0tLS1CRUdJTi";
/// Characters that the longest header takes.
const LEN_MAX: usize = 108;

/// Returns how long the header of a private key is in Base64, if one starts here.
pub(super) fn pem_len(here: &[u8]) -> Option<usize> {
    here.strip_prefix(START)?;
    let mut plain = heapless::Vec::<u8, LEN_MAX>::new();
    let (mut bits, mut count) = (0_u32, 0_u32);
    for digit in here.iter().take(LEN_MAX).map_while(|byte| digit(*byte)) {
        bits = bits.wrapping_mul(64).wrapping_add(digit);
        count = count.saturating_add(6);
        if let Some(left) = count.checked_sub(8) {
            count = left;
            let [.., byte] = (bits >> left).to_be_bytes();
            plain.push(byte).ok()?;
        }
    }
    let len = super::pem_len(&plain)?;
    Some(len.saturating_mul(4).div_ceil(3))
}

/// Returns the six bits that a letter or a digit stands for.
fn digit(byte: u8) -> Option<u32> {
    let (first, at) = match byte {
        b'A'..=b'Z' => (b'A', 0),
        b'a'..=b'z' => (b'a', 26),
        b'0'..=b'9' => (b'0', 52),
        // No header has one of the others.
        _ => return None,
    };
    u32::from(byte).checked_sub(u32::from(first)).map(|digit: u32| digit.saturating_add(at))
}
