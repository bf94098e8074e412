//! The tool calls of a Claude Code transcript, and their outcomes.

use alloc::{string::String, vec::Vec};

use serde::Deserialize;

use super::super::call_field::{self, id, path};
use crate::activity::call::{
    Act, Call, Ended, ID_BYTES_MAX, Outcome, Touched, lines_replaced, lines_written,
};
use crate::activity::command_line::{Ending, Language};
use crate::activity::work::How;
use crate::hosts::line::{Block, Line};
use crate::text::json::{self, Field};

#[derive(Deserialize)]
struct Input<'a> {
    #[serde(borrow, default)]
    command: Field<'a>,
    #[serde(borrow, default)]
    file_path: Field<'a>,
    #[serde(borrow, default)]
    notebook_path: Field<'a>,
    #[serde(borrow, default)]
    path: Field<'a>,
    #[serde(borrow, default)]
    relative_path: Field<'a>,
    #[serde(borrow, default)]
    old_string: Field<'a>,
    #[serde(borrow, default)]
    new_string: Field<'a>,
    #[serde(borrow, default)]
    new_source: Field<'a>,
    #[serde(borrow, default)]
    content: Field<'a>,
    #[serde(borrow, default)]
    edits: Field<'a>,
    #[serde(borrow, default)]
    bash_id: Field<'a>,
    #[serde(borrow, default)]
    task_id: Field<'a>,
    #[serde(borrow, default)]
    subagent_type: Field<'a>,
    #[serde(borrow, default)]
    operation: Field<'a>,
}

/// What the host keeps of a result beside what the model saw.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept<'a> {
    #[serde(borrow, default)]
    stdout: Field<'a>,
    #[serde(borrow, default)]
    stderr: Field<'a>,
    #[serde(borrow, default)]
    interrupted: Field<'a>,
    #[serde(borrow, default)]
    background_task_id: Field<'a>,
    #[serde(borrow, default)]
    structured_patch: Field<'a>,
    #[serde(borrow, default)]
    return_code_interpretation: Field<'a>,
}

#[derive(Deserialize)]
struct Hunk<'a> {
    #[serde(borrow, default)]
    lines: Field<'a>,
}

/// Returns the call that a `tool_use` block is.
pub(super) fn call(block: &Block<'_>) -> Option<Call> {
    let id = id(block.id)?;
    let tool = json::short_text(block.name, 1024).unwrap_or_default();
    let act = match json::object::<Input<'_>>(block.input) {
        Some(input) => act(&tool, &input),
        None => Act::Other,
    };
    Some(Call { id, act })
}

fn act(tool: &str, input: &Input<'_>) -> Act {
    match tool {
        // What a monitor runs goes on in the background.
        "Bash" | "Monitor" => Act::command(input.command, Language::Bash),
        "PowerShell" => Act::command(input.command, Language::PowerShell(Ending::LastProgram)),
        "Edit" => Act::replaced(path(input.file_path), input.old_string, input.new_string),
        "MultiEdit" => Act::edit(How::Edit, path(input.file_path), differences(input.edits)),
        "NotebookEdit" => {
            Act::edit(How::Edit, path(input.notebook_path), lines_written(input.new_source))
        }
        "Write" => Act::edit(How::Write, path(input.file_path), lines_written(input.content)),
        "Read" => path(input.file_path).map_or(Act::Other, Act::Look),
        "BashOutput" | "TaskOutput" | "AgentOutputTool" => {
            id(input.task_id).or_else(|| id(input.bash_id)).map_or(Act::Other, Act::Look)
        }
        "Task" | "Agent" => {
            let kind = json::short_text(input.subagent_type, 64).unwrap_or_default();
            if READERS.contains(&kind.as_str()) { Act::Other } else { Act::Subagent }
        }
        "Workflow" => Act::Subagent,
        "LSP" => {
            let operation = json::short_text(input.operation, 64).unwrap_or_default();
            if LOOKS_UP.contains(&operation.as_str()) { Act::Other } else { Act::Unseen }
        }
        _ => foreign(tool, input),
    }
}

