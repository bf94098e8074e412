//! Features of a message: what its sentences mean and where they stand, and its words.
//!
//! Most are about meaning, which holds in any project; words add what the lists do not know.

use crate::judge::local::english::Language;
use crate::judge::local::hash::of_numbers;
use crate::judge::local::prose::{Piece, each_piece};
use crate::judge::local::token::{Token, Tokens, Word};
use crate::judge::local::word::Meaning;

/// How many features there are. Those of meaning come first.
pub const FEATURES: usize = MEANINGS + WORDS;

/// Features of meaning.
pub const MEANINGS: usize = 8 << 10;

/// Features of words.
pub const WORDS: usize = 8 << 10;

/// Calls `see` with every feature of the message, some more than once, and returns its language.
pub(crate) fn each_feature(text: &str, see: &mut impl FnMut(usize)) -> Language {
    let mut reader = Reader {
        see,
        language: Language::default(),
        sentence: Sentence::default(),
        above: Meaning::NONE,
        sentences: 0,
        words: 0,
        questions: 0,
        ticks: 0,
    };
    each_piece(text, |piece| reader.piece(piece));
    reader.whole();
    reader.language
}

/// Where a sentence stands.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum Place {
    Heading,
    Item,
    #[default]
    Body,
}

/// What has been read of a sentence.
#[derive(Clone, Copy, Debug, Default)]
struct Sentence {
    meanings: Meaning,
    place: Place,
    is_first: bool,
    is_last: bool,
    /// The last token's name.
    before: u32,
    /// The last two tokens' meanings that are not empty.
    meant: [Meaning; 2],
    /// How many tokens ago something was denied, or counted as zero.
    denied: u32,
    zero: u32,
    tokens: u32,
}

struct Reader<'s, S> {
    see: &'s mut S,
    language: Language,
    sentence: Sentence,
    /// What the heading above means.
    above: Meaning,
    sentences: u32,
    words: u32,
    questions: u32,
    ticks: u32,
}

/// Kinds of features; the number keeps them apart.
#[derive(Clone, Copy, Debug)]
enum Kind {
    One = 1,
    Pair,
    Mask,
    Under,
    Row,
    Shape,
    Word,
    Stem,
    Two,
    FirstWord,
    LastWord,
    FirstTwo,
    Opening,
}

