//! The facts of a turn, in words.

use alloc::{format, string::String, vec::Vec};

use super::Fact;
use crate::activity::check_kind::CheckKind;
use crate::activity::facts::StartedBy;
use crate::activity::verification::{Changed, Last, State, Verification};
use crate::checks::known::Known;
use crate::decision::record::Record;
use crate::text::screen::number::counted;
use crate::wording::{CueSet, Wording};

/// Returns what was known. What no check needed to know is left out, but for the plain counts.
pub(super) fn of(record: &Record) -> Vec<Fact> {
    let known = &record.plan.known;
    let count = |number: Option<u32>, one: &str, many: &str| {
        number.map_or_else(|| "unknown".into(), |number| counted(number.into(), one, many))
    };
    let mut facts = Vec::new();
    let mut add = |name, value| facts.push(Fact { name, value });
    add("turn of", started_by(record.plan.started_by).into());
    add("calls", count(known.tools, "tool call", "tool calls"));
    add("running", count(known.running, "task", "tasks"));
    add("scheduled", count(known.scheduled, "prompt", "prompts"));
    if let Some(handoffs) = known.handoffs {
        add("awaited", counted(handoffs.into(), "other session", "other sessions"));
    }
    if let Some(language) = &known.language {
        add("language", language.name.as_str().into());
    }
    if let Some(units) = known.prose_units {
        add("prose", counted(units.into(), "unit", "units"));
    }
    if let Some(verification) = &known.verification {
        work(verification, &mut add);
    }
    words(known, &mut add);
    add("blocks", blocks(record));
    facts
}

fn started_by(started_by: StartedBy) -> &'static str {
    match started_by {
        StartedBy::Person => "a person",
        StartedBy::Notification => "a task that reported",
        StartedBy::Schedule => "a schedule",
        StartedBy::Unknown => "unknown",
    }
}

fn work(verification: &Verification, add: &mut impl FnMut(&'static str, String)) {
    let Changed { code, lines, scripts, docs, other, undone: _ } = verification.changed;
    let files = [(code, "code"), (scripts, "scripts"), (docs, "documents"), (other, "other files")];
    let mut parts: Vec<String> = files
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{} to {what}", counted(number.into(), "change", "changes")))
        .collect();
    if lines > 0 {
        parts.push(counted(lines.into(), "line of code", "lines of code"));
    }
    add("changed", if parts.is_empty() { "nothing".into() } else { parts.join(", ") });
    for kind in CheckKind::ALL {
        let state = verification.of(kind);
        let is_here = verification.known.contains(kind);
        if state.last != Last::None || state.runs > 0 || is_here {
            add(kind.word(), check(state, is_here));
        }
    }
    if verification.other_ran {
        add("other", "a program ran that may be a check".into());
    }
    if verification.refused {
        add("refused", "a call, by the user".into());
    }
}

fn check(state: &State, is_here: bool) -> String {
    let last = match state.last {
        Last::None if state.runs > 0 => "ran, but not on the current code",
        Last::None => "did not run",
        Last::Passed => "passed",
        Last::PassedPart => "passed, over a part",
        Last::Failed => "failed",
        Last::Unknown => "ran, result not seen",
        Last::StalePassed => "passed before the last change",
        Last::StaleFailed => "failed before the last change",
    };
    let runner = state.runner.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    let here = if is_here { "" } else { "; no such check is known here" };
    [last, &runner, here].concat()
}

fn words(known: &Known, add: &mut impl FnMut(&'static str, String)) {
    if known.wording == Wording::default() {
        return;
    }
    let Wording { closing, request, is_planning, .. } = &known.wording;
    add("message", cues(closing.all));
    add("request", request.as_ref().map_or_else(|| "unknown".into(), |it| cues(it.all)));
    if *is_planning == Some(true) {
        add("mode", "planning".into());
    }
}

fn cues(cues: CueSet) -> String {
    let names: Vec<String> = cues.iter().map(|cue| cue.name().replace('_', " ")).collect();
    if names.is_empty() { "no cue".into() } else { names.join(", ") }
}

fn blocks(record: &Record) -> String {
    let counters = record.counters.on_turn(&record.plan);
    // A count that was lost counts as spent.
    let spent = counters.blocks.min(record.plan.blocks_max);
    format!("{spent} of {} spent before this stop", record.plan.blocks_max)
}
