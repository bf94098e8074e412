//! Expressions: what begins with a variable, a text, a number or a bracket. They start a program
//! only where one stands in them.

use super::super::{HereDocument, Operator, Output, Place, Redirection, Simple, Word};
use super::Reader;
use super::word::Reading;

/// What an expression consists of.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Parts {
    /// How many texts stand in it.
    texts: usize,
    /// Whether something else does.
    others: bool,
}

impl<'a> Reader<'a> {
    /// Reads an expression.
    pub(super) fn expression(&mut self) {
        let begin = self.parser.cursor.at();
        let variable = self.variable_here();
        let mut parts = Parts::default();
        let mut reading = self.reading();
        let mut literal = None;
        loop {
            self.blanks();
            let Some(byte) = self.peek() else { break };
            match byte {
                b'\n' | b';' | b'|' | b')' | b'}' | b'&' => break,
                b'"' | b'\'' => {
                    reading = self.reading();
                    self.quoted(byte, &mut reading);
                    parts.texts = parts.texts.saturating_add(1);
                }
                b'@' => match self.here_string() {
                    Some(text) => {
                        literal = Some(text);
                        parts.texts = parts.texts.saturating_add(1);
                    }
                    None => {
                        parts.others = true;
                        self.collection();
                    }
                },
                b'(' => {
                    parts.others = true;
                    self.parser.cursor.bump(1);
                    self.substitution(b')');
                }
                b'{' => {
                    parts.others = true;
                    self.parser.cursor.bump(1);
                    self.inside(Place::Function, |reader| reader.enclosed(b'}'));
                }
                b'$' => {
                    parts.others = true;
                    let mut variable = self.reading();
                    self.dollar(&mut variable);
                }
                b'=' if self.ahead(1) != Some(b'=') => {
                    self.parser.cursor.bump(1);
                    return self.assignment(variable);
                }
                b'>' => {
                    let text = literal.or_else(|| text_of(reading, parts));
                    return self.redirected(text, begin);
                }
                _ => {
                    parts.others = true;
                    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
                    self.parser.cursor.bump(1);
                    self.parser.cursor.skip_while(is_plain);
                }
            }
        }
        let literal = match (parts.others, parts.texts) {
            (false, 1) => literal.or_else(|| text_of(reading, parts)),
            (_, _) => None,
        };
        match literal {
            Some(text) if self.peek() == Some(b'|') && self.ahead(1) != Some(b'|') => {
                self.given = Some(text);
            }
            Some(text) if self.prints() => self.echo(text, begin),
            Some(_) => {}
            None => self.show(variable),
        }
    }

    /// Returns whether a text that stands here is printed, or is the value of a variable.
    fn prints(&self) -> bool {
        let is_in = |place| self.parser.nesting.contains(place);
        self.assigns || !(is_in(Place::Substitution) || is_in(Place::Condition))
    }

    fn quoted(&mut self, quote: u8, reading: &mut Reading<'a>) {
        if quote == b'"' { self.double_quoted(reading) } else { self.single_quoted(reading) }
    }

    /// Reads `@(...)`, `@{...}` or `@name`.
    pub(super) fn collection(&mut self) {
        self.parser.cursor.bump(1);
        match self.peek() {
            Some(b'(') => {
                self.parser.cursor.bump(1);
                self.substitution(b')');
            }
            Some(b'{') => {
                self.parser.cursor.bump(1);
                self.inside(Place::Substitution, Self::table);
            }
            Some(_) | None => {}
        }
    }

    /// Reads the names and values of `@{...}`.
    fn table(&mut self) {
        let start = self.count();
        loop {
            self.lines();
            let mut text = self.reading();
            match self.peek() {
                None => {
                    self.parser.complete = false;
                    break;
                }
                Some(b'}') => {
                    self.parser.cursor.bump(1);
                    break;
                }
                Some(quote @ (b'"' | b'\'')) => self.quoted(quote, &mut text),
                Some(b'$') => self.dollar(&mut text),
                Some(b'(') => {
                    self.parser.cursor.bump(1);
                    self.substitution(b')');
                }
                Some(b'=') => {
                    self.parser.cursor.bump(1);
                    self.lines();
                    self.pipeline();
                }
                Some(_) => self.parser.cursor.bump(1),
            }
        }
        self.capture(start);
    }

