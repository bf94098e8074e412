//! What an answer shows instead of saying: its own derivation, or a replacement.

use alloc::vec::Vec;

use super::cue::Cue;
use super::sentence::{End, Sentence, closing_quote};
use crate::text::fence::Fence;

/// From how many numbers on an answer derives something. One is a result, two are a result and what
/// it was before. A doubt that is bare brings no number that it could have them from.
const NUMBERS_MIN: usize = 3;

/// Returns the cues of what a text shows.
pub(super) fn cues(text: &str) -> impl Iterator<Item = Cue> {
    let derives = derives(text).then_some(Cue::Grounds);
    let delivers = is_block(text).then_some(Cue::Delivers);
    derives.into_iter().chain(delivers)
}

/// Tells whether a text holds a block that nothing announces, so that it stands for itself. What is
/// announced may be anything: a command to run, an example.
fn is_block(text: &str) -> bool {
    let mut open: Option<Fence<'_>> = None;
    let mut announced = false;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fence = Fence::of(line);
        open = match (open, fence) {
            (None, Some(_)) if !announced => return true,
            (None, fence) => fence,
            (Some(open), Some(fence)) if fence.closes(open) => None,
            (Some(open), _) => Some(open),
        };
        announced = line.trim_end().ends_with([':', '\u{ff1a}']);
    }
    false
}

/// Tells whether something follows what a sentence announces, or is within quotation marks.
pub(super) fn hands_over(sentence: &Sentence) -> bool {
    sentence.end == End::Colon
        || sentence.text.chars().any(|letter| closing_quote(letter).is_some())
}

/// Tells whether a text shows how it comes by its result.
fn derives(text: &str) -> bool {
    let mut seen: Vec<&str> = Vec::with_capacity(NUMBERS_MIN);
    for line in text.lines() {
        for number in numbers(without_ordinal(line)) {
            if !seen.contains(&number) {
                seen.push(number);
            }
            if seen.len() == NUMBERS_MIN {
                return true;
            }
        }
    }
    false
}

/// Returns a line without the number of an item in a list.
fn without_ordinal(line: &str) -> &str {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < line.len() && rest.starts_with(['.', ')']) { rest } else { line }
}

/// Returns the numbers of a line, in digits; those in names do not count.
fn numbers(line: &str) -> impl Iterator<Item = &str> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = line.split(move |letter: char| !is_name(letter));
    words.filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()))
}
