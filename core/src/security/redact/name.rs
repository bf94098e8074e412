//! Finds the names of the project; knows what a word is in any script.

use super::extent;
use super::piece::{Hit, Mask};

/// Finds a name, in any case, that stands alone; of several the longest.
///
/// Each position is compared with each name, so the time is linear in the text only.
pub(super) fn find(text: &str, names: &[&str]) -> Option<Hit> {
    let starts = text.char_indices().map(|(start, _)| start);
    starts.filter(|start| is_edge(text, *start)).find_map(|start| {
        let ends = names.iter().filter_map(|name| name_end(text, start, name));
        ends.max().map(|end| Hit::masks(Mask::Project, start..end))
    })
}

fn name_end(text: &str, start: usize, name: &str) -> Option<usize> {
    let end = same_end(text, start, name)?;
    (is_telling(name) && is_edge(text, end)).then_some(end)
}

/// Tells whether a name is long enough to say more than a common word, and not mere signs.
fn is_telling(name: &str) -> bool {
    name.len() > NAME_LEN_OPEN && name.chars().any(char::is_alphanumeric)
}

/// Returns where the text ends that is `name` but for its case.
fn same_end(text: &str, start: usize, name: &str) -> Option<usize> {
    let mut letters = extent::after(text, start).chars();
    name.chars()
        .all(|want| letters.next().is_some_and(|letter| folded(letter) == folded(want)))
        .then(|| text.len().saturating_sub(letters.as_str().len()))
}

/// Tells whether no word goes on across `at`. Scripts without spaces have no such edges, so there
/// any place is one.
fn is_edge(text: &str, at: usize) -> bool {
    let (before, after) = (extent::char_before(text, at), extent::char_at(text, at));
    !(before.is_some_and(goes_on) && after.is_some_and(goes_on))
}

/// Tells whether a letter needs an edge. The underscore does not: `NAME_DIR` holds a name.
fn goes_on(letter: char) -> bool {
    letter.is_alphanumeric() && !extent::is_spaceless(letter)
}

fn folded(letter: char) -> char {
    let mut lower = letter.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) => one,
        _ => letter,
    }
}

/// Names of this many bytes and less stay.
const NAME_LEN_OPEN: usize = 2;
