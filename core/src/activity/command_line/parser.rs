//! The grammar: lists of pipelines of commands.

use alloc::{borrow::Cow, vec::Vec};
use core::ops::Range;

use super::cursor::{Cursor, ends_word};
use super::exit;
use super::frame::{Frame, Options};
use super::{Language, Nesting, Output, Place, Shell, Simple};
use crate::limits::{COMMAND_DEPTH_MAX, COMMANDS_MAX};

/// A text, read.
#[derive(Debug)]
pub(super) struct Read<'a> {
    pub(super) commands: Vec<Simple<'a>>,
    pub(super) complete: bool,
    /// The highest number of a shell.
    pub(super) shells: usize,
}

/// What has been read, and where it goes on.
#[derive(Debug)]
pub(super) struct Parser<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) commands: Vec<Simple<'a>>,
    pub(super) complete: bool,
    pub(super) nesting: Nesting,
    pub(super) options: Options,
    /// Which shell runs what comes next.
    pub(super) shell: Shell,
    /// The highest number of a shell so far.
    pub(super) shells: usize,
    /// Here-documents that begin behind this line.
    pub(super) awaited: Vec<HereAwaited>,
    pub(super) depth: usize,
    /// How many commands may still be read.
    pub(super) room: usize,
    is_over: bool,
}

/// Pipelines that are joined, as indices of their commands.
#[derive(Clone, Copy, Debug, Default)]
struct Joined {
    start: usize,
    /// Where the last pipeline begins.
    last: usize,
    end: usize,
    /// Whether the shell ends when that fails.
    stops: bool,
}

/// A here-document that a line asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct HereAwaited {
    pub(super) command: usize,
    pub(super) redirection: usize,
    pub(super) tabs_go: bool,
}

impl<'a> Parser<'a> {
    pub(super) const fn of(text: &'a str) -> Self {
        Self {
            cursor: Cursor::at_start_of(text),
            commands: Vec::new(),
            complete: true,
            nesting: Nesting(0),
            options: Options { stops: false, pipes_fail: false },
            shell: Shell { depth: 0, number: 0 },
            shells: 0,
            awaited: Vec::new(),
            depth: 0,
            room: COMMANDS_MAX,
            is_over: false,
        }
    }

    pub(super) const fn within(mut self, frame: Frame) -> Self {
        let Frame { nesting, options, shell, shells, depth, room } = frame;
        self.nesting = nesting;
        self.options = options;
        self.shell = shell;
        self.shells = shells;
        self.depth = depth;
        self.room = room;
        self
    }

