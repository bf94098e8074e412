//! Tokens of a line of prose: words in lower case; code, addresses, numbers and paths as
//! placeholders.

use crate::judge::local::hash::Hash;
use crate::judge::local::word::{Entry, Meaning};
use crate::judge::local::word_language::WordLanguage;

/// A token.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Token {
    /// A word of a language.
    Word(Word),
    /// A number, an equal ratio, nothing at all.
    Number(Meaning),
    /// Code, a path, an address, a name of a program's own; with what its words mean.
    Code(Meaning),
    /// A tick or a cross.
    Mark(Meaning),
    /// The end of a sentence, or of a part of one that could be one.
    Stop,
    /// The end of a question.
    Question,
}

/// A word of a language.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Word {
    pub(crate) hash: u32,
    /// The hash of its first letters.
    pub(crate) stem: u32,
    pub(crate) meaning: Meaning,
    pub(crate) language: WordLanguage,
}

const STEM_BYTES: usize = 5;

/// Longer words are names.
const WORD_BYTES_MAX: usize = 24;

/// The tokens of a line.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn of(line: &'a str) -> Self {
        Self { rest: line }
    }

    fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(len).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    /// Takes a span of code, if one begins and ends here.
    fn span(&mut self) -> Option<Token> {
        let ticks = self.rest.bytes().take_while(|byte| *byte == b'`').count();
        let fence = self.rest.get(..ticks)?;
        let inside = self.rest.get(ticks..)?;
        let len = inside.find(fence)?;
        let code = inside.get(..len)?;
        self.take(ticks.saturating_mul(2).saturating_add(len));
        Some(Token::Code(code_meaning(code)))
    }

    fn run(&mut self) -> Token {
        let mut len = 0_usize;
        let mut rest = self.rest.chars().peekable();
        while let Some(character) = rest.next() {
            let goes_on = len == 0
                || is_of_word(character)
                || (is_joint(character) && rest.peek().copied().is_some_and(is_of_word));
            if !goes_on || (len > 0 && is_alone(character)) {
                break;
            }
            len = len.saturating_add(character.len_utf8());
            if is_alone(character) {
                break;
            }
        }
        token_of(self.take(len))
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            let first = self.rest.chars().next()?;
            if first == '`'
                && let Some(token) = self.span()
            {
                return Some(token);
            }
            if is_of_word(first) || (starts_path(first) && self.second_is_of_word()) {
                return Some(self.run());
            }
            self.take(first.len_utf8());
            match first {
                '.' | '!' | ';' if self.ends_here() => return Some(Token::Stop),
                '?' if self.ends_here() => return Some(Token::Question),
                '\u{2713}' | '\u{2714}' | '\u{2705}' | '\u{2611}' | '\u{1f7e2}' => {
                    return Some(Token::Mark(Meaning::TICK));
                }
                '\u{2717}' | '\u{2718}' | '\u{274c}' | '\u{274e}' | '\u{26a0}' | '\u{1f534}' => {
                    return Some(Token::Mark(Meaning::CROSS));
                }
                // Other signs say nothing.
                _ => {}
            }
        }
    }
}

impl Tokens<'_> {
    fn second_is_of_word(&self) -> bool {
        self.rest.chars().nth(1).is_some_and(is_of_word)
    }

    fn ends_here(&self) -> bool {
        let next = self.rest.trim_start_matches(['*', '_', '"', '\'', ')', '`', '\u{201d}']);
        next.chars().next().is_none_or(char::is_whitespace)
    }
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric()
}

/// Scripts without spaces: each character is a word.
fn is_alone(character: char) -> bool {
    u32::from(character) >= 0x2e80
}

fn is_joint(character: char) -> bool {
    matches!(
        character,
        '\'' | '\u{2019}'
            | '-'
            | '.'
            | '/'
            | '_'
            | ':'
            | '@'
            | '\\'
            | ','
            | '+'
            | '='
            | '#'
            | '%'
            | '&'
    )
}

fn starts_path(character: char) -> bool {
    matches!(character, '/' | '.' | '~' | '@' | '#' | '$' | '-')
}

/// Returns what the words of a span of code mean: which runner it names.
fn code_meaning(code: &str) -> Meaning {
    let checks = Meaning::TEST.and(Meaning::LINT).and(Meaning::BUILD).and(Meaning::FORMAT);
    let mut all = Meaning::CODE;
    for part in code.split([' ', ':']).filter(|part| part.len() <= WORD_BYTES_MAX) {
        let meaning = Entry::of(Hash::START.bytes(part.as_bytes()).done()).meaning;
        all = all.and(Meaning(meaning.0 & checks.0));
    }
    all
}

fn token_of(run: &str) -> Token {
    if run.starts_with(|first: char| first.is_ascii_digit()) {
        return number(run);
    }
    let is_name = run.len() > WORD_BYTES_MAX
        || run.starts_with(starts_path)
        || run.contains(['_', '.', '\\', '@', ':', '=', '#', '%', '&', '+'])
        || has_inner_capital(run);
    let (separator, meaning) =
        (|c: char| matches!(c, '/' | ','), |part: &str| Word::of(part).meaning);
    if run.contains(separator) {
        // `tests/lint` are two words, `src/lint` is a path.
        let parts = run.split(separator).map(meaning);
        let all = parts.clone().fold(Meaning::NONE, Meaning::and);
        let is_list = !is_name && parts.clone().all(|part| !part.is_none());
        return Token::Code(if is_list { all } else { Meaning::CODE });
    }
    if is_name { Token::Code(Meaning::CODE) } else { Token::Word(Word::of(run)) }
}

fn number(run: &str) -> Token {
    let digits = run.trim_end_matches('%');
    if digits.contains(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | '.' | '/')) {
        return Token::Code(Meaning::NUMBER);
    }
    let is_whole = match digits.split_once('/') {
        Some((part, whole)) => part == whole,
        None => run == "100%",
    };
    let extra = match (is_whole, digits) {
        (true, _) => Meaning::WHOLE,
        (false, "0") => Meaning::ZERO,
        (false, _) => Meaning::NONE,
    };
    Token::Number(Meaning::NUMBER.and(extra))
}

fn has_inner_capital(run: &str) -> bool {
    let mut before = ' ';
    run.chars().any(|character| {
        let is_inner = before.is_lowercase() && character.is_uppercase();
        before = character;
        is_inner
    })
}

impl Word {
    fn of(word: &str) -> Self {
        let mut lower = [0_u8; WORD_BYTES_MAX];
        let mut len = 0_usize;
        let mut is_latin = true;
        let mut write = |character: char| {
            let mut bytes = [0_u8; 4];
            let encoded = character.encode_utf8(&mut bytes).as_bytes();
            let end = len.saturating_add(encoded.len());
            if let Some(place) = lower.get_mut(len..end) {
                place.copy_from_slice(encoded);
                len = end;
            }
        };
        for character in word.chars() {
            is_latin &= character.is_ascii() || character == '\u{2019}';
            match character {
                '\u{2019}' => write('\''),
                _ if character.is_ascii() => write(character.to_ascii_lowercase()),
                _ => character.to_lowercase().for_each(&mut write),
            }
        }
        let lower = lower.get(..len).unwrap_or_default();
        let stem = lower.get(..STEM_BYTES).unwrap_or(lower);
        let hash = Hash::START.bytes(lower).done();
        let Entry { meaning, language, .. } = Entry::of(hash);
        Self {
            hash,
            stem: Hash::START.bytes(stem).done(),
            meaning,
            language: if is_latin { language } else { WordLanguage::Other },
        }
    }
}
