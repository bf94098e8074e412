//! Joins calls with their outcomes: what a turn did.
//!
//! A transcript is read backwards, so an outcome comes before its call, and the output of something
//! that ran in the background before the command that started it.

use alloc::{collections::VecDeque, string::String, vec::Vec};

use crate::call::{Act, Call, Edit, Ended, Outcome};
use crate::file_kind::FileKind;
use crate::known_check::{From, KnownCheck};
use crate::limits::{LOOKS_MAX, OUTCOMES_MAX};
use crate::own_check::OwnCheck;
use crate::summary::{Rules, Summary};
use crate::work::{Change, What};
use command::Echoed;

mod command;
mod program;

/// Outcomes whose calls are still to come, and outputs that an earlier command may have printed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deeds {
    own: Option<OwnCheck>,
    outcomes: VecDeque<Seen>,
    looks: VecDeque<Look>,
    /// What outputs are read with.
    rules: Rules,
}

/// An outcome, read.
#[derive(Clone, Debug)]
struct Seen {
    id: String,
    ended: Ended,
    summary: Summary,
    echoed: Echoed,
    /// Whether nothing was printed.
    is_silent: bool,
    /// Whether `git` said that there was nothing to bring in.
    is_up_to_date: bool,
    task: Option<String>,
    lines: Option<u32>,
}

/// An output that was looked at.
#[derive(Clone, Debug)]
struct Look {
    /// The id, the path or the command that names it.
    at: String,
    summary: Summary,
}

impl Deeds {
    /// Returns what is still to come before the first line, where the user has this check.
    pub(crate) fn looking_for(own: Option<OwnCheck>) -> Self {
        Self { own, ..Self::default() }
    }

    /// Takes the next older outcome.
    pub(crate) fn outcome(&mut self, outcome: &Outcome) {
        if self.outcomes.len() == OUTCOMES_MAX {
            self.outcomes.pop_front();
        }
        let summary = Summary::read_with(&outcome.output, &mut self.rules);
        // `make` only reports that something else failed.
        let names_no_kind = summary.runs.iter().all(|run| run.kind.is_none());
        let never_began =
            outcome.ended == Ended::InError && names_no_kind && says_not_begun(&outcome.output);
        self.outcomes.push_back(Seen {
            id: outcome.id.clone(),
            ended: if never_began { Ended::NotRun } else { outcome.ended },
            summary,
            echoed: Echoed::of(&outcome.output),
            is_silent: outcome.output.trim().is_empty(),
            is_up_to_date: outcome.output.contains("Already up to date"),
            task: outcome.task.clone(),
            lines: outcome.lines,
        });
    }

    /// Takes the next older call and returns what it did, in order. A call without an outcome has
    /// done nothing yet.
    pub(crate) fn call(&mut self, call: &Call) -> Vec<What> {
        let at = self.outcomes.iter().position(|seen| seen.id == call.id);
        let Some(seen) = at.and_then(|at| self.outcomes.remove(at)) else { return Vec::new() };
        match (&call.act, seen.ended) {
            (_, Ended::Refused) => Vec::from([What::Refused]),
            (_, Ended::NotRun) | (Act::Other, _) => Vec::new(),
            (Act::Subagent, _) => Vec::from([What::Subagent]),
            (Act::Hidden, _) => Vec::from([What::Hidden]),
            (Act::Edit(edits), Ended::Quietly) => {
                edits.iter().map(|edit| changed(edit, &seen)).collect()
            }
            (Act::Edit(_), Ended::InError | Ended::Interrupted) => Vec::new(),
            (Act::Look(at), _) => {
                self.look(at, seen.summary);
                Vec::new()
            }
            (Act::Command(text), _) => {
                let deeds = command::deeds(text, &seen, &self.looks, self.own.as_ref());
                self.look(text, seen.summary);
                deeds
            }
        }
    }

    /// Returns the checks that calls run, whatever their outcome.
    pub(crate) fn checks_of(&self, calls: &[Call]) -> Vec<KnownCheck> {
        let checks = |call: &Call| match &call.act {
            Act::Command(text) => command::checks(text, self.own.as_ref(), From::Session),
            Act::Edit(_) | Act::Look(_) | Act::Subagent | Act::Hidden | Act::Other => Vec::new(),
        };
        calls.iter().flat_map(checks).collect()
    }

    /// Forgets everything that is still to be joined.
    pub(crate) fn forget(&mut self) {
        self.outcomes.clear();
        self.looks.clear();
    }

    fn look(&mut self, at: &str, summary: Summary) {
        if summary.runs.is_empty() {
            return;
        }
        if self.looks.len() == LOOKS_MAX {
            self.looks.pop_front();
        }
        self.looks.push_back(Look { at: at.into(), summary });
    }
}

/// What shells, package managers and task runners say of what they cannot find. Nothing ran then.
const NOT_BEGUN: [&str; 10] = [
    "command not found",
    "unrecognized subcommand",
    "Script not found",
    "Missing script",
    "no task ",
    "Unknown command",
    "unknown command",
    "No rule to make target",
    "is not recognized as an internal or external command",
    "No module named",
];

/// Bytes of an output in which that would be said.
const NOT_BEGUN_BYTES: usize = 512;

fn says_not_begun(output: &str) -> bool {
    let end = output.floor_char_boundary(NOT_BEGUN_BYTES);
    let head = output.get(..end).unwrap_or_default();
    NOT_BEGUN.iter().any(|words| head.contains(words))
}

/// Returns the checks that a command line runs.
pub(crate) fn checks_of_command(text: &str, from: From) -> Vec<KnownCheck> {
    command::checks(text, None, from)
}

fn changed(edit: &Edit, seen: &Seen) -> What {
    What::Change(Change {
        how: edit.how,
        kind: edit.path.as_deref().map_or(FileKind::Other, FileKind::of),
        path: edit.path.clone(),
        // The host's own patch counts what a replacement of all occurrences touches.
        lines: seen.lines.or(edit.lines),
        texts: edit.texts,
    })
}
