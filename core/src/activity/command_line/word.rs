//! One word of a command line, without its quotes.

use alloc::{borrow::Cow, string::ToString as _};

use super::cursor::{Cursor, ends_word};
use super::parser::Parser;
use super::pieces::Pieces;

/// A word as the program would get it, but that nothing is expanded.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Word<'a> {
    text: Cow<'a, str>,
    quoted: bool,
    expanded: bool,
    glob: bool,
}

impl<'a> Word<'a> {
    pub(super) const fn new(text: Cow<'a, str>, quoted: bool, expanded: bool, glob: bool) -> Self {
        Self { text, quoted, expanded, glob }
    }

    pub(super) const fn plain(text: &'a str) -> Self {
        Self::new(Cow::Borrowed(text), false, false, false)
    }

    /// Returns the word without quotes and escapes. A substitution is `$()`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether a part of it is quoted or escaped.
    #[must_use]
    pub const fn is_quoted(&self) -> bool {
        self.quoted
    }

    /// Returns whether a variable, a substitution or a calculation is in it: what the program gets
    /// is not known.
    #[must_use]
    pub const fn is_expanded(&self) -> bool {
        self.expanded
    }

    /// Returns whether it is a pattern for names of files, or names several things in braces.
    #[must_use]
    pub const fn is_glob(&self) -> bool {
        self.glob
    }

    pub(crate) const fn cow(&self) -> &Cow<'a, str> {
        &self.text
    }

    pub(super) fn into_owned<'b>(self) -> Word<'b> {
        let Word { text, quoted, expanded, glob } = self;
        Word { text: Cow::Owned(text.to_string()), quoted, expanded, glob }
    }
}

const fn is_plain(byte: u8) -> bool {
    !ends_word(byte)
        && !matches!(byte, b'\\' | b'\'' | b'"' | b'$' | b'`' | b'*' | b'?' | b'[' | b'{' | b'\r')
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A word that is being read.
struct Reading<'a> {
    pieces: Pieces<'a>,
    word: Word<'a>,
    in_quotes: bool,
}

impl<'a> Reading<'a> {
    fn at(cursor: Cursor<'a>) -> Self {
        Self { pieces: Pieces::of(cursor), word: Word::default(), in_quotes: false }
    }

    fn finish(self) -> Word<'a> {
        Word { text: self.pieces.finish(), ..self.word }
    }
}

