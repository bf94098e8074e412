//! A text assembled from parts of another.

use alloc::{
    borrow::Cow,
    string::{String, ToString as _},
};

use super::cursor::Cursor;

/// Text that is put together, and borrowed as long as it is one piece.
#[derive(Debug)]
pub(super) struct Pieces<'a> {
    source: Cursor<'a>,
    from: usize,
    to: usize,
    owned: Option<String>,
}

impl<'a> Pieces<'a> {
    pub(super) const fn of(source: Cursor<'a>) -> Self {
        Self { source, from: source.at(), to: source.at(), owned: None }
    }

    /// Adds a part of the source.
    pub(super) fn add(&mut self, from: usize, to: usize) {
        if self.owned.is_none() && (self.from == self.to || self.to == from) {
            if self.from == self.to {
                self.from = from;
            }
            self.to = to;
        } else {
            let part = self.source.slice(from, to);
            self.say(part);
        }
    }

    /// Adds what the source does not hold.
    pub(super) fn say(&mut self, text: &str) {
        let so_far = || self.source.slice(self.from, self.to).to_string();
        self.owned.get_or_insert_with(so_far).push_str(text);
    }

    pub(super) fn finish(self) -> Cow<'a, str> {
        match self.owned {
            Some(text) => Cow::Owned(text),
            None => Cow::Borrowed(self.source.slice(self.from, self.to)),
        }
    }
}
