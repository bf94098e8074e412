//! Words: quotes, escapes, variables and substitutions.

use alloc::borrow::Cow;

use super::super::pieces::Pieces;
use super::super::{Place, Word};
use super::{Reader, ends_word};

/// A word that is being read.
pub(super) struct Reading<'a> {
    pub(super) pieces: Pieces<'a>,
    pub(super) quoted: bool,
    pub(super) expanded: bool,
    pub(super) glob: bool,
}

impl<'a> Reading<'a> {
    pub(super) fn finish(self) -> Word<'a> {
        let Self { pieces, quoted, expanded, glob } = self;
        Word::new(pieces.finish(), quoted, expanded, glob)
    }
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'a> Reader<'a> {
    pub(super) fn reading(&self) -> Reading<'a> {
        let pieces = Pieces::of(self.parser.cursor);
        Reading { pieces, quoted: false, expanded: false, glob: false }
    }

    /// Reads the word that begins here; it may be empty.
    pub(super) fn word(&mut self) -> Word<'a> {
        let mut reading = self.reading();
        let from = self.parser.cursor.at();
        while let Some(byte) = self.peek() {
            match byte {
                b'(' if self.parser.cursor.at() > from && reading.expanded => {
                    // The arguments of a method.
                    self.group(&mut reading);
                }
                b'{' if self.parser.cursor.at() > from && self.ahead(1) == Some(b'}') => {
                    self.copy(2, &mut reading);
                }
                _ if ends_word(byte) => break,
                b'\'' => self.single_quoted(&mut reading),
                b'"' => self.double_quoted(&mut reading),
                b'`' => self.escaped(&mut reading),
                b'$' => self.dollar(&mut reading),
                b'*' | b'?' | b'[' => {
                    reading.glob = true;
                    self.copy(1, &mut reading);
                }
                _ => {
                    let from = self.parser.cursor.skip_while(|byte| {
                        !ends_word(byte)
                            && !matches!(byte, b'\'' | b'"' | b'`' | b'$' | b'*' | b'?' | b'[')
                    });
                    reading.pieces.add(from, self.parser.cursor.at());
                }
            }
        }
        reading.finish()
    }

    pub(super) fn copy(&mut self, bytes: usize, reading: &mut Reading<'a>) {
        let from = self.parser.cursor.at();
        self.parser.cursor.bump(bytes);
        reading.pieces.add(from, self.parser.cursor.at());
    }

    /// Reads `'...'`, in which `''` is a quote.
    pub(super) fn single_quoted(&mut self, reading: &mut Reading<'a>) {
        reading.quoted = true;
        self.parser.cursor.bump(1);
        loop {
            let from = self.parser.cursor.skip_while(|byte| byte != b'\'');
            reading.pieces.add(from, self.parser.cursor.at());
            match (self.peek(), self.ahead(1)) {
                (Some(_), Some(b'\'')) => {
                    self.parser.cursor.bump(1);
                    self.copy(1, reading);
                }
                (Some(_), _) => return self.parser.cursor.bump(1),
                (None, _) => return self.parser.complete = false,
            }
        }
    }

    /// Reads `"..."`, in which `""` is a quote.
    pub(super) fn double_quoted(&mut self, reading: &mut Reading<'a>) {
        reading.quoted = true;
        self.parser.cursor.bump(1);
        while let Some(byte) = self.peek() {
            match byte {
                b'"' if self.ahead(1) == Some(b'"') => {
                    self.parser.cursor.bump(1);
                    self.copy(1, reading);
                }
                b'"' => return self.parser.cursor.bump(1),
                b'`' => self.escaped(reading),
                b'$' => self.dollar(reading),
                _ => {
                    let is_plain = |byte| !matches!(byte, b'"' | b'`' | b'$');
                    let from = self.parser.cursor.skip_while(is_plain);
                    reading.pieces.add(from, self.parser.cursor.at());
                }
            }
        }
        self.parser.complete = false;
    }

    /// Reads a backtick and what it escapes.
    fn escaped(&mut self, reading: &mut Reading<'a>) {
        reading.quoted = true;
        self.parser.cursor.bump(1);
        let said = match self.peek() {
            Some(b'n') => "\n",
            Some(b't') => "\t",
            Some(b'r') => "\r",
            Some(b'0') => "\0",
            Some(b'\n') => "",
            Some(_) | None => {
                let escaped = self.parser.cursor.rest().chars().next();
                return self.copy(escaped.map_or(0, char::len_utf8), reading);
            }
        };
        self.parser.cursor.bump(1);
        reading.pieces.say(said);
    }

    /// Reads `$name`, `${name}`, `$env:NAME`, `$(...)`, or a dollar that is one.
    pub(super) fn dollar(&mut self, reading: &mut Reading<'a>) {
        match self.ahead(1) {
            Some(b'(') => {
                reading.expanded = true;
                self.parser.cursor.bump(2);
                self.substitution(b')');
                reading.pieces.say("$()");
            }
            Some(b'{') => {
                reading.expanded = true;
                let from = self.parser.cursor.skip_while(|byte| byte != b'}');
                self.parser.complete &= self.peek().is_some();
                self.parser.cursor.bump(1);
                reading.pieces.add(from, self.parser.cursor.at());
            }
            Some(byte) if is_name(byte) || b"?$^".contains(&byte) => {
                reading.expanded = true;
                self.variable(reading);
            }
            Some(_) | None => self.copy(1, reading),
        }
    }

    fn variable(&mut self, reading: &mut Reading<'a>) {
        let is_environment = self
            .parser
            .cursor
            .rest()
            .get(..ENVIRONMENT.len())
            .is_some_and(|lead| lead.eq_ignore_ascii_case(ENVIRONMENT));
        if is_environment {
            self.copy(1, reading);
            self.parser.cursor.bump(ENVIRONMENT.len().saturating_sub(1));
        } else {
            self.copy(2, reading);
        }
        let from = self.parser.cursor.skip_while(is_name);
        reading.pieces.add(from, self.parser.cursor.at());
    }

    /// Reads the commands of `$(` or `@(` behind the parenthesis.
    pub(super) fn substitution(&mut self, closing: u8) {
        let start = self.count();
        let statement = self.statement;
        let assigns = core::mem::take(&mut self.assigns);
        self.inside(Place::Substitution, |reader| reader.enclosed(closing));
        self.assigns = assigns;
        self.statement = statement;
        self.capture(start);
    }

    /// Reads `(...)` behind a word.
    fn group(&mut self, reading: &mut Reading<'a>) {
        self.parser.cursor.bump(1);
        self.substitution(b')');
        reading.pieces.say("()");
    }

    /// Reads the here-string that begins here, if one does.
    pub(super) fn here_string(&mut self) -> Option<Word<'a>> {
        let quote = self.ahead(1).filter(|byte| matches!(byte, b'\'' | b'"'))?;
        let mut ahead = self.parser.cursor;
        ahead.bump(2);
        ahead.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        if ahead.peek() != Some(b'\n') {
            return None;
        }
        let end = if quote == b'\'' { "\n'@" } else { "\n\"@" };
        let from = ahead.at();
        let length = ahead.rest().find(end);
        self.parser.complete &= length.is_some();
        let to = length.map_or_else(|| ahead.end(), |length| from.saturating_add(length));
        self.parser.cursor.jump(to.saturating_add(end.len()));
        // The line break behind the head is none of it.
        let text = ahead.slice(from.saturating_add(1).min(to.max(from)), to);
        let expands = quote == b'"' && text.contains('$');
        Some(Word::new(Cow::Borrowed(text), true, expands, false))
    }
}

/// How variables of the environment begin.
const ENVIRONMENT: &str = "$env:";
