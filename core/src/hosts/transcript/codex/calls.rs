//! The tool calls of a rollout file, and their outcomes.
//!
//! A model calls tools directly or in scripts. Of a direct call the file holds the call and what
//! the model was told of it; of one in a script only what was carried out, once it has ended.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::call_field;
use super::super::record::id;
use super::{Item, Payload, SCRIPT, word};
use crate::activity::call::{Act, Call, Edit, Ended, Outcome};
use crate::activity::command_line::Language;
use crate::activity::patch::Patch;
use crate::activity::work::How;
use crate::limits::COMMAND_BYTES_MAX;
use crate::text::json::{self, Field};

/// The arguments of a direct call, which stand in a text of JSON.
#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow, default)]
    cmd: Field<'a>,
    #[serde(borrow, default)]
    command: Field<'a>,
    #[serde(borrow, default)]
    input: Field<'a>,
    #[serde(borrow, default)]
    shell: Field<'a>,
    #[serde(borrow, default)]
    workdir: Field<'a>,
    #[serde(borrow, default)]
    session_id: Field<'a>,
    #[serde(borrow, default)]
    path: Field<'a>,
    #[serde(borrow, default)]
    file_path: Field<'a>,
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow, default)]
    text: Field<'a>,
}

/// What hosts of 0.40 wrote in place of a head.
#[derive(Deserialize)]
struct Older<'a> {
    #[serde(borrow, default)]
    output: Field<'a>,
    #[serde(borrow, default)]
    metadata: Field<'a>,
}

#[derive(Deserialize)]
struct Metadata<'a> {
    #[serde(borrow, default)]
    exit_code: Field<'a>,
}

#[derive(Deserialize)]
struct FileChange<'a> {
    #[serde(borrow, default)]
    content: Field<'a>,
    #[serde(borrow, default)]
    unified_diff: Field<'a>,
}

