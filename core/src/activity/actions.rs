//! Joins calls with their outcomes: what a turn did.
//!
//! A transcript is read backwards, so an outcome comes before its call, and the output of something
//! that ran in the background before the command that started it.

use alloc::{collections::VecDeque, string::String, vec::Vec};

use crate::activity::call::{Act, Call, Edit, Ended, Outcome};
use crate::activity::command_line::CommandLine;
use crate::activity::file_kind::FileKind;
use crate::activity::known_check::{From, KnownCheck};
use crate::activity::own_check::OwnCheck;
use crate::activity::summary::{Rules, Summary};
use crate::activity::work::{Change, What};
use crate::limits::{LOOKS_MAX, OUTCOMES_MAX, OUTPUT_KEPT_BYTES_MAX};
use command::Echoed;

mod command;
mod folder;
mod literal;
mod notice;
mod printed;
mod program;
mod reader;
mod reading;
mod target;
mod watch;

/// Outcomes whose calls are still to come, and outputs that an earlier command may have printed.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActionReader {
    own: Option<OwnCheck>,
    outcomes: VecDeque<Seen>,
    looks: VecDeque<Look>,
    /// What outputs are read with.
    rules: Rules,
}

/// An outcome, read.
#[derive(Clone, Debug, Default)]
struct Seen {
    id: String,
    ended: Ended,
    summary: Summary,
    echoed: Echoed,
    /// What was printed, as far as it is kept.
    output: String,
    /// Whether that is all of it, in the order in which it was printed.
    is_in_order: bool,
    /// Whether `git` said that there was nothing to bring in.
    is_up_to_date: bool,
    task: Option<String>,
    /// Whether what went on as that is known to have ended.
    has_ended: bool,
    lines: Option<u32>,
}

impl Seen {
    /// Returns whether it may still go on in the background.
    fn goes_on(&self) -> bool {
        self.task.is_some() && !self.has_ended
    }
}

/// An output that was looked at.
#[derive(Clone, Debug)]
struct Look {
    /// The id, the path or the command that names it.
    at: String,
    summary: Summary,
}

impl ActionReader {
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
            outcome.ended == Ended::InError && names_no_kind && says_not_started(&outcome.output);
        let kept = outcome.output.floor_char_boundary(OUTPUT_KEPT_BYTES_MAX);
        let is_in_order = outcome.is_in_order && kept == outcome.output.len() && !summary.cut;
        self.outcomes.push_back(Seen {
            id: outcome.id.clone(),
            ended: if never_began { Ended::NotRun } else { outcome.ended },
            summary,
            echoed: Echoed::of(&outcome.output),
            output: outcome.output.get(..kept).unwrap_or_default().into(),
            is_in_order,
            is_up_to_date: outcome.output.contains("Already up to date"),
            task: outcome.task.clone(),
            has_ended: false,
            lines: outcome.lines,
        });
    }

    /// Takes the next older call and returns what it did, in order. A call without an outcome has
    /// done nothing yet.
    pub(crate) fn call(&mut self, call: &Call) -> Vec<What> {
        let at = self.outcomes.iter().position(|seen| seen.id == call.id);
        let Some(mut seen) = at.and_then(|at| self.outcomes.remove(at)) else {
            return Vec::new();
        };
        // How what went on in the background ended was told later.
        let end = seen.task.as_ref().and_then(|task| self.end_of(task));
        seen.has_ended = end.is_some();
        seen.ended = end.unwrap_or(seen.ended);
        match (&call.act, seen.ended) {
            (_, Ended::Refused) => Vec::from([What::Refused]),
            (_, Ended::NotRun) | (Act::Other, _) => Vec::new(),
            (Act::Subagent, _) => Vec::from([What::Subagent]),
            (Act::Hidden, _) => Vec::from([What::Hidden]),
            (Act::Unseen, _) => Vec::from([What::Unseen]),
            (Act::Edit(edits), Ended::Quietly | Ended::Excused) => {
                edits.iter().map(|edit| changed(edit, &seen)).collect()
            }
            (Act::Edit(_), Ended::InError | Ended::Interrupted) => Vec::new(),
            (Act::Look(at), _) => {
                // An id is that of a task; a file may be any.
                let is_of_task = watch::is_of_task(at) || !at.contains(['/', '\\', '.']);
                let compiled = watch::guard_compiled(&seen.output, is_of_task);
                self.look_at(at, seen);
                compiled.map(What::Check).into_iter().collect()
            }
            (Act::Command(text, language), _) => {
                let line = CommandLine::parse_in(text, *language);
                let actions = command::actions(
                    text,
                    &line,
                    &seen,
                    &self.looks,
                    self.own.as_ref(),
                    &mut self.rules,
                );
                self.look(text, seen.summary);
                actions
            }
        }
    }

    /// Returns the checks that calls run, whatever their outcome.
    pub(crate) fn checks_of(&self, calls: &[Call]) -> Vec<KnownCheck> {
        let checks = |call: &Call| match &call.act {
            Act::Command(text, language) => {
                let line = CommandLine::parse_in(text, *language);
                command::checks(&line, self.own.as_ref(), From::Session)
            }
            Act::Edit(_)
            | Act::Look(_)
            | Act::Subagent
            | Act::Hidden
            | Act::Unseen
            | Act::Other => Vec::new(),
        };
        calls.iter().flat_map(checks).collect()
    }

    /// Forgets everything that is still to be joined.
    pub(crate) fn forget(&mut self) {
        self.outcomes.clear();
        self.looks.clear();
    }

    /// Returns how a task ended, as far as that was told.
    fn end_of(&self, task: &str) -> Option<Ended> {
        self.outcomes.iter().find(|seen| seen.id == task).map(|seen| seen.ended)
    }

    /// Takes what was printed by what was started before, and how that ended.
    fn look_at(&mut self, at: &str, seen: Seen) {
        if let Some(ended) = notice::end(&seen.output)
            && self.outcomes.len() < OUTCOMES_MAX
        {
            self.outcomes.push_back(Seen { id: at.into(), ended, ..Seen::default() });
        }
        let summary = match notice::without_numbers(&seen.output) {
            Some(text) => Summary::read_with(&text, &mut self.rules),
            None => seen.summary,
        };
        self.look(at, summary);
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
const NOT_BEGUN: [&str; 12] = [
    "command not found",
    "unrecognized subcommand",
    "Script not found",
    "Missing script",
    "no task ",
    "Unknown command",
    "unknown command",
    "No rule to make target",
    "is not recognized as the name of a cmdlet",
    "is not recognized as a name of a cmdlet",
    "is not recognized as an internal or external command",
    "No module named",
];

/// Bytes of an output in which that would be said.
const NOT_BEGUN_BYTES: usize = 512;

fn says_not_started(output: &str) -> bool {
    let end = output.floor_char_boundary(NOT_BEGUN_BYTES);
    let head = output.get(..end).unwrap_or_default();
    NOT_BEGUN.iter().any(|words| head.contains(words))
}

/// Returns the checks that a command line runs.
pub(crate) fn checks_of_command(text: &str, from: From) -> Vec<KnownCheck> {
    command::checks(&CommandLine::parse(text), None, from)
}

fn changed(edit: &Edit, seen: &Seen) -> What {
    What::Change(Change {
        how: edit.how,
        kind: edit.path.as_deref().map_or(FileKind::Other, FileKind::of),
        path: edit.path.clone(),
        // The host's own patch counts what a replacement of all occurrences touches; what says
        // nothing to a machine does so nowhere.
        lines: edit.lines.filter(|lines| *lines == 0).or(seen.lines).or(edit.lines),
        texts: edit.texts,
    })
}
