//! Which files a command line shows, and what of them.

use alloc::{string::String, vec::Vec};

use super::file::FileAsked;
use super::folder::{Folders, SOME_CASES};
use super::part::Part;
use super::program::{self, Shows, Source};
use super::written::Written;
use crate::activity::command_line::{CommandLine, Operator, Output, Place, Program, Simple};
use crate::activity::shell_write;
use crate::limits::READ_FILES_MAX;

/// Returns the files that a command line shows, at most [`READ_FILES_MAX`]. Where it is in doubt
/// whether a command runs, or what it shows, it shows nothing.
pub(super) fn files(
    line: &CommandLine<'_>,
    cwd: Option<&str>,
    home: Option<&str>,
) -> Vec<FileAsked> {
    if !line.complete {
        return Vec::new();
    }
    let mut flow = Flow {
        folders: Folders::new(cwd, home),
        incoming: line.commands.iter().map(|_| Vec::new()).collect(),
        shown: Vec::new(),
        written: Written::default(),
    };
    for (at, command) in line.commands.iter().enumerate() {
        flow.pass(at, command);
    }
    flow.shown
}

/// What goes through the commands of a line.
#[derive(Debug)]
struct Flow<'a> {
    folders: Folders<'a>,
    /// What each command reads from the one before it in a pipe.
    incoming: Vec<Vec<FileAsked>>,
    /// What the caller sees.
    shown: Vec<FileAsked>,
    /// Files that the line has written so far: what they will hold is not known.
    written: Written,
}

impl Flow<'_> {
    /// Takes the next command.
    fn pass(&mut self, at: usize, command: &Simple<'_>) {
        self.folders.enter(command.shell);
        let incoming = self.incoming.get_mut(at).map(core::mem::take).unwrap_or_default();
        let targets = command.redirections.iter().filter(|one| one.operator.overwrites());
        for target in targets.filter_map(|one| self.folders.resolve(&one.target)) {
            self.written.add(&target, false);
        }
        let Some(program) = command.program() else { return };
        self.write(command, &program);
        self.folders.follow(program.name, program.arguments(), command);
        if !is_sure(command) || !program.is_direct {
            return;
        }
        let Some(shows) = program::shows(&program, command) else { return };
        let mut out = self.out(&shows, command, incoming);
        out.retain(|file| !self.written.hold(&file.path));
        let into = match command.output {
            Output::Shown => &mut self.shown,
            Output::Piped => {
                let reader = command.piped_into.and_then(|at| self.incoming.get_mut(at));
                let Some(reader) = reader else { return };
                reader
            }
            Output::Redirected | Output::Captured => return,
        };
        let room = READ_FILES_MAX.saturating_sub(into.len());
        into.extend(out.into_iter().take(room));
    }

    /// Takes note of what a program replaces, changes or takes away.
    fn write<'a>(&mut self, command: &Simple<'a>, program: &Program<'_, 'a>) {
        if program::keeps_lines(program) {
            return;
        }
        let Some(targets) = shell_write::targets(command, program) else {
            self.written.add_all();
            return;
        };
        for target in targets {
            if let Some(path) = self.folders.resolve_plain(&target.path) {
                self.written.add(&path, target.with_all_below);
            }
        }
    }

    /// Returns what a program prints of files.
    fn out(
        &self,
        shows: &Shows<'_, '_>,
        command: &Simple<'_>,
        mut incoming: Vec<FileAsked>,
    ) -> Vec<FileAsked> {
        let mut out = Vec::new();
        let input = self.input(command);
        let of_file = |path: String| FileAsked { path, part: shows.part.clone() };
        let mut of_input = || match &input {
            Input::Pipe => through(core::mem::take(&mut incoming), &shows.part),
            Input::File(path) => path.clone().map(of_file).into_iter().collect(),
            Input::Text => Vec::new(),
        };
        if shows.sources.is_empty() {
            return of_input();
        }
        for source in shows.sources.iter().take(READ_FILES_MAX) {
            match source {
                Source::Input => out.extend(of_input()),
                Source::Word(word) => out.extend(self.folders.resolve(word).map(of_file)),
                Source::Path(path) => out.extend(self.folders.resolve_literal(path).map(of_file)),
            }
        }
        out
    }

    /// Returns what a command reads where no file is named.
    fn input(&self, command: &Simple<'_>) -> Input {
        let is_input = |from: Option<u32>| from.is_none_or(|from| from == 0);
        let mut given = command.redirections.iter().rev().filter(|one| is_input(one.descriptor));
        let given = given.find_map(|one| match one.operator {
            Operator::Read | Operator::ReadWrite => {
                Some(Input::File(self.folders.resolve(&one.target)))
            }
            Operator::HereDocument | Operator::HereString => Some(Input::Text),
            Operator::Write
            | Operator::Append
            | Operator::WriteBoth
            | Operator::AppendBoth
            | Operator::Duplicate => None,
        });
        given.unwrap_or(Input::Pipe)
    }
}

/// What a command reads where no file is named.
#[derive(Clone, Debug)]
enum Input {
    /// What another command prints.
    Pipe,
    /// A file, where it is known which.
    File(Option<String>),
    /// A text in the line itself.
    Text,
}

/// Returns whether a command runs, once, whatever the others do.
fn is_sure(command: &Simple<'_>) -> bool {
    let is_inside = |place: &Place| command.nesting.contains(*place);
    command.is_direct
        && !command.is_alternative
        && !SOME_CASES.iter().any(is_inside)
        && !is_inside(&Place::Substitution)
}

/// Returns what is left of files, one behind the other, of which a program shows `part`.
fn through(incoming: Vec<FileAsked>, part: &Part) -> Vec<FileAsked> {
    if *part == Part::Whole {
        return incoming;
    }
    // Where the second one begins is not known.
    let first = incoming.into_iter().take(1);
    first.filter_map(|file| Some(FileAsked { part: file.part.part(part)?, ..file })).collect()
}
