//! Languages of command lines.

use crate::text::path;

/// Which language a command line is written in.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Language {
    /// That of Bash and its relatives.
    #[default]
    Bash,
    /// That of PowerShell, and what its caller is told of how the line ended.
    PowerShell(Ending),
}

/// What a caller of PowerShell is told of how a line ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ending {
    /// The status of the last program that ended, as by a host that has a tool for PowerShell.
    LastProgram,
    /// How the last statement ended, as by `pwsh -Command`.
    LastStatement,
}

impl Language {
    /// Returns the language of the shell of this name or path, which is handed a line.
    #[must_use]
    pub(crate) fn of_shell(shell: &str) -> Self {
        let name = shell.rsplit(['/', '\\']).next().unwrap_or(shell).to_ascii_lowercase();
        match name.strip_suffix(".exe").unwrap_or(&name) {
            "pwsh" | "powershell" | "cmd" => Self::PowerShell(Ending::LastStatement),
            _ => Self::Bash,
        }
    }

    /// Returns the language in which a host runs a line in this folder, where it names no shell: on
    /// Windows that is PowerShell.
    #[must_use]
    pub(crate) fn of_folder(folder: &str) -> Self {
        if path::is_of_windows(folder) {
            Self::PowerShell(Ending::LastStatement)
        } else {
            Self::Bash
        }
    }
}
