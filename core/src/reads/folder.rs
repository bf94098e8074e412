//! The folder that a path is relative to, as a command line changes it.

use alloc::{string::String, vec::Vec};

use crate::activity::command_line::{Output, Place, Shell, Simple, Word};
use crate::limits::PATH_BYTES_MAX;
use crate::text::path::{expand_home, is_of_windows};

/// Returns `path` as it is from the folder `cwd`, or nothing where that is not known or it names
/// nothing.
pub(super) fn resolve(path: &str, cwd: Option<&str>, home: Option<&str>) -> Option<String> {
    if path.is_empty() || path.contains('\0') {
        return None;
    }
    let path = if path == "~" { home?.into() } else { expand_home(path, home) };
    let path = match cwd {
        _ if path.starts_with('/') || is_of_windows(&path) => path,
        Some(cwd) => [cwd.trim_end_matches('/'), "/", &path].concat(),
        None => return None,
    };
    (path.len() <= PATH_BYTES_MAX).then_some(path)
}

/// The folders that the shells of a line are in.
#[derive(Clone, Debug)]
pub(super) struct Folders<'a> {
    home: Option<&'a str>,
    /// Each shell within the one before it, and its folder where that is known.
    shells: Vec<(Shell, Option<String>)>,
}

impl<'a> Folders<'a> {
    pub(super) fn new(cwd: Option<&str>, home: Option<&'a str>) -> Self {
        Self { home, shells: Vec::from([(Shell::default(), cwd.map(String::from))]) }
    }

    /// Goes to the shell that runs a command, which starts in the folder of the one around it.
    pub(super) fn enter(&mut self, shell: Shell) {
        while self.shells.len() > 1
            && self
                .shells
                .last()
                .is_some_and(|(last, _)| *last != shell && last.depth >= shell.depth)
        {
            self.shells.pop();
        }
        let last = self.shells.last();
        if last.is_none_or(|(last, _)| *last != shell) {
            let folder = last.and_then(|(_, folder)| folder.clone());
            self.shells.push((shell, folder));
        }
    }

    /// Returns where a word leads, unless only the shell knows what it becomes.
    pub(super) fn resolve(&self, word: &Word<'_>) -> Option<String> {
        if word.is_expanded() || word.is_glob() {
            return None;
        }
        // In quotes a tilde is one.
        let home = self.home.filter(|_| !word.is_quoted());
        let text = word.text();
        if word.is_quoted() && text == "~" {
            return None;
        }
        self.literal(text, home)
    }

    /// Returns where a path leads that is in a line without quotes.
    pub(super) fn resolve_plain(&self, path: &str) -> Option<String> {
        self.literal(path, self.home)
    }

    /// Returns where a path in a script leads.
    pub(super) fn resolve_literal(&self, path: &str) -> Option<String> {
        self.literal(path, None)
    }

    fn literal(&self, path: &str, home: Option<&str>) -> Option<String> {
        resolve(path, self.shells.last()?.1.as_deref(), home)
    }

    /// Follows `cd` and its like.
    pub(super) fn follow(&mut self, name: &str, arguments: &[Word<'_>], command: &Simple<'_>) {
        if !matches!(name, "cd" | "chdir" | "pushd" | "popd") {
            return;
        }
        // In a pipe or in the background it goes nowhere, and elsewhere it may not run.
        let is_sure = command.output != Output::Piped
            && command.piped_from.is_none()
            && !command.background
            && !command.is_alternative
            && !SOME_CASES.iter().any(|place| command.nesting.contains(*place));
        let folder = if is_sure { self.target(name, arguments) } else { None };
        if let Some(last) = self.shells.last_mut() {
            last.1 = folder;
        }
    }

    fn target(&self, name: &str, arguments: &[Word<'_>]) -> Option<String> {
        let is_option = |word: &&Word<'_>| word.text().starts_with('-') && word.text().len() > 1;
        let Some(word) = arguments.iter().find(|word| !is_option(word)) else {
            return self.home.filter(|_| name == "cd").map(String::from);
        };
        match word.text() {
            "-" => None,
            "" if !word.is_expanded() => self.shells.last()?.1.clone(),
            _ if name == "popd" => None,
            _ => self.resolve(word),
        }
    }
}

/// What is in one of these runs in some case, or never.
pub(super) const SOME_CASES: [Place; 4] =
    [Place::Condition, Place::Branch, Place::Loop, Place::Function];
