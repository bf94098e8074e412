//! Reads a command line of a shell: which simple commands it runs, with which words, and whose exit
//! status can be seen. It knows nothing about what a command does.
//!
//! It reads what Bash reads: quotes, expansions, redirections, here-documents, comments, pipes,
//! lists, groups, loops, functions, substitutions, and scripts handed to a shell (`sh -c '...'`, a
//! here-document of `bash`). Nothing is expanded: `$x` stays `$x`, and what a substitution would
//! print is written `$()`. What is written in PowerShell is given as a shell would write it.

mod assignment;
mod compound;
mod cursor;
mod exit;
mod frame;
mod here;
mod language;
mod parser;
mod pieces;
mod powershell;
mod quoted;
mod redirection;
mod script;
mod shell;
mod word;
mod wrapper;

use alloc::{borrow::Cow, string::ToString as _, vec::Vec};

pub use exit::Exit;
pub use language::{Ending, Language};
use parser::{Parser, Read};
pub(crate) use powershell::starts_nothing;
pub use quoted::shell_quoted;
pub use redirection::{HereDocument, Operator, Redirection};
pub use shell::Shell;
pub use word::Word;
pub use wrapper::Program;

/// The simple commands of a command line, in the order in which they begin.
#[derive(Clone, Debug, Default)]
pub struct CommandLine<'a> {
    /// At most [`COMMANDS_MAX`](crate::limits::COMMANDS_MAX).
    pub commands: Vec<Simple<'a>>,
    /// Whether all of it was read. It is not beyond a bound, and where a quote is left open or an
    /// operator stands where none may: then a shell would run none of it.
    pub complete: bool,
}

/// One simple command: a program and its words, or assignments and redirections alone.
#[derive(Clone, Debug, Default)]
pub struct Simple<'a> {
    /// How it is written, without what stands before and after it and without here-documents.
    pub text: Cow<'a, str>,
    /// `NAME=value` before the first word.
    pub assignments: Vec<Word<'a>>,
    /// The program as it is named here, then its arguments.
    pub words: Vec<Word<'a>>,
    /// In the order in which they are written.
    pub redirections: Vec<Redirection<'a>>,
    /// Where its standard output goes.
    pub output: Output,
    /// The command whose output it reads, as an index.
    pub piped_from: Option<usize>,
    /// The command that reads its output, as an index. Of a group, the first one.
    pub piped_into: Option<usize>,
    /// Whether nobody waits for it.
    pub background: bool,
    /// Whether it runs only where what stands before it fails: it follows `||`.
    pub is_alternative: bool,
    /// Whether it runs here, as it is written: not in a container, and not once for each line of
    /// something.
    pub is_direct: bool,
    /// Which shell runs it.
    pub shell: Shell,
    /// What it stands in.
    pub nesting: Nesting,
    /// The command that runs only where this one ended with 0, as an index.
    pub vouched_by: Option<usize>,
    /// The command that finds in `$?` how this one ended, as an index.
    pub status_read_by: Option<usize>,
    /// The first of the commands without whose success it does not run, as an index: they stand
    /// before it, joined by `&&`.
    pub waits_on: Option<usize>,
    exit: exit::Fate,
}

/// Where standard output goes.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Output {
    /// Where the caller sees it.
    #[default]
    Shown,
    /// Into another command of this line.
    Piped,
    /// Into a file, or into nothing.
    Redirected,
    /// Into a word or a variable, or to another program as a file.
    Captured,
}

/// What a simple command stands in, all the way out.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Nesting(u16);

/// Something that a simple command can stand in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u16)]
pub enum Place {
    /// `{ ...; }`
    Group = 1,
    /// `( ... )`
    Subshell = 2,
    /// What `if`, `while` and `until` ask.
    Condition = 4,
    /// What runs only in some case.
    Branch = 8,
    /// The body of `for`, `while`, `until`, `select`.
    Loop = 16,
    /// The body of a function, which runs when that is called.
    Function = 32,
    /// `$( ... )`, backticks, `<( ... )`.
    Substitution = 64,
    /// A script given to a shell as a word or as a here-document.
    Script = 128,
}

impl Nesting {
    /// Returns whether a command of this nesting is in `place`.
    #[must_use]
    pub fn contains(self, place: Place) -> bool {
        self.0 & place.bit() != 0
    }

    const fn with(self, place: Place) -> Self {
        Self(self.0 | place.bit())
    }
}

impl Place {
    #[expect(clippy::as_conversions, reason = "the number of a variant is its bit")]
    const fn bit(self) -> u16 {
        self as u16
    }
}

/// Reads the text of `parser`, which is written in `language`.
fn read(parser: Parser<'_>, language: Language) -> Read<'_> {
    match language {
        Language::Bash => parser.run(),
        Language::PowerShell(ending) => powershell::read(parser, ending),
    }
}

impl<'a> CommandLine<'a> {
    /// Reads `text`. Whatever it is, this takes time in proportion to its length.
    #[must_use]
    pub fn parse(text: &'a str) -> Self {
        Self::parse_in(text, Language::Bash)
    }

    /// Reads `text`, which is written in `language`.
    #[must_use]
    pub fn parse_in(text: &'a str, language: Language) -> Self {
        let Read { commands, complete, .. } = read(Parser::of(text), language);
        Self { commands, complete }
    }
}

impl<'a> Simple<'a> {
    /// Returns whether the end of the whole line says how this command ended.
    #[must_use]
    pub fn exit(&self) -> Exit {
        self.exit.exit()
    }

    /// Returns the program that really runs, behind `sudo`, `env`, `npx`, `uv run`, `python -m` and
    /// their like, or nothing when the command only assigns or redirects.
    #[must_use]
    pub fn program(&self) -> Option<Program<'_, 'a>> {
        wrapper::program(&self.words)
    }

    /// Copies what it borrows.
    fn into_owned<'b>(self) -> Simple<'b> {
        let words = |words: Vec<Word<'_>>| words.into_iter().map(Word::into_owned).collect();
        Simple {
            text: Cow::Owned(self.text.to_string()),
            assignments: words(self.assignments),
            words: words(self.words),
            redirections: self.redirections.into_iter().map(Redirection::into_owned).collect(),
            output: self.output,
            piped_from: self.piped_from,
            piped_into: self.piped_into,
            background: self.background,
            is_alternative: self.is_alternative,
            is_direct: self.is_direct,
            shell: self.shell,
            nesting: self.nesting,
            vouched_by: self.vouched_by,
            status_read_by: self.status_read_by,
            waits_on: self.waits_on,
            exit: self.exit,
        }
    }
}
