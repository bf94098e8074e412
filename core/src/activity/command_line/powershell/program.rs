//! Commands: a program or a cmdlet, its words, its script blocks and its redirections.

use alloc::borrow::Cow;

use super::super::frame::Options;
use super::super::script::Run;
use super::super::wrapper::{self, Peeled};
use super::super::{Ending, Language, Operator, Output, Place, Redirection, Word, exit};
use super::cmdlet::{self, Cmdlet};
use super::status::Program;
use super::{Reader, ends_word};
use crate::limits::{REDIRECTIONS_MAX, WORDS_MAX};

/// Tells whether a text names the status of the last program.
pub(super) fn names_status(text: &str) -> bool {
    text.contains("$LASTEXITCODE")
}

impl<'a> Reader<'a> {
    /// Reads one part of a pipeline.
    pub(super) fn element(&mut self) {
        match self.peek() {
            Some(b'$' | b'"' | b'\'' | b'@' | b'(' | b'[' | b'{' | b'-' | b'+' | b'!') => {
                self.expression();
            }
            Some(b'0'..=b'9') if self.is_number() => self.expression(),
            Some(b'&' | b'.') if self.calls() => {
                self.parser.cursor.bump(1);
                self.blanks();
                if self.peek() == Some(b'{') {
                    self.block(Place::Group);
                } else {
                    self.command();
                }
            }
            Some(_) | None => self.command(),
        }
    }

    /// Returns whether a number stands here, and not the name of a program.
    fn is_number(&self) -> bool {
        let mut ahead = self.parser.cursor;
        ahead.skip_while(|byte| byte.is_ascii_digit() || byte == b'.');
        ahead.peek().is_none_or(|byte| ends_word(byte) || b"*+-/%".contains(&byte))
    }

    /// Returns whether `&` or `.` stands here as the operator that calls what follows.
    fn calls(&self) -> bool {
        match (self.peek(), self.ahead(1)) {
            (Some(b'&'), next) => next != Some(b'&'),
            (_, Some(next)) => matches!(next, b' ' | b'"' | b'\'' | b'$' | b'{' | b'('),
            (_, None) => false,
        }
    }

    /// Reads one command.
    fn command(&mut self) {
        let Some(index) = self.parser.begin() else { return };
        let from = self.parser.cursor.at();
        let mut to = from;
        loop {
            self.blanks();
            if self.redirection(index) {
                to = self.parser.cursor.at();
                continue;
            }
            let word = match self.peek() {
                None | Some(b'\n' | b';' | b'|' | b'&' | b')' | b'}') => break,
                Some(b',') => {
                    self.parser.cursor.bump(1);
                    self.lines();
                    continue;
                }
                Some(b'<') => {
                    self.parser.complete = false;
                    self.parser.cursor.bump(1);
                    continue;
                }
                Some(b'(') => {
                    self.parser.cursor.bump(1);
                    self.substitution(b')');
                    Word::new(Cow::Borrowed("$()"), false, true, false)
                }
                Some(b'{') => self.script_block(index),
                Some(b'@') if matches!(self.ahead(1), Some(b'(' | b'{')) => {
                    self.collection();
                    Word::new(Cow::Borrowed("$()"), false, true, false)
                }
                Some(b'-') if self.starts_with("--% ") => {
                    self.verbatim(index);
                    to = self.parser.cursor.at();
                    continue;
                }
                Some(byte) => {
                    let text = if byte == b'@' { self.here_string() } else { None };
                    text.unwrap_or_else(|| self.word())
                }
            };
            self.put(index, word);
            to = self.parser.cursor.at();
        }
        self.settle_command(index, self.parser.cursor.slice(from, to));
    }

    fn put(&mut self, index: usize, word: Word<'a>) {
        let Some(command) = self.parser.commands.get_mut(index) else { return };
        if command.words.len() < WORDS_MAX {
            command.words.push(word);
        } else {
            self.parser.complete = false;
        }
    }

