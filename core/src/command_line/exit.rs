//! Whether the exit status of a command can be seen at the end of the line that holds it.

use super::{Nesting, Place, Simple, Word};

/// Whether the end of a line says how one of its commands ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Exit {
    /// When the line ends with 0, the command ran and ended with 0.
    Seen,
    /// The line can end with 0 though the command failed or did not run.
    Masked,
}

/// What becomes of the status of a command within what has been read around it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Fate {
    /// If it fails, so does what has been read around it.
    #[default]
    Status,
    /// If it fails, the shell ends with a failure.
    Fatal,
    /// Nobody learns it.
    Lost,
}

impl Fate {
    pub(super) const fn exit(self) -> Exit {
        match self {
            Self::Status | Self::Fatal => Exit::Seen,
            Self::Lost => Exit::Masked,
        }
    }

    /// The fate within a command that has the fate `outer` itself.
    pub(super) const fn within(self, outer: Self) -> Self {
        match (self, outer) {
            (Self::Lost, _) | (_, Self::Lost) => Self::Lost,
            (Self::Status | Self::Fatal, outer) => outer,
        }
    }
}

/// Nobody learns how these end.
pub(super) fn lose(commands: &mut [Simple<'_>]) {
    for command in commands {
        command.exit = Fate::Lost;
    }
}

/// Something runs after these: only what ends the shell is still learnt.
pub(super) fn pass_over(commands: &mut [Simple<'_>]) {
    settle(commands, Fate::Lost);
}

/// What was a status so far becomes `fate`.
pub(super) fn settle(commands: &mut [Simple<'_>], fate: Fate) {
    for command in commands {
        if command.exit == Fate::Status {
            command.exit = fate;
        }
    }
}

/// These run in a shell of their own: what ends that shell is its status.
pub(super) fn contain(commands: &mut [Simple<'_>]) {
    for command in commands {
        if command.exit == Fate::Fatal {
            command.exit = Fate::Status;
        }
    }
}

/// What becomes of a failure that these commands follow, if they always fail themselves. They stand
/// in `place`, where an `exit` ends the shell.
pub(super) fn failing(commands: &[Simple<'_>], place: Nesting) -> Option<Fate> {
    let last = commands.last()?;
    let word = |index: usize| last.words.get(index).map(Word::text);
    let is_here = last.nesting == place || last.nesting == place.with(Place::Group);
    match (word(0)?, word(1)) {
        ("exit" | "return", status) if status != Some("0") && is_here => Some(Fate::Fatal),
        ("exit" | "return", status) if status != Some("0") => Some(Fate::Status),
        ("false", _) => Some(Fate::Status),
        _ => None,
    }
}
