//! What a command line changes in the files of a project.

mod body;
mod program;
mod target;

use alloc::{borrow::Cow, string::ToString as _, vec::Vec};

use crate::activity::command_line::{CommandLine, Operator, Redirection, Simple, Word};
use crate::activity::file_kind::FileKind;
use crate::activity::runner;
use crate::activity::work::Scope;
use crate::limits::SHELL_WRITES_MAX;
use crate::text::path;

pub(crate) use target::targets;

/// One change that a command line makes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ShellWrite<'a> {
    /// The command that makes it, as an index into the line.
    pub command: usize,
    /// By what.
    pub how: How,
    /// What it changes, as it is written, where one file is named and no variable is in it.
    pub path: Option<Cow<'a, str>>,
    /// How many lines it writes, where that can be counted.
    pub lines: Option<usize>,
    /// What kind of file that is; of what is not named, [`FileKind::Code`].
    pub kind: FileKind,
}

/// By what a command line changes files.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum How {
    /// `> file`, `>> file`, `tee file`
    Redirect,
    /// `sed -i`, `perl -pi`
    InPlace,
    /// `patch`, `git apply`, `git am`
    Patch,
    /// `git checkout -- file`, `git restore`, `git reset --hard`
    Restore,
    /// `git merge`, `git rebase`, `git pull`, `git revert`, `git cherry-pick`
    Merge,
    /// `git stash`
    Stash,
    /// `git stash pop`, `git stash apply`
    Unstash,
    /// `cp`, `mv`, `ln`, `install`, `rsync`
    Copy,
    /// `rm`, `git rm`
    Remove,
    /// A formatter or a linter that fixes.
    Format,
    /// A script in the line that opens files to write: `python -c`, `node -e`, a here-document.
    Script,
}

impl How {
    /// Returns its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Redirect => "redirect",
            Self::InPlace => "in_place",
            Self::Patch => "patch",
            Self::Restore => "restore",
            Self::Merge => "merge",
            Self::Stash => "stash",
            Self::Unstash => "unstash",
            Self::Copy => "copy",
            Self::Remove => "remove",
            Self::Format => "format",
            Self::Script => "script",
        }
    }
}

impl ShellWrite<'_> {
    /// Returns whether it changes text for people only.
    #[must_use]
    pub fn is_docs(&self) -> bool {
        self.kind == FileKind::Docs
    }
}

/// Returns what a command line changes, in order: at most
/// [`SHELL_WRITES_MAX`].
#[must_use]
pub fn writes<'a>(line: &CommandLine<'a>) -> Vec<ShellWrite<'a>> {
    let mut found = Vec::new();
    let mut places = Places::default();
    let is_mktemp =
        |command: &Simple<'_>| command.words.first().is_some_and(|word| word.text() == "mktemp");
    let makes_temporary = line.commands.iter().any(is_mktemp);
    for (index, command) in line.commands.iter().enumerate() {
        places.learn(command, makes_temporary);
        Writes { command: index, places: &places, found: &mut found }.of(command);
    }
    found
}

/// What a line has said so far about where things are.
#[derive(Debug, Default)]
struct Places<'c> {
    /// Whether commands run where nothing of the project is.
    is_outside: bool,
    /// Variables that name what is nothing of the project.
    outside: Vec<&'c str>,
    /// Whether what is nothing of the project counts anyway.
    is_everywhere: bool,
}

impl<'c> Places<'c> {
    fn learn(&mut self, command: &'c Simple<'_>, makes_temporary: bool) {
        for (name, value) in command.assignments.iter().filter_map(|set| set.text().split_once('='))
        {
            let is_outside = !self.holds(value) || (makes_temporary && value.starts_with("$()"));
            if is_outside && self.outside.len() < SHELL_WRITES_MAX {
                self.outside.push(name);
            }
        }
        let mut words = command.words.iter().map(Word::text);
        if let (Some("cd" | "pushd"), Some(target)) = (words.next(), words.next()) {
            let is_absolute = target.starts_with(['/', '~', '$']) || path::is_of_windows(target);
            self.is_outside = self.are_outside(target) || (self.is_outside && !is_absolute);
        }
    }

    /// Tells whether a path is nothing of the project.
    fn are_outside(&self, path: &str) -> bool {
        is_elsewhere(path) || self.outside.iter().any(|name| begins_with_variable(path, name))
    }