/// What a language server is asked that is no check.
const LOOKS_UP: [&str; 9] = [
    "documentSymbol",
    "findReferences",
    "goToDefinition",
    "goToImplementation",
    "hover",
    "incomingCalls",
    "outgoingCalls",
    "prepareCallHierarchy",
    "workspaceSymbol",
];

/// Tools of the host that neither change nor check anything.
const HARMLESS: [&str; 37] = [
    "Artifact",
    "AskUserQuestion",
    "CronCreate",
    "CronDelete",
    "CronList",
    "EndConversation",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "Grep",
    "KillBash",
    "KillShell",
    "LS",
    "ListAgents",
    "ListMcpResourcesTool",
    "NotebookRead",
    "ReadMcpResourceTool",
    "ReportFindings",
    "ScheduleWakeup",
    "SetGoal",
    "Skill",
    "SlashCommand",
    "StructuredOutput",
    "SubagentHandback",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskStop",
    "TaskUpdate",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
    "exit_plan_mode",
];

/// Kinds of subagents that come with the host and change nothing.
const READERS: [&str; 4] = ["Explore", "Plan", "claude-code-guide", "statusline-setup"];

/// Returns whether a tool of the host may change or check anything: one of no list may, and a
/// message makes another agent work.
fn guard_unlisted(tool: &str) -> bool {
    !HARMLESS.contains(&tool)
}

fn foreign(tool: &str, input: &Input<'_>) -> Act {
    let names = tool.strip_prefix("mcp__").and_then(|names| names.split_once("__"));
    let Some((server, name)) = names else {
        return if guard_unlisted(tool) { Act::Hidden } else { Act::Other };
    };
    let paths = [input.file_path, input.relative_path, input.path, input.notebook_path];
    let path = paths.into_iter().find_map(path);
    Act::guard_foreign(server, name, path, lines_written(input.content))
}

fn differences(edits: Field<'_>) -> Option<u32> {
    let edits = json::elements(edits)?;
    let each = edits.into_iter().filter_map(|edit| {
        let edit: Input<'_> = json::object(Some(edit))?;
        lines_replaced(edit.old_string, edit.new_string)
    });
    Some(each.fold(0, u32::saturating_add))
}

/// Returns the outcome of the calls that a record of the user's side reports.
pub(super) fn outcomes(line: &Line<'_>, content: Field<'_>) -> Vec<Outcome> {
    let blocks = json::elements(content).unwrap_or_default();
    let blocks = blocks.into_iter().filter_map(Block::parse);
    let results: Vec<Block<'_>> = blocks.filter(|block| block.tool_use_id.is_some()).collect();
    // What the host keeps belongs to the only result of its record.
    let kept = match results.as_slice() {
        [_] => json::object::<Kept<'_>>(line.tool_use_result),
        _ => None,
    };
    results.iter().filter_map(|block| outcome(block, kept.as_ref())).collect()
}

fn outcome(block: &Block<'_>, kept: Option<&Kept<'_>>) -> Option<Outcome> {
    let id = id(block.tool_use_id)?;
    let shown = shown(block.content);
    let excuse = kept.and_then(|kept| json::short_text(kept.return_code_interpretation, 256));
    let ended = match kept {
        Some(kept) if json::is_true(kept.interrupted) => Ended::Interrupted,
        Some(_) | None if json::is_true(block.is_error) => error(&shown),
        Some(_) if excuse.is_some_and(|excuse| !excuse.is_empty()) => Ended::Excused,
        Some(_) | None => Ended::Quietly,
    };
    let task = kept.and_then(|kept| call_field::id(kept.background_task_id));
    let task = task.or_else(|| started(&shown));
    let printed = printed(kept);
    let (output, is_in_order) = printed.unwrap_or_else(|| (shown, !json::is_true(block.is_error)));
    Some(Outcome {
        id,
        ended,
        lines: kept.and_then(|kept| patched(kept.structured_patch)),
        task,
        output: without_notes(output),
        is_in_order,
    })
}

