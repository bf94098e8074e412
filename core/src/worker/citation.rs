//! Line numbers for a worker's quotations: looked up here, never taken from the worker.
//!
//! A quotation between backticks that is in exactly one place of the files gets ` (file:line)`.
//! Where the worker wrote such a reference itself behind a quotation it is compared with the file,
//! and marked where it does not hold. Any other that it wrote nobody looked up, and it is marked,
//! too. Nothing that it wrote is removed or changed.

mod bare;
mod claim;
mod span;

use alloc::{format, string::String, vec::Vec};
use core::ops::Range;

use memchr::{memchr_iter, memmem};

use crate::limits::QUOTATIONS_MAX;
use crate::text::path::base_name;
use crate::text::screen::text::is_unseen;
use crate::worker::Source;
use bare::references;
use claim::Claim;
use span::{Span, spans};

/// Characters of a quotation that is looked for.
const QUOTATION_CHARS: core::ops::RangeInclusive<usize> = 12..=240;
/// Letters and digits that it has at least.
const QUOTATION_LETTERS_MIN: usize = 6;
/// What follows a reference that nobody vouches for.
const MARK: &str = " [unverified]";

/// An answer with its references.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Cited {
    /// The answer, every byte of it, and what was added.
    pub text: String,
    /// References that hold, those of the worker's own included.
    pub verified: u32,
    /// References of the worker's that do not, and those that nobody looked up.
    pub unverified: u32,
}

/// Returns the answer with a reference behind every quotation that is in one place alone.
///
/// The first [`QUOTATIONS_MAX`] quotations are looked for; what is beyond is left bare, and a
/// reference beyond is marked like one that does not hold.
#[must_use]
pub fn cite(answer: &str, files: &[Source]) -> Cited {
    let labels = labels(files);
    let spans = spans(answer);
    let mut cited = Cited::default();
    let mut added: Vec<(usize, String)> = Vec::new();
    // What a reference of ours stands behind, and the references that were looked at.
    let mut settled: Vec<Range<usize>> = Vec::new();
    for (looked, Span { quote, start, end }) in spans.iter().enumerate() {
        let rest = answer.get(*end..).unwrap_or_default();
        let is_spent = looked >= QUOTATIONS_MAX;
        let at = match Claim::follows(rest) {
            Some(claim) => {
                let holds = !is_spent && holds(&claim, quote, files, &labels);
                let count = if holds { &mut cited.verified } else { &mut cited.unverified };
                *count = count.saturating_add(1);
                let is_sought = !is_spent && is_distinct(quote);
                let at = end.saturating_add(claim.end);
                if !holds {
                    added.push((at, denial(is_sought, quote, files, &labels)));
                }
                at
            }
            None if is_spent || is_open(rest) || !is_distinct(quote) => continue,
            None => {
                let Some((file, line)) = place(quote, files) else { continue };
                let label = labels.get(file).map_or("", String::as_str);
                cited.verified = cited.verified.saturating_add(1);
                added.push((*end, format!(" ({label}:{line})")));
                *end
            }
        };
        settled.push(*start..at);
    }
    for at in unsettled(answer, files, &spans, &settled) {
        cited.unverified = cited.unverified.saturating_add(1);
        added.push((at, MARK.into()));
    }
    added.sort_by_key(|(at, _)| *at);
    cited.text = with(answer, &added);
    cited
}

/// Returns the answer with what is added to it, in order.
fn with(answer: &str, added: &[(usize, String)]) -> String {
    let mut text = String::new();
    let mut done = 0_usize;
    for (at, more) in added {
        text.push_str(answer.get(done..*at).unwrap_or_default());
        text.push_str(more);
        done = *at;
    }
    text.push_str(answer.get(done..).unwrap_or_default());
    text
}

