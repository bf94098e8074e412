//! The tool calls of Grok's `updates.jsonl`, and their outcomes.

use alloc::string::String;

use serde::Deserialize;

use super::super::call_field::{self, id, path};
use super::Update;
use crate::activity::call::{Act, Call, Ended, Outcome, lines_written};
use crate::activity::command_line::Language;
use crate::activity::work::How;
use crate::text::json::{self, Field};

#[derive(Deserialize)]
struct Input<'a> {
    #[serde(borrow, default)]
    command: Field<'a>,
    #[serde(borrow, default)]
    file_path: Field<'a>,
    #[serde(borrow, default)]
    target_file: Field<'a>,
    #[serde(borrow, default)]
    old_string: Field<'a>,
    #[serde(borrow, default)]
    new_string: Field<'a>,
    #[serde(borrow, default)]
    content: Field<'a>,
    #[serde(borrow, default)]
    task_ids: Field<'a>,
    #[serde(borrow, default)]
    task_id: Field<'a>,
}

#[derive(Deserialize)]
struct Output<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow, default)]
    exit_code: Field<'a>,
    #[serde(borrow, default)]
    output_for_prompt: Field<'a>,
    #[serde(borrow, default)]
    signal: Field<'a>,
    #[serde(borrow, default)]
    timed_out: Field<'a>,
    #[serde(borrow, default)]
    task_id: Field<'a>,
    #[serde(borrow, default, rename = "EditsApplied")]
    edits_applied: Field<'a>,
}

/// A task that ended.
#[derive(Deserialize)]
struct Snapshot<'a> {
    #[serde(borrow, default)]
    task_id: Field<'a>,
    #[serde(borrow, default)]
    output: Field<'a>,
    #[serde(borrow, default)]
    exit_code: Field<'a>,
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow, default)]
    content: Field<'a>,
    #[serde(borrow, default)]
    text: Field<'a>,
}

/// Returns the call of the tool `name`.
pub(super) fn call(name: &str, update: &Update<'_>) -> Option<Call> {
    let id = id(update.call_id)?;
    let act = match json::object::<Input<'_>>(update.input) {
        Some(input) => act(name, &input),
        None => Act::Hidden,
    };
    Some(Call { id, act })
}

fn act(name: &str, input: &Input<'_>) -> Act {
    match name {
        "run_terminal_command" => Act::command(input.command, Language::Bash),
        "search_replace" => {
            Act::replaced(path(input.file_path), input.old_string, input.new_string)
        }
        "write" => Act::edit(How::Write, path(input.file_path), lines_written(input.content)),
        "read_file" => path(input.target_file).map_or(Act::Other, Act::Look),
        "get_command_or_subagent_output" => {
            let first = json::elements(input.task_ids).and_then(|ids| ids.first().copied());
            id(first.or(input.task_id)).map_or(Act::Other, Act::Look)
        }
        "spawn_subagent" => Act::Subagent,
        // Which tool of another server it is does not show.
        "use_tool" => Act::Hidden,
        name => match name.split_once("__") {
            Some((server, name)) => Act::guard_foreign(server, name, path(input.file_path), None),
            None => Act::Other,
        },
    }
}

/// Returns the outcome of a call, once it has ended.
pub(super) fn outcome(update: &Update<'_>) -> Option<Outcome> {
    let status = json::short_text(update.status, 32)?;
    let has_failed = match status.as_str() {
        "completed" => false,
        "failed" => true,
        _ => return None,
    };
    let output: Option<Output<'_>> = json::object(update.output);
    let shown = shown(update.content);
    let Some(output) = output else {
        let ended = if has_failed { failed(&shown) } else { Ended::Quietly };
        return Some(Outcome::of(id(update.call_id)?, ended, shown));
    };
    let was_stopped = json::is_true(output.timed_out) || output.signal.is_some();
    let status = output.exit_code.and_then(|status| status.get().parse().ok());
    let kind = json::short_text(output.kind, 64).unwrap_or_default();
    let ended = match status {
        _ if has_failed => failed(&shown),
        _ if was_stopped => Ended::Interrupted,
        Some(status) => Ended::with_status(status),
        None if kind == "SearchReplace" && output.edits_applied.is_none() => Ended::InError,
        None => Ended::Quietly,
    };
    let printed = json::text(output.output_for_prompt);
    let printed = printed.map_or(shown, |printed| without_status(&printed).into());
    let outcome = Outcome::of(id(update.call_id)?, ended, printed);
    Some(Outcome { task: id(output.task_id), ..outcome })
}

/// Returns what a task printed that has ended, as a look at it.
pub(super) fn task(snapshot: Field<'_>) -> Option<(Call, Outcome)> {
    let snapshot: Snapshot<'_> = json::object(snapshot)?;
    let task = id(snapshot.task_id)?;
    let status = snapshot.exit_code.and_then(|status| status.get().parse().ok());
    let ended = status.map_or(Ended::Quietly, Ended::with_status);
    let id = ["end of ", &task].concat();
    let output = json::text(snapshot.output).unwrap_or_default();
    let outcome = Outcome::of(id.clone(), ended, output);
    Some((Call { id, act: Act::Look(task) }, outcome))
}

/// A call that failed did not run, unless the user refused it.
fn failed(shown: &str) -> Ended {
    let is_refused = ["rejected by", "denied by the user", "User rejected"];
    if is_refused.iter().any(|words| shown.contains(words)) {
        Ended::Refused
    } else {
        Ended::NotRun
    }
}

/// Returns an output without the line that the host puts before it.
fn without_status(printed: &str) -> &str {
    match printed.split_once('\n') {
        Some((first, rest)) if first.starts_with("exit: ") => rest,
        Some(_) | None => printed,
    }
}

fn shown(content: Field<'_>) -> String {
    call_field::texts(content, |part| {
        let part: Part<'_> = json::object(Some(part))?;
        json::text(json::object::<Part<'_>>(part.content)?.text)
    })
}
