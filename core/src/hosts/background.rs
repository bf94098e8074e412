//! What a host reports as running or scheduled when a turn ends.

use alloc::string::String;

use heapless::Vec;
use serde::Deserialize;

use crate::limits::TASKS_MAX;
use crate::text::json::{self, Field};

/// The two lists of a Stop payload.
///
/// A list that is absent, `null`, not a list, or holds something that is no object is unknown.
/// Unknown is never empty.
#[derive(Clone, Debug, Default)]
pub struct Background {
    /// Tasks of the session: shells, subagents, monitors.
    pub tasks: Option<Tasks>,
    /// Scheduled prompts of the session.
    pub crons: Option<Crons>,
}

/// The tasks of a session.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    /// How many have the status `running`.
    pub running: u32,
    /// How many have a status of which nobody knows whether something still runs.
    pub unsure: u32,
    /// The first [`TASKS_MAX`], of any status.
    pub described: Vec<Task, TASKS_MAX>,
}

/// One task.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Task {
    /// The host's word for its state.
    pub status: String,
    /// What it is for, in the agent's words. Hosts cut it at 1,000 characters.
    pub description: String,
}

/// The scheduled prompts of a session.
#[derive(Clone, Debug, Default)]
pub struct Crons {
    /// How many there are. A cron stays listed until it is deleted.
    pub scheduled: u32,
    /// The prompts of the first [`TASKS_MAX`].
    pub prompts: Vec<String, TASKS_MAX>,
}

#[derive(Deserialize)]
struct RawTask<'a> {
    #[serde(borrow, default)]
    status: Field<'a>,
    #[serde(borrow, default)]
    description: Field<'a>,
}

#[derive(Deserialize)]
struct RawCron<'a> {
    #[serde(borrow, default)]
    prompt: Field<'a>,
}

/// What hosts call a task that is over.
const OVER: [&str; 17] = [
    "aborted",
    "canceled",
    "cancelled",
    "complete",
    "completed",
    "done",
    "error",
    "exited",
    "failed",
    "finished",
    "interrupted",
    "killed",
    "stopped",
    "succeeded",
    "success",
    "timed_out",
    "timeout",
];

impl Tasks {
    /// Returns how many run, at the least; nothing where none is said to and one may.
    #[must_use]
    pub fn guard_running(&self) -> Option<u32> {
        (self.running > 0 || self.unsure == 0).then_some(self.running)
    }
}

impl Background {
    pub(crate) fn parse(tasks: Field<'_>, crons: Field<'_>) -> Self {
        Self { tasks: parse_tasks(tasks), crons: parse_crons(crons) }
    }
}

fn parse_tasks(field: Field<'_>) -> Option<Tasks> {
    let mut tasks = Tasks::default();
    for element in json::elements(field)? {
        let raw: RawTask<'_> = json::object(Some(element))?;
        let task = Task {
            status: json::text(raw.status).unwrap_or_default(),
            description: json::text(raw.description).unwrap_or_default(),
        };
        if task.status == "running" {
            tasks.running = tasks.running.saturating_add(1);
        } else if !OVER.contains(&task.status.as_str()) {
            tasks.unsure = tasks.unsure.saturating_add(1);
        }
        // A task beyond the bound is counted but not described.
        let _ = tasks.described.push(task);
    }
    Some(tasks)
}

fn parse_crons(field: Field<'_>) -> Option<Crons> {
    let mut crons = Crons::default();
    for element in json::elements(field)? {
        let raw: RawCron<'_> = json::object(Some(element))?;
        crons.scheduled = crons.scheduled.saturating_add(1);
        let _ = crons.prompts.push(json::text(raw.prompt).unwrap_or_default());
    }
    Some(crons)
}
