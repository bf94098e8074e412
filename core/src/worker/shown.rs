//! An answer as it is printed: nothing in it moves a cursor, and no line can be taken for ours.
//!
//! Its author has read files that anybody may have written.

use alloc::string::String;

use super::Task;
use crate::text::screen::text::{is_hidden, is_unseen, json_escaped};

/// Where a text is printed to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sink {
    /// A screen, which obeys what it is sent.
    Terminal,
    /// A program, which is an agent most of the time, or a file.
    Pipe,
}

/// Returns a text as it is printed. A file that was written is its bytes, and a pipe gets them.
#[must_use]
pub fn guard_printed(task: Task, sink: Sink, text: &str) -> String {
    match (task, sink) {
        (Task::Write, Sink::Pipe) => text.into(),
        (Task::Read, _) | (Task::Write, Sink::Terminal) => harmless(text),
    }
}

fn harmless(text: &str) -> String {
    let shown = |c: char| if is_obeyed(c) { char::REPLACEMENT_CHARACTER } else { c };
    text.replace("\r\n", "\n").chars().map(shown).collect()
}

/// Returns whether a screen does something else with a character than to show it in its place.
fn is_obeyed(c: char) -> bool {
    let is_control = c.is_control() && c != '\n' && c != '\t';
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}');
    is_control || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns a name, of a file most of the time, in which every character that a screen would obey,
/// that is not seen or that ends a line is an escape.
#[must_use]
pub fn guard_name(name: &str) -> String {
    escaped(name, is_hidden)
}

/// Returns a message of several lines in which every character that a screen would obey is an
/// escape: a name that somebody chose may stand anywhere in it.
#[must_use]
pub fn guard_message(message: &str) -> String {
    escaped(message, is_obeyed)
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_escaped(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Returns JSON in which every character that a screen would obey is an escape; it says the same.
#[must_use]
pub fn guard_json(json: &str) -> String {
    // Between the values of a text of several lines there are line ends.
    json_escaped(json, |c| c != '\n' && (is_obeyed(c) || is_unseen(c)))
}

/// Returns an answer with a backslash before what begins a line of ours; Markdown shows it the
/// same.
#[must_use]
pub fn guard_trailer(answer: &str) -> String {
    let mut apart = String::with_capacity(answer.len());
    for (at, c) in answer.char_indices() {
        if c == '[' && names_us(answer.get(at..).unwrap_or_default()) {
            apart.push('\\');
        }
        apart.push(c);
    }
    apart
}

/// Returns whether our name follows the bracket, whatever stands between that is not seen.
fn names_us(here: &str) -> bool {
    let is_seen = |c: &char| !c.is_whitespace() && !c.is_control() && !is_unseen(*c);
    let mut seen = here.chars().skip(1).filter(is_seen);
    "sprag".chars().all(|c| seen.next().is_some_and(|other| other.eq_ignore_ascii_case(&c)))
}
