//! Fences around code, and the fence around a whole answer.
//! <https://spec.commonmark.org/0.31.2/#fenced-code-blocks>

mod strip;

pub use strip::{Remark, Stripped, strip};

/// A line that opens or closes a block of code.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Fence<'a> {
    /// The character that it is made of.
    mark: char,
    /// How many of them.
    length: usize,
    /// What follows them: the language of what is opened; empty where it may close.
    info: &'a str,
}

impl<'a> Fence<'a> {
    /// Returns the fence that a line is, indented or not.
    pub(crate) fn of(line: &'a str) -> Option<Self> {
        let line = line.trim();
        let mark = line.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
        let info = line.trim_start_matches(mark);
        let length = line.len().saturating_sub(info.len());
        // Behind backticks, backticks would make it a quotation within a line.
        let is_fence = length >= 3 && !(mark == '`' && info.contains('`'));
        is_fence.then(|| Self { mark, length, info: info.trim() })
    }

    /// Returns whether it closes what `open` opened.
    pub(crate) fn closes(self, open: Fence<'_>) -> bool {
        self.info.is_empty() && self.mark == open.mark && self.length >= open.length
    }
}
