//! Masks what must not leave the machine. It only knows the text, not files or the project.
//!
//! A text is redacted again and again until nothing changes, so redacting what was redacted
//! changes nothing, and no rule finds anything in what comes out.

mod block;
mod credential;
mod email;
mod extent;
mod name;
mod number;
mod path;
mod path_name;
mod piece;
mod runner;
mod span;
mod tracker;
mod url;

use alloc::string::String;
use alloc::vec::Vec;

use piece::Piece;

/// What is particular to this user and project and must not leave.
#[derive(Clone, Copy, Debug, Default)]
pub struct Masks<'a> {
    /// The home directory, masked wherever it is written out.
    pub home: Option<&'a str>,
    /// Names of the project; one of less than three bytes is too common to be masked.
    pub names: &'a [&'a str],
    /// What happens to a line with a path in it.
    pub lines: Lines,
}

/// What happens to a line that holds a path or a file name.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Lines {
    /// The path is masked in its place; what is promised beside it stays.
    #[default]
    Mask,
    /// The whole line goes.
    Drop,
}

/// Returns `text` without what must not leave.
///
/// The result has at most [`EXPANSION_MAX`] times the bytes of `text`. The time is linear in
/// `text` for given names: a round is a fixed number of passes, each of which steps over its input
/// once, and the number of rounds is fixed.
pub fn redact(text: &str, masks: &Masks<'_>) -> String {
    settle(text, |before| round(before, masks))
}

/// Returns the prose of `text`: without quotes and code, names of checks included, and without
/// what is masked whatever the project.
pub(crate) fn prose(text: &str) -> String {
    let mut out = String::new();
    for line in block::prose(text, |_| "").lines() {
        for piece in masked(line, &Masks::default()) {
            if let Piece::Text(text) = piece {
                out.push_str(text);
            }
            out.push(' ');
        }
        out.push('\n');
    }
    out
}

/// How many bytes of output one byte of input can become: `#1` becomes `<issue>`.
pub const EXPANSION_MAX: usize = 4;

/// Returns what no further round changes; a text that does not come to rest is not let out.
fn settle(text: &str, round: impl Fn(&str) -> String) -> String {
    let mut before = round(text);
    for _ in 0..ROUNDS_MAX {
        let after = round(&before);
        if after == before {
            return after;
        }
        before = after;
    }
    String::new()
}

/// Two or three rounds are usual: a project name that is cut out can uncover a path.
const ROUNDS_MAX: usize = 8;

fn round(text: &str, masks: &Masks<'_>) -> String {
    let prose = block::prose(text, runner::named);
    let mut out = String::with_capacity(prose.len());
    for line in prose.lines() {
        push_line(&mut out, &masked(line, masks));
        out.push('\n');
    }
    squeezed(&out)
}

/// Returns one line without what must not leave.
///
/// The order matters twice. A credential or an address swallows all that is written into it, so
/// it goes first; the shapes of keys are then set aside whole, for the scan of the outgoing bytes
/// to find them and hold the request.
fn masked<'a>(line: &'a str, masks: &Masks<'_>) -> Vec<Piece<'a>> {
    let mut pieces = piece::refine([Piece::Text(line)], piece::placeholder);
    pieces = piece::refine(pieces, credential::or_url);
    pieces = piece::refine(pieces, credential::bearer);
    pieces = piece::refine(pieces, piece::key);
    pieces = piece::refine(pieces, email::find);
    pieces = piece::refine(pieces, |text| path::home(text, masks.home));
    pieces = piece::refine(pieces, path::find);
    pieces = piece::refine(pieces, number::commit);
    pieces = piece::refine(pieces, number::issue_or_lines);
    pieces = piece::refine(pieces, |text| name::find(text, masks.names));
    if goes_wholly(&pieces, masks.lines) { Vec::new() } else { pieces }
}

fn goes_wholly(pieces: &[Piece<'_>], lines: Lines) -> bool {
    lines == Lines::Drop && pieces.iter().any(|piece| piece.is_path())
}

fn push_line(out: &mut String, pieces: &[Piece<'_>]) {
    for piece in pieces {
        out.push_str(piece.text());
    }
}

/// Returns `text` with single blanks, at most one empty line in a row, and no blanks at its ends.
fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.trim_matches(is_space).split('\n') {
        let line = line.trim_end_matches(extent::is_blank);
        if line.is_empty() && out.ends_with("\n\n") {
            continue;
        }
        push_squeezed(&mut out, line);
        out.push('\n');
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

fn push_squeezed(out: &mut String, line: &str) {
    let mut after_blank = false;
    for letter in line.chars() {
        let blank = extent::is_blank(letter);
        if blank && after_blank {
            continue;
        }
        out.push(if blank { ' ' } else { letter });
        after_blank = blank;
    }
}

fn is_space(letter: char) -> bool {
    extent::is_blank(letter) || letter == '\n'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_never_comes_to_rest_is_not_let_out() {
        let grows = |text: &str| [text, "x"].concat();
        assert_eq!(settle("some text", grows), "");
    }

    #[test]
    fn a_text_that_comes_to_rest_in_the_last_round_is_let_out() {
        let shrinks = |text: &str| String::from(text.strip_prefix('x').unwrap_or(text));
        assert_eq!(settle("xxy", shrinks), "y");
        assert_eq!(settle(&["x".repeat(ROUNDS_MAX).as_str(), "y"].concat(), shrinks), "y");
        assert_eq!(settle(&["x".repeat(ROUNDS_MAX + 1).as_str(), "y"].concat(), shrinks), "");
    }
}
