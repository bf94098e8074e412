//! What a file may be a copy of, by its name: `.env (Copy)` of `.env`, `credentials (1).json` of
//! `credentials.json`.
//!
//! What the word for a copy is depends on the language and on the program. So it is not asked for:
//! whatever follows a name behind a mark, which is all that is no letter, leaves it what it is.

use alloc::{borrow::Cow, format, vec::Vec};

use crate::activity::file_kind::FileKind;

/// No file system holds a longer name: 255 characters of at most four bytes.
const NAME_BYTES_MAX: usize = 1_020;
/// Places at which a name may begin.
const STARTS_MAX: usize = 8;

/// Words that say that a file shows what a secret file looks like, and holds no secret by custom.
const SAMPLES: [&str; 7] = ["example", "sample", "template", "tmpl", "dist", "default", "defaults"];

/// Endings of texts and programs that hold data all the same.
const DATA: [&str; 7] = [".txt", ".text", ".org", ".rtf", ".docx", ".pdf", ".sql"];

/// Endings of what a compiler makes of a program.
const COMPILED: [&str; 4] = [".pyc", ".pyo", ".class", ".o"];

/// One way to read the name of a file.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    /// The name that it may be a copy of.
    pub(super) name: Cow<'a, str>,
    /// What is left of it: a mark and what follows, or nothing.
    pub(super) rest: &'a str,
}

impl Reading<'_> {
    /// Returns whether what is left says that the file is no copy: it shows only what one looks
    /// like, or it is a program or a page about it.
    pub(super) fn is_harmless(&self) -> bool {
        let mut words = self.rest.split(|c: char| !c.is_alphanumeric());
        let is_told = match FileKind::of(self.rest) {
            FileKind::Code | FileKind::Docs => !DATA.iter().any(|end| self.rest.ends_with(end)),
            FileKind::Script | FileKind::Config | FileKind::Other => false,
        };
        let is_told = is_told || COMPILED.iter().any(|end| self.rest.ends_with(end));
        is_told || words.any(|word| SAMPLES.contains(&word))
    }

    /// Returns whether what is left makes another word of it: `password_reset.txt` resets one.
    pub(super) fn is_compound(&self) -> bool {
        let behind = self.rest.strip_prefix(['-', '_']).unwrap_or_default();
        behind.starts_with(char::is_alphabetic) && behind.contains('.')
    }
}

/// Returns the ways to read a name in small letters, the whole of it first. No file has a name that
/// is too long.
pub(super) fn readings(name: &str) -> Vec<Reading<'_>> {
    let mut readings = Vec::new();
    if name.len() > NAME_BYTES_MAX {
        return readings;
    }
    for start in starts(name.trim()) {
        readings.push(Reading { name: Cow::Borrowed(start), rest: "" });
        readings.extend(
            cuts(start).into_iter().map(|(name, rest)| Reading { name: name.into(), rest }),
        );
        // The mark may stand before the extension.
        if let Some((stem, extension)) = start.rsplit_once('.') {
            let whole = |name: &str| Cow::Owned(format!("{name}.{extension}"));
            readings.extend(
                cuts(stem).into_iter().map(|(name, rest)| Reading { name: whole(name), rest }),
            );
        }
    }
    readings
}

/// Returns a name from each place at which it may begin: behind the marks before its first letter,
/// as of `#.netrc#` and `.id_rsa.swp`, and behind a blank, as of `Copy of .netrc`.
fn starts(name: &str) -> Vec<&str> {
    let mut is_before = true;
    let mut last = None;
    let places = name.char_indices().filter_map(|(at, c)| {
        let is_start = is_before || last.replace(c).is_some_and(char::is_whitespace);
        last = Some(c);
        is_before &= !c.is_alphabetic();
        is_start.then_some(at)
    });
    places.take(STARTS_MAX).filter_map(|at| name.get(at..)).collect()
}

/// Returns a name up to each of its marks but the first character, with what is left.
fn cuts(name: &str) -> Vec<(&str, &str)> {
    let behind = name.char_indices().skip(1);
    let marks = behind.filter(|(_, c)| !c.is_alphabetic());
    marks.filter_map(|(at, _)| name.split_at_checked(at)).collect()
}
