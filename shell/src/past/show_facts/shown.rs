//! The facts of a turn as one JSON object.

use serde::Serialize;
use sprag_core::activity::facts::{Facts, StartedBy, Tool};
use sprag_core::hosts::background::{Background, Tasks};
use sprag_core::hosts::drift::Drift;
use sprag_core::hosts::host::Host;

use super::work::ShownWork;

/// What `sprag facts` prints.
#[derive(Serialize)]
pub(crate) struct Shown {
    host: Host,
    turn: Option<ShownTurn>,
    tools: Option<Vec<Tool>>,
    /// Sessions that owe an answer at the end of the file.
    handoffs: Option<Vec<String>>,
    #[serde(flatten)]
    work: ShownWork,
    /// What a payload lists; no transcript says it.
    pub(super) background: Option<ShownBackground>,
    /// Of the whole file, where anybody asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unknown: Option<Drift>,
}

#[derive(Serialize)]
struct ShownTurn {
    prompt_id: Option<String>,
    started_by: StartedBy,
    first_line: u64,
    last_line: u64,
}

#[derive(Serialize)]
pub(super) struct ShownBackground {
    running: Option<u32>,
    scheduled: Option<u32>,
}

impl Shown {
    /// Returns what a transcript of so many lines shows.
    pub(crate) fn of(host: Host, facts: Facts, handoffs: Option<&[String]>, lines: u64) -> Self {
        let Facts { turn, tools, work, known_checks, .. } = facts;
        Self {
            host,
            turn: turn.map(|turn| ShownTurn {
                prompt_id: turn.prompt,
                started_by: turn.started_by,
                first_line: turn.first.number(lines),
                last_line: turn.last.number(lines),
            }),
            tools: tools.map(|tools| tools.sorted().into_iter().cloned().collect()),
            handoffs: handoffs.map(<[String]>::to_vec),
            work: ShownWork::of(work.as_ref(), known_checks, lines),
            background: None,
            unknown: None,
        }
    }
}

impl ShownBackground {
    pub(super) fn of(background: &Background) -> Self {
        Self {
            running: background.tasks.as_ref().and_then(Tasks::guard_running),
            scheduled: background.crons.as_ref().map(|crons| crons.scheduled),
        }
    }
}
