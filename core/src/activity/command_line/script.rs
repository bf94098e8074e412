//! Scripts that a command line hands to a shell.

use alloc::borrow::Cow;

use super::frame::{Frame, Options};
use super::parser::{Parser, Read};
use super::{Language, Nesting, Output, Place, Simple};

/// How a script is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) options: Options,
    /// What the script is written in.
    pub(super) language: Language,
    /// Whether a shell of its own runs it.
    pub(super) is_own: bool,
    /// Whether that runs here, and once.
    pub(super) is_direct: bool,
}

impl<'a> Parser<'a> {
    /// Reads `text` as a script that the command at `owner` runs: it fails and shows as that does.
    pub(super) fn script(&mut self, owner: usize, text: Cow<'a, str>, run: Run) {
        let start = self.commands.len();
        let Some(outer) = self.commands.get(owner) else { return };
        let (fate, output, background) = (outer.exit, outer.output, outer.background);
        let (piped_from, piped_into) = (outer.piped_from, outer.piped_into);
        let nesting = outer.nesting.with(Place::Script);
        if run.is_own {
            self.in_shell(|parser| parser.nested(text, nesting, run.options, run.language));
        } else {
            self.nested(text, nesting, run.options, run.language);
        }
        for command in self.range(start..usize::MAX) {
            command.exit = command.exit.within(fate);
            command.background |= background;
            command.is_direct &= run.is_direct;
            command.piped_from = command.piped_from.or(piped_from);
            if command.output == Output::Shown {
                command.output = output;
                command.piped_into = piped_into;
            }
        }
    }

    /// Reads `text` as commands that stand in `nesting`.
    pub(super) fn nested(
        &mut self,
        text: Cow<'a, str>,
        nesting: Nesting,
        options: Options,
        language: Language,
    ) {
        let frame = Frame {
            nesting,
            options,
            shell: self.shell,
            shells: self.shells,
            depth: self.depth.saturating_add(1),
            room: self.room.saturating_sub(self.commands.len()),
        };
        let Read { commands, complete, shells } = match text {
            Cow::Borrowed(text) => super::read(Parser::of(text).within(frame), language),
            Cow::Owned(text) => {
                let Read { commands, complete, shells } =
                    super::read(Parser::of(&text).within(frame), language);
                let commands = commands.into_iter().map(Simple::into_owned).collect();
                Read { commands, complete, shells }
            }
        };
        self.shells = shells;
        self.complete &= complete;
        let offset = self.commands.len();
        let moved = |index: Option<usize>| index.map(|index| index.saturating_add(offset));
        self.commands.extend(commands.into_iter().map(|command: Simple<'a>| Simple {
            piped_from: moved(command.piped_from),
            piped_into: moved(command.piped_into),
            vouched_by: moved(command.vouched_by),
            status_read_by: moved(command.status_read_by),
            waits_on: moved(command.waits_on),
            ..command
        }));
    }
}