impl<S: FnMut(usize)> Reader<'_, S> {
    fn piece(&mut self, piece: Piece<'_>) {
        let (place, line) = place(piece.text);
        let start = |is_first| Sentence {
            place,
            is_first,
            is_last: piece.is_last,
            denied: 9,
            zero: 9,
            ..Sentence::default()
        };
        self.sentence = start(piece.is_first);
        let mut all = Meaning::NONE;
        for token in Tokens::of(line) {
            self.language.see(&token);
            match token {
                Token::Stop | Token::Question => {
                    if token == Token::Question {
                        self.questions = self.questions.saturating_add(1);
                        self.sentence.meanings = self.sentence.meanings.and(Meaning::ASK);
                        self.shape(20, u32::from(piece.is_last));
                    }
                    all = all.and(self.sentence.meanings);
                    self.end_sentence();
                    self.sentence = start(false);
                }
                Token::Word(word) => self.word(word),
                Token::Number(meaning) | Token::Code(meaning) => self.token(meaning, NAMELESS),
                Token::Mark(meaning) => {
                    self.ticks = self.ticks.saturating_add(u32::from(meaning.has(Meaning::TICK)));
                    self.token(meaning, NAMELESS);
                }
            }
        }
        all = all.and(self.sentence.meanings);
        self.end_sentence();
        if place == Place::Heading || line.ends_with([':', '*']) {
            self.above = all;
        }
    }

    fn word(&mut self, word: Word) {
        self.words = self.words.saturating_add(1);
        let Sentence { is_first, is_last, tokens, .. } = self.sentence;
        self.of_words(Kind::Word, word.hash, 0);
        self.of_words(Kind::Stem, word.stem, 0);
        if is_first {
            self.of_words(Kind::FirstWord, word.hash, 0);
            if tokens < 3 {
                self.of_words(Kind::Opening, word.hash, tokens);
            }
        }
        if is_last {
            self.of_words(Kind::LastWord, word.hash, 0);
        }
        self.token(word.meaning, word.hash);
    }

    /// Takes in a token of a sentence: `name` tells it from others in a row of them.
    fn token(&mut self, meaning: Meaning, name: u32) {
        let sentence = &mut self.sentence;
        let mut meaning = meaning;
        // "0 failed" and "no errors" are good, "does not pass" is bad.
        if meaning.has(Meaning::BAD) && sentence.zero.min(sentence.denied) < 3 {
            meaning = meaning.without(Meaning::BAD).and(Meaning::GOOD);
        } else if meaning.has(Meaning::GOOD) && sentence.denied < 3 {
            meaning = meaning.without(Meaning::GOOD).and(Meaning::BAD);
        }
        sentence.denied =
            if meaning.has(Meaning::NOT) { 0 } else { sentence.denied.saturating_add(1) };
        sentence.zero =
            if meaning.has(Meaning::ZERO) { 0 } else { sentence.zero.saturating_add(1) };
        sentence.tokens = sentence.tokens.saturating_add(1);
        sentence.meanings = sentence.meanings.and(meaning);
        let before = sentence.before;
        sentence.before = name;
        let is_first = sentence.is_first;
        let [far, near] = sentence.meant;
        if !meaning.is_none() {
            sentence.meant = [near, meaning];
            self.of_meaning(Kind::Row, near.0, meaning.0);
            let row = of_numbers(0, far.0, near.0);
            self.of_meaning(Kind::Row, row, meaning.0);
        }
        self.of_words(Kind::Two, before, name);
        if is_first {
            self.of_words(Kind::FirstTwo, before, name);
        }
    }

    fn end_sentence(&mut self) {
        let sentence = self.sentence;
        if sentence.tokens == 0 {
            return;
        }
        self.sentences = self.sentences.saturating_add(1);
        let all = sentence.meanings;
        self.places(sentence, |reader, place| {
            all.each(|one| {
                reader.of_meaning(Kind::One, one, place);
                all.each(|other| {
                    if one < other {
                        let pair = one.wrapping_mul(Meaning::COUNT).wrapping_add(other);
                        reader.of_meaning(Kind::Pair, pair, place);
                    }
                });
            });
            reader.of_meaning(Kind::Mask, all.0 & KEY.0, place);
        });
        self.above.each(|above| {
            all.each(|one| self.of_meaning(Kind::Under, above, one));
        });
    }

    /// Calls `see` with every place that the sentence stands in; 0 is anywhere.
    fn places(&mut self, sentence: Sentence, mut see: impl FnMut(&mut Self, u32)) {
        see(self, 0);
        match sentence.place {
            Place::Heading => see(self, 1),
            Place::Item => see(self, 2),
            Place::Body => see(self, 3),
        }
        if sentence.is_first {
            see(self, 4);
        }
        if sentence.is_last {
            see(self, 5);
        }
    }

    /// What can be told of the message as a whole.
    fn whole(&mut self) {
        self.shape(1, bits(self.words));
        self.shape(2, self.sentences.min(4));
        self.shape(3, self.questions.min(2));
        self.shape(4, bits(self.ticks).min(3));
    }

    fn shape(&mut self, what: u32, value: u32) {
        self.of_meaning(Kind::Shape, what, value);
    }

    fn of_meaning(&mut self, kind: Kind, one: u32, other: u32) {
        let hash = name(kind, one, other);
        (self.see)(place_in(hash, MEANINGS));
    }

    fn of_words(&mut self, kind: Kind, one: u32, other: u32) {
        let hash = name(kind, one, other);
        (self.see)(place_in(hash, WORDS).saturating_add(MEANINGS));
    }
}

/// What numbers, code and marks are called in a row of tokens.
const NAMELESS: u32 = 1;

/// The meanings whose whole combination in a sentence counts.
const KEY: Meaning = Meaning(0x0000_07ff);

#[expect(clippy::as_conversions, reason = "a discriminant has no other way out")]
fn name(kind: Kind, one: u32, other: u32) -> u32 {
    of_numbers(kind as u32, one, other)
}

fn place_in(hash: u32, count: usize) -> usize {
    usize::try_from(hash).unwrap_or_default() & count.saturating_sub(1)
}

fn bits(number: u32) -> u32 {
    u32::BITS.saturating_sub(number.leading_zeros())
}

/// Returns where a line stands, and the line without what says so.
fn place(line: &str) -> (Place, &str) {
    if line.starts_with('#') {
        return (Place::Heading, line.trim_start_matches('#'));
    }
    if line.starts_with('|') {
        return (Place::Item, line);
    }
    if let Some(rest) =
        ["- ", "* ", "+ ", "\u{2022} "].iter().find_map(|mark| line.strip_prefix(mark))
    {
        return (Place::Item, rest);
    }
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = after_number.len() < line.len();
    match after_number.strip_prefix(". ").or_else(|| after_number.strip_prefix(") ")) {
        Some(rest) if is_numbered => (Place::Item, rest),
        _ => (Place::Body, line),
    }
}
