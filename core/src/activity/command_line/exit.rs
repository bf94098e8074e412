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

/// What happens to a failure of a command within what has been read around it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Fate {
    reach: Reach,
    /// Whether it gets there by `set -e` alone, which does not count where somebody asks how
    /// something ended.
    by_option: bool,
    /// Whether the command runs whatever the others in its list do.
    is_alone: bool,
}

/// How far a failure is learnt.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum Reach {
    /// What has been read around it fails too.
    #[default]
    Status,
    /// The shell ends with a failure.
    Shell,
    /// Nobody learns it.
    Nobody,
}

impl Fate {
    pub(super) fn exit(self) -> Exit {
        if self.reach == Reach::Nobody { Exit::Masked } else { Exit::Seen }
    }

    /// The fate within a command that has the fate `outer` itself.
    pub(super) fn within(self, outer: Self) -> Self {
        if self.reach == Reach::Nobody { self } else { outer }
    }
}

/// Nobody learns how these end.
pub(super) fn lose(commands: &mut [Simple<'_>]) {
    for command in commands {
        command.exit.reach = Reach::Nobody;
    }
}

/// Something runs after these: only what ends the shell is still learnt.
pub(super) fn pass_over(commands: &mut [Simple<'_>]) {
    for command in commands.iter_mut().filter(|command| command.exit.reach == Reach::Status) {
        command.exit.reach = Reach::Nobody;
    }
}

/// Something runs after these, but with `set -e` not when they fail.
pub(super) fn stop_at(commands: &mut [Simple<'_>]) {
    for command in commands.iter_mut().filter(|command| command.exit.reach == Reach::Status) {
        command.exit.reach = Reach::Shell;
        command.exit.by_option = true;
    }
}

/// Somebody asks how these ended: there `set -e` does not count.
pub(super) fn ask(commands: &mut [Simple<'_>]) {
    for command in commands.iter_mut().filter(|command| command.exit.by_option) {
        command.exit.reach = Reach::Nobody;
    }
}

/// These run in a shell of their own: what ends that shell is its status.
pub(super) fn contain(commands: &mut [Simple<'_>]) {
    for command in commands.iter_mut().filter(|command| command.exit.reach == Reach::Shell) {
        command.exit.reach = Reach::Status;
    }
}

/// The command at `next` runs only where these ended with 0, as far as their failure reaches it.
pub(super) fn vouch(commands: &mut [Simple<'_>], next: usize) {
    for command in commands.iter_mut().filter(|command| command.exit.reach != Reach::Nobody) {
        command.vouched_by.get_or_insert(next);
    }
}

/// The command at `next` finds in `$?` how these ended, and runs only where the shell goes on.
pub(super) fn tell(commands: &mut [Simple<'_>], next: usize) {
    for command in commands {
        match command.exit.reach {
            Reach::Status => {
                command.status_read_by.get_or_insert(next);
            }
            Reach::Shell => {
                command.vouched_by.get_or_insert(next);
            }
            Reach::Nobody => {}
        }
    }
}

/// The last of these runs whatever the others in its list do.
pub(super) fn alone(commands: &mut [Simple<'_>]) {
    if let Some(last) = commands.last_mut() {
        last.exit.is_alone = true;
    }
}

/// `alternatives` run when `commands` fail. They stand in `place`.
pub(super) fn replace(commands: &mut [Simple<'_>], alternatives: &[Simple<'_>], place: Nesting) {
    match failing(alternatives, place) {
        Some(Reach::Shell) => {
            for command in commands.iter_mut().filter(|one| one.exit.reach == Reach::Status) {
                command.exit.reach = Reach::Shell;
            }
        }
        Some(Reach::Status) => {}
        Some(Reach::Nobody) | None => pass_over(commands),
    }
}

/// How far a failure is learnt that these follow, if they always fail themselves.
fn failing(commands: &[Simple<'_>], place: Nesting) -> Option<Reach> {
    let last = commands.last()?;
    let word = |index: usize| last.words.get(index).map(Word::text);
    let fails = match (word(0)?, word(1)) {
        ("exit" | "return", status) => status != Some("0"),
        ("false", _) => true,
        _ => false,
    };
    let group = place.with(Place::Group);
    let is_here = last.nesting == place || last.nesting == group;
    let is_inside = is_here
        || last.nesting == place.with(Place::Subshell)
        || last.nesting == group.with(Place::Subshell);
    if !fails || !is_inside || last.exit.exit() == Exit::Masked {
        return None;
    }
    let ends = word(0) != Some("false") && is_here;
    let is_sure = last.exit.is_alone || commands.len() == 1;
    Some(if ends && is_sure { Reach::Shell } else { Reach::Status })
}
