//! How much a file holds.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::asked::Asked;
use super::file::FileAsked;
use super::part::{Part, Range, lines_of};
use super::settings::{ReadSettings, Worker};
use crate::limits::COUNTED_BYTES_MAX;
use crate::security::secret_file;

/// What tells one state of a file from another.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Version {
    /// Its bytes.
    pub bytes: u64,
    /// When it was last changed, in nanoseconds of the epoch; 0 where that is not known.
    pub modified_ns: u64,
}

/// What is known about a regular file without reading it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stat {
    /// Its path, with all links resolved.
    pub path: String,
    /// Its state.
    pub version: Version,
}

/// Counts what a file holds, no further than the answer needs.
///
/// The shell feeds it the file in pieces, from the start, until [`Meter::is_known`] or the end. The
/// first piece has at least 8 KiB, if the file does.
#[derive(Clone, Debug)]
pub struct Meter<'a> {
    asked: &'a FileAsked,
    lines_min: u64,
    needs_content: bool,
    stat: Stat,
    lines: u64,
    bytes: u64,
    has_begun: bool,
    is_text: bool,
    /// Whether it is asked for secrets: only of a file that somebody would be named for.
    is_searched: bool,
    is_secret: bool,
    /// The end of the pieces so far, where they are searched.
    seam: Vec<u8>,
    has_ended: bool,
}

/// What a file holds, as far as the answer needs it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Measured {
    /// Which file it is.
    pub stat: Stat,
    /// Ends of lines, up to where it was read.
    pub lines: u64,
    /// Bytes, up to where it was read.
    pub bytes: u64,
    /// Whether that was its end.
    pub has_ended: bool,
    /// Whether it looks like text.
    pub is_text: bool,
    /// Whether its name, its folder or what was read of it says that it holds secrets: that is
    /// looked for where `sprag read` takes a file of its size.
    pub is_secret: bool,
}

/// Bytes at the start of a file that tell what it is.
const HEAD_BYTES: usize = 8 << 10;

/// Bytes on either side of the end of a piece that are searched together: no credential that is
/// known by its shape is told by more, even in UTF-16.
const SEAM_BYTES: usize = 576;

/// From so many bytes a line on, bytes count instead of lines: four times the bytes that a line is
/// taken for elsewhere. Only what is not written in lines comes to that.
const LONG_LINE_BYTES: u64 = 160;

impl<'a> Meter<'a> {
    /// Begins to measure one of the files that are asked for.
    #[must_use]
    pub fn new(asked: &Asked, file: &'a FileAsked, stat: Stat, settings: &ReadSettings) -> Self {
        let is_secret = secret_file::by_path(&file.path).is_some()
            || secret_file::by_path(&stat.path).is_some();
        // Nobody is named for a larger one.
        let is_searched = matches!(settings.worker, Worker::Command { bytes_max }
            if stat.version.bytes <= bytes_max);
        Self {
            asked: file,
            lines_min: settings.lines_min,
            needs_content: !asked.is_exempt,
            stat,
            lines: 0,
            bytes: 0,
            has_begun: false,
            is_text: true,
            is_searched: is_searched && !is_secret,
            is_secret,
            seam: Vec::new(),
            has_ended: false,
        }
    }

    /// Returns whether the answer is known: no more of the file needs to be read.
    #[must_use]
    pub fn is_known(&self) -> bool {
        if !self.needs_content || self.has_ended || self.bytes >= COUNTED_BYTES_MAX {
            return true;
        }
        let is_large = size(self.lines, self.bytes, self.is_text) > self.lines_min;
        is_large && self.asked.part.is_settled(self.lines, self.lines_min)
            || shown(&self.asked.part, self.lines, self.bytes, self.is_text) > self.lines_min
    }

