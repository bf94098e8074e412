//! Phrases, and where they stand in a sentence.

use alloc::vec::Vec;
use core::ops::Range;

use memchr::memmem;

use super::counted;
use super::cue::Cue;
use super::sentence::{End, Sentence};
use crate::text::prose::is_cjk;

/// A phrase that is a cue for something.
#[derive(Clone, Copy, Debug)]
pub struct Marker {
    /// Of what.
    pub cue: Cue,
    /// Words in lower case. `^` in front: only where a clause begins. `$` behind: only where one
    /// ends. `+` in front: only after a [`Cue::Lead`] of its language, or right after a
    /// [`Cue::Denial`], by what it is a cue for. `#` in front: only behind a number that is not
    /// 0, with at most two words between. An ellipsis between two parts: some other words
    /// may stand there.
    pub words: &'static str,
    /// A text that holds it.
    pub found: &'static str,
    /// A text that is close to it and does not.
    pub missed: &'static str,
}

impl Marker {
    /// Tells whether every part of the words is in a text, wherever.
    pub(super) fn may_stand_in(&self, text: &Searched<'_>) -> bool {
        let words = self.words.trim_start_matches(['^', '+', '#', ' ']).trim_end_matches('$');
        words.split(GAP).all(|part| text.holds(part))
    }
}

/// A text in which many words are looked for, of which it holds few.
#[derive(Debug)]
pub(super) struct Searched<'a> {
    text: &'a str,
    /// A bit for each pair of bytes that is in it.
    pairs: [u64; PAIRS.div_ceil(64)],
}

/// How many pairs of bytes there are.
const PAIRS: usize = 1 << 16;

impl<'a> Searched<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut pairs = [0; PAIRS.div_ceil(64)];
        for pair in text.as_bytes().array_windows() {
            let (place, bit) = place(*pair);
            if let Some(bits) = pairs.get_mut(place) {
                *bits |= bit;
            }
        }
        Self { text, pairs }
    }

    /// Tells whether `part` is in the text. Looking for it would take longer than to see that two
    /// bytes of it never stand side by side.
    fn holds(&self, part: &str) -> bool {
        let is_there = |pair: &[u8; 2]| {
            let (place, bit) = place(*pair);
            self.pairs.get(place).is_some_and(|bits| bits & bit != 0)
        };
        part.as_bytes().array_windows().all(is_there)
            && memmem::find(self.text.as_bytes(), part.as_bytes()).is_some()
    }
}

/// Returns where the bit of a pair lies.
fn place(pair: [u8; 2]) -> (usize, u64) {
    let pair = u16::from_le_bytes(pair);
    (usize::from(pair / 64), 1 << (pair % 64))
}

/// The markers of one language.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// Whether its markers may block; those that nobody has measured are noted alone.
    pub may_block: bool,
    /// Its markers.
    pub markers: Vec<Marker>,
    /// What may stand in front of a clause.
    pub connectives: Vec<&'static str>,
    /// What joins two clauses of which each says something of its own.
    pub joints: Vec<&'static str>,
}

/// Bytes of a line of a table, on the average.
const LINE_BYTES: usize = 60;

/// Returns the first column of a line, and what follows it.
fn column(line: &str) -> Option<(&str, &str)> {
    memchr::memchr_iter(b'|', line.as_bytes()).find_map(|at| {
        let before = line.get(..at)?.strip_suffix(' ')?;
        let behind = line.get(at..)?.strip_prefix("| ")?;
        Some((before, behind))
    })
}

/// The name of the line with what may stand in front of a clause.
const BEFORE_A_CLAUSE: &str = "before a clause";

/// The name of the line with what joins two clauses.
const BETWEEN_CLAUSES: &str = "between clauses";

/// Stands between two parts of a phrase.
const GAP: char = '\u{2026}';

/// How many bytes may stand between two parts of a phrase.
const GAP_BYTES_MAX: usize = 48;

/// How many bytes may stand between asking for leave and what for.
const LEAD_BYTES_MAX: usize = 24;

