//! Knows which parts of a line are still to be looked at and which are settled.

use alloc::vec::Vec;
use core::ops::Range;

use memchr::memchr_iter;

use super::extent;
use crate::security::secret;

/// A part of a line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'a> {
    /// A credential's shape: no rule may cut it, or the scan of the outgoing bytes misses it.
    Key(&'a str),
    /// What stands for something masked.
    Mask(Mask),
    /// What the rules have still to look at.
    Text(&'a str),
}

impl<'a> Piece<'a> {
    pub(super) fn text(self) -> &'a str {
        match self {
            Self::Key(text) | Self::Text(text) => text,
            Self::Mask(mask) => mask.text(),
        }
    }

    pub(super) fn is_path(self) -> bool {
        matches!(self, Self::Mask(Mask::Path))
    }
}

/// What was masked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mask {
    Code,
    Commit,
    Credential,
    Email,
    Issue,
    Lines,
    Path,
    Project,
    Url,
}

impl Mask {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Code => "<code>",
            Self::Commit => "<commit>",
            Self::Credential => "<credential>",
            Self::Email => "<email>",
            Self::Issue => "<issue>",
            Self::Lines => "<lines>",
            Self::Path => "<path>",
            Self::Project => "<project>",
            Self::Url => "<url>",
        }
    }
}

const MASKS: &[Mask] = &[
    Mask::Code,
    Mask::Commit,
    Mask::Credential,
    Mask::Email,
    Mask::Issue,
    Mask::Lines,
    Mask::Path,
    Mask::Project,
    Mask::Url,
];

/// What a rule found; an empty range would be found for ever and ends the search.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    pub(super) range: Range<usize>,
    pub(super) found: Found,
}

/// What happens to it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    Key,
    Mask(Mask),
}

impl Hit {
    pub(super) fn masks(mask: Mask, range: Range<usize>) -> Self {
        Self { range, found: Found::Mask(mask) }
    }
}

/// Returns the pieces with everything set apart that `find` finds in their text.
///
/// `find` returns the first hit. It gets the text after the last one only, so that it sees the
/// same edges as in a later round, where a placeholder stands there; and it must stop reading
/// soon after its hit, which makes the whole linear.
pub(super) fn refine<'a>(
    pieces: impl IntoIterator<Item = Piece<'a>>,
    find: impl Fn(&str) -> Option<Hit>,
) -> Vec<Piece<'a>> {
    let mut out = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => split(text, &find, &mut out),
            Piece::Key(_) | Piece::Mask(_) => out.push(piece),
        }
    }
    out
}

fn split<'a>(text: &'a str, find: impl Fn(&str) -> Option<Hit>, out: &mut Vec<Piece<'a>>) {
    let mut rest = text;
    for _ in text.chars() {
        let Some(hit) = find(rest).filter(|hit| !hit.range.is_empty()) else { break };
        push_text(out, extent::before(rest, hit.range.start));
        out.push(match hit.found {
            Found::Key => Piece::Key(extent::cut(rest, hit.range.clone())),
            Found::Mask(mask) => Piece::Mask(mask),
        });
        rest = extent::after(rest, hit.range.end);
    }
    push_text(out, rest);
}

fn push_text<'a>(out: &mut Vec<Piece<'a>>, text: &'a str) {
    if !text.is_empty() {
        out.push(Piece::Text(text));
    }
}

/// Finds what an earlier round, or the agent itself, wrote for something masked.
pub(super) fn placeholder(text: &str) -> Option<Hit> {
    memchr_iter(b'<', text.as_bytes()).find_map(|start| {
        let here = extent::after(text, start);
        let mask = MASKS.iter().find(|mask| here.starts_with(mask.text()))?;
        Some(Hit::masks(*mask, start..start.saturating_add(mask.text().len())))
    })
}

/// Finds what looks like a key.
pub(super) fn key(text: &str) -> Option<Hit> {
    Some(Hit { range: secret::first(text)?, found: Found::Key })
}
