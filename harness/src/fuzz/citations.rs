//! A worker's answer, and the files that it quotes.

use sprag_core::worker::citation::cite;
use sprag_core::worker::shown::{Sink, guard_printed, guard_trailer};
use sprag_core::worker::{Source, Task};

use crate::citation_oracle::cited;

/// Any text as an answer and as files: parts are separated by NUL, first the answer, then path and
/// content of each file in turn.
///
/// # Panics
///
/// Panics if a slow reader cites otherwise, if a byte of the answer is lost, if what was added does
/// not hold when it is read again, or if what is printed moves a cursor or begins a line as we do.
pub fn fuzz_citations(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.split('\0');
    let answer = parts.next().unwrap_or_default();
    let parts: Vec<&str> = parts.collect();
    let part = |pair: &[&str], at: usize| (*pair.get(at).unwrap_or(&"")).to_owned();
    let source = |pair: &[&str]| Source::of(part(pair, 0), part(pair, 1).as_bytes());
    let files: Vec<Source> = parts.chunks(2).map(source).collect();
    let here = cite(answer, &files);
    let (expected, holding) = cited(answer, &files);
    assert_eq!((&here.text, here.verified), (&expected, holding), "{answer:?} {files:?}");
    assert!(is_within(answer, &here.text), "something was lost: {answer:?}");
    assert_eq!(here.text == answer, here.text.len() == answer.len());
    assert_eq!(cite(answer, &[]).verified, 0, "without files nothing holds");
    let again = cite(&here.text, &files);
    assert!(again.verified >= here.verified, "a reference of ours does not hold: {}", here.text);
    let printed = guard_printed(Task::Read, Sink::Pipe, &guard_trailer(&here.text));
    assert!(!printed.contains(|c: char| c.is_control() && c != '\n' && c != '\t'));
    let seen = printed.to_lowercase();
    assert_eq!(seen.matches("[sprag").count(), seen.matches("\\[sprag").count(), "{printed}");
}

/// Returns whether the characters of one text stand in the other, in order.
fn is_within(short: &str, long: &str) -> bool {
    let mut long = long.chars();
    short.chars().all(|character| long.any(|other| other == character))
}