/// Returns what the host keeps of what was printed, and whether that is in order: where standard
/// error is kept apart, nobody knows what came before what. Where an output is long, the model sees
/// its beginning; and where there is none, a note of the host.
fn printed(kept: Option<&Kept<'_>>) -> Option<(String, bool)> {
    let stdout = json::text(kept?.stdout)?;
    let stderr = without_notes(json::text(kept?.stderr).unwrap_or_default());
    let is_in_order = stdout.trim().is_empty() || stderr.trim().is_empty();
    Some(([stdout.as_str(), stderr.as_str()].join("\n"), is_in_order))
}

/// How the host's own notes, which follow what was printed, begin and end.
const NOTES: [(&str, &str); 4] = [
    ("(", " completed with no output)"),
    ("Shell cwd was reset to ", ""),
    ("[rerun: ", "]"),
    ("[This command modified ", ""),
];

/// Returns what was printed, without what the host says of it.
fn without_notes(mut output: String) -> String {
    while !output.is_empty() {
        let rest = output.trim_end();
        let start = rest.rfind('\n').map_or(0, |at| at.saturating_add(1));
        let last = rest.get(start..).unwrap_or_default().trim();
        let is_note = |(lead, end): &(&str, &str)| last.starts_with(lead) && last.ends_with(end);
        if !NOTES.iter().any(is_note) {
            break;
        }
        output.truncate(start);
    }
    output
}

/// Returns the text of a result, which is a string or a list of blocks.
fn shown(content: Field<'_>) -> String {
    call_field::text(content, |block| json::text(Block::parse(block)?.text))
}

/// Beginnings of what the host says where the user refused a call.
const REFUSALS: [&str; 3] = [
    "The user doesn't want to proceed",
    "User rejected tool use",
    "[Request interrupted by user for tool use]",
];

/// Says what an error is: only one with an exit status shows that a command ran to its end.
fn error(shown: &str) -> Ended {
    let shown = shown.trim_start();
    let shown = shown.strip_prefix("Error: ").unwrap_or(shown);
    if REFUSALS.iter().any(|start| shown.starts_with(start)) {
        return Ended::Refused;
    }
    let Some(rest) = shown.strip_prefix("Exit code ") else { return Ended::NotRun };
    let status = rest.split(|char: char| !char.is_ascii_digit()).next().unwrap_or_default();
    status.parse().map_or(Ended::NotRun, Ended::with_status)
}

/// Returns how a task ended that a notification tells of, as the outcome of that task.
pub(super) fn notified(content: Field<'_>) -> Option<Outcome> {
    let text = shown(content);
    let tag = |open: &str, close: &str| -> Option<String> {
        Some(text.split_once(open)?.1.split_once(close)?.0.trim().into())
    };
    let id =
        tag("<task-id>", "</task-id>").filter(|id| !id.is_empty() && id.len() < ID_BYTES_MAX)?;
    let summary = tag("<summary>", "</summary>")?;
    let (_, status) = summary.rsplit_once("exit code ")?;
    let ended = Ended::with_status(status.trim_end_matches(')').parse().ok()?);
    Some(Outcome::of(id, ended, String::new()))
}

/// What the host says of a command that goes on in the background, before its id.
const STARTED: [&str; 3] = [
    "Command running in background with ID: ",
    "moved to the background (ID: ",
    "Monitor started (task ",
];

fn started(shown: &str) -> Option<String> {
    let rest = STARTED.iter().find_map(|lead| shown.split_once(lead))?.1;
    let is_end = |char: char| !char.is_ascii_alphanumeric() && char != '_' && char != '-';
    let id = rest.split(is_end).next().unwrap_or_default();
    (!id.is_empty()).then(|| id.chars().take(ID_BYTES_MAX).collect())
}

/// Returns how many lines a patch touches.
fn patched(patch: Field<'_>) -> Option<u32> {
    let hunks = json::elements(patch).filter(|hunks| !hunks.is_empty())?;
    let mut touched = Touched::default();
    for hunk in hunks {
        let hunk: Hunk<'_> = json::object(Some(hunk))?;
        touched.part();
        for line in json::elements(hunk.lines)? {
            touched.line(&json::text(Some(line)).unwrap_or_default());
        }
    }
    Some(touched.lines())
}
