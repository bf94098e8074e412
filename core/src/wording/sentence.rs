//! A text as the markers see it: only its own sentences, without code, quotes and tables.

use alloc::{string::String, vec::Vec};

/// A sentence in lower case with single blanks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Sentence {
    pub(super) text: String,
    pub(super) end: End,
}

/// How a sentence ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum End {
    Question,
    /// A list or an explanation follows.
    Colon,
    Other,
}

/// Whether what is in quotation marks belongs to a text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Quotes {
    Kept,
    /// They are somebody else's words.
    Dropped,
}

/// Returns the sentences of a text that holds no code and no quoted blocks any more.
pub(super) fn sentences(prose: &str, quotes: Quotes) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    for line in prose.lines().filter(|line| !is_row(line)) {
        let line = match quotes {
            Quotes::Kept => String::from(line),
            Quotes::Dropped => unquoted(line),
        };
        split(&line, &mut sentences);
    }
    sentences
}

/// Returns the sentences with which a text ends, of at most `bytes_max` bytes together.
pub(super) fn tail(sentences: &[Sentence], bytes_max: usize) -> &[Sentence] {
    let mut bytes = 0_usize;
    let fits = |sentence: &&Sentence| {
        bytes = bytes.saturating_add(sentence.text.len());
        bytes <= bytes_max
    };
    let count = sentences.iter().rev().take_while(fits).count();
    sentences.get(sentences.len().saturating_sub(count)..).unwrap_or_default()
}

/// Returns the sentences with which a text begins, of at most `bytes_max` bytes together.
pub(super) fn head(sentences: &[Sentence], bytes_max: usize) -> &[Sentence] {
    let mut bytes = 0_usize;
    let fits = |sentence: &&Sentence| {
        bytes = bytes.saturating_add(sentence.text.len());
        bytes <= bytes_max
    };
    let count = sentences.iter().take_while(fits).count();
    sentences.get(..count).unwrap_or_default()
}

/// Tells whether a line is a row of a table.
fn is_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// Returns a line without what is in quotation marks; one that does not end quotes the rest.
fn unquoted(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut until = None;
    for letter in line.chars() {
        match until {
            Some(end) if letter == end => until = None,
            Some(_) => {}
            None => match closing_quote(letter) {
                // Something stood there: what is beside it does not become one phrase.
                Some(end) => {
                    until = Some(end);
                    out.push('\u{fffc}');
                }
                None => out.push(letter),
            },
        }
    }
    out
}

pub(super) fn closing_quote(letter: char) -> Option<char> {
    Some(match letter {
        '"' => '"',
        '\u{201c}' => '\u{201d}', // English, Chinese
        '\u{201e}' => '\u{201c}', // German
        '\u{ab}' => '\u{bb}',     // French, Spanish
        '\u{bb}' => '\u{ab}',     // German, in print
        '\u{300c}' => '\u{300d}', // Japanese, Chinese
        '\u{300e}' => '\u{300f}',
        '\u{300a}' => '\u{300b}',
        '\u{ff02}' => '\u{ff02}',
        _ => return None,
    })
}

/// Appends the sentences of one line.
fn split(line: &str, sentences: &mut Vec<Sentence>) {
    let mut text = String::new();
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_last = letters.peek().is_none_or(|next| ends_word(*next));
        match end(letter) {
            // A point within a name ends nothing.
            Some(end) if !letter.is_ascii() || is_last => push(&mut text, end, sentences),
            Some(_) | None => fold(letter, &mut text),
        }
    }
    push(&mut text, End::Other, sentences);
}

/// Tells whether nothing goes on in a word at this letter.
fn ends_word(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ')' | ']') || end(letter).is_some()
}

fn end(letter: char) -> Option<End> {
    match letter {
        '?' | '\u{ff1f}' => Some(End::Question),
        ':' | '\u{ff1a}' => Some(End::Colon),
        '.' | '!' | ';' | '\u{3002}' | '\u{ff01}' | '\u{ff1b}' | '\u{2026}' => Some(End::Other),
        _ => None,
    }
}

/// Appends a letter as the markers are written: small, with straight apostrophes, without stress.
fn fold(letter: char, text: &mut String) {
    match letter {
        '\u{2019}' | '\u{2018}' | '\u{2bc}' | '`' | '\u{b4}' => text.push('\''),
        '*' => {}
        _ if letter.is_whitespace() => {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        }
        _ => text.extend(letter.to_lowercase()),
    }
}

fn push(text: &mut String, end: End, sentences: &mut Vec<Sentence>) {
    let text = core::mem::take(text);
    let text = text.trim_matches(|letter: char| letter == ' ' || letter == '-');
    if !text.is_empty() {
        sentences.push(Sentence { text: text.into(), end });
    } else if end == End::Question
        && let Some(last) = sentences.last_mut()
    {
        // `Really!?` asks.
        last.end = End::Question;
    }
}
