//! The ways to write the number of an issue.

use crate::security::public_word::is_public;

/// What stands before a number of an issue, and a blank.
const WORDS: [&str; 5] = ["issue", "issues", "mr", "pr", "prs"];
/// What stands before a number, a blank, and one of the words below.
const REQUEST_OF: [&str; 2] = ["pull", "merge"];
const REQUESTS: [&str; 2] = ["request", "requests"];

/// The longest name of a project at a tracker, and the longest number there.
const NAME_BYTES: usize = 10;
const NUMBER_BYTES: usize = 7;

/// Whether `#12`, `!12`, `GH-12` or a key as `ABC-12` is in a word.
pub(super) fn is_issue(word: &str) -> bool {
    word.match_indices(['#', '!', '-']).any(|(at, sign)| {
        let before = word.get(..at).unwrap_or_default();
        let (number, after) = number(word.get(at.saturating_add(1)..).unwrap_or_default());
        !number.is_empty()
            && !after.starts_with(is_part)
            && match sign {
                "#" => true,
                "!" => !before.ends_with(is_part),
                _ => ends_as(before, "gh") || is_key(before, number, after),
            }
    })
}

/// How often a number stands behind a word that says it is one of an issue.
pub(super) fn phrases(line: &str) -> usize {
    let mut before = ["", ""];
    let words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let named = words.filter(|word| {
        let (number, after) = number(word);
        let is_number = !number.is_empty() && !after.starts_with(is_part);
        let [first, last] = before;
        before = [last, *word];
        let is_request = REQUESTS.iter().any(|word| last.eq_ignore_ascii_case(word))
            && REQUEST_OF.iter().any(|word| ends_as(first, word));
        is_number && (is_request || WORDS.iter().any(|word| ends_as(last, word)))
    });
    named.count()
}

/// Whether what stands before and behind a hyphen makes the key of an issue.
fn is_key(before: &str, number: &str, after: &str) -> bool {
    let rest = before.trim_end_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
    let name = before.get(rest.len()..).unwrap_or_default();
    let is_named = (2..=NAME_BYTES).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && !rest.ends_with(is_part);
    // A version or a date goes on.
    let goes_on = after.strip_prefix(['.', '-']);
    let goes_on = goes_on.is_some_and(|more| more.starts_with(|c: char| c.is_ascii_digit()));
    is_named && number.len() <= NUMBER_BYTES && !goes_on && !is_public(&[name, number].join("-"))
}

/// Returns the digits that a text begins with, and what follows.
fn number(text: &str) -> (&str, &str) {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (text.strip_suffix(after).unwrap_or_default(), after)
}

/// Whether a text ends with the word, in any case.
fn ends_as(text: &str, word: &str) -> bool {
    let Some(start) = text.len().checked_sub(word.len()) else { return false };
    let is_it = text.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(word));
    is_it && !text.get(..start).unwrap_or_default().ends_with(is_part)
}

fn is_part(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}
