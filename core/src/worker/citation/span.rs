//! Text in backticks, paired as in Markdown. <https://spec.commonmark.org/0.31.2/#code-spans>
//!
//! A run of backticks is closed by the next run of the same length on its line; one without such is
//! text. So no run closes what it did not open, and what is between two quotations is not one.
//! Blocks of code hold none either.

use alloc::vec::Vec;
use core::ops::Range;

use crate::text::fence::Fence;

/// Backticks of a run that may open a quotation; longer ones are text.
const RUN_MAX: usize = 8;

/// One quotation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Span<'a> {
    /// What stands between the backticks; of a blank on either side, neither.
    pub(super) quote: &'a str,
    /// Where it begins in the text, before its backticks.
    pub(super) start: usize,
    /// Where it ends in the text, behind its backticks.
    pub(super) end: usize,
}

/// Returns the quotations of a text, in order.
pub(super) fn spans(text: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    let mut open: Option<Fence<'_>> = None;
    let mut start = 0_usize;
    for line in text.split_inclusive('\n') {
        match (open, Fence::of(line)) {
            (Some(fence), Some(closing)) if closing.closes(fence) => open = None,
            (Some(_), _) => {}
            (None, Some(fence)) => open = Some(fence),
            (None, None) => of_line(line, start, &mut spans),
        }
        start = start.saturating_add(line.len());
    }
    spans
}

/// Adds the quotations of a line that begins at `start`.
fn of_line<'a>(line: &'a str, start: usize, spans: &mut Vec<Span<'a>>) {
    let bytes = line.as_bytes();
    // A length that nothing closes is closed by nothing further on: no search is made twice.
    let mut is_unclosed = [false; RUN_MAX + 1];
    let mut at = 0_usize;
    while let Some(open) = opening(bytes, at) {
        at = open.end;
        let Some(is_unclosed) = is_unclosed.get_mut(open.len()) else { continue };
        if *is_unclosed {
            continue;
        }
        let Some(close) = closing(bytes, &open) else {
            *is_unclosed = true;
            continue;
        };
        at = close.end;
        if let Some(inner) = line.get(open.end..close.start) {
            let (start, end) = (start.saturating_add(open.start), start.saturating_add(close.end));
            spans.push(Span { quote: stripped(inner), start, end });
        }
    }
}

/// Returns the first run from `from` on, without a backtick that a backslash takes away.
fn opening(line: &[u8], from: usize) -> Option<Range<usize>> {
    let mut at = from;
    loop {
        match line.get(at)? {
            b'\\' => at = at.saturating_add(2),
            b'`' => return Some(run(line, at)),
            _ => at = at.saturating_add(1),
        }
    }
}

/// Returns the next run as long as `open`. Behind it a backslash is a backslash.
fn closing(line: &[u8], open: &Range<usize>) -> Option<Range<usize>> {
    let mut from = open.end;
    loop {
        let at = memchr::memchr(b'`', line.get(from..)?)?;
        let found = run(line, from.saturating_add(at));
        if found.len() == open.len() {
            return Some(found);
        }
        from = found.end;
    }
}

/// Returns the run that begins at `at`.
fn run(line: &[u8], at: usize) -> Range<usize> {
    let length = line.iter().skip(at).take_while(|byte| **byte == b'`').count();
    at..at.saturating_add(length)
}

/// Returns the text without the one blank on either side that only keeps backticks apart.
fn stripped(inner: &str) -> &str {
    let without = inner.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' '));
    without.filter(|text| !text.trim().is_empty()).unwrap_or(inner)
}
