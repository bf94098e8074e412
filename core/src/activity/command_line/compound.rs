//! Commands that hold others, and the simple ones.

use alloc::borrow::Cow;

use super::assignment::is_assignment;
use super::cursor::ends_word;
use super::exit;
use super::frame::Options;
use super::parser::Parser;
use super::script::Run;
use super::word::Word;
use super::wrapper::{self, Peeled};
use super::{Output, Place, Redirection, Simple};
use crate::limits::WORDS_MAX;

impl<'a> Parser<'a> {
    /// Reads one command of a pipeline.
    pub(super) fn command(&mut self) {
        let start = self.commands.len();
        let here = self.cursor;
        let calculates = self.peek().is_some() && self.cursor.take("((") && self.calculation();
        if !calculates {
            self.cursor = here;
        }
        if calculates {
            // Nothing runs in it.
        } else if self.peek() == Some(b'(') {
            self.cursor.bump(1);
            self.in_shell(|parser| parser.inside(Place::Subshell, Self::enclosed));
            exit::contain(self.range(start..usize::MAX));
        } else if self.take_word("{") {
            self.body(Place::Group, &["}"]);
        } else if self.take_word("if") {
            self.choice();
        } else if self.take_word("while") || self.take_word("until") {
            self.body(Place::Condition, &["do"]);
            self.body(Place::Loop, &["done"]);
            exit::lose(self.range(start..usize::MAX));
        } else if self.take_word("for") || self.take_word("select") {
            self.each();
        } else if self.take_word("case") {
            self.cases();
        } else if self.take_word("function") {
            self.blanks();
            self.expected_word();
            self.function();
        } else {
            let inner = ["then", "elif", "else", "fi", "do", "done", "esac", "}"];
            self.complete &= !inner.iter().any(|word| self.at_word(word));
            self.take_word("coproc");
            self.blanks();
            self.simple();
            return;
        }
        self.rest_of_compound(start);
    }

    /// Reads a list and the word that closes it.
    fn body(&mut self, place: Place, closing: &[&str]) {
        self.inside(place, |parser| {
            parser.list(closing);
            let closed = closing.iter().any(|word| parser.take_word(word));
            parser.complete &= closed;
        });
    }

