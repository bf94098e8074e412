//! Files that go to the worker.

use alloc::{string::String, vec::Vec};

use super::Failure;
use crate::hosts::checkpoint::FileId;

/// A file as it was named, and where that leads.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Named {
    /// As it was typed.
    pub typed: String,
    /// Without links, absolute.
    pub resolved: String,
}

/// Lets a file pass that is read as the one that was judged: a name may lead elsewhere by then.
///
/// # Errors
///
/// Returns the name of a file that has changed places meanwhile.
pub fn guard_unchanged(file: &Named, judged: FileId, opened: FileId) -> Result<(), Failure> {
    if judged == opened { Ok(()) } else { Err(Failure::Changed(file.typed.clone())) }
}

/// Lets a list of files pass in which none is named twice, under whatever name.
///
/// # Errors
///
/// Returns the later names of files that were named before.
pub fn guard_repeats(files: &[Named]) -> Result<(), Failure> {
    let is_known = |(at, file): &(usize, &Named)| {
        files.iter().take(*at).any(|earlier| earlier.resolved == file.resolved)
    };
    let later = files.iter().enumerate().filter(is_known).map(|(_, file)| file.typed.clone());
    let later: Vec<String> = later.collect();
    if later.is_empty() { Ok(()) } else { Err(Failure::Repeated(later)) }
}

/// The text of a file, as it goes to the worker and as citations are looked for in it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Source {
    /// As it was typed.
    pub path: String,
    /// The content, line ends and all.
    pub text: String,
    /// How many places were no UTF-8; each reads U+FFFD in the text.
    pub replaced: usize,
}

impl Source {
    /// Returns the file with this content.
    #[must_use]
    pub fn of(path: impl Into<String>, bytes: &[u8]) -> Self {
        let mut text = String::new();
        let mut replaced = 0_usize;
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
                replaced = replaced.saturating_add(1);
            }
        }
        Self { path: path.into(), text, replaced }
    }

    /// Returns whether every line ends in CR LF, and there is one.
    #[must_use]
    pub fn is_crlf(&self) -> bool {
        let ends = memchr::memchr_iter(b'\n', self.text.as_bytes()).count();
        ends > 0 && self.text.matches("\r\n").count() == ends
    }

    /// Returns `text` with the line ends of this file, where all of it ends lines in CR LF and the
    /// text does not; a worker writes LF whatever it is shown.
    #[must_use]
    pub fn line_ends_for(&self, text: &str) -> Option<String> {
        let is_other = text.matches('\n').count() > text.matches("\r\n").count();
        (self.is_crlf() && is_other).then(|| text.replace("\r\n", "\n").replace('\n', "\r\n"))
    }
}
