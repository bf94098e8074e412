//! Knows where runs of characters start and end in a text, and which characters make a word.
//!
//! Offsets are bytes on character boundaries; one that is not yields the empty text.

use core::ops::Range;

pub(super) fn cut(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

pub(super) fn after(text: &str, start: usize) -> &str {
    text.get(start..).unwrap_or_default()
}

pub(super) fn before(text: &str, end: usize) -> &str {
    text.get(..end).unwrap_or_default()
}

pub(super) fn char_at(text: &str, at: usize) -> Option<char> {
    after(text, at).chars().next()
}

pub(super) fn char_before(text: &str, at: usize) -> Option<char> {
    before(text, at).chars().next_back()
}

/// Returns where the run of what `belongs` ends that starts at `start`.
pub(super) fn run_end(text: &str, start: usize, belongs: impl Fn(char) -> bool) -> usize {
    let rest = after(text, start);
    start.saturating_add(rest.find(|letter| !belongs(letter)).unwrap_or(rest.len()))
}

/// Returns where the run of what `belongs` starts that ends at `end`.
pub(super) fn run_start(text: &str, end: usize, belongs: impl Fn(char) -> bool) -> usize {
    before(text, end).trim_end_matches(belongs).len()
}

/// Tells whether a word can start at `at`: no ASCII word goes on there.
pub(super) fn starts_word(text: &str, at: usize) -> bool {
    !char_before(text, at).is_some_and(is_word)
}

/// Tells whether a word can end at `at`.
pub(super) fn ends_word(text: &str, at: usize) -> bool {
    !char_at(text, at).is_some_and(is_word)
}

pub(super) fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

pub(super) fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

pub(super) fn is_blank(letter: char) -> bool {
    letter == ' ' || letter == '\t'
}

/// Tells whether a letter beyond ASCII, or an accent, goes on with the word beside it.
pub(super) fn is_foreign(letter: char) -> bool {
    let accent = ('\u{300}'..='\u{36f}').contains(&letter);
    (accent || letter.is_alphanumeric()) && !letter.is_ascii() && !is_spaceless(letter)
}

/// Tells whether a letter belongs to a script that puts no space between words, or, as Korean,
/// none between a foreign word and what it adds to it.
pub(super) fn is_spaceless(letter: char) -> bool {
    SPACELESS.iter().any(|block| block.contains(&u32::from(letter)))
}

/// Blocks of <https://www.unicode.org/Public/16.0.0/ucd/Blocks.txt>.
const SPACELESS: &[core::ops::RangeInclusive<u32>] = &[
    0x0E00..=0x0EFF,   // Thai, Lao
    0x1000..=0x109F,   // Myanmar
    0x1100..=0x11FF,   // Hangul Jamo
    0x1780..=0x17FF,   // Khmer
    0x2E80..=0x2FDF,   // radicals
    0x3000..=0x33FF,   // kana, bopomofo, compatibility
    0x3400..=0x9FFF,   // ideographs
    0xA960..=0xA97F,   // Hangul Jamo
    0xAC00..=0xD7FF,   // Hangul
    0xF900..=0xFAFF,   // compatibility ideographs
    0xFF00..=0xFFEF,   // half and full width
    0x1AFF0..=0x1B16F, // kana
    0x20000..=0x3FFFF, // ideographs
];
