//! `python -c` and scripts in here-documents that print a whole file.

mod statement;

use alloc::vec::Vec;

use memchr::memmem;

use super::{Shows, Source};
use crate::activity::command_line::{Simple, Word};
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

/// With these in a script it is not known where it looks, what lies there by then, what is printed,
/// or how far it comes.
const DOUBTS: [&str; 11] = [
    "chdir",
    "exit",
    "quit",
    "raise",
    "redirect_stdout",
    "stdout =",
    "stdout=",
    "os.re",
    "unlink",
    "shutil",
    "write_text",
];

/// How many statements that print are looked at.
const STATEMENTS_MAX: usize = 16;

/// Bytes of one statement.
const STATEMENT_BYTES_MAX: usize = 4_096;

pub(super) fn shows<'c, 'a>(
    words: &'c [Word<'a>],
    command: &'c Simple<'a>,
) -> Option<Shows<'c, 'a>> {
    let script = script(words, command)?;
    if DOUBTS.iter().any(|doubt| memmem::find(script.as_bytes(), doubt.as_bytes()).is_some()) {
        return None;
    }
    let statements = statement::statements(script)?.into_iter();
    let printed = statements.filter_map(printed).take(STATEMENTS_MAX);
    let sources: Vec<Source<'c, 'a>> = printed.filter_map(read_whole).map(Source::Path).collect();
    (!sources.is_empty()).then_some(Shows { sources, part: Part::Whole })
}

/// Returns the script that is in the line.
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

/// Returns what a statement prints, where that is all that it does: `print(...)`.
fn printed(statement: &str) -> Option<&str> {
    let call = PRINTERS.iter().find_map(|printer| statement.strip_prefix(printer))?;
    call.strip_suffix(')').filter(|inside| inside.len() <= STATEMENT_BYTES_MAX)
}

/// Reads what is printed: a file, opened by its name and read to its end, and nothing else of it.
fn read_whole(printed: &str) -> Option<&str> {
    let printed = printed.trim();
    READERS.iter().find_map(|(opens, reads)| {
        let inside = printed.strip_prefix(opens)?.trim_start();
        let quote = inside.chars().next().filter(|first| matches!(first, '"' | '\''))?;
        let (path, behind) = inside.get(1..)?.split_once(quote)?;
        let (modes, behind) = behind.split_once(')')?;
        let others = behind.strip_prefix(reads.strip_prefix(')')?)?.trim_start();
        // A slice of it, or a method on it, shows who knows what; so does what goes into a file,
        // or may not be printed at all.
        let is_all = others.is_empty()
            || others.starts_with(',') && !others.contains(['*', '(', ')']) && !goes(others);
        let is_plain = !path.contains(['\\', '{']) && !modes.contains(['(', ':']);
        (is_all && is_plain).then_some(path)
    })
}

/// Returns whether what is printed goes elsewhere: `file=`.
fn goes(arguments: &str) -> bool {
    memmem::find(arguments.as_bytes(), b"file").is_some()
}
