//! What a check runner printed.

use sprag_core::activity::summary::{Reader, Summary, Verdict};

/// A summary that fails, of a runner that the rest of an output can say nothing about.
const FAILURE: &str = "test result: FAILED. 0 passed; 1 failed; 0 ignored";

/// Any text as an output.
///
/// # Panics
///
/// Panics if it is not the same in colour, with other line ends, or read in pieces; if a failure
/// behind it passes, or a failure in a part of it; or if it says more than it has lines.
pub fn fuzz_summary(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let whole = Summary::read(&text);
    bounds(&text, &whole);
    assert_eq!(in_pieces(&text), whole, "read line by line");
    assert_eq!(Summary::read(&[&*text, "\n\n \n"].concat()), whole, "with blank lines behind it");
    if !text.contains(['\r', '\u{1b}', '\u{8}']) {
        let lines: Vec<String> =
            text.split('\n').map(|line| format!("\u{1b}[1;31m{line}\u{1b}[0m")).collect();
        assert_eq!(Summary::read(&lines.join("\n")), whole, "in colour");
        assert_eq!(Summary::read(&text.replace('\n', "\r\n")), whole, "with other line ends");
    }
    failures_stay(&text, &whole);
}

fn in_pieces(text: &str) -> Summary {
    let mut reader = Reader::default();
    match text.split_once('\n') {
        Some((first, rest)) => {
            reader.line(first);
            reader.text(rest);
        }
        None => reader.line(text),
    }
    reader.finish()
}

fn bounds(text: &str, whole: &Summary) {
    let lines = text.split('\n').count();
    // The last line can say two things: what it is, and that it is the last.
    assert!(whole.runs.len() <= lines.saturating_add(1), "{whole:?}");
    let failed = whole.runs.iter().any(|run| run.verdict == Verdict::Failed);
    let expected = if failed { Some(Verdict::Failed) } else { None };
    let passed = whole.runs.iter().any(|run| run.verdict == Verdict::Passed);
    let passed = passed.then_some(Verdict::Passed);
    let idle = (!whole.runs.is_empty()).then_some(Verdict::RanNothing);
    assert_eq!(whole.verdict(), expected.or(passed).or(idle));
    for run in &whole.runs {
        let passed = run.verdict == Verdict::Passed;
        assert!(!passed || run.failed.is_none_or(|count| count == 0), "{run:?} did not pass");
        assert!(!passed || run.ran != Some(0), "{run:?} ran nothing");
        let idle = run.verdict == Verdict::RanNothing;
        assert!(!idle || run.ran.is_none_or(|count| count == 0), "{run:?} ran something");
    }
}

fn failures_stay(text: &str, whole: &Summary) {
    let failed = Some(Verdict::Failed);
    let lines: Vec<&str> = text.split('\n').collect();
    let (first, rest) = lines.split_at(lines.len().div_ceil(2));
    let half = Summary::read(&[&*first.join("\n"), "\n."].concat());
    // Of `3/10 passed` and `10/10 passed`, the last counts.
    let is_share =
        |line: &&str| line.contains("passed") && (line.contains('/') || line.contains(" of "));
    if !lines.iter().any(is_share) {
        assert!(half.verdict() != failed || whole.verdict() == failed, "a failure was taken back");
    }
    let inside = [&*first.join("\n"), FAILURE, &*rest.join("\n")].join("\n");
    for text in [&*[text, "\n", FAILURE].concat(), &*[FAILURE, "\n", text].concat(), &*inside] {
        assert_eq!(Summary::read(text).verdict(), failed, "a failure was not read");
    }
}
