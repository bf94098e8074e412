//! Which of the shells that a command line starts runs a command.

use super::parser::Parser;

/// A shell: the one that reads the line, or one that it starts for a subshell, a substitution or a
/// script. Commands of one shell share its working directory and its variables.
///
/// A pipeline's own shells are not distinguished.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Shell {
    /// How many shells stand around it.
    pub depth: usize,
    /// What tells it from the others of the line: the later it starts, the higher.
    pub number: usize,
}

impl Parser<'_> {
    /// Reads what another shell runs.
    pub(super) fn in_shell(&mut self, read: impl FnOnce(&mut Self)) {
        let outer = self.shell;
        self.shells = self.shells.saturating_add(1);
        self.shell = Shell { depth: outer.depth.saturating_add(1), number: self.shells };
        read(self);
        self.shell = outer;
    }
}