/// Returns where a mark belongs behind each reference that is not settled: behind the quotation
/// that it is in, and the parenthesis.
fn unsettled(
    answer: &str,
    files: &[Source],
    spans: &[Span<'_>],
    settled: &[Range<usize>],
) -> Vec<usize> {
    let mut marks = Vec::new();
    for reference in references(answer, files) {
        let is_in = |range: &Range<usize>| {
            let within = range.start.saturating_add(1)..range.end;
            range.contains(&reference.start) || within.contains(&reference.end)
        };
        let next = settled.partition_point(|range| range.end <= reference.start);
        if settled.iter().skip(next).take(2).any(is_in) {
            continue;
        }
        let next = spans.binary_search_by_key(&reference.end, |span| span.end);
        let next = next.unwrap_or_else(|next| next);
        let around = spans.get(next).filter(|span| span.start < reference.end);
        let end = around.map_or(reference.end, |span| span.end);
        let behind = answer.get(end..).unwrap_or_default();
        let end = if behind.starts_with(')') { end.saturating_add(1) } else { end };
        let is_marked = answer.get(end..).is_some_and(|behind| behind.starts_with(MARK));
        if !is_marked && marks.last() != Some(&end) {
            marks.push(end);
        }
    }
    marks
}

/// Returns whether a character is not seen, or will not be printed.
fn is_skipped(c: char) -> bool {
    is_unseen(c) || (c.is_control() && c != '\n') || c == char::REPLACEMENT_CHARACTER
}

/// Returns what the files are called: by their last part where that is one file's alone, and by
/// their number where a reference to the name could not be told from what surrounds it.
fn labels(files: &[Source]) -> Vec<String> {
    let name = |file: &Source| base_name(&file.path).map(String::from);
    let names: Vec<Option<String>> = files.iter().map(name).collect();
    let is_alone = |name: &Option<String>| names.iter().filter(|other| *other == name).count() < 2;
    let is_odd = |label: &str| label.contains(|c: char| c.is_control() || "()`".contains(c));
    let label = |(number, (file, name)): (usize, (&Source, &Option<String>))| {
        let label = match name {
            Some(one) if is_alone(name) => one,
            Some(_) | None => &file.path,
        };
        let is_plain = !is_odd(label) && label.trim() == label.as_str() && !label.is_empty();
        if is_plain { label.clone() } else { format!("file {}", number.saturating_add(1)) }
    };
    files.iter().zip(&names).enumerate().map(label).collect()
}

/// Returns whether a parenthesis follows, behind white space or not: something is being said of the
/// quotation, and a reference would stand between.
fn is_open(rest: &str) -> bool {
    rest.trim_start().starts_with('(')
}

/// Returns whether a quotation says enough to be looked for.
fn is_distinct(quote: &str) -> bool {
    let letters = quote.chars().filter(|character| character.is_alphanumeric()).count();
    QUOTATION_CHARS.contains(&quote.chars().count()) && letters >= QUOTATION_LETTERS_MIN
}

/// Returns the file and line of a text that is in one place alone.
fn place(quote: &str, files: &[Source]) -> Option<(usize, usize)> {
    let finder = memmem::Finder::new(quote.as_bytes());
    let mut found = None;
    for (number, file) in files.iter().enumerate() {
        let bytes = file.text.as_bytes();
        let mut from = 0_usize;
        // Places may overlap: the next one begins a byte later.
        while let Some(at) = finder.find(bytes.get(from..)?) {
            if found.is_some() {
                return None;
            }
            let at = from.saturating_add(at);
            found = Some((number, line_of(bytes, at)));
            from = at.saturating_add(1);
        }
    }
    found
}

/// Returns the number of the line, from 1, that the byte at `at` is part of.
fn line_of(bytes: &[u8], at: usize) -> usize {
    let before = bytes.get(..at).unwrap_or_default();
    memchr_iter(b'\n', before).count().saturating_add(1)
}

/// Returns whether the quotation stands where the claim says.
fn holds(claim: &Claim<'_>, quote: &str, files: &[Source], labels: &[String]) -> bool {
    let is_meant = |(file, label): &(&Source, &String)| {
        claim.label == label.as_str() || claim.label == file.path
    };
    let mut meant = files.iter().zip(labels).filter(is_meant);
    !quote.is_empty()
        && meant.any(|(file, _)| lines(&file.text, &claim.lines).any(|line| line.contains(quote)))
}

/// Returns what follows a reference that does not hold: that, and the right one, if there is
/// one.
fn denial(is_sought: bool, quote: &str, files: &[Source], labels: &[String]) -> String {
    let place = is_sought.then(|| place(quote, files)).flatten();
    let right = place.and_then(|(file, line)| Some((labels.get(file)?, line)));
    match right {
        Some((label, line)) => format!(" [unverified; it is {label}:{line}]"),
        None => MARK.into(),
    }
}

/// Returns the lines with these numbers.
fn lines<'a>(text: &'a str, numbers: &Range<usize>) -> impl Iterator<Item = &'a str> {
    let first = numbers.start.saturating_sub(1);
    text.split('\n').skip(first).take(numbers.end.saturating_sub(numbers.start))
}
