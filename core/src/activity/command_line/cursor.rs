//! A position in a text, and what is there.

use memchr::memchr;

/// Reads forward through a part of a text. Beyond its end there is nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn at_start_of(text: &'a str) -> Self {
        Self { text, at: 0, end: text.len() }
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    pub(super) const fn end(&self) -> usize {
        self.end
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.ahead(0)
    }

    pub(super) fn ahead(&self, bytes: usize) -> Option<u8> {
        let at = self.at.saturating_add(bytes);
        if at < self.end { self.text.as_bytes().get(at).copied() } else { None }
    }

    pub(super) fn bump(&mut self, bytes: usize) {
        self.jump(self.at.saturating_add(bytes));
    }

    pub(super) fn jump(&mut self, at: usize) {
        self.at = at.min(self.end);
    }

    pub(super) fn starts_with(&self, prefix: &str) -> bool {
        self.rest().as_bytes().starts_with(prefix.as_bytes())
    }

    /// Takes `prefix` if it is what comes next.
    pub(super) fn take(&mut self, prefix: &str) -> bool {
        let is_next = self.starts_with(prefix);
        if is_next {
            self.bump(prefix.len());
        }
        is_next
    }

    pub(super) fn rest(&self) -> &'a str {
        self.slice(self.at, self.end)
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Returns where `byte` next stands.
    pub(super) fn next(&self, byte: u8) -> Option<usize> {
        memchr(byte, self.rest().as_bytes()).map(|offset| self.at.saturating_add(offset))
    }

    /// Goes on while `is_wanted`, and returns where that began.
    pub(super) fn skip_while(&mut self, is_wanted: impl Fn(u8) -> bool) -> usize {
        let from = self.at;
        while self.peek().is_some_and(&is_wanted) {
            self.bump(1);
        }
        from
    }

    /// Returns the same place in a part of the text that ends at `end`.
    pub(super) fn until(mut self, end: usize) -> Self {
        self.end = end.min(self.end);
        self
    }
}

/// Tells whether `byte` ends a word.
pub(super) const fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}
