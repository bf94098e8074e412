//! The grammar: statements, pipelines that are joined, and what holds statements.

use super::super::{Output, Place};
use super::condition::Asks;
use super::{Reader, ends_word};

/// Words that begin a statement of their own.
const KEYWORDS: [&str; 23] = [
    "if", "while", "for", "foreach", "switch", "do", "function", "filter", "try", "catch",
    "finally", "return", "throw", "param", "begin", "process", "end", "class", "enum", "using",
    "trap", "break", "continue",
];

impl<'a> Reader<'a> {
    /// Reads statements up to a closing parenthesis or brace, or the end.
    pub(super) fn statements(&mut self) {
        loop {
            self.lines();
            match self.peek() {
                None | Some(b')' | b'}') => return,
                Some(b';') => {
                    self.parser.cursor.bump(1);
                    continue;
                }
                Some(_) => {}
            }
            let from = self.parser.cursor.at();
            if !self.tells_last_status() {
                self.statement = self.count();
            }
            self.chain();
            if self.parser.cursor.at() == from {
                self.parser.complete &= self.peek().is_none();
                self.parser.cursor.bump(1);
            }
        }
    }

    /// `exit $LASTEXITCODE`
    fn tells_last_status(&self) -> bool {
        let rest = self.parser.cursor.rest();
        let mut words = rest.split([' ', ';', '\n', '}']);
        let is_word = |word: Option<&str>, expected: &str| {
            word.is_some_and(|word| word.trim_end().eq_ignore_ascii_case(expected))
        };
        is_word(words.next(), "exit") && is_word(words.next(), "$LASTEXITCODE")
    }

    /// Reads pipelines joined by `&&` and `||`.
    fn chain(&mut self) {
        let start = self.count();
        let mut first = start;
        let mut is_alternative = false;
        loop {
            let begin = self.count();
            self.pipeline();
            if is_alternative {
                self.lose_since(begin);
                let commands = self.parser.range(begin..usize::MAX);
                commands.iter_mut().for_each(|command| command.is_alternative = true);
            } else if begin > first {
                for command in self.parser.range(begin..usize::MAX) {
                    command.waits_on.get_or_insert(first);
                }
            }
            self.blanks();
            if self.starts_with("&&") {
                is_alternative = false;
                self.vouch(begin);
            } else if self.starts_with("||") {
                is_alternative = true;
                self.lose_since(start);
                first = self.count();
            } else {
                break;
            }
            self.parser.cursor.bump(2);
            self.lines();
        }
        if self.peek() == Some(b'&') {
            self.parser.cursor.bump(1);
            self.lose_since(start);
            let commands = self.parser.range(start..usize::MAX);
            commands.iter_mut().for_each(|command| command.background = true);
        }
    }

    /// Nobody learns how the programs since `start` end.
    pub(super) fn lose_since(&mut self, start: usize) {
        let programs = self.programs.iter_mut().filter(|program| program.at >= start);
        programs.for_each(|program| program.is_lost = true);
    }

    /// What comes next runs only where the pipeline at `begin` ended with 0, if that is one
    /// program.
    fn vouch(&mut self, begin: usize) {
        let next = self.count();
        if let Some(command) = self.parser.commands.get_mut(begin)
            && command.piped_into.is_none()
        {
            command.vouched_by.get_or_insert(next);
        }
    }

    /// Reads one pipeline, or what stands in its place.
    pub(super) fn pipeline(&mut self) {
        let begin = self.count();
        let outer = core::mem::replace(&mut self.pipeline, begin);
        let mut giving = None;
        let mut is_first = true;
        loop {
            self.blanks();
            let from = self.count();
            let begin = self.parser.cursor.at();
            if !(is_first && self.keyword()) {
                self.element();
            }
            // Something has to stand here.
            self.parser.complete &= self.parser.cursor.at() != begin;
            for command in self.parser.range(from..usize::MAX) {
                command.piped_from = command.piped_from.or(giving);
            }
            self.blanks();
            if self.peek() != Some(b'|') || self.ahead(1) == Some(b'|') {
                break;
            }
            self.parser.cursor.bump(1);
            let next = self.count();
            for command in self.parser.range(from..next) {
                if command.output == Output::Shown {
                    command.output = Output::Piped;
                    command.piped_into = Some(next);
                }
            }
            giving = if next > from { Some(from) } else { giving };
            is_first = false;
            self.lines();
        }
        self.given = None;
        self.pipeline = outer;
    }

    /// Reads the statement of a keyword, if one begins here.
    fn keyword(&mut self) -> bool {
        let rest = self.parser.cursor.rest();
        let end = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or_default();
        let is_word = rest.as_bytes().get(end).is_none_or(|byte| ends_word(*byte));
        let Some(word) =
            KEYWORDS.iter().find(|keyword| is_word && keyword.eq_ignore_ascii_case(word))
        else {
            return false;
        };
        self.parser.cursor.bump(end);
        self.blanks();
        match *word {
            "if" => self.choice(),
            "while" | "for" | "foreach" => {
                self.condition();
                self.block(Place::Loop);
            }
            "switch" => self.switch(),
            "do" => {
                self.block(Place::Loop);
                self.lines();
                self.parser.complete &= self.take_keyword("while") || self.take_keyword("until");
                self.condition();
            }
            "function" | "filter" | "class" | "enum" => {
                while self.peek().is_some_and(|byte| !matches!(byte, b'(' | b'{' | b'}' | b')')) {
                    self.parser.cursor.bump(1);
                }
                if self.peek() == Some(b'(') {
                    self.condition();
                }
                self.block(Place::Function);
            }
            "try" | "finally" | "begin" | "process" | "end" => self.block(Place::Group),
            "catch" | "trap" => {
                while self.peek().is_some_and(|byte| !matches!(byte, b'{' | b'}' | b')' | b';')) {
                    self.parser.cursor.bump(1);
                }
                self.block(Place::Branch);
            }
            "param" => self.condition(),
            "throw" => {
                self.returned();
                self.put_exit();
            }
            "using" => {
                self.parser.cursor.skip_while(|byte| byte != b'\n' && byte != b';');
            }
            // What is returned is shown.
            _ => self.returned(),
        }
        true
    }

