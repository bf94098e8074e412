//! `python -c` and scripts in here-documents that print a whole file.

use alloc::vec::Vec;

use memchr::memmem;

use super::{Shows, Source};
use crate::command_line::{Simple, Word};
use crate::reads::part::Part;

/// What opens a file, and what reads all of it.
const READERS: [(&str, &str); 4] = [
    ("open(", ").read()"),
    ("pathlib.Path(", ").read_text()"),
    ("Path(", ").read_text()"),
    ("io.open(", ").read()"),
];

/// What prints it.
const PRINTERS: [&str; 2] = ["print(", "sys.stdout.write("];

/// How many calls of one kind are looked at.
const CALLS_MAX: usize = 16;

/// Bytes of one call.
const CALL_BYTES_MAX: usize = 4_096;

pub(super) fn shows<'c, 'a>(
    words: &'c [Word<'a>],
    command: &'c Simple<'a>,
) -> Option<Shows<'c, 'a>> {
    let sources: Vec<Source<'c, 'a>> = printed(script(words, command)?).map(Source::Path).collect();
    (!sources.is_empty()).then_some(Shows { sources, part: Part::Whole })
}

/// Returns the script that stands in the line.
fn script<'c>(words: &'c [Word<'_>], command: &'c Simple<'_>) -> Option<&'c str> {
    let is_option = |word: &&Word<'_>| word.text().starts_with('-') && word.text().len() > 1;
    let options = words.iter().take_while(is_option).count();
    if let Some(last) = options.checked_sub(1).and_then(|last| words.get(last))
        && last.text().ends_with('c')
    {
        return words.get(options).filter(|script| !script.is_expanded()).map(Word::text);
    }
    let is_input = words.get(options).is_none_or(|word| word.text() == "-");
    let here = command.redirections.iter().find_map(|one| one.here.as_ref());
    here.filter(|_| is_input).map(|here| &*here.text)
}

/// Returns the files that a script prints whole: `print(open('file').read())`.
fn printed(script: &str) -> impl Iterator<Item = &str> {
    let calls = PRINTERS.iter().flat_map(move |printer| {
        let found = memmem::find_iter(script.as_bytes(), printer).take(CALLS_MAX);
        found.filter_map(move |at| script.get(at.saturating_add(printer.len())..))
    });
    calls.filter_map(read_whole)
}

/// Reads what is printed: a file, opened by its name and read to its end, and nothing else of it.
fn read_whole(printed: &str) -> Option<&str> {
    let printed = printed.get(..printed.floor_char_boundary(CALL_BYTES_MAX))?.trim_start();
    READERS.iter().find_map(|(opens, reads)| {
        let inside = printed.strip_prefix(opens)?.trim_start();
        let quote = inside.chars().next().filter(|first| matches!(first, '"' | '\''))?;
        let (path, behind) = inside.get(1..)?.split_once(quote)?;
        let (modes, behind) = behind.split_once(')')?;
        let is_read = behind.strip_prefix(reads.strip_prefix(')')?)?;
        // A slice of it, or a method on it, shows who knows what.
        let is_all = is_read.trim_start().starts_with([')', ',']);
        let is_plain = !path.contains(['\\', '{']) && !modes.contains(['(', ':']);
        (is_all && is_plain).then_some(path)
    })
}