    fn holds(&self, path: &str) -> bool {
        let is_relative = !path.starts_with(['/', '~', '$']) && !path::is_of_windows(path);
        self.is_everywhere || !(self.are_outside(path) || (is_relative && self.is_outside))
    }
}

/// `$name/...` or `${name}/...`
fn begins_with_variable(path: &str, name: &str) -> bool {
    let Some(rest) = path.strip_prefix('$') else { return false };
    let rest = rest.strip_prefix('{').unwrap_or(rest);
    rest.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '}']))
}

/// Changes that are being gathered.
struct Writes<'v, 'c, 'a> {
    command: usize,
    places: &'v Places<'c>,
    found: &'v mut Vec<ShellWrite<'a>>,
}

impl<'a> Writes<'_, '_, 'a> {
    fn of(&mut self, command: &Simple<'a>) {
        // A commit keeps what is there; its message may be written as a here-document.
        if runner::is_commit(command) {
            return;
        }
        let run = runner::run_of(command);
        for redirection in &command.redirections {
            // What a check prints is a log, whatever it is called.
            if run.is_none() && writes_file(redirection) {
                self.file(How::Redirect, &redirection.target, here_lines(command));
            }
        }
        if let Some(run) = run.filter(|run| run.writes) {
            if run.scope != Scope::NoCode {
                self.add(How::Format, None, None);
            }
        } else if let Some(program) = command.program() {
            self.program(command, &program);
        }
    }

    /// Adds a change of the file that a word names, if that is in the project.
    fn file(&mut self, how: How, word: &Word<'a>, lines: Option<usize>) {
        if !self.places.holds(word.text()) {
            return;
        }
        let is_file = !word.is_glob() || self.places.is_everywhere;
        let is_known = !word.is_expanded() && is_file && word.text() != "{}";
        self.add(how, Some((word.cow().clone(), is_known)), lines);
    }

    fn add(&mut self, how: How, path: Option<(Cow<'a, str>, bool)>, lines: Option<usize>) {
        if self.found.len() >= SHELL_WRITES_MAX {
            return;
        }
        let kind = path.as_ref().map_or(FileKind::Code, |(path, is_known)| {
            let kind = FileKind::of(path);
            if kind == FileKind::Other && !is_known { FileKind::Code } else { kind }
        });
        let path = path.and_then(|(path, is_known)| is_known.then_some(path));
        let command = self.command;
        self.found.push(ShellWrite { command, how, path, lines, kind });
    }
}

fn writes_file(redirection: &Redirection<'_>) -> bool {
    match redirection.operator {
        Operator::Write | Operator::Append => redirection.descriptor.is_none_or(|from| from == 1),
        Operator::WriteBoth | Operator::AppendBoth | Operator::ReadWrite => true,
        Operator::Read | Operator::Duplicate | Operator::HereDocument | Operator::HereString => {
            false
        }
    }
}

/// Returns how many lines the here-document of a command has.
fn here_lines(command: &Simple<'_>) -> Option<usize> {
    command.redirections.iter().find_map(|redirection| Some(redirection.here.as_ref()?.lines))
}

/// Tells whether a path is nothing of a project: a device, a temporary file, a log, a host's own
/// files, what git keeps.
pub(crate) fn is_elsewhere(path: &str) -> bool {
    FOLDERS.iter().any(|folder| path::is_below(path, folder))
        || VARIABLES.iter().any(|name| begins_with_variable(path, name))
        || INSIDE.iter().any(|folder| path.contains(folder))
        || ENDS.iter().any(|end| path.ends_with(end))
        || path.is_empty()
        || path.starts_with(".git/")
}

const FOLDERS: [&str; 6] = ["/dev", "/tmp", "/var", "/private/tmp", "/proc", "/private/var"];
const VARIABLES: [&str; 5] = ["TMPDIR", "TEMP", "TMP", "RUNNER_TEMP", "SCRATCH"];
const INSIDE: [&str; 9] = [
    "/.claude/plans",
    "/.claude/projects",
    "/.claude/tmp",
    "/.codex/",
    "/scratchpad/",
    "/.git/",
    "/Local/Temp/",
    "\\Temp\\",
    "/AppData/Local/Temp/",
];
const ENDS: [&str; 4] = [".log", ".out", ".pid", ".err"];

/// Copies a part of a text that is borrowed for less long.
fn owned<'a>(text: &str) -> Cow<'a, str> {
    Cow::Owned(text.to_string())
}
