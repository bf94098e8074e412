//! Which files a command replaces, changes or takes away, of the project or not.

use alloc::{borrow::Cow, vec::Vec};

use super::{How, Places, Writes, owned};
use crate::activity::command_line::{Program, Simple, Word};
use crate::limits::SHELL_WRITES_MAX;
use crate::text::path::base_name;

/// What a command replaces, changes or takes away.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Target<'a> {
    /// As it is written; there may be patterns in it.
    pub(crate) path: Cow<'a, str>,
    /// Whether that goes for all that is below it as well.
    pub(crate) with_all_below: bool,
}

/// Returns what a command replaces, changes or takes away, where that is named; nothing where it is
/// more than can be said. What is only added to is not among it, nor what a redirection writes.
pub(crate) fn targets<'a>(
    command: &Simple<'a>,
    program: &Program<'_, 'a>,
) -> Option<Vec<Target<'a>>> {
    let words = program.arguments();
    if program.name == "tee" && words.iter().any(is_append) {
        return Some(Vec::new());
    }
    let (mut found, places) = (Vec::new(), Places { is_everywhere: true, ..Places::default() });
    let mut writes = Writes { command: 0, places: &places, found: &mut found };
    writes.program(command, program);
    writes.outputs(program.name, words);
    let is_all = found.len() < SHELL_WRITES_MAX;
    let target = |write: super::ShellWrite<'a>| {
        // Of what is copied, what is inside is named besides.
        Some(Target { path: write.path?, with_all_below: write.how != How::Copy })
    };
    is_all.then(|| found.into_iter().filter_map(target).collect())
}

/// `tee -a`, `tee --append`
fn is_append(word: &Word<'_>) -> bool {
    let text = word.text();
    let is_letters = !text.starts_with("--") && text.starts_with('-');
    text == "--append" || (is_letters && text.contains('a'))
}

impl<'a> Writes<'_, '_, 'a> {
    /// What a program is told to write into, whatever program that is: `-o FILE`.
    fn outputs(&mut self, name: &str, words: &[Word<'a>]) {
        if matches!(name, "awk" | "gawk") && words.iter().any(|word| word.text() == "inplace") {
            self.files(How::InPlace, super::program::plain(words, &["-i", "-v", "-F"]), None);
        }
        let mut is_output = false;
        for word in words {
            let text = word.text();
            if core::mem::replace(&mut is_output, names_output(text)) && !text.starts_with('-') {
                self.file(How::Copy, word, None);
            }
            if let Some((option, value)) = text.split_once('=')
                && LONG.contains(&option)
            {
                self.add(How::Copy, Some((owned(value), !word.is_expanded())), None);
            }
            // Of a page without another name it is that of the page.
            if matches!(name, "curl" | "wget")
                && let Some((_, page)) = text.split_once("://")
            {
                let page = page.split(['?', '#']).next().and_then(base_name);
                self.add(How::Copy, page.map(|page| (owned(page), !word.is_expanded())), None);
            }
        }
    }

    /// What is inside of the folder that something is copied into, and where it was moved from.
    pub(super) fn displaced(&mut self, name: &str, words: &[Word<'a>], target: &Word<'a>) {
        let sources = super::program::plain(words, &["-m", "-o", "-g"]);
        let sources = sources.filter(|source| source.text() != target.text());
        for source in sources.take(SHELL_WRITES_MAX) {
            // `rsync` puts what is in a folder where the folder goes.
            let inside = if name == "rsync" { "" } else { base_name(source.text()).unwrap_or("") };
            let inside = owned(&[target.text(), "/", inside].concat());
            self.add(How::Remove, Some((inside, !target.is_expanded())), None);
            if name == "mv" {
                self.file(How::Remove, source, None);
            }
        }
    }
}

/// Options with which a program is told where it writes to.
const LONG: [&str; 5] = ["--output", "--output-file", "--output-document", "--outfile", "--out"];

/// `-o`, `-fsSLo`, `-O`, `--output`
fn names_output(option: &str) -> bool {
    match option.strip_prefix('-') {
        Some(letters) if !letters.starts_with('-') => {
            letters.len() <= 8
                && letters.ends_with(['o', 'O'])
                && letters.bytes().all(|letter| letter.is_ascii_alphabetic())
        }
        Some(_) | None => LONG.contains(&option),
    }
}