    /// Takes the next bytes of the file; none is its end.
    pub fn feed(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            self.has_ended = true;
            return;
        }
        if !self.has_begun {
            self.has_begun = true;
            let head = bytes.get(..HEAD_BYTES).unwrap_or(bytes);
            self.is_text = memchr::memchr(0, head).is_none();
        }
        self.search(bytes);
        let lines = memchr::memchr_iter(b'\n', bytes).count();
        let more = |count: u64, by: usize| count.saturating_add(u64::try_from(by).unwrap_or(0));
        self.lines = more(self.lines, lines);
        self.bytes = more(self.bytes, bytes.len());
    }

    /// Looks for secrets in the next bytes, and where they follow on those before.
    fn search(&mut self, bytes: &[u8]) {
        if !self.is_searched {
            return;
        }
        let (start, end) = (bytes.get(..SEAM_BYTES), bytes.last_chunk::<SEAM_BYTES>());
        let follows = !self.seam.is_empty();
        self.seam.extend(start.unwrap_or(bytes));
        let holds = |bytes: &[u8]| secret_file::by_content(bytes, &[]).is_some();
        self.is_secret = holds(bytes) || follows && holds(&self.seam);
        self.is_searched = !self.is_secret;
        if let Some(end) = end {
            self.seam.clear();
            self.seam.extend(end);
        } else {
            let before = self.seam.len().saturating_sub(SEAM_BYTES);
            self.seam.drain(..before);
        }
    }

    /// Returns what was found.
    #[must_use]
    pub fn finish(self) -> Measured {
        let Self { stat, lines, bytes, has_ended, is_text, is_secret, .. } = self;
        Measured { stat, lines, bytes, has_ended, is_text, is_secret }
    }
}

impl Measured {
    /// Returns the size in lines, as far as it is known; by its bytes, where they are too many for
    /// its lines.
    #[must_use]
    pub fn size(&self) -> u64 {
        size(self.lines, self.bytes, self.is_text)
    }

    /// Returns whether all of it was counted.
    pub(super) const fn is_exact(&self) -> bool {
        self.has_ended || self.bytes >= self.stat.version.bytes
    }

    /// Returns how many lines of it `part` shows.
    pub(super) fn shown(&self, part: &Part) -> u64 {
        shown(part, self.lines, self.bytes, self.is_text)
    }

    /// Returns what these ranges of its lines come to.
    pub(super) fn weigh(&self, ranges: &[Range]) -> u64 {
        let rows = self.lines.max(1);
        weighed(ranges.iter().map(|range| range.count()), rows, self.size())
    }
}

fn size(lines: u64, bytes: u64, is_text: bool) -> u64 {
    if is_text { lines.max(bytes / LONG_LINE_BYTES) } else { lines }
}

/// Returns how many lines a part of a file shows, each by its bytes where they are long.
fn shown(part: &Part, lines: u64, bytes: u64, is_text: bool) -> u64 {
    let size = size(lines, bytes, is_text);
    match part {
        Part::Whole => size,
        Part::Bytes(bytes) | Part::LastBytes(bytes) => lines_of(*bytes).min(size),
        Part::BytesOf(_, bytes) => lines_of(*bytes).min(shown_rows(part, lines, size)),
        Part::Lines(_) | Part::Last(_) | Part::AllButLast(_) | Part::LastOf(..) => {
            shown_rows(part, lines, size)
        }
    }
}

fn shown_rows(part: &Part, lines: u64, size: u64) -> u64 {
    // A last line without an end is one anyway, where it is all there is.
    let rows = lines.max(u64::from(size > 0));
    weighed(part.ranges(rows).into_iter().map(Range::count), rows, size)
}

/// Returns what these lines come to in a file of so many lines and that size: on average, for where
/// its long lines are is not known.
fn weighed(counts: impl Iterator<Item = u64>, rows: u64, size: u64) -> u64 {
    let count = counts.fold(0, u64::saturating_add);
    let whole = u128::from(count).saturating_mul(u128::from(size.max(rows)));
    let shown = whole.checked_div(u128::from(rows)).unwrap_or(0);
    u64::try_from(shown).unwrap_or(u64::MAX)
}