impl Lexicon {
    /// Returns the lexicon that a table holds, one marker a line: the name of its cue, its words,
    /// and the two texts. A line that is none of these, or begins with `#`, says nothing.
    pub(super) fn read(table: &'static str, may_block: bool) -> Self {
        let markers = Vec::with_capacity(table.len() / LINE_BYTES);
        let mut lexicon = Self { may_block, markers, connectives: Vec::new(), joints: Vec::new() };
        // Lines of one cue stand together.
        let mut last = None;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, rest)) = column(line) else { continue };
            match column(rest) {
                None if name == BEFORE_A_CLAUSE => lexicon.connectives.extend(rest.split(", ")),
                None if name == BETWEEN_CLAUSES => lexicon.joints.extend(rest.split(", ")),
                None => {}
                Some((words, rest)) => {
                    let Some((found, rest)) = column(rest) else { continue };
                    let missed = column(rest).map_or(rest, |(missed, _)| missed);
                    let cue = match last {
                        Some((known, cue)) if known == name => Some(cue),
                        _ => Cue::by_name(name),
                    };
                    last = cue.map(|cue| (name, cue));
                    lexicon.markers.extend(cue.map(|cue| Marker { cue, words, found, missed }));
                }
            }
        }
        lexicon
    }

    /// Returns where `marker` is in `sentence`.
    pub(super) fn find(&self, marker: &Marker, sentence: &Sentence) -> Option<Range<usize>> {
        let text = sentence.text.as_str();
        match marker.words.strip_prefix('+') {
            None => self.places(marker.words, text).next(),
            Some(words) if marker.cue == Cue::DeniesCheck => {
                self.places(words, text).find(|found| self.is_denied(text, found.start))
            }
            Some(words) => self.leads(sentence).find_map(|lead| {
                let window = lead.end..lead.end.saturating_add(LEAD_BYTES_MAX);
                within(text, words, window).map(|found| lead.start..found.end)
            }),
        }
    }

    /// Returns where `sentence` begins to ask for permission.
    fn leads<'a>(&'a self, sentence: &'a Sentence) -> impl Iterator<Item = Range<usize>> + 'a {
        let asks = matches!(sentence.end, End::Question | End::Colon);
        let leads = self.markers.iter().filter(move |marker| asks && marker.cue == Cue::Lead);
        leads.flat_map(|lead| self.places(lead.words, &sentence.text))
    }

    /// Tells whether what stands at `at` is denied by the words right before it.
    fn is_denied(&self, text: &str, at: usize) -> bool {
        let before = text.get(..at).and_then(|before| before.strip_suffix(' '));
        let Some(before) = before else { return false };
        self.markers.iter().filter(|marker| marker.cue == Cue::Denial).any(|denial| {
            let (is_bound, words) = match denial.words.strip_prefix('^') {
                Some(words) => (true, words),
                None => (false, denial.words),
            };
            before.strip_suffix(words).is_some_and(|rest| {
                is_edge(rest.chars().next_back(), words.chars().next())
                    && (!is_bound || self.begins_clause(text, rest.len()))
            })
        })
    }

    /// Returns where these words stand, with a `^` only where a clause begins, with a `$` only
    /// where one ends, with a `#` only behind a number.
    pub(super) fn places<'a>(
        &'a self,
        words: &'a str,
        text: &'a str,
    ) -> impl Iterator<Item = Range<usize>> + 'a {
        let (is_bound, words) = match words.strip_prefix('^') {
            Some(words) => (true, words),
            None => (false, words),
        };
        let (is_counted, words) = match words.strip_prefix("# ") {
            Some(words) => (true, words),
            None => (false, words),
        };
        starts(text, words).filter(move |found| {
            (!is_bound || self.begins_clause(text, found.start))
                && (!is_counted || counted::is_counted(text, found.start))
        })
    }

    /// Tells whether a clause begins at `at`.
    fn begins_clause(&self, text: &str, at: usize) -> bool {
        let before = text.get(..at).unwrap_or_default().trim_end_matches(' ');
        let ends_with =
            |word: &str| before.strip_suffix(word).is_some_and(|rest| !ends_in_word(rest));
        let is_apart = before.len() < at;
        before.is_empty()
            || before.ends_with(|letter| is_pause(letter) && (is_apart || !is_ascii_joint(letter)))
            || self.connectives.iter().any(|word| ends_with(word))
    }
}

pub(super) fn is_pause(letter: char) -> bool {
    matches!(letter, ',' | '(' | '-' | '/' | '\u{2013}' | '\u{2014}' | '\u{3001}' | '\u{ff0c}')
}

