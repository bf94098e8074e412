//! Replaces the code spans of one block of prose, after CommonMark
//! <https://spec.commonmark.org/0.31.2/#code-spans>.

use alloc::string::String;
use alloc::vec::Vec;

use super::extent;

/// Appends a block without its code spans; `name` says what stands for each.
pub(super) fn push_prose(block: &str, name: fn(&str) -> &'static str, out: &mut String) {
    let runs = runs(block);
    let mut done = 0;
    for run in &runs {
        if run.start < done {
            continue;
        }
        let Some(span) = run.span(block, done) else { continue };
        out.push_str(extent::cut(block, done..span.start));
        out.push_str(name(extent::cut(block, span.content_start..span.content_end)));
        done = span.end;
    }
    out.push_str(extent::after(block, done));
}

/// A run of backticks, with where the next runs end that could close what it opens.
#[derive(Default)]
struct Run {
    start: usize,
    len: usize,
    /// The end of the next run of this length.
    closer: Option<usize>,
    /// The end of the next run of one less: a backslash takes the first backtick away.
    closer_escaped: Option<usize>,
}

struct Span {
    start: usize,
    content_start: usize,
    content_end: usize,
    end: usize,
}

impl Run {
    fn span(&self, block: &str, done: usize) -> Option<Span> {
        let (start, len, closer) = if is_escaped(block, done..self.start) {
            (self.start.saturating_add(1), self.len.saturating_sub(1), self.closer_escaped)
        } else {
            (self.start, self.len, self.closer)
        };
        let end = closer?;
        let content_start = start.saturating_add(len);
        Some(Span { start, content_start, content_end: end.saturating_sub(len), end })
    }
}

/// Tells whether the text in `range` ends in a backslash that is not itself escaped.
fn is_escaped(block: &str, range: core::ops::Range<usize>) -> bool {
    let text = extent::cut(block, range);
    let slashes = text.len().saturating_sub(text.trim_end_matches('\\').len());
    slashes.checked_rem(2) == Some(1)
}

/// Returns the runs of backticks of a block.
///
/// Looking for each closer afresh would be quadratic where all lengths differ. Walking backwards,
/// the next run of each length is at hand, in a table no longer than the longest run.
fn runs(block: &str) -> Vec<Run> {
    let mut runs = bare_runs(block);
    let longest = runs.iter().map(|run| run.len).max().unwrap_or_default();
    let mut next = alloc::vec![None; longest.saturating_add(1)];
    for run in runs.iter_mut().rev() {
        run.closer = next.get(run.len).copied().flatten();
        run.closer_escaped = next.get(run.len.saturating_sub(1)).copied().flatten();
        if let Some(slot) = next.get_mut(run.len) {
            *slot = Some(run.start.saturating_add(run.len));
        }
    }
    runs
}

fn bare_runs(block: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for start in memchr::memchr_iter(b'`', block.as_bytes()) {
        match runs.last_mut() {
            Some(run) if run.start.saturating_add(run.len) == start => {
                run.len = run.len.saturating_add(1);
            }
            _ => runs.push(Run { start, len: 1, ..Run::default() }),
        }
    }
    runs
}
