//! The table of weights: what it must look like, and which one it is.

use alloc::string::String;

use sha2::{Digest as _, Sha256};

use crate::judge::local::feature::FEATURES;
use crate::judge::local::question::Question;

/// How a table begins: what it is, and the version of features and layout that it was made for.
pub const MAGIC: [u8; 8] = *b"sprag\0j1";

const HASH_BYTES: usize = 32;
const HEAD_BYTES: usize = MAGIC.len() + HASH_BYTES;
const LINE_BYTES: usize = 8;
const LINES_BYTES: usize = Question::COUNT * LINE_BYTES;

/// Bytes of a table.
pub const TABLE_BYTES: usize = HEAD_BYTES + LINES_BYTES + FEATURES * Question::COUNT;

const _: () = assert!(TABLE_BYTES <= 256 << 10);

/// A table of weights that is whole.
#[derive(Clone, Copy, Debug)]
pub struct Weights<'a> {
    lines: [Line; Question::COUNT],
    /// A row of small integers for each feature, one integer for each question.
    rows: &'a [u8],
    hash: [u8; HASH_BYTES],
}

/// Turns a sum of weights into the logarithm of odds: this is where the judge is calibrated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    /// What one unit of the sum counts.
    pub slope: f32,
    /// What stands there without any feature.
    pub offset: f32,
}

impl<'a> Weights<'a> {
    /// Returns the table that `bytes` hold, unless they are of another version, damaged or none.
    #[must_use]
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(&MAGIC)?;
        let (hash, body) = rest.split_at_checked(HASH_BYTES)?;
        let whole = guard_whole(hash, body)?;
        let (lines, rows) = body.split_at_checked(LINES_BYTES)?;
        let mut read = [Line::default(); Question::COUNT];
        for (line, bytes) in read.iter_mut().zip(lines.as_chunks::<LINE_BYTES>().0) {
            let [a, b, c, d, e, f, g, h] = *bytes;
            let (slope, offset) =
                (f32::from_le_bytes([a, b, c, d]), f32::from_le_bytes([e, f, g, h]));
            if !slope.is_finite() || !offset.is_finite() {
                return None;
            }
            *line = Line { slope, offset };
        }
        Some(Self { lines: read, rows, hash: whole })
    }

    /// Returns the bytes of a table.
    #[must_use]
    pub fn write(
        lines: &[Line; Question::COUNT],
        rows: &[[i8; Question::COUNT]],
    ) -> alloc::vec::Vec<u8> {
        let mut body = alloc::vec::Vec::with_capacity(TABLE_BYTES);
        for line in lines {
            body.extend(line.slope.to_le_bytes());
            body.extend(line.offset.to_le_bytes());
        }
        body.extend(rows.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
        let hash = Sha256::digest(&body);
        [&MAGIC[..], &hash[..], &body].concat()
    }

    /// Returns the SHA-256 of the table's content, which names it.
    #[must_use]
    pub fn hash(&self) -> [u8; HASH_BYTES] {
        self.hash
    }

    /// Returns the name of the table in records: the judge, and which weights it has.
    #[must_use]
    pub fn name(&self) -> String {
        name(&self.hash)
    }

    /// Returns the weights of a feature, one for each question.
    pub(crate) fn of(&self, feature: usize) -> impl Iterator<Item = i32> {
        let row = self.rows.as_chunks::<{ Question::COUNT }>().0.get(feature);
        row.into_iter().flatten().map(|weight| i32::from(i8::from_le_bytes([*weight])))
    }

    /// Returns the calibration of a question.
    pub(crate) fn line(&self, question: usize) -> Line {
        self.lines.get(question).copied().unwrap_or_default()
    }
}

/// A table that does not match its own hash does not count.
fn guard_whole(hash: &[u8], body: &[u8]) -> Option<[u8; HASH_BYTES]> {
    let found: [u8; HASH_BYTES] = Sha256::digest(body).into();
    (found == hash && body.len() == LINES_BYTES + FEATURES * Question::COUNT).then_some(found)
}

/// Returns the name of weights in records.
fn name(hash: &[u8]) -> String {
    let mut name = String::from("local-");
    for byte in hash.iter().take(8) {
        // Writing to a `String` cannot fail.
        let _ = core::fmt::Write::write_fmt(&mut name, format_args!("{byte:02x}"));
    }
    name
}