/// Tells whether a letter pauses only where a blank follows: `re-run` is one word.
pub(super) fn is_ascii_joint(letter: char) -> bool {
    matches!(letter, ',' | '-' | '/')
}

/// Returns where the phrase stands whose first part is at each place.
fn starts<'a>(text: &'a str, words: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    let (first, rest) = parts(words);
    places(text, first).filter_map(move |found| joined(text, found, rest))
}

/// Returns where the words stand, all of their parts, the first of them within `window`.
fn within(text: &str, words: &str, window: Range<usize>) -> Option<Range<usize>> {
    let (first, rest) = parts(words);
    let end = window.end.saturating_add(first.len()).min(text.len());
    let near = text.get(..text.ceil_char_boundary(end))?;
    let found = places_from(text, near, first, window.start);
    let mut found = found.take_while(|found| found.start <= window.end);
    found.find_map(|found| joined(text, found, rest))
}

/// Returns a phrase whose first part was found, if the rest follows it.
fn joined(text: &str, first: Range<usize>, rest: Rest<'_>) -> Option<Range<usize>> {
    let rest = match rest {
        Rest::None => return Some(first),
        Rest::End => return ends_clause(text, first.end).then_some(first),
        Rest::Words(rest) => rest,
    };
    let window = first.end..first.end.saturating_add(GAP_BYTES_MAX);
    within(text, rest, window).map(|last| first.start..last.end)
}

/// What has to follow the first part of a phrase.
#[derive(Clone, Copy)]
enum Rest<'a> {
    /// Anything may.
    None,
    /// The end of a clause.
    End,
    /// These words.
    Words(&'a str),
}

fn parts(words: &str) -> (&str, Rest<'_>) {
    match (words.split_once(GAP), words.strip_suffix('$')) {
        (Some((first, rest)), _) => (first, Rest::Words(rest)),
        (None, Some(words)) => (words, Rest::End),
        (None, None) => (words, Rest::None),
    }
}

/// Tells whether a clause ends at `at`.
fn ends_clause(text: &str, at: usize) -> bool {
    let behind = text.get(at..).unwrap_or_default();
    let rest = behind.trim_start_matches(' ');
    let is_apart = rest.len() < behind.len();
    let pauses = |letter: char| {
        matches!(letter, ',' | ')') || is_pause(letter) && (is_apart || !is_ascii_joint(letter))
    };
    rest.chars().next().is_none_or(pauses)
}

pub(super) fn places<'a>(text: &'a str, part: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    places_from(text, text, part, 0)
}

/// Returns where `part` stands as words of its own in `near`, a beginning of `text`.
fn places_from<'a>(
    text: &'a str,
    near: &'a str,
    part: &'a str,
    from: usize,
) -> impl Iterator<Item = Range<usize>> + 'a {
    let rest = near.get(from..).unwrap_or_default();
    rest.match_indices(part).filter_map(move |(at, _)| {
        let start = from.saturating_add(at);
        let end = start.saturating_add(part.len());
        let before = text.get(..start)?.chars().next_back();
        let after = text.get(end..)?.chars().next();
        let is_own = !part.is_empty()
            && is_edge(before, part.chars().next())
            && is_edge(part.chars().next_back(), after);
        is_own.then_some(start..end)
    })
}

/// Tells whether a word can end between two letters. Scripts without blanks have no such edges:
/// there a phrase may stand within others.
fn is_edge(before: Option<char>, after: Option<char>) -> bool {
    let joins =
        |letter: Option<char>| letter.is_some_and(|letter| is_word(letter) && !is_cjk(letter));
    !(joins(before) && joins(after))
}

fn ends_in_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(|letter| is_word(letter) && !is_cjk(letter))
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '\'' | '\u{300}'..='\u{36f}')
}

/// Returns the parts of `text` that no range covers.
pub(super) fn uncovered<'a>(text: &'a str, covered: &[Range<usize>]) -> Vec<&'a str> {
    let mut ranges = covered.to_vec();
    ranges.sort_by_key(|range| range.start);
    let mut parts = Vec::new();
    let mut done = 0;
    for range in ranges {
        if range.start > done {
            parts.push(text.get(done..range.start).unwrap_or_default());
        }
        done = done.max(range.end);
    }
    parts.push(text.get(done..).unwrap_or_default());
    parts
}