    /// Reads what may follow `return`.
    fn returned(&mut self) {
        if !matches!(self.peek(), None | Some(b'\n' | b';' | b')' | b'}')) {
            self.pipeline();
        }
    }

    /// Reads `(...)`, whose output is not shown.
    fn condition(&mut self) {
        self.lines();
        self.parser.complete &= self.peek() == Some(b'(');
        if self.peek() == Some(b'(') {
            self.parser.cursor.bump(1);
            let start = self.count();
            self.inside(Place::Condition, |reader| reader.enclosed(b')'));
            self.capture(start);
        }
    }

    /// Reads `{...}`.
    pub(super) fn block(&mut self, place: Place) {
        self.lines();
        self.parser.complete &= self.peek() == Some(b'{');
        if self.peek() == Some(b'{') {
            self.parser.cursor.bump(1);
            self.inside(place, |reader| reader.enclosed(b'}'));
        }
    }

    fn choice(&mut self) {
        let before = self.last_program();
        let is_alone = before.and_then(|at| self.programs.get(at)).is_some_and(|program| {
            let command = self.parser.commands.get(program.at);
            program.end == self.count() && command.is_some_and(|one| one.piped_from.is_none())
        });
        let from = self.parser.cursor.at();
        self.condition();
        let asks = Asks::of(self.parser.cursor.slice(from, self.parser.cursor.at()));
        let start = self.count();
        let succeeded =
            before.filter(|_| asks == Asks::Succeeded || (asks == Asks::Worked && is_alone));
        match succeeded {
            Some(program) => self.consequence(program),
            None => self.block(Place::Branch),
        }
        let last = self.parser.commands.last().filter(|_| self.count() > start);
        if let Some(program) = before
            && asks == Asks::Failed
            && last.is_some_and(ends_in_error)
            && let Some(program) = self.programs.get_mut(program)
        {
            program.is_secured = true;
        }
        let mut alternatives = false;
        loop {
            let here = self.parser.cursor;
            self.lines();
            if self.take_keyword("elseif") {
                self.condition();
            } else if !self.take_keyword("else") {
                self.parser.cursor = here;
                break;
            }
            alternatives = true;
            self.block(Place::Branch);
        }
        if alternatives && succeeded.is_some() {
            for command in self.parser.range(start..usize::MAX) {
                command.nesting = command.nesting.with(Place::Branch);
            }
            for program in self.programs.iter_mut().filter(|program| program.at >= start) {
                program.nesting = program.nesting.with(Place::Branch);
            }
        }
    }

    /// Reads a block that runs only where the program at this index ended with 0.
    fn consequence(&mut self, program: usize) {
        let start = self.count();
        self.block(Place::Group);
        let Some(at) = self.programs.get(program).map(|program| program.at) else { return };
        if self.count() == start {
            return;
        }
        let mut first = at;
        if let Some(command) = self.parser.commands.get_mut(at) {
            command.vouched_by.get_or_insert(start);
            first = command.waits_on.unwrap_or(at);
        }
        for command in self.parser.range(start..usize::MAX) {
            command.waits_on = Some(first);
        }
    }

    fn take_keyword(&mut self, keyword: &str) -> bool {
        let rest = self.parser.cursor.rest();
        let is_here =
            rest.get(..keyword.len()).is_some_and(|word| word.eq_ignore_ascii_case(keyword))
                && rest.as_bytes().get(keyword.len()).is_none_or(|byte| ends_word(*byte));
        if is_here && self.peek().is_some() {
            self.parser.cursor.bump(keyword.len());
        }
        is_here
    }

    fn switch(&mut self) {
        while self.peek().is_some_and(|byte| !matches!(byte, b'(' | b'{' | b'}' | b')')) {
            self.parser.cursor.bump(1);
        }
        self.condition();
        self.lines();
        self.parser.complete &= self.peek() == Some(b'{');
        self.parser.cursor.bump(usize::from(self.peek() == Some(b'{')));
        loop {
            self.lines();
            match self.peek() {
                Some(b'}') => return self.parser.cursor.bump(1),
                None => return self.parser.complete = false,
                Some(b'{') => self.block(Place::Branch),
                Some(b'(') => self.condition(),
                Some(b';') => self.parser.cursor.bump(1),
                Some(_) => {
                    let from = self.parser.cursor.at();
                    self.word();
                    if self.parser.cursor.at() == from {
                        self.parser.complete = false;
                        self.parser.cursor.bump(1);
                    }
                }
            }
        }
    }
}

/// Returns whether a command ends the whole line with an error.
fn ends_in_error(command: &super::super::Simple<'_>) -> bool {
    let word = |index: usize| command.words.get(index).map(super::super::Word::text);
    word(0) == Some("exit") && !matches!(word(1), None | Some("0"))
}
