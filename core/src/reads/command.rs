//! Which files a command line shows, and what of them.

use alloc::vec::Vec;

use super::asked::FileAsked;
use super::folder;
use super::part::Part;
use crate::command_line::{CommandLine, Output};
use crate::limits::READ_FILES_MAX;

/// Returns the files that a command line shows, at most [`READ_FILES_MAX`].
pub(super) fn files(command: &str, cwd: Option<&str>, home: Option<&str>) -> Vec<FileAsked> {
    let line = CommandLine::parse(command);
    if !line.complete {
        return Vec::new();
    }
    let shown = line.commands.iter().filter(|command| command.output == Output::Shown);
    let cats = shown.filter_map(|command| command.program()).filter(|cat| cat.name == "cat");
    let words = cats.flat_map(|cat| cat.arguments());
    let paths = words.filter(|word| !word.is_expanded() && !word.is_glob());
    let paths = paths.filter_map(|word| folder::resolve(word.text(), cwd, home));
    paths.map(|path| FileAsked { path, part: Part::Whole }).take(READ_FILES_MAX).collect()
}
