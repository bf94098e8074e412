//! TLS records, as they lie on the wire before anything is decrypted.

/// A record: what it says it holds, and how much.
/// <https://www.rfc-editor.org/rfc/rfc8446#section-5.1>
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Record {
    /// The type in its head.
    pub kind: u8,
    /// The bytes behind its head.
    pub len: usize,
}

impl Record {
    /// The type of a handshake that is not encrypted yet: hellos.
    pub const HELLO: u8 = 22;
    /// The type of the one byte that TLS 1.3 sends for old middle boxes.
    pub const COMPATIBILITY: u8 = 20;
    /// The type of everything that is encrypted.
    pub const ENCRYPTED: u8 = 23;
    /// What TLS 1.3 adds to a text of one record: its true type and, in all suites of ours, a tag.
    pub const SEAL: usize = 1 + 16;
    /// Bytes that one record can carry.
    pub const TEXT_BYTES_MAX: usize = 1 << 14;

    /// Returns the records of a stream, as far as it goes.
    #[must_use]
    pub fn all(mut stream: &[u8]) -> Vec<Self> {
        let mut records = Vec::new();
        while let [kind, _, _, high, low, rest @ ..] = stream {
            let len = usize::from(u16::from_be_bytes([*high, *low]));
            records.push(Self { kind: *kind, len });
            stream = rest.get(len..).unwrap_or_default();
        }
        records
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_follow_one_another() {
        let stream = [22, 3, 1, 0, 2, 7, 7, 20, 3, 3, 0, 1, 1, 23, 3, 3, 1, 0, 9];
        let [hello, change] = [Record { kind: 22, len: 2 }, Record { kind: 20, len: 1 }];
        assert_eq!(Record::all(&stream), [hello, change, Record { kind: 23, len: 256 }]);
        assert_eq!(Record::all(&stream[..12]), [hello, change]);
        assert_eq!(Record::all(&stream[..4]), []);
    }
}
