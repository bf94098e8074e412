//! In which folder of a project a command of a line runs.

use crate::activity::command_line::{CommandLine, Simple, Word};

/// Returns the folder below that of the line in which the command at `at` runs, where the line goes
/// there by itself: what passes there has passed in part.
pub(super) fn below<'l>(line: &'l CommandLine<'_>, at: usize) -> Option<&'l str> {
    let command = line.commands.get(at)?;
    let before = line.commands.iter().take(at).rev();
    let is_of_shell = |other: &&Simple<'_>| {
        other.shell == command.shell || other.shell.depth < command.shell.depth
    };
    let moved = before.filter(is_of_shell).find_map(moves_to)?;
    is_below(moved).then(|| moved.text())
}

/// Returns where a command takes its shell.
fn moves_to<'c>(command: &'c Simple<'_>) -> Option<&'c Word<'c>> {
    let [program, folder] = command.words.as_slice() else { return None };
    matches!(program.text(), "cd" | "pushd" | "Set-Location").then_some(folder)
}

/// Returns whether that is a folder of the one before, and not that itself.
fn is_below(folder: &Word<'_>) -> bool {
    let text = folder.text().trim_start_matches("./").trim_end_matches('/');
    let is_elsewhere = text.starts_with(['/', '~', '$', '-', '\\', '`']) || text.contains(':');
    !folder.is_expanded()
        && !is_elsewhere
        && !matches!(text, "" | ".")
        && !text.split(['/', '\\']).any(|part| part == "..")
}
