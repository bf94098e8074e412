//! Reads a command line of PowerShell into the same simple commands as that of a shell.
//!
//! Cmdlets are given by what a shell calls them, with the same options (`Get-Content a -Tail 5` is
//! `tail -n 5 a`), `$env:X` is `$X`, and where a path stands `\` is `/`: so nothing that is told of
//! commands has to be told twice. What starts no program and prints nothing known is no command.

mod cmdlet;
mod condition;
mod expression;
mod program;
mod statement;
mod status;
mod word;

use alloc::vec::Vec;

use super::parser::{Parser, Read};
use super::{Ending, Nesting, Output, Place, Word};
use crate::limits::COMMAND_DEPTH_MAX;
pub(crate) use cmdlet::starts_nothing;
use status::Program;

/// What has been read, and where it goes on.
struct Reader<'a> {
    parser: Parser<'a>,
    /// The programs that may end with a status, in the order in which they begin.
    programs: Vec<Program>,
    /// Variables, and the first of the commands whose output each holds.
    held: Vec<(&'a str, usize)>,
    /// The command at which the last statement begins.
    statement: usize,
    /// The command at which this pipeline begins.
    pipeline: usize,
    /// Whether what is printed goes into a variable.
    assigns: bool,
    /// The text that is piped into the command that comes next.
    given: Option<Word<'a>>,
}

/// Reads the text of `parser`, whose caller is told how it ended by `ending`.
pub(super) fn read(parser: Parser<'_>, ending: Ending) -> Read<'_> {
    let mut reader = Reader {
        parser,
        programs: Vec::new(),
        held: Vec::new(),
        statement: 0,
        pipeline: 0,
        assigns: false,
        given: None,
    };
    if reader.parser.depth <= COMMAND_DEPTH_MAX {
        loop {
            reader.statements();
            if reader.parser.peek().is_none() {
                break;
            }
            // What closes nothing stands here: PowerShell would refuse all of it.
            reader.parser.complete = false;
            reader.parser.cursor.bump(1);
        }
    } else {
        reader.parser.complete = false;
    }
    reader.settle(ending);
    let Parser { commands, complete, shells, .. } = reader.parser;
    Read { commands, complete, shells }
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.parser.peek()
    }

    fn ahead(&self, bytes: usize) -> Option<u8> {
        self.parser.cursor.ahead(bytes)
    }

    fn starts_with(&self, text: &str) -> bool {
        self.peek().is_some() && self.parser.cursor.starts_with(text)
    }

    /// Skips blanks, comments and continued lines.
    fn blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' => self.parser.cursor.bump(1),
                b'`' if self.ahead(1) == Some(b'\n') => self.parser.cursor.bump(2),
                b'`' if self.starts_with("`\r\n") => self.parser.cursor.bump(3),
                b'#' => {
                    self.parser.cursor.skip_while(|byte| byte != b'\n');
                }
                b'<' if self.ahead(1) == Some(b'#') => self.comment(),
                _ => return,
            }
        }
    }

    /// Skips `<# ... #>`.
    fn comment(&mut self) {
        self.parser.cursor.bump(2);
        while self.peek().is_some() && !self.starts_with("#>") {
            self.parser.cursor.bump(1);
        }
        self.parser.complete &= self.peek().is_some();
        self.parser.cursor.bump(2);
    }

    /// Skips blanks and ends of lines.
    fn lines(&mut self) {
        loop {
            self.blanks();
            if self.peek() != Some(b'\n') {
                return;
            }
            self.parser.cursor.bump(1);
        }
    }

    /// Goes one level down.
    fn deeper(&mut self, read: impl FnOnce(&mut Self)) {
        if self.parser.depth >= COMMAND_DEPTH_MAX {
            self.parser.stop();
            return;
        }
        self.parser.depth = self.parser.depth.saturating_add(1);
        read(self);
        self.parser.depth = self.parser.depth.saturating_sub(1);
    }

    /// Goes one level down, into `place`.
    fn inside(&mut self, place: Place, read: impl FnOnce(&mut Self)) {
        let outside: Nesting = self.parser.nesting;
        self.parser.nesting = outside.with(place);
        self.deeper(read);
        self.parser.nesting = outside;
    }

    /// Reads statements up to `closing`, which goes with them.
    fn enclosed(&mut self, closing: u8) {
        loop {
            self.statements();
            match self.peek() {
                Some(byte) if byte == closing => {
                    self.parser.cursor.bump(1);
                    return;
                }
                // It closes something else.
                Some(_) => {
                    self.parser.complete = false;
                    self.parser.cursor.bump(1);
                }
                None => {
                    self.parser.complete = false;
                    return;
                }
            }
        }
    }

    /// What the commands since `start` print goes into a value.
    fn capture(&mut self, start: usize) {
        for command in self.parser.range(start..usize::MAX) {
            if command.output == Output::Shown {
                command.output = Output::Captured;
            }
        }
    }

    fn count(&self) -> usize {
        self.parser.commands.len()
    }
}

/// Returns whether `byte` ends a word.
const fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | b'\r'
            | b'\n'
            | b';'
            | b'|'
            | b'&'
            | b'('
            | b')'
            | b'{'
            | b'}'
            | b','
            | b'<'
            | b'>'
    )
}
