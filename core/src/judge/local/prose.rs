//! The prose of a message: its lines without fenced code and quotations, and of a long one only
//! the head and the tail.

use memchr::memchr;

use crate::limits::JUDGED_BYTES_MAX;

/// A piece of prose: a line, or what is left of one that is cut.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
}

/// Calls `see` with every piece of prose that is judged, in order.
pub(crate) fn each_piece<'a>(text: &'a str, mut see: impl FnMut(Piece<'a>)) {
    let total = Lines::of(text).fold(0_usize, |sum, line| sum.saturating_add(line.len()));
    let head_end = JUDGED_BYTES_MAX / 2;
    let tail_start = total.saturating_sub(JUDGED_BYTES_MAX / 2).max(head_end);
    let mut at = 0_usize;
    for line in Lines::of(text) {
        let end = at.saturating_add(line.len());
        let is_last = end == total;
        let in_head = line.floor_char_boundary(head_end.saturating_sub(at));
        let in_tail = line.ceil_char_boundary(tail_start.saturating_sub(at).min(line.len()));
        let (head, rest) = line.split_at_checked(in_head).unwrap_or((line, ""));
        if !head.is_empty() {
            see(Piece { text: head, is_first: at == 0, is_last: is_last && rest.is_empty() });
        }
        let tail = line.get(in_tail.max(in_head)..).unwrap_or_default();
        if !tail.is_empty() {
            see(Piece { text: tail, is_first: at == 0 && head.is_empty(), is_last });
        }
        at = end;
    }
}

/// The lines of prose, trimmed, none of them empty.
#[derive(Debug)]
struct Lines<'a> {
    rest: &'a str,
    fence: Option<Fence>,
}

/// What closes a code block: at least as many of the same character.
#[derive(Clone, Copy, Debug)]
struct Fence {
    mark: char,
    count: usize,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        Self { rest: text, fence: None }
    }

    fn line(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = memchr(b'\n', self.rest.as_bytes()).unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest.get(1..).unwrap_or_default();
        Some(line.trim())
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        while let Some(line) = self.line() {
            match (self.fence, Fence::at(line)) {
                (Some(open), Some(close)) => {
                    let is_end = close.mark == open.mark && close.count >= open.count;
                    self.fence = if is_end { None } else { Some(open) };
                }
                (Some(_), None) => {}
                (None, Some(open)) => self.fence = Some(open),
                (None, None) if line.is_empty() || line.starts_with('>') => {}
                (None, None) => return Some(line),
            }
        }
        None
    }
}

impl Fence {
    fn at(line: &str) -> Option<Self> {
        let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let count = line.chars().take_while(|character| *character == mark).count();
        // Behind an inline span of three backticks the line goes on; behind a fence it does not.
        let is_span = mark == '`' && line.trim_start_matches('`').contains('`');
        (count >= 3 && !is_span).then_some(Self { mark, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{string::String, vec::Vec};

    fn pieces(text: &str) -> Vec<(&str, bool, bool)> {
        let mut seen = Vec::new();
        each_piece(text, |piece| seen.push((piece.text, piece.is_first, piece.is_last)));
        seen
    }

    #[test]
    fn fenced_code_and_quotations_are_not_prose() {
        let text = "One.\n```rust\ncode\n~~~\n```\n> said\n\n  Two.\n~~~~\n~~~\nmore\n~~~~\n";
        assert_eq!(pieces(text), [("One.", true, false), ("Two.", false, true)]);
        assert_eq!(pieces("One.\n```\nnever closed"), [("One.", true, true)]);
        assert_eq!(pieces("```a``` is a span"), [("```a``` is a span", true, true)]);
        assert_eq!(pieces(""), []);
    }

    #[test]
    fn of_a_long_message_the_head_and_the_tail_are_judged() {
        let line = "0123456789";
        let text = ["first", &(String::from("\n") + line).repeat(10_000), "\nlast"].concat();
        let seen = pieces(&text);
        let bytes: usize = seen.iter().map(|(text, _, _)| text.len()).sum();
        assert!(bytes <= JUDGED_BYTES_MAX && bytes > JUDGED_BYTES_MAX - 32, "{bytes}");
        assert_eq!(seen.first(), Some(&("first", true, false)));
        assert_eq!(seen.last(), Some(&("last", false, true)));
        let text = "\u{e9}".repeat(100_000);
        let seen = pieces(&text);
        let ends: Vec<_> =
            seen.iter().map(|(text, first, last)| (text.len(), *first, *last)).collect();
        assert_eq!(ends, [(8_192, true, false), (8_192, false, true)]);
    }
}
