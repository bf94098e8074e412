//! `awk`.

mod rule;

use alloc::vec::Vec;

use super::{Shows, Source, file};
use crate::activity::command_line::Word;

pub(super) fn shows<'c, 'a>(words: &'c [Word<'a>]) -> Option<Shows<'c, 'a>> {
    let mut words = words.iter();
    let script = loop {
        let word = words.next()?;
        match word.text() {
            "--" => break words.next()?,
            "-F" | "-v" => drop(words.next()),
            option if option.starts_with("-F") || option.starts_with("-v") => {}
            option if option.starts_with('-') => return None,
            _ => break word,
        }
    };
    if script.is_expanded() {
        return None;
    }
    let part = rule::part(script.text())?;
    // `name=value` sets a variable.
    let files = words.filter(|word| !word.text().contains('='));
    let sources: Vec<Source<'c, 'a>> = files.filter_map(file).collect();
    Some(Shows { sources, part })
}
