//! A reference that the worker itself wrote after a quotation: ` (file:line)`, or several lines.

use core::ops::Range;

/// Bytes of a name that is read.
const LABEL_BYTES_MAX: usize = 1024;
/// Digits of a line number that is read.
const DIGITS_MAX: usize = 9;

/// Where a worker says that something stands.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Claim<'a> {
    /// The name of the file.
    pub(super) label: &'a str,
    /// The numbers of the lines, from 1.
    pub(super) lines: Range<usize>,
    /// Where it ends in the text that it begins.
    pub(super) end: usize,
}

impl<'a> Claim<'a> {
    /// Returns the claim at the beginning of `rest`, behind white space or not.
    pub(super) fn follows(rest: &'a str) -> Option<Self> {
        let inside = rest.trim_start().strip_prefix('(')?;
        let close = inside.find(['(', ')', '\n', '`']).filter(|at| *at <= LABEL_BYTES_MAX)?;
        let (inside, tail) = inside.split_at_checked(close)?;
        let tail = tail.strip_prefix(')')?;
        let (label, numbers) = inside.rsplit_once(':')?;
        let label = label.trim();
        let (first, last) = match numbers.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(numbers)?, number(numbers)?),
        };
        let end = rest.len().saturating_sub(tail.len());
        let lines = first..last.saturating_add(1);
        (!label.is_empty() && first > 0).then_some(Self { label, lines, end })
    }
}

fn number(text: &str) -> Option<usize> {
    let text = text.trim();
    let is_plain = text.len() <= DIGITS_MAX && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}
