//! Removes the fence that a worker puts around a file, and nothing that belongs to the file.

use alloc::string::String;

use super::Fence;

/// Languages whose files hold fences of their own, which need not name a language.
const MARKDOWN: [&str; 3] = ["markdown", "md", "mdx"];

/// What is odd about an answer that should be a file and nothing else. It is left as it came.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Remark {
    /// There is a block of code, and something beside it.
    Beside,
}

impl Remark {
    /// Returns what the caller is told.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Beside => {
                "the answer is more than one block of code; it was left as it came, including the \
                 fences"
            }
        }
    }
}

/// An answer without its fence.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stripped {
    /// The file: its first line as it was, indentation included, one line end at its end.
    pub text: String,
    /// What is odd about it.
    pub remark: Option<Remark>,
}

/// Returns the file that an answer is.
///
/// Where the whole answer is one block of code, its fence goes. Blank lines around the file go, all
/// else stays. An answer with nothing in it is empty.
#[must_use]
pub fn strip(answer: &str) -> Stripped {
    let body = without_blank_lines(answer);
    if let Some(inside) = inside(body) {
        return Stripped { text: ended(without_blank_lines(inside)), remark: None };
    }
    let has_fence = body.lines().any(|line| Fence::of(line).is_some());
    let begins = body.lines().next().and_then(Fence::of).is_some();
    let remark = (has_fence && begins).then_some(Remark::Beside);
    Stripped { text: ended(body), remark }
}

/// Returns what stands between a fence on the first line and the one at the end that closes it.
fn inside(body: &str) -> Option<&str> {
    let (first, rest) = body.split_once('\n')?;
    let outer = Fence::of(first)?;
    let last = rest.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let (lines, last) = rest.split_at_checked(last)?;
    let inside = match Fence::of(last) {
        Some(fence) if fence.closes(outer) => lines,
        _ => rest.get(..lines.len().saturating_add(glued(last, outer)?))?,
    };
    (!is_closed_within(lines, outer)).then_some(inside)
}

/// Returns the length of the code on a line that ends in the closing fence.
fn glued(line: &str, outer: Fence<'_>) -> Option<usize> {
    let line = line.trim_end();
    let code = line.trim_end_matches(outer.mark);
    let is_fence = line.len().saturating_sub(code.len()) == outer.length;
    (is_fence && !code.trim().is_empty()).then_some(code.len())
}

/// Returns whether the block that `outer` opens is closed by a line of `rest` already, so that what
/// follows stands beside it.
fn is_closed_within(rest: &str, outer: Fence<'_>) -> bool {
    let is_markdown = MARKDOWN.iter().any(|word| outer.info.eq_ignore_ascii_case(word));
    let mut inner: Option<Fence<'_>> = None;
    for fence in rest.lines().filter_map(Fence::of) {
        match inner {
            Some(open) if fence.closes(open) => inner = None,
            Some(_) => {}
            None if fence.closes(outer) && !is_markdown => return true,
            None => inner = Some(fence),
        }
    }
    // The last fence then closes the inner block, and nothing the outer one.
    inner.is_some()
}

/// Returns the text without the blank lines at its beginning and its end; every other blank stays.
fn without_blank_lines(text: &str) -> &str {
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n') {
        if !line.trim().is_empty() {
            break;
        }
        rest = after;
    }
    while let Some((before, line)) = rest.rsplit_once('\n') {
        if !line.trim().is_empty() {
            break;
        }
        rest = before;
    }
    if rest.trim().is_empty() { "" } else { rest }
}

/// Returns the text with a line end.
fn ended(text: &str) -> String {
    if text.is_empty() { String::new() } else { [text, "\n"].concat() }
}