    pub(super) fn run(mut self) -> Read<'a> {
        if self.depth > COMMAND_DEPTH_MAX {
            return Read { commands: Vec::new(), complete: false, shells: self.shells };
        }
        loop {
            self.list(&[]);
            if self.peek().is_none() {
                break;
            }
            // What ends no list stands here: a shell would refuse all of it.
            self.complete = false;
            self.cursor.bump(1);
        }
        self.complete &= self.awaited.is_empty();
        Read { commands: self.commands, complete: self.complete, shells: self.shells }
    }

    /// Returns what comes next, or nothing at the end or beyond a bound.
    pub(super) fn peek(&self) -> Option<u8> {
        if self.is_over { None } else { self.cursor.peek() }
    }

    /// Ends the reading: a bound is passed.
    pub(super) fn stop(&mut self) {
        self.is_over = true;
        self.complete = false;
    }

    /// Goes one level down.
    pub(super) fn deeper(&mut self, read: impl FnOnce(&mut Self)) {
        if self.depth >= COMMAND_DEPTH_MAX {
            self.stop();
            return;
        }
        self.depth = self.depth.saturating_add(1);
        read(self);
        self.depth = self.depth.saturating_sub(1);
    }

    /// Goes one level down, into `place`.
    pub(super) fn inside(&mut self, place: Place, read: impl FnOnce(&mut Self)) {
        let outside = self.nesting;
        self.nesting = outside.with(place);
        self.deeper(read);
        self.nesting = outside;
    }

    pub(super) fn blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' => self.cursor.bump(1),
                b'\\' if self.cursor.ahead(1) == Some(b'\n') => self.cursor.bump(2),
                b'\\' if self.cursor.starts_with("\\\r\n") => self.cursor.bump(3),
                b'#' => {
                    self.cursor.skip_while(|byte| byte != b'\n');
                }
                _ => return,
            }
        }
    }

    /// Skips blanks, comments and ends of lines, and reads the here-documents behind those.
    pub(super) fn lines(&mut self) {
        loop {
            self.blanks();
            if self.peek() != Some(b'\n') {
                return;
            }
            self.cursor.bump(1);
            self.here_documents();
        }
    }

    /// Returns whether the next word is exactly this one.
    pub(super) fn at_word(&self, word: &str) -> bool {
        let behind = self.cursor.ahead(word.len());
        !self.is_over
            && self.cursor.starts_with(word)
            && behind.is_none_or(|byte| ends_word(byte) || byte == b'\r')
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        self.at_word(word) && self.cursor.take(word)
    }

    /// Reads commands up to one of the closing words, a parenthesis, `;;`, or the end.
    pub(super) fn list(&mut self, closing: &[&str]) {
        let mut previous = Joined::default();
        loop {
            self.lines();
            let ends = match self.peek() {
                None | Some(b')') => true,
                Some(b';') => matches!(self.cursor.ahead(1), Some(b';' | b'&')),
                Some(_) => closing.iter().any(|word| self.at_word(word)),
            };
            if ends {
                return;
            }
            let from = self.cursor.at();
            self.follow(previous);
            previous = self.and_or();
            self.blanks();
            match self.peek() {
                Some(b'&') => {
                    self.cursor.bump(1);
                    let left = self.range(previous.start..previous.end);
                    exit::lose(left);
                    left.iter_mut().for_each(|command| command.background = true);
                }
                Some(b';') if !matches!(self.cursor.ahead(1), Some(b';' | b'&')) => {
                    self.cursor.bump(1);
                }
                Some(b'|') => {
                    self.complete = false;
                    self.cursor.bump(1);
                }
                Some(_) | None => {}
            }
            if self.cursor.at() == from && self.peek().is_some() && self.peek() != Some(b')') {
                self.complete = false;
                self.cursor.bump(1);
            }
        }
    }

    /// Something runs after these.
    fn follow(&mut self, joined: Joined) {
        // Behind `&&` it may not have run, and what failed before it does not end the shell.
        if joined.stops && joined.last == joined.start {
            exit::stop_at(self.range(joined.start..joined.end));
        }
        let next = self.commands.len();
        exit::tell(self.range(joined.start..joined.end), next);
        exit::pass_over(self.range(joined.start..joined.end));
    }

    /// Reads pipelines joined by `&&` and `||`.
    fn and_or(&mut self) -> Joined {
        let start = self.commands.len();
        let mut is_alternative = false;
        let mut last = start;
        loop {
            self.pipeline();
            if is_alternative {
                let place = self.nesting;
                let both = self.range(start..usize::MAX);
                let (before, alternatives) = both.split_at_mut(last.saturating_sub(start));
                exit::replace(before, alternatives, place);
                exit::lose(alternatives);
                alternatives.iter_mut().for_each(|command| command.is_alternative = true);
            } else if last > start {
                // What ends the shell there does so only if it runs.
                let behind = self.range(last..usize::MAX);
                exit::contain(behind);
                behind.iter_mut().for_each(|command| command.waits_on = Some(start));
            }
            self.blanks();
            let goes_on = self.peek().is_some();
            if goes_on && self.cursor.starts_with("&&") {
                is_alternative = false;
            } else if goes_on && self.cursor.starts_with("||") {
                is_alternative = true;
            } else {
                break;
            }
            exit::ask(self.range(last..usize::MAX));
            self.cursor.bump(2);
            self.lines();
            last = self.commands.len();
            if !is_alternative {
                exit::vouch(self.range(start..last), last);
            }
        }
        if last == start {
            exit::alone(self.range(start..usize::MAX));
        }
        Joined { start, last, end: self.commands.len(), stops: self.options.stops }
    }

    fn pipeline(&mut self) {
        let start = self.commands.len();
        let mut is_negated = false;
        let begin = self.cursor.at();
        loop {
            self.blanks();
            if self.take_word("!") {
                is_negated = !is_negated;
            } else if self.take_word("time") {
                self.blanks();
                self.take_word("-p");
            } else {
                break;
            }
        }
        let mut giving = None;
        let mut begin = begin;
        loop {
            let from = self.commands.len();
            self.command();
            // A command has to stand here.
            self.complete &= self.cursor.at() != begin;
            if giving.is_some() {
                for command in self.range(from..usize::MAX) {
                    command.piped_from = command.piped_from.or(giving);
                }
            }
            self.blanks();
            let is_pipe = self.peek() == Some(b'|') && self.cursor.ahead(1) != Some(b'|');
            if !is_pipe {
                break;
            }
            self.cursor.bump(1);
            self.cursor.take("&");
            self.pipe(from);
            giving = Some(from);
            self.lines();
            begin = self.cursor.at();
        }
        if giving.is_some() {
            exit::contain(self.range(start..usize::MAX));
        }
        if is_negated {
            exit::lose(self.range(start..usize::MAX));
        }
    }

    /// Connects the commands read since `from` with those that come next.
    fn pipe(&mut self, from: usize) {
        let next = self.commands.len();
        let pipes_fail = self.options.pipes_fail;
        let commands = self.range(from..next);
        exit::contain(commands);
        if !pipes_fail {
            exit::pass_over(commands);
        }
        for command in commands {
            if command.output == Output::Shown {
                command.output = Output::Piped;
                command.piped_into = Some(next);
            }
        }
    }

    pub(super) fn range(&mut self, range: Range<usize>) -> &mut [Simple<'a>] {
        let end = range.end.min(self.commands.len());
        self.commands.get_mut(range.start.min(end)..end).unwrap_or_default()
    }

    /// Begins a simple command, unless there are too many.
    pub(super) fn begin(&mut self) -> Option<usize> {
        if self.commands.len() >= self.room {
            self.stop();
            return None;
        }
        let index = self.commands.len();
        let Self { nesting, shell, .. } = *self;
        self.commands.push(Simple { nesting, shell, is_direct: true, ..Simple::default() });
        Some(index)
    }

    /// Reads the commands of `$(`, `<(`, `>(` up to the parenthesis.
    pub(super) fn substitution(&mut self) {
        let start = self.commands.len();
        let options = self.options;
        // Bash does not hand `set -e` on to a substitution.
        self.options.stops = false;
        self.in_shell(|parser| parser.inside(Place::Substitution, Self::enclosed));
        self.options = options;
        self.capture(start);
    }

    /// Reads the commands between backticks.
    pub(super) fn substituted(&mut self, text: Cow<'a, str>) {
        let start = self.commands.len();
        self.in_shell(|parser| {
            parser.inside(Place::Substitution, |parser| {
                let options = Options { stops: false, ..parser.options };
                parser.nested(text, parser.nesting, options, Language::Bash);
            });
        });
        self.capture(start);
    }

    fn capture(&mut self, start: usize) {
        let commands = self.range(start..usize::MAX);
        exit::contain(commands);
        for command in commands {
            if command.output == Output::Shown {
                command.output = Output::Captured;
            }
        }
    }

    /// Reads up to a closing parenthesis, in a shell of its own.
    pub(super) fn enclosed(&mut self) {
        let options = self.options;
        self.list(&[]);
        while self.peek() == Some(b';') {
            self.complete = false;
            self.cursor.bump(1);
            self.list(&[]);
        }
        self.complete &= self.peek() == Some(b')');
        self.cursor.bump(usize::from(self.peek() == Some(b')')));
        self.options = options;
    }
}