/// Returns the call of the tool `name`; `carried_out` counts what its script is known to have done.
pub(super) fn call(name: &str, payload: &Payload<'_>, carried_out: usize) -> Option<Call> {
    let id = id(payload.call_id.or(payload.id))?;
    let text = json::short_text(payload.arguments, COMMAND_BYTES_MAX).unwrap_or_default();
    let arguments = serde_json::from_str::<&RawValue>(&text).ok();
    let arguments = arguments.or(payload.action);
    let arguments: Option<Arguments<'_>> = json::object(arguments);
    let field = |pick: fn(&Arguments<'_>) -> Option<String>| arguments.as_ref().and_then(pick);
    let act = match name {
        "exec_command" | "shell" | "shell_command" | "local_shell" | "container.exec" => {
            arguments.as_ref().map_or(Act::Hidden, |arguments| {
                let line = arguments.cmd.or(arguments.command);
                command(line, arguments.shell, arguments.workdir)
            })
        }
        "apply_patch" => {
            let direct = json::short_text(payload.input, COMMAND_BYTES_MAX);
            let patch = direct.or_else(|| {
                field(|arguments| json::short_text(arguments.input, COMMAND_BYTES_MAX))
            });
            patch.map_or(Act::Hidden, |patch| Act::Edit(edits(&patch)))
        }
        "write_stdin" => field(|arguments| Some(arguments.session_id?.get().into()))
            .map_or(Act::Other, Act::Look),
        SCRIPT => {
            let script = json::short_text(payload.input, COMMAND_BYTES_MAX).unwrap_or_default();
            // What goes on, or did not come so far, is not seen.
            if calls_in(&script) > carried_out { Act::Hidden } else { Act::Other }
        }
        name if name.contains("spawn_agent") => Act::Subagent,
        name => match name.strip_prefix("mcp__").and_then(|name| name.split_once("__")) {
            Some((server, name)) => {
                let path =
                    field(|arguments| call_field::path(arguments.file_path.or(arguments.path)));
                Act::guard_foreign(server, name, path, None)
            }
            None => Act::Other,
        },
    };
    Some(Call { id, act })
}

/// Returns how often a script calls tools that change or check something.
fn calls_in(script: &str) -> usize {
    let count = |name: &str| script.matches(name).count();
    count("exec_command(").saturating_add(count("apply_patch("))
}

/// Returns the command line, which is a text, or the words of one, that runs in this folder.
fn command(line: Field<'_>, shell: Field<'_>, folder: Field<'_>) -> Act {
    if let Some(line) = json::short_text(line, COMMAND_BYTES_MAX) {
        let named = call_field::path(shell).filter(|shell| !shell.is_empty());
        let folder = call_field::path(folder).unwrap_or_default();
        let language =
            named.map_or_else(|| Language::of_folder(&folder), |shell| Language::of_shell(&shell));
        return Act::Command(line, language);
    }
    let words = json::elements(line).map(|words| {
        let words = words.into_iter();
        words.map(|word| json::short_text(Some(word), COMMAND_BYTES_MAX)).collect()
    });
    let Some(words): Option<Vec<String>> = words.flatten() else { return Act::Hidden };
    match words.as_slice() {
        [shell, options @ .., option, line] if hands_line(shell, options, option) => {
            Act::Command(line.clone(), Language::of_shell(shell))
        }
        words => Act::Command(words.join(" "), Language::Bash),
    }
}

/// Returns whether a shell is told by these options to run the line that follows.
fn hands_line(shell: &str, before: &[String], option: &str) -> bool {
    match Language::of_shell(shell) {
        Language::Bash => before.is_empty() && option.starts_with('-') && option.ends_with('c'),
        Language::PowerShell(_) => {
            let is_option = |word: &str| word.starts_with(['-', '/']);
            is_option(option)
                && option.get(1..2).is_some_and(|letter| letter.eq_ignore_ascii_case("c"))
                && before.first().is_none_or(|word| is_option(word))
        }
    }
}

/// Returns the changes that a patch asks for.
fn edits(patch: &str) -> Vec<Edit> {
    let mut patches: Vec<(&str, Patch)> = Vec::new();
    for line in patch.lines() {
        let head = line.strip_prefix("*** ").and_then(|head| head.split_once(" File: "));
        match (head, patches.last_mut()) {
            (Some(("Add" | "Update" | "Delete", path)), _) => {
                patches.push((path, Patch::default()));
            }
            (_, Some((_, patch))) => patch.line(line),
            (_, None) => {}
        }
    }
    patches.into_iter().map(|(path, patch)| patch.edit(path.into())).collect()
}

/// Returns the outcome of a direct call or a script.
pub(super) fn outcome(payload: &Payload<'_>) -> Option<Outcome> {
    let id = id(payload.call_id)?;
    let told = told(payload.output);
    let head = told.split_once("\nOutput:\n").map_or(told.as_str(), |(head, _)| head);
    let older: Option<Older<'_>> = json::object(serde_json::from_str(&told).ok());
    let older_status = older.as_ref().and_then(|older| {
        json::object::<Metadata<'_>>(older.metadata)?.exit_code?.get().parse().ok()
    });
    let status = number_after(head, "Process exited with code ")
        .or_else(|| number_after(head, "Exit code: "))
        .or(older_status);
    let task = number_after(head, "Process running with session ID ");
    let ended = match status {
        Some(status) => Ended::with_status(status),
        None if told.contains("rejected by user") => Ended::Refused,
        None if told.starts_with("Command blocked by ") => Ended::NotRun,
        None => Ended::Quietly,
    };
    let printed = told.split_once("\nOutput:\n").map(|(_, printed)| String::from(printed));
    let printed = printed.or_else(|| json::text(older?.output));
    let task = task.map(|number| alloc::format!("{number}"));
    Some(Outcome { task, ..Outcome::of(id, ended, printed.unwrap_or(told)) })
}

/// Returns what the model was told: a text, or the texts of a list.
fn told(output: Field<'_>) -> String {
    call_field::text(output, |part| json::text(json::object::<Part<'_>>(Some(part))?.text))
}

/// Returns the number that follows `lead` at the beginning of a line.
fn number_after(head: &str, lead: &str) -> Option<i64> {
    let rest = head.lines().find_map(|line| line.strip_prefix(lead))?;
    rest.trim().parse().ok()
}

/// Returns what was carried out in a script, and its outcome.
pub(super) fn nested(item: &Item<'_>) -> Option<(Call, Outcome)> {
    let id = id(item.id)?;
    let (act, output) = match word(item.kind).as_str() {
        "CommandExecution" => {
            let output = json::text(item.aggregated_output).unwrap_or_default();
            (command(item.command, None, item.cwd), output)
        }
        "FileChange" => (Act::Edit(changes(item.changes)), String::new()),
        "McpToolCall" => {
            let (server, tool) = (word(item.server), word(item.tool));
            (Act::guard_foreign(&server, &tool, None, None), String::new())
        }
        _ => return None,
    };
    let status = item.exit_code.and_then(|status| status.get().parse().ok());
    let ended = match (status, word(item.status).as_str()) {
        (Some(status), _) => Ended::with_status(status),
        (None, "declined") => Ended::Refused,
        (None, "failed") => Ended::InError,
        (None, _) => Ended::Quietly,
    };
    let outcome = Outcome::of(id.clone(), ended, output);
    Some((Call { id, act }, outcome))
}

/// Returns what a command printed that the model had left running, as a look at it.
pub(super) fn left_running(item: &Item<'_>) -> Option<(Call, Outcome)> {
    let session = id(item.process_id)?;
    let (call, outcome) = nested(item)?;
    matches!(call.act, Act::Command(_, _)).then(|| {
        let id = ["end of ", &call.id].concat();
        (Call { id: id.clone(), act: Act::Look(session) }, Outcome { id, ..outcome })
    })
}

/// Returns the changes that were carried out.
fn changes(field: Field<'_>) -> Vec<Edit> {
    let Some(raw) = field else { return Vec::new() };
    let changes: BTreeMap<String, &RawValue> = serde_json::from_str(raw.get()).unwrap_or_default();
    let edit = |(path, change): (String, &RawValue)| {
        let change: Option<FileChange<'_>> = json::object(Some(change));
        let mut patch = Patch::default();
        let texts = change.map(|one| (json::text(one.unified_diff), json::text(one.content)));
        match texts {
            Some((Some(diff), _)) => diff.lines().for_each(|line| patch.line(line)),
            Some((None, Some(content))) => {
                content.lines().for_each(|line| patch.line(&["+", line].concat()));
            }
            Some((None, None)) | None => {
                return Edit { how: How::Patch, path: Some(path), lines: None, texts: None };
            }
        }
        patch.edit(path)
    };
    changes.into_iter().map(edit).collect()
}