    /// Returns the name of the variable that stands here.
    fn variable_here(&self) -> Option<&'a str> {
        let name = self.parser.cursor.rest().strip_prefix('$')?;
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = name.find(|letter| !is_part(letter)).unwrap_or(name.len());
        name.get(..end).filter(|name| !name.is_empty())
    }

    /// Reads what a variable gets.
    fn assignment(&mut self, variable: Option<&'a str>) {
        self.lines();
        let start = self.count();
        let was = core::mem::replace(&mut self.assigns, true);
        self.pipeline();
        self.assigns = was;
        let Some(variable) = variable else { return self.capture(start) };
        self.held.retain(|(name, _)| !name.eq_ignore_ascii_case(variable));
        let value = self.parser.commands.get(start).and_then(literal_of);
        if let Some(value) = value.filter(|_| self.count() == start.saturating_add(1)) {
            // A text starts nothing.
            let set = Word::new([variable, "=", &value].concat().into(), true, false, false);
            if let Some(command) = self.parser.commands.get_mut(start) {
                command.words.clear();
                command.assignments.push(set);
            }
            return;
        }
        self.capture(start);
        if self.count() > start && self.held.len() < HELD_MAX {
            self.held.push((variable, start));
        }
    }

    /// What a variable holds is shown, or goes into the command that comes next.
    fn show(&mut self, variable: Option<&str>) {
        let is_shown = !self.assigns && !self.parser.nesting.contains(Place::Substitution);
        let Some(variable) = variable.filter(|_| is_shown) else { return };
        let held = self.held.iter().find(|(name, _)| name.eq_ignore_ascii_case(variable));
        let Some((_, start)) = held.copied() else { return };
        let next = self.count();
        let is_piped = self.peek() == Some(b'|') && self.ahead(1) != Some(b'|');
        let Some(command) = self.last_of(start) else { return };
        command.output = if is_piped { Output::Piped } else { Output::Shown };
        command.piped_into = is_piped.then_some(next);
    }

    /// The command at the end of the pipeline that begins at `start`, if its output is held.
    fn last_of(&mut self, start: usize) -> Option<&mut Simple<'a>> {
        let mut last = start;
        while let Some(next) = self
            .parser
            .commands
            .get(last)
            .and_then(|command| command.piped_into)
            .filter(|next| *next > last && *next < self.parser.commands.len())
        {
            last = next;
        }
        let command = self.parser.commands.get_mut(last)?;
        (command.output == Output::Captured).then_some(command)
    }

    /// A text that stands alone is printed.
    fn echo(&mut self, text: Word<'a>, begin: usize) {
        let Some(index) = self.parser.begin() else { return };
        let source = self.parser.cursor.slice(begin, self.parser.cursor.at());
        let tells = text.is_expanded() && super::program::names_status(text.text());
        if let Some(command) = self.parser.commands.get_mut(index) {
            command.text = source.trim_end().into();
            command.words = [Word::plain("echo"), text].into();
        }
        if tells {
            self.tell_status(index);
        }
    }

    /// Reads what an expression is redirected into.
    fn redirected(&mut self, text: Option<Word<'a>>, begin: usize) {
        let Some(index) = self.parser.begin() else { return };
        while self.redirection(index) {
            self.blanks();
        }
        let source = self.parser.cursor.slice(begin, self.parser.cursor.at());
        let Some(command) = self.parser.commands.get_mut(index) else { return };
        command.text = source.into();
        command.output = Output::Redirected;
        if let Some(text) = text {
            command.words = [Word::plain("echo"), text].into();
        }
    }

    /// Hands the text before a pipe to the command behind it, as a here-document.
    pub(super) fn hand_over(&mut self, index: usize, text: Word<'a>) {
        let lines = text.text().lines().count();
        let here = HereDocument { text: text.cow().clone(), lines };
        let redirection = Redirection {
            descriptor: None,
            operator: Operator::HereDocument,
            target: Word::plain("@"),
            here: Some(here),
        };
        if let Some(command) = self.parser.commands.get_mut(index) {
            command.redirections.push(redirection);
        }
    }
}

/// Variables whose content is followed.
const HELD_MAX: usize = 64;

fn text_of<'a>(reading: Reading<'a>, parts: Parts) -> Option<Word<'a>> {
    (parts.texts == 1 && !parts.others).then(|| reading.finish())
}

/// Returns the text that a command prints, if it is one that stood alone and is known.
fn literal_of(command: &Simple<'_>) -> Option<alloc::string::String> {
    let [program, text] = command.words.as_slice() else { return None };
    let is_known = program.text() == "echo"
        && !text.is_expanded()
        && command.text.starts_with(['"', '\'', '@']);
    is_known.then(|| text.text().replace('\\', "/"))
}