    /// Reads a word without which a shell would refuse the line.
    pub(super) fn expected_word(&mut self) -> Word<'a> {
        let begin = self.cursor.at();
        let word = self.word();
        self.complete &= self.cursor.at() != begin;
        word
    }

    fn choice(&mut self) {
        let start = self.commands.len();
        self.body(Place::Condition, &["then"]);
        let then = self.commands.len();
        exit::vouch(self.range(start..then), then);
        loop {
            self.inside(Place::Branch, |parser| parser.list(&["elif", "else", "fi"]));
            if self.take_word("elif") {
                self.body(Place::Condition, &["then"]);
            } else if !self.take_word("else") {
                break;
            }
        }
        self.complete &= self.take_word("fi");
        exit::lose(self.range(start..usize::MAX));
    }

    fn each(&mut self) {
        let start = self.commands.len();
        self.blanks();
        if self.cursor.take("((") {
            self.calculation();
        }
        // The name, `in`, and what it goes through.
        loop {
            self.blanks();
            let at = self.cursor.at();
            self.word();
            if self.cursor.at() == at {
                break;
            }
        }
        exit::lose(self.range(start..usize::MAX));
        self.cursor.take(";");
        self.lines();
        let inner = self.commands.len();
        if self.take_word("do") {
            self.body(Place::Loop, &["done"]);
        } else if self.take_word("{") {
            self.body(Place::Loop, &["}"]);
        } else {
            self.complete = false;
        }
        exit::pass_over(self.range(inner..usize::MAX));
    }

    fn cases(&mut self) {
        let start = self.commands.len();
        self.blanks();
        self.expected_word();
        self.lines();
        self.complete &= self.take_word("in");
        loop {
            self.lines();
            if self.take_word("esac") {
                break;
            }
            if self.peek().is_none() {
                self.complete = false;
                break;
            }
            self.cursor.take("(");
            while let Some(byte) = self.peek().filter(|byte| *byte != b')') {
                if ends_word(byte) {
                    self.cursor.bump(1);
                } else {
                    self.word();
                }
            }
            self.cursor.take(")");
            self.inside(Place::Branch, |parser| parser.list(&["esac"]));
            let next = ![";;&", ";;", ";&"].iter().any(|end| self.cursor.take(end));
            if next && !self.at_word("esac") {
                self.complete = false;
                break;
            }
        }
        exit::lose(self.range(start..usize::MAX));
    }

    /// Reads the body of a function, behind its name.
    fn function(&mut self) {
        self.blanks();
        if self.cursor.take("(") {
            self.blanks();
            self.complete &= self.cursor.take(")");
        }
        self.lines();
        let start = self.commands.len();
        let options = self.options;
        let begin = self.cursor.at();
        self.inside(Place::Function, Self::command);
        self.complete &= self.cursor.at() != begin;
        self.options = options;
        exit::lose(self.range(start..usize::MAX));
    }

    /// Reads what is redirected for all commands since `start`.
    fn rest_of_compound(&mut self, start: usize) {
        let end = self.commands.len();
        let mut owner = None;
        loop {
            self.blanks();
            let here = self.cursor;
            // Only when one follows is there a command to hold it.
            if !matches!(self.peek(), Some(b'<' | b'>' | b'&' | b'0'..=b'9')) {
                break;
            }
            let Some(index) = owner.or_else(|| self.begin()) else { return };
            if !self.redirection(index) {
                if owner.is_none() {
                    self.commands.truncate(index);
                }
                break;
            }
            owner = Some(index);
            self.say(index, self.cursor.slice(here.at(), self.cursor.at()));
        }
        let goes =
            |command: &Simple<'_>| command.redirections.iter().any(Redirection::is_of_output);
        if owner.and_then(|index| self.commands.get(index)).is_some_and(goes) {
            for command in self.range(start..end) {
                if command.output == Output::Shown {
                    command.output = Output::Redirected;
                }
            }
        }
    }

    fn say(&mut self, index: usize, text: &'a str) {
        if let Some(command) = self.commands.get_mut(index) {
            command.text = match core::mem::take(&mut command.text) {
                Cow::Borrowed("") => Cow::Borrowed(text),
                Cow::Borrowed(before) => Cow::Owned([before, " ", text].concat()),
                Cow::Owned(before) => Cow::Owned([&*before, " ", text].concat()),
            };
        }
    }

    fn simple(&mut self) {
        let Some(index) = self.begin() else { return };
        let from = self.cursor.at();
        let mut to = from;
        let is_test = self.at_word("[[");
        loop {
            self.blanks();
            let begin = self.cursor.at();
            if !is_test && self.redirection(index) {
                to = self.cursor.at();
                continue;
            }
            let word = match self.peek() {
                None | Some(b'\n') => break,
                Some(b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')') if is_test => {
                    self.cursor.bump(1);
                    continue;
                }
                Some(b';' | b'&' | b'|' | b')') => break,
                Some(b'(') => {
                    if self.names_function(index) {
                        self.commands.truncate(index);
                        self.function();
                        return;
                    }
                    self.complete = false;
                    break;
                }
                Some(_) => self.word(),
            };
            let closes = is_test && word.text() == "]]";
            self.put(index, word, begin);
            to = self.cursor.at();
            if closes {
                break;
            }
        }
        self.settle_simple(index, self.cursor.slice(from, to));
    }

    /// Returns whether the one word so far is followed by `()`.
    fn names_function(&self, index: usize) -> bool {
        let is_name = self.commands.get(index).is_some_and(|command| {
            command.words.len() == 1
                && command.assignments.is_empty()
                && command.redirections.is_empty()
        });
        let mut ahead = self.cursor;
        ahead.bump(1);
        ahead.skip_while(|byte| byte == b' ' || byte == b'\t');
        is_name && ahead.peek() == Some(b')')
    }

    fn put(&mut self, index: usize, word: Word<'a>, begin: usize) {
        let is_list = word.text().ends_with('=') && self.peek() == Some(b'(');
        // With a quote in its name it is none.
        let is_plain = is_assignment(self.cursor.slice(begin, self.cursor.at()));
        let Some(command) = self.commands.get_mut(index) else { return };
        if command.words.is_empty() && is_plain {
            command.assignments.push(word);
        } else if command.words.len() < WORDS_MAX {
            command.words.push(word);
        } else {
            self.complete = false;
        }
        if is_list {
            self.cursor.bump(1);
            loop {
                self.lines();
                let at = self.cursor.at();
                self.word();
                if self.cursor.at() == at {
                    break;
                }
            }
            self.complete &= self.cursor.take(")");
        }
    }

    /// Ends the simple command at `index`: its output, its script, what it sets.
    fn settle_simple(&mut self, index: usize, text: &'a str) {
        let end = self.commands.len();
        let Some(command) = self.commands.get_mut(index) else { return };
        command.text = Cow::Borrowed(text);
        if command.redirections.iter().any(Redirection::is_of_output) {
            command.output = Output::Redirected;
        }
        let is_empty = command.words.is_empty() && command.redirections.is_empty();
        if is_empty && command.assignments.is_empty() {
            if index.saturating_add(1) == end {
                self.commands.truncate(index);
            }
            return;
        }
        if let Some((first, words)) = command.words.split_first()
            && first.text() == "set"
        {
            self.options.set(words);
        }
        let peel = wrapper::peel(&command.words);
        let script = match peel.inner {
            Peeled::Script { options, words, language, is_own } => {
                let options = Options::of(options);
                let run = Run { options, language, is_own, is_direct: peel.is_direct };
                Some((wrapper::joined(words), run))
            }
            Peeled::Program(_) | Peeled::Input(_) | Peeled::Nothing => None,
        };
        // The status of an assignment alone is that of its substitution.
        if !is_empty {
            let inner = self.range(index.saturating_add(1)..end);
            exit::lose(inner);
        }
        if let Some((text, run)) = script {
            self.script(index, text, run);
        }
    }
}