impl<'a> Parser<'a> {
    /// Reads the word that begins here; it may be empty.
    pub(super) fn word(&mut self) -> Word<'a> {
        let mut reading = Reading::at(self.cursor);
        while let Some(byte) = self.peek() {
            match byte {
                b'<' | b'>' if self.cursor.ahead(1) == Some(b'(') => {
                    self.process_substitution(&mut reading);
                }
                _ if ends_word(byte) => break,
                b'\r' if matches!(self.cursor.ahead(1), Some(b'\n') | None) => break,
                b'\r' => self.copy(1, &mut reading),
                b'\\' => self.escaped(&mut reading),
                b'\'' => self.single_quoted(&mut reading),
                b'"' => self.double_quoted(&mut reading),
                b'$' => self.dollar(&mut reading),
                b'`' => self.backticks(&mut reading),
                b'*' | b'?' | b'[' | b'{' => {
                    reading.word.glob |= byte != b'{' || self.cursor.ahead(1) != Some(b'}');
                    self.copy(1, &mut reading);
                }
                _ => {
                    let from = self.cursor.skip_while(is_plain);
                    reading.pieces.add(from, self.cursor.at());
                }
            }
        }
        reading.finish()
    }

    /// Reads a part of a text in which only `$`, backticks and backslashes mean something.
    pub(super) fn expandable(&mut self) -> Word<'a> {
        let mut reading = Reading::at(self.cursor);
        self.expand(&mut reading, None);
        reading.finish()
    }

    fn copy(&mut self, bytes: usize, reading: &mut Reading<'a>) {
        let from = self.cursor.at();
        self.cursor.bump(bytes);
        reading.pieces.add(from, self.cursor.at());
    }

    fn escaped(&mut self, reading: &mut Reading<'a>) {
        if self.cursor.ahead(1).is_none() {
            // Nothing follows that it could quote.
            self.copy(1, reading);
            return;
        }
        self.cursor.bump(1);
        if self.cursor.take("\n") {
            return;
        }
        reading.word.quoted = true;
        let from = self.cursor.at();
        let escaped = self.cursor.rest().chars().next();
        self.cursor.bump(escaped.map_or(0, char::len_utf8));
        reading.pieces.add(from, self.cursor.at());
    }

    fn single_quoted(&mut self, reading: &mut Reading<'a>) {
        reading.word.quoted = true;
        self.cursor.bump(1);
        let from = self.cursor.at();
        let end = self.cursor.next(b'\'');
        self.complete &= end.is_some();
        let to = end.unwrap_or_else(|| self.cursor.end());
        reading.pieces.add(from, to);
        self.cursor.jump(to.saturating_add(1));
    }

    fn double_quoted(&mut self, reading: &mut Reading<'a>) {
        reading.word.quoted = true;
        self.cursor.bump(1);
        self.expand(reading, Some(b'"'));
        self.complete &= self.cursor.take("\"");
    }

    /// Reads up to `closing` or the end.
    fn expand(&mut self, reading: &mut Reading<'a>, closing: Option<u8>) {
        let outside = core::mem::replace(&mut reading.in_quotes, true);
        while let Some(byte) = self.peek() {
            match byte {
                _ if Some(byte) == closing => break,
                b'\\' => match self.cursor.ahead(1) {
                    Some(b'\n') => self.cursor.bump(2),
                    Some(next @ (b'$' | b'`' | b'\\' | b'"'))
                        if next != b'"' || closing.is_some() =>
                    {
                        self.cursor.bump(1);
                        self.copy(1, reading);
                    }
                    Some(_) | None => self.copy(1, reading),
                },
                b'$' if matches!(self.cursor.ahead(1), Some(b'\'' | b'"')) => self.copy(1, reading),
                b'$' => self.dollar(reading),
                b'`' => self.backticks(reading),
                _ => {
                    let is_plain =
                        |byte| !matches!(byte, b'\\' | b'$' | b'`') && Some(byte) != closing;
                    let from = self.cursor.skip_while(is_plain);
                    reading.pieces.add(from, self.cursor.at());
                }
            }
        }
        reading.in_quotes = outside;
    }

    fn dollar(&mut self, reading: &mut Reading<'a>) {
        match self.cursor.ahead(1) {
            Some(b'(') => {
                reading.word.expanded = true;
                let start = self.cursor;
                if !(self.cursor.take("$((") && self.calculation()) {
                    self.cursor = start;
                    self.cursor.bump(2);
                    self.substitution();
                }
                reading.pieces.say("$()");
            }
            Some(b'{') => {
                reading.word.expanded = true;
                self.copy(2, reading);
                self.parameter(reading);
            }
            Some(b'\'') => {
                self.cursor.bump(1);
                self.ansi_quoted(reading);
            }
            Some(b'"') => {
                self.cursor.bump(1);
                self.double_quoted(reading);
            }
            Some(byte) if is_name(byte) || b"?!#@*$-".contains(&byte) => {
                reading.word.expanded = true;
                self.copy(2, reading);
            }
            Some(_) | None => self.copy(1, reading),
        }
    }

    /// Reads `${...` up to its end.
    fn parameter(&mut self, reading: &mut Reading<'a>) {
        let mut depth = 1_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => {
                    self.copy(1, reading);
                    let escaped = self.cursor.rest().chars().next();
                    self.copy(escaped.map_or(0, char::len_utf8), reading);
                }
                b'`' => self.backticks(reading),
                b'"' => self.deeper(|parser| parser.double_quoted(reading)),
                b'\'' if !reading.in_quotes => self.single_quoted(reading),
                b'$' if self.cursor.ahead(1) == Some(b'(') => self.dollar(reading),
                b'$' if self.cursor.ahead(1) == Some(b'{') => {
                    self.copy(2, reading);
                    depth = depth.saturating_add(1);
                }
                b'}' => {
                    self.copy(1, reading);
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return;
                    }
                }
                _ => {
                    let from = self.cursor.at();
                    self.cursor.bump(1);
                    let is_plain = |byte| !b"\\`$}\"'".contains(&byte);
                    self.cursor.skip_while(is_plain);
                    reading.pieces.add(from, self.cursor.at());
                }
            }
        }
        self.complete = false;
    }

    /// Reads `$'...'`, in which a backslash is that of C.
    fn ansi_quoted(&mut self, reading: &mut Reading<'a>) {
        reading.word.quoted = true;
        self.cursor.bump(1);
        while let Some(byte) = self.peek() {
            match byte {
                b'\'' => {
                    self.cursor.bump(1);
                    return;
                }
                b'\\' => {
                    let said = match self.cursor.ahead(1) {
                        Some(b'n') => "\n",
                        Some(b't') => "\t",
                        Some(b'\\') => "\\",
                        Some(b'\'') => "'",
                        Some(b'"') => "\"",
                        Some(_) | None => {
                            self.copy(1, reading);
                            continue;
                        }
                    };
                    reading.pieces.say(said);
                    self.cursor.bump(2);
                }
                _ => {
                    let from = self.cursor.skip_while(|byte| !matches!(byte, b'\\' | b'\''));
                    reading.pieces.add(from, self.cursor.at());
                }
            }
        }
        self.complete = false;
    }

    fn backticks(&mut self, reading: &mut Reading<'a>) {
        reading.word.expanded = true;
        self.cursor.bump(1);
        let mut inner = Pieces::of(self.cursor);
        let mut closed = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'`' => {
                    closed = true;
                    break;
                }
                b'\\' if matches!(self.cursor.ahead(1), Some(b'`' | b'$' | b'\\')) => {
                    self.cursor.bump(1);
                    let at = self.cursor.at();
                    self.cursor.bump(1);
                    inner.add(at, self.cursor.at());
                }
                _ => {
                    let at = self.cursor.at();
                    self.cursor.bump(1);
                    self.cursor.skip_while(|byte| !matches!(byte, b'`' | b'\\'));
                    inner.add(at, self.cursor.at());
                }
            }
        }
        self.complete &= closed;
        self.cursor.bump(1);
        self.substituted(inner.finish());
        reading.pieces.say("$()");
    }

    fn process_substitution(&mut self, reading: &mut Reading<'a>) {
        reading.word.expanded = true;
        let from = self.cursor.at();
        self.cursor.bump(2);
        reading.pieces.add(from, self.cursor.at());
        self.substitution();
        reading.pieces.say(")");
    }

    /// Reads `((...` up to its end, unless the two parentheses there stand apart: then a subshell
    /// began it.
    pub(super) fn calculation(&mut self) -> bool {
        let mut depth = 2_usize;
        while let Some(byte) = self.peek() {
            self.cursor.bump(1);
            depth = match byte {
                b'(' => depth.saturating_add(1),
                b')' => depth.saturating_sub(1),
                _ => depth,
            };
            if byte == b')' && depth == 1 && self.peek() != Some(b')') {
                return false;
            }
            if depth == 0 {
                return true;
            }
        }
        self.complete = false;
        true
    }
}
