//! Where the parts of a JSON text are, so that one part can change and no other byte does.

use alloc::{string::String, vec::Vec};
use core::ops::Range;

use serde::de::IgnoredAny;

use super::Refusal;
use crate::limits::HOOK_FILE_DEPTH_MAX;

/// A value and where it lies.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Node {
    pub(super) span: Range<usize>,
    pub(super) shape: Shape,
}

/// What a value is made of.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Shape {
    Object(Vec<Member>),
    Array(Vec<Node>),
    Scalar,
}

/// A key and its value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Member {
    pub(super) key: String,
    /// Where the key begins.
    pub(super) at: usize,
    pub(super) value: Node,
}

impl Node {
    /// Returns the layout of a text.
    pub(super) fn parse(text: &str) -> Result<Self, Refusal> {
        if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
            return Err(Refusal::NotJson { line: error.line(), column: error.column() });
        }
        let mut reader = Reader { text, at: 0 };
        // It is JSON, so only its depth can be in the way.
        reader.value(0).ok_or(Refusal::TooDeep)
    }

    /// Returns the members of an object.
    pub(super) fn members(&self) -> Option<&[Member]> {
        match &self.shape {
            Shape::Object(members) => Some(members),
            Shape::Array(_) | Shape::Scalar => None,
        }
    }

    /// Returns the elements of an array.
    pub(super) fn elements(&self) -> Option<&[Self]> {
        match &self.shape {
            Shape::Array(elements) => Some(elements),
            Shape::Object(_) | Shape::Scalar => None,
        }
    }

    /// Returns the value of a key. Of several the last one counts, as for the host.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let member = self.members()?.iter().rev().find(|member| member.key == key);
        member.map(|member| &member.value)
    }

    /// Returns where the children begin and end, keys included.
    pub(super) fn children(&self) -> Vec<Range<usize>> {
        match &self.shape {
            Shape::Object(members) => {
                members.iter().map(|member| member.at..member.value.span.end).collect()
            }
            Shape::Array(elements) => elements.iter().map(|node| node.span.clone()).collect(),
            Shape::Scalar => Vec::new(),
        }
    }

    /// Returns the text of the value.
    pub(super) fn text<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.span.clone()).unwrap_or_default()
    }
}

/// Walks over a text that is known to be JSON.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Option<Node> {
        if depth > HOOK_FILE_DEPTH_MAX {
            return None;
        }
        let start = self.peek().map(|_| self.at)?;
        let shape = match self.peek()? {
            b'{' => Shape::Object(self.items(b'}', |reader| reader.member(depth))?),
            b'[' => {
                let below = depth.saturating_add(1);
                Shape::Array(self.items(b']', |reader| reader.value(below))?)
            }
            b'"' => {
                self.string()?;
                Shape::Scalar
            }
            _ => {
                self.word();
                Shape::Scalar
            }
        };
        Some(Node { span: start..self.at, shape })
    }

    /// Reads what stands between brackets.
    fn items<T>(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut items = Vec::new();
        self.skip();
        while self.peek()? != close {
            items.push(item(self)?);
            if self.peek()? == b',' {
                self.skip();
            }
        }
        self.skip();
        Some(items)
    }

    fn member(&mut self, depth: usize) -> Option<Member> {
        let at = self.peek().map(|_| self.at)?;
        self.string()?;
        let text = self.text.get(at..self.at)?;
        // Half a surrogate pair is JSON but not text; nobody looks for such a key.
        let key = serde_json::from_str(text).unwrap_or_else(|_| text.into());
        if self.peek()? == b':' {
            self.skip();
        }
        let value = self.value(depth.saturating_add(1))?;
        Some(Member { key, at, value })
    }

    fn string(&mut self) -> Option<()> {
        self.skip();
        loop {
            let byte = self.byte()?;
            self.skip();
            match byte {
                b'"' => return Some(()),
                b'\\' => self.skip(),
                _ => {}
            }
        }
    }

    fn word(&mut self) {
        while self.byte().is_some_and(|byte| !b",]} \t\r\n".contains(&byte)) {
            self.skip();
        }
    }

    /// Returns the next byte that is no white space, and stands there.
    fn peek(&mut self) -> Option<u8> {
        while self.byte().is_some_and(|byte| b" \t\r\n".contains(&byte)) {
            self.skip();
        }
        self.byte()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip(&mut self) {
        self.at = self.at.saturating_add(1);
    }
}
