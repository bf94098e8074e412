//! The log of decisions, line by line: what each line is, and what it is called.
//!
//! A line that is damaged or that another version wrote is counted, never taken for another.

use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::fmt;

use serde::{Deserialize, Serialize};

use crate::decision::record::Record;
use crate::limits::RECORD_LINE_BYTES_MAX;
use crate::reads::record::FORM;
use crate::reads::record::ReadRecord;
use crate::text::hash::fingerprint;
use crate::text::screen::number::counted;
use crate::text::screen::{Screen, Tone};

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub enum LogLine {
    /// A stop that was decided.
    Stop(Box<Entry>),
    /// A read that was denied, or in shadow would have been.
    Read(ReadRecord),
    /// A record that this version does not know: of another form, or with a word in it that is new.
    Unknown,
    /// No record at all.
    Damaged,
    /// Nothing.
    Blank,
}

/// A record with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it is called.
    pub id: Id,
    /// What it says.
    pub record: Record,
}

impl LogLine {
    /// Reads a line, with or without its end.
    #[must_use]
    pub fn read(line: &[u8]) -> Self {
        let line = line.trim_ascii();
        if line.is_empty() {
            return Self::Blank;
        }
        if line.len() > RECORD_LINE_BYTES_MAX {
            return Self::Damaged;
        }
        let Ok(text) = core::str::from_utf8(line) else { return Self::Damaged };
        if let Some(record) = Record::parse(text).filter(|record| record.form == FORM) {
            return Self::Stop(Box::new(Entry { id: Id::of(line), record }));
        }
        match ReadRecord::parse(text).filter(|record| record.form == FORM) {
            Some(read) => Self::Read(read),
            None if has_form(text) => Self::Unknown,
            None => Self::Damaged,
        }
    }
}

/// Returns whether a line is an object that says of which form it is.
fn has_form(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Form {
        #[serde(rename = "form")]
        _form: u32,
    }
    serde_json::from_str::<Form>(line).is_ok()
}

/// How many lines were passed over, and why.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Skipped {
    /// Lines that are no record.
    pub damaged: u64,
    /// Records that this version does not know.
    pub unknown: u64,
}

impl Skipped {
    /// Counts a line that holds no record, and returns the record of a stop if it is one.
    pub fn sift(&mut self, line: LogLine) -> Option<Box<Entry>> {
        match line {
            LogLine::Stop(entry) => return Some(entry),
            LogLine::Unknown => self.unknown = self.unknown.saturating_add(1),
            LogLine::Damaged => self.damaged = self.damaged.saturating_add(1),
            LogLine::Read(_) | LogLine::Blank => {}
        }
        None
    }
}

impl Skipped {
    /// Says on a screen what was passed over, if anything was.
    pub(crate) fn show(&self, screen: &mut Screen) {
        let parts = [
            (self.damaged, "damaged line", "damaged lines"),
            (self.unknown, "record of another version", "records of another version"),
        ];
        let parts = parts.into_iter().filter(|(number, _, _)| *number > 0);
        let parts: Vec<String> =
            parts.map(|(number, one, many)| counted(number, one, many)).collect();
        if !parts.is_empty() {
            screen.blank();
            screen.say(Tone::Faint, &format!("Not read: {}.", parts.join(", ")));
        }
    }
}

/// The name of a record: the beginning of the fingerprint of its line. So it is the same as long as
/// the line is, and older records have one, too.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String")]
pub struct Id(String);

impl Id {
    /// Its digits, of which any beginning that no other record has is enough.
    pub const DIGITS: usize = 10;

    /// The least digits that name a record.
    pub const DIGITS_MIN: usize = 4;

    /// Returns the name of the record on a line.
    #[must_use]
    pub fn of(line: &[u8]) -> Self {
        Self(fingerprint(line.trim_ascii(), Self::DIGITS))
    }

    /// Returns its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Id {
    type Error = NotAnId;

    fn try_from(text: String) -> Result<Self, NotAnId> {
        if text.len() == Self::DIGITS && is_hexadecimal(&text) {
            Ok(Self(text))
        } else {
            Err(NotAnId)
        }
    }
}

fn is_hexadecimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// A text that names no record.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NotAnId;

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a record is named by {} to {} digits of 0-9a-f", Id::DIGITS_MIN, Id::DIGITS)
    }
}

impl core::error::Error for NotAnId {}

/// The beginning of a name, as somebody types it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Named(String);

impl Named {
    /// Returns the beginning of a name that `text` is.
    ///
    /// # Errors
    ///
    /// Returns an error if it can be none.
    pub fn parse(text: &str) -> Result<Self, NotAnId> {
        let text = text.to_ascii_lowercase();
        let has_length = (Id::DIGITS_MIN..=Id::DIGITS).contains(&text.len());
        if has_length && is_hexadecimal(&text) { Ok(Self(text)) } else { Err(NotAnId) }
    }

    /// Returns whether the record may be meant.
    #[must_use]
    pub fn fits(&self, id: &Id) -> bool {
        id.0.starts_with(&self.0)
    }
}

/// The records that somebody may have meant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    found: Option<Box<Entry>>,
    others: Vec<Id>,
}

/// Why no record is meant.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NotFound {
    /// None has that name.
    None,
    /// Several have; these are some of them.
    Several(Vec<Id>),
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("there is no such record"),
            Self::Several(ids) => {
                f.write_str("more than one record begins like that:")?;
                ids.iter().try_for_each(|id| write!(f, " {id}"))
            }
        }
    }
}

impl core::error::Error for NotFound {}

/// Records that are named where a name is not enough. Further ones are not.
const NAMED_MAX: usize = 8;

impl Search {
    /// Takes in a record that fits.
    pub fn add(&mut self, entry: Box<Entry>) {
        match &self.found {
            None => self.found = Some(entry),
            // The same line twice is the same record.
            Some(found) if found.id == entry.id => {}
            Some(_) if self.others.len() < NAMED_MAX => self.others.push(entry.id),
            Some(_) => {}
        }
    }

    /// Returns the record that is meant.
    ///
    /// # Errors
    ///
    /// Returns an error unless it is exactly one.
    pub fn only(self) -> Result<Box<Entry>, NotFound> {
        let found = self.found.ok_or(NotFound::None)?;
        if self.others.is_empty() {
            return Ok(found);
        }
        let mut ids = self.others;
        ids.insert(0, found.id);
        Err(NotFound::Several(ids))
    }
}
