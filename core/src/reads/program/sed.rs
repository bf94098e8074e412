//! `sed`.

mod address;
mod script;

use alloc::{string::String, vec::Vec};

use super::{Shows, Source, file};
use crate::activity::command_line::Word;
use crate::reads::part::{Lines, Part};

/// What the options say.
#[derive(Clone, Debug, Default)]
struct Options {
    is_quiet: bool,
    /// Whether lines end with a zero byte.
    is_zero: bool,
    /// Parts of the script that options give.
    script: Option<String>,
}

pub(super) fn shows<'c, 'a>(words: &'c [Word<'a>]) -> Option<Shows<'c, 'a>> {
    // One of them may be the script.
    if words.iter().any(Word::is_expanded) {
        return None;
    }
    let mut options = Options::default();
    let mut plain: Vec<&'c Word<'a>> = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.text() {
            "--" => {}
            "-" => plain.push(word),
            text => match text.strip_prefix("--") {
                Some(long) => options.long(long, &mut words)?,
                None => match text.strip_prefix('-') {
                    Some(letters) => options.letters(letters, &mut words)?,
                    None => plain.push(word),
                },
            },
        }
    }
    let mut plain = plain.into_iter();
    let script = match options.script {
        Some(script) => script,
        None => plain.next()?.text().into(),
    };
    let part = script::part(&script, options.is_quiet)?;
    let part = if options.is_zero { of_one_line(part) } else { part };
    let sources: Vec<Source<'c, 'a>> = plain.filter_map(file).collect();
    Some(Shows { sources, part })
}

/// Returns whether what is printed, or with `-i` written, has every line of the files.
pub(super) fn keeps_lines(words: &[Word<'_>]) -> bool {
    // An empty word is an empty end of a name to the one `-i`, and nothing to the other.
    let is_in_place = |word: &&Word<'_>| {
        let text = word.text();
        text.is_empty() || text.starts_with("-i") || text.starts_with("--in-place")
    };
    let others: Vec<Word<'_>> = words.iter().filter(|word| !is_in_place(word)).cloned().collect();
    shows(&others).is_some_and(|shows| shows.part == Part::Whole)
}

/// Returns what is shown of a text that is one line to `sed`.
fn of_one_line(part: Part) -> Part {
    match part {
        Part::Lines(lines) if lines.holds_first() => Part::Whole,
        Part::Lines(_) => Part::Lines(Lines::default()),
        Part::Whole
        | Part::Last(_)
        | Part::AllButLast(_)
        | Part::Bytes(_)
        | Part::LastBytes(_)
        | Part::BytesOf(..)
        | Part::LastOf(..) => part,
    }
}

impl Options {
    fn add(&mut self, script: &str) {
        let whole = self.script.get_or_insert_default();
        if !whole.is_empty() {
            whole.push('\n');
        }
        whole.push_str(script);
    }

    /// `--quiet`; nothing for what changes files or is not known.
    fn long<'c, 'a: 'c>(
        &mut self,
        long: &'c str,
        words: &mut impl Iterator<Item = &'c Word<'a>>,
    ) -> Option<()> {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        match name {
            "quiet" | "silent" => self.is_quiet = true,
            "null-data" | "zero-terminated" => self.is_zero = true,
            "expression" => self.add(value.or_else(|| words.next().map(Word::text))?),
            "line-length" if value.is_none() => drop(words.next()),
            "line-length" | "regexp-extended" | "separate" | "unbuffered" | "posix" | "sandbox"
            | "follow-symlinks" | "binary" => {}
            _ => return None,
        }
        Some(())
    }

    /// `-n`, `-nE`, `-ne SCRIPT`
    fn letters<'c, 'a: 'c>(
        &mut self,
        letters: &'c str,
        words: &mut impl Iterator<Item = &'c Word<'a>>,
    ) -> Option<()> {
        for (at, letter) in letters.char_indices() {
            let rest = letters.get(at.saturating_add(1)..).filter(|rest| !rest.is_empty());
            match letter {
                'n' => self.is_quiet = true,
                'z' => self.is_zero = true,
                'E' | 'r' | 's' | 'u' | 'b' => {}
                'e' => {
                    self.add(rest.or_else(|| words.next().map(Word::text))?);
                    return Some(());
                }
                'l' => {
                    if rest.is_none() {
                        words.next();
                    }
                    return Some(());
                }
                _ => return None,
            }
        }
        Some(())
    }
}
