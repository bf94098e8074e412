//! What a tool call asks to see.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::file::FileAsked;
use super::part::{Lines, Part};
use super::settings::ReadSettings;
use super::{command, folder};
use crate::activity::command_line::{CommandLine, Ending, Language};
use crate::hosts::event::{Call, Number, Tool};
use crate::hosts::host::Host;

/// What a tool call asks to see: at least one file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Asked {
    /// The files, in order, each as often as it is named; at most
    /// [`READ_FILES_MAX`](crate::limits::READ_FILES_MAX).
    pub files: Vec<FileAsked>,
    /// With what.
    pub by: By,
    /// The host that asks.
    pub host: Host,
    /// Whether it is a subagent whose work it is to read.
    pub is_exempt: bool,
}

/// With what files are read.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The host's own tool.
    Tool,
    /// A command line.
    Shell,
}

/// Lines that a host's tool shows where nobody says how many.
const PAGE_LINES: u64 = 2_000;

/// Returns what `call` asks to see, or nothing where it passes whatever the files are.
#[must_use]
pub fn ask(call: &Call<'_>, settings: &ReadSettings) -> Option<Asked> {
    let is_exempt = settings.is_exempt(call.agent);
    let (files, by) = match call.tool {
        Tool::Read { path, offset, limit } => {
            let path = path.trim_end_matches('/');
            let path = folder::resolve(path, call.cwd, call.home)?;
            let part = targeted(*offset, *limit);
            // What it reads in part exempts nothing.
            if is_exempt && part != Part::Whole {
                return None;
            }
            (Vec::from([FileAsked { path, part }]), By::Tool)
        }
        Tool::Shell { .. } | Tool::PowerShell { .. } if is_exempt => return None,
        Tool::Shell { command } => {
            let line = CommandLine::parse(command);
            (command::files(&line, call.cwd, call.home), By::Shell)
        }
        Tool::PowerShell { command } => {
            let language = Language::PowerShell(Ending::LastProgram);
            let line = CommandLine::parse_in(command, language);
            (command::files(&line, call.cwd, call.home), By::Shell)
        }
    };
    let files: Vec<FileAsked> = files.into_iter().filter(|file| is_counted(&file.path)).collect();
    (!files.is_empty()).then_some(Asked { files, by, host: call.host, is_exempt })
}

/// Returns the part that an offset and a limit ask for.
fn targeted(offset: Option<Number>, limit: Option<Number>) -> Part {
    if offset.is_none() && limit.is_none() {
        return Part::Whole;
    }
    let whole = |number: i64| u64::try_from(number).unwrap_or(0);
    let before = offset.flatten().map_or(0, whole).saturating_sub(1);
    let count = limit.flatten().map_or(PAGE_LINES, whole);
    Part::Lines(Lines::range(before.saturating_add(1)..=before.saturating_add(count)))
}

/// Returns whether the lines of a file of this name say how much of it is seen: a picture is shown
/// as one, and a notebook by its cells.
fn is_counted(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let Some((before, extension)) = name.rsplit_once('.') else { return true };
    let is_shown = SHOWN.iter().any(|shown| extension.eq_ignore_ascii_case(shown));
    before.is_empty() || !is_shown
}

/// Ends of names of files that hosts do not show as lines.
const SHOWN: [&str; 9] = ["png", "jpg", "jpeg", "gif", "webp", "bmp", "svg", "pdf", "ipynb"];
