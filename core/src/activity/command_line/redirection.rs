//! Redirections: what follows `<` and `>`.

use alloc::borrow::Cow;

use super::parser::{HereAwaited, Parser};
use super::word::Word;
use crate::limits::REDIRECTIONS_MAX;

/// One redirection of a command.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Redirection<'a> {
    /// The number before the operator, if there is one.
    pub descriptor: Option<u32>,
    /// What it does.
    pub operator: Operator,
    /// The file, the descriptor, the text, or the line that ends a here-document.
    pub target: Word<'a>,
    /// What a here-document says.
    pub here: Option<HereDocument<'a>>,
}

/// What a redirection does.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Operator {
    /// `<`
    Read,
    /// `>` and `>|`
    Write,
    /// `>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `&>`, and `>&` with the name of a file
    WriteBoth,
    /// `&>>`
    AppendBoth,
    /// `<&`, and `>&` with a descriptor
    Duplicate,
    /// `<<` and `<<-`
    HereDocument,
    /// `<<<`
    HereString,
}

/// The lines of a here-document.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HereDocument<'a> {
    /// What the command reads. Unless the word behind `<<` is quoted, a substitution is `$()`.
    pub text: Cow<'a, str>,
    /// How many lines that is.
    pub lines: usize,
}

impl Operator {
    /// Returns whether what a file held before is gone, or may be: it is not what is added to.
    #[must_use]
    pub const fn overwrites(self) -> bool {
        match self {
            Self::Write | Self::ReadWrite | Self::WriteBoth => true,
            Self::Append
            | Self::AppendBoth
            | Self::Read
            | Self::Duplicate
            | Self::HereDocument
            | Self::HereString => false,
        }
    }
}

impl Redirection<'_> {
    /// Returns whether standard output goes elsewhere by it.
    #[must_use]
    pub fn is_of_output(&self) -> bool {
        match self.operator {
            Operator::Write | Operator::Append => self.descriptor.is_none_or(|from| from == 1),
            Operator::WriteBoth | Operator::AppendBoth => true,
            // `>&2` is shown anyway.
            Operator::Read
            | Operator::ReadWrite
            | Operator::Duplicate
            | Operator::HereDocument
            | Operator::HereString => false,
        }
    }

    pub(super) fn into_owned<'b>(self) -> Redirection<'b> {
        Redirection {
            descriptor: self.descriptor,
            operator: self.operator,
            target: self.target.into_owned(),
            here: self.here.map(|here| HereDocument {
                text: Cow::Owned(here.text.into_owned()),
                lines: here.lines,
            }),
        }
    }
}

/// Operators, the longest first.
const OPERATORS: [(&str, Operator); 12] = [
    ("&>>", Operator::AppendBoth),
    ("&>", Operator::WriteBoth),
    ("<<<", Operator::HereString),
    ("<<-", Operator::HereDocument),
    ("<<", Operator::HereDocument),
    ("<&", Operator::Duplicate),
    ("<>", Operator::ReadWrite),
    ("<", Operator::Read),
    (">>", Operator::Append),
    (">&", Operator::Duplicate),
    (">|", Operator::Write),
    (">", Operator::Write),
];

impl<'a> Parser<'a> {
    /// Reads the redirection of the command at `owner` that begins here, if one does.
    pub(super) fn redirection(&mut self, owner: usize) -> bool {
        let start = self.cursor;
        let from = self.cursor.skip_while(|byte| byte.is_ascii_digit());
        let digits = self.cursor.slice(from, self.cursor.at());
        let begins = match self.peek() {
            Some(b'<' | b'>') => self.cursor.ahead(1) != Some(b'('),
            Some(b'&') => digits.is_empty() && self.cursor.ahead(1) == Some(b'>'),
            Some(_) | None => false,
        };
        if !begins {
            self.cursor = start;
            return false;
        }
        let tabs_go = self.cursor.starts_with("<<-");
        let found = OPERATORS.iter().find(|(text, _)| self.cursor.take(text));
        let Some((text, operator)) = found.copied() else { return false };
        self.blanks();
        let target = self.expected_word();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let operator = match text {
            ">&" if !is_number(target.text()) => Operator::WriteBoth,
            _ => operator,
        };
        let index = self.commands.get(owner).map_or(0, |command| command.redirections.len());
        if index >= REDIRECTIONS_MAX {
            self.complete = false;
            return true;
        }
        if operator == Operator::HereDocument {
            self.awaited.push(HereAwaited { command: owner, redirection: index, tabs_go });
        }
        let descriptor = digits.parse().ok();
        let redirection = Redirection { descriptor, operator, target, here: None };
        if let Some(command) = self.commands.get_mut(owner) {
            command.redirections.push(redirection);
        }
        true
    }
}