    /// Takes what follows `--%` as it is.
    fn verbatim(&mut self, index: usize) {
        self.parser.cursor.bump(3);
        loop {
            self.parser.cursor.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
            let from = self
                .parser
                .cursor
                .skip_while(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'|'));
            let text = self.parser.cursor.slice(from, self.parser.cursor.at());
            if text.is_empty() {
                return;
            }
            self.put(index, Word::plain(text.trim_matches('"')));
        }
    }

    /// Reads the script block of a command, which runs as that command says.
    fn script_block(&mut self, index: usize) -> Word<'a> {
        let name = self.parser.commands.get(index).and_then(|command| command.words.first());
        let name = name.map(Word::text).unwrap_or_default();
        let place = cmdlet::place_of_block(name);
        let is_measured = name.eq_ignore_ascii_case("Measure-Command");
        let is_job =
            ["Start-Job", "Start-ThreadJob"].iter().any(|job| name.eq_ignore_ascii_case(job));
        let start = self.count();
        self.block(place);
        if is_measured {
            self.capture(start);
        }
        if is_job {
            self.lose_since(start);
            let commands = self.parser.range(start..usize::MAX);
            commands.iter_mut().for_each(|command| command.background = true);
        }
        Word::new(Cow::Borrowed("{}"), true, false, false)
    }

    /// Reads the redirection of the command at `owner` that begins here, if one does.
    pub(super) fn redirection(&mut self, owner: usize) -> bool {
        let start = self.parser.cursor;
        let stream = self.peek().filter(|byte| matches!(byte, b'1'..=b'6' | b'*'));
        self.parser.cursor.bump(usize::from(stream.is_some()));
        if self.peek() != Some(b'>') {
            self.parser.cursor = start;
            return false;
        }
        self.parser.cursor.bump(1);
        let appends = self.peek() == Some(b'>');
        self.parser.cursor.bump(usize::from(appends));
        let joins = self.peek() == Some(b'&');
        self.parser.cursor.bump(usize::from(joins));
        self.blanks();
        let begin = self.parser.cursor.at();
        let target = cmdlet::slashed(self.word());
        self.parser.complete &= self.parser.cursor.at() != begin;
        let target = if target.text().eq_ignore_ascii_case("$null") {
            Word::plain("/dev/null")
        } else {
            target
        };
        let is_all = stream == Some(b'*');
        let operator = match (joins, is_all, appends) {
            (true, _, _) => Operator::Duplicate,
            (false, true, true) => Operator::AppendBoth,
            (false, true, false) => Operator::WriteBoth,
            (false, false, true) => Operator::Append,
            (false, false, false) => Operator::Write,
        };
        let descriptor = match stream {
            Some(b'*') if joins => Some(2),
            Some(byte) if byte.is_ascii_digit() => Some(u32::from(byte.saturating_sub(b'0'))),
            Some(_) | None => None,
        };
        self.redirect(owner, Redirection { descriptor, operator, target, here: None });
        true
    }

    fn redirect(&mut self, owner: usize, redirection: Redirection<'a>) {
        let Some(command) = self.parser.commands.get_mut(owner) else { return };
        if command.redirections.len() < REDIRECTIONS_MAX {
            command.redirections.push(redirection);
        } else {
            self.parser.complete = false;
        }
    }

    /// Ends the line with an error.
    pub(super) fn put_exit(&mut self) {
        if let Some(index) = self.parser.begin()
            && let Some(command) = self.parser.commands.get_mut(index)
        {
            command.text = Cow::Borrowed("throw");
            command.words = [Word::plain("exit"), Word::plain("1")].into();
        }
    }

    /// Ends the command at `index`: what it is for a shell, its output, its script.
    fn settle_command(&mut self, index: usize, text: &'a str) {
        let end = self.count();
        exit::lose(self.parser.range(index.saturating_add(1)..end));
        let given = self.given.take();
        let Some(command) = self.parser.commands.get_mut(index) else { return };
        if command.words.is_empty() && command.redirections.is_empty() {
            if index.saturating_add(1) == end {
                self.parser.commands.truncate(index);
            }
            return;
        }
        command.text = Cow::Borrowed(text);
        let words = core::mem::take(&mut command.words);
        let Cmdlet { words, into, is_program, cuts } = cmdlet::translate(words);
        command.words = words;
        if let Some(operator) = into.filter(|_| command.redirections.len() < REDIRECTIONS_MAX) {
            let target = Word::plain("/dev/null");
            command.redirections.push(Redirection {
                descriptor: None,
                operator,
                target,
                here: None,
            });
        }
        if command.redirections.iter().any(Redirection::is_of_output) {
            command.output = Output::Redirected;
        }
        let reads_status = command.words.first().is_some_and(|word| word.text() == "echo")
            && command.words.iter().any(|word| names_status(word.text()));
        if let Some(given) = given {
            self.hand_over(index, given);
        }
        if reads_status {
            self.tell_status(index);
        }
        if cuts {
            self.lose_since(self.pipeline);
        }
        self.run_script(index);
        if is_program {
            let (end, pipeline) = (self.count(), self.pipeline);
            let nesting = self.parser.nesting;
            let (is_lost, is_secured) = (false, false);
            self.programs.push(Program { at: index, end, pipeline, nesting, is_lost, is_secured });
            self.programs.sort_by_key(|program| program.at);
        }
    }

    /// Reads the script that the command at `index` hands to a shell.
    fn run_script(&mut self, index: usize) {
        let Some(command) = self.parser.commands.get(index) else { return };
        let peel = wrapper::peel(&command.words);
        let Peeled::Script { options, words, language, is_own } = peel.inner else { return };
        let is_direct = peel.is_direct;
        // `Invoke-Expression` runs what this reader reads.
        let language = if is_own { language } else { Language::PowerShell(Ending::LastProgram) };
        let run = Run { options: Options::of(options), language, is_own, is_direct };
        let text = wrapper::joined(words);
        self.parser.script(index, text, run);
    }
}
