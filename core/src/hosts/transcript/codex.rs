//! One line of a Codex rollout file, `sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl`.
//!
//! There is no official schema. The shapes are those of versions 0.145 to 0.171; types that are not
//! known are skipped. What the model sees is in `response_item`; `event_msg` tells most of it again
//! and, beside it, where turns begin and what was carried out.

mod calls;

use alloc::{string::String, vec::Vec};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Depth;
use super::record::{Record, Reply, Source, User, beginning, id, said, time};
use super::turn_context::TurnContext;
use super::typed::Typed;
use super::user_kind::UserKind;
use crate::activity::call::{Call, Outcome};
use crate::activity::facts::StartedBy;
use crate::text::json::{self, Field};

/// Reads the lines of a file, the last one first.
#[derive(Clone, Debug, Default)]
pub(super) struct Reader {
    /// How the message began that an event says was typed; the message itself is still to come.
    typed: Option<String>,
    /// How much was carried out inside the script whose call is still to come.
    nested: usize,
}

#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, default)]
    timestamp: Field<'a>,
    #[serde(borrow, default, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow, default)]
    payload: Field<'a>,
}

#[derive(Deserialize)]
struct Payload<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow, default)]
    id: Field<'a>,
    #[serde(borrow, default)]
    turn_id: Field<'a>,
    #[serde(borrow, default)]
    cwd: Field<'a>,
    #[serde(borrow, default, rename = "internal_chat_message_metadata_passthrough")]
    passed: Field<'a>,
    #[serde(borrow, default)]
    role: Field<'a>,
    #[serde(borrow, default)]
    content: Field<'a>,
    #[serde(borrow, default)]
    name: Field<'a>,
    #[serde(borrow, default)]
    namespace: Field<'a>,
    #[serde(borrow, default)]
    call_id: Field<'a>,
    #[serde(borrow, default)]
    arguments: Field<'a>,
    #[serde(borrow, default)]
    input: Field<'a>,
    #[serde(borrow, default)]
    action: Field<'a>,
    #[serde(borrow, default)]
    output: Field<'a>,
    #[serde(borrow, default)]
    item: Field<'a>,
    #[serde(borrow, default)]
    message: Field<'a>,
}

#[derive(Default, Deserialize)]
struct Passed<'a> {
    #[serde(borrow, default)]
    turn_id: Field<'a>,
    #[serde(borrow, default)]
    content_item_kinds: Field<'a>,
    #[serde(borrow, default)]
    content_item_metadata: Field<'a>,
}

#[derive(Deserialize)]
struct ItemMetadata<'a> {
    #[serde(borrow, default)]
    provenance: Field<'a>,
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow, default)]
    text: Field<'a>,
}

#[derive(Deserialize)]
struct Item<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow, default)]
    id: Field<'a>,
    #[serde(borrow, default)]
    server: Field<'a>,
    #[serde(borrow, default)]
    tool: Field<'a>,
    #[serde(borrow, default)]
    command: Field<'a>,
    #[serde(borrow, default)]
    cwd: Field<'a>,
    #[serde(borrow, default)]
    process_id: Field<'a>,
    #[serde(borrow, default)]
    status: Field<'a>,
    #[serde(borrow, default)]
    exit_code: Field<'a>,
    #[serde(borrow, default)]
    aggregated_output: Field<'a>,
    #[serde(borrow, default)]
    changes: Field<'a>,
}

/// The tool that takes a script, in which other tools are called.
const SCRIPT: &str = "exec";

/// How the ids begin of what was carried out inside a script.
const NESTED: &str = "exec-";

impl Reader {
    /// Returns the record that `line` holds, or `None` if it holds no JSON object.
    pub(super) fn read(&mut self, line: &mut [u8], depth: Depth) -> Option<Record> {
        let raw: Raw<'_> = json::line(line)?;
        let Some(payload) = json::object::<Payload<'_>>(raw.payload) else {
            return Some(Record::Other);
        };
        let kind = word(payload.kind);
        let record = match word(raw.kind).as_str() {
            "event_msg" => self.event(&kind, &payload, depth),
            "response_item" => self.response_item(&kind, &payload, depth),
            "turn_context" if depth == Depth::Past => {
                Record::TurnContext(TurnContext::of(depth, None, payload.cwd, None))
            }
            _ => Record::Other,
        };
        let context = TurnContext::of(depth, raw.timestamp, None, None);
        Some(match record {
            Record::Assistant(reply) => {
                Record::Assistant(Reply { time: time(raw.timestamp), context, ..reply })
            }
            Record::Report(reply) => Record::Report(Reply { time: time(raw.timestamp), ..reply }),
            Record::User(user) => Record::User(User { context, ..user }),
            other @ (Record::TurnContext(_) | Record::Other) => other,
        })
    }

    fn event(&mut self, kind: &str, payload: &Payload<'_>, depth: Depth) -> Record {
        let prompt = id(payload.turn_id);
        let mark = |kind| match &prompt {
            None => Record::Other,
            prompt => Record::User(user(kind, prompt.clone())),
        };
        match kind {
            "user_message" => {
                self.typed = beginning(payload.message);
                Record::Other
            }
            "task_started" => mark(UserKind::Start),
            "turn_aborted" => mark(UserKind::Interrupt),
            "error" => Record::Assistant(Reply::of(Source::Host, prompt)),
            "item_completed" => {
                let item: Option<Item<'_>> = json::object(payload.item);
                item.map_or(Record::Other, |item| self.item(&item, prompt, depth))
            }
            _ => Record::Other,
        }
    }

    /// Returns what was carried out; a direct call says it by itself, unless it was left running.
    fn item(&mut self, item: &Item<'_>, prompt: Option<String>, depth: Depth) -> Record {
        let is_deep = depth >= Depth::Work;
        match nested(item) {
            Some(name) => {
                self.nested = self.nested.saturating_add(1);
                let done = is_deep.then(|| calls::nested(item)).flatten();
                Record::Assistant(Reply { tools: Vec::from([name]), ..did(done, prompt) })
            }
            None => match is_deep.then(|| calls::left_running(item)).flatten() {
                Some(done) => Record::Report(did(Some(done), prompt)),
                None => Record::Other,
            },
        }
    }

    fn response_item(&mut self, kind: &str, payload: &Payload<'_>, depth: Depth) -> Record {
        let passed: Passed<'_> = json::object(payload.passed).unwrap_or_default();
        let prompt = id(passed.turn_id);
        let name = match kind {
            "message" => {
                let typed = self.typed.as_deref();
                let message = message(payload, &passed, prompt, typed);
                if matches!(message, Record::User(_)) {
                    self.typed = None;
                }
                return message;
            }
            "function_call_output" | "custom_tool_call_output" if depth >= Depth::Work => {
                let outcomes = calls::outcome(payload).into_iter().collect();
                return Record::Report(Reply { outcomes, ..Reply::of(Source::Model, prompt) });
            }
            "function_call" | "custom_tool_call" => tool_name(payload),
            // The host's other tools are records of their own type.
            other => match other.strip_suffix("_call") {
                Some(tool) => tool.into(),
                None => return Record::Other,
            },
        };
        let is_script = name == SCRIPT;
        let carried_out = if is_script { core::mem::take(&mut self.nested) } else { 0 };
        let call = (depth >= Depth::Work).then(|| calls::call(&name, payload, carried_out));
        let calls = call.flatten().into_iter().collect();
        let reply = Reply { calls, ..Reply::of(Source::Model, prompt) };
        // What a script calls is counted instead of the script.
        if is_script && carried_out > 0 {
            return Record::Report(reply);
        }
        Record::Assistant(Reply { tools: Vec::from([name]), ..reply })
    }
}

/// Returns the reply in which a call was carried out.
fn did(done: Option<(Call, Outcome)>, prompt: Option<String>) -> Reply {
    let (calls, outcomes) = done.into_iter().unzip();
    Reply { calls, outcomes, ..Reply::of(Source::Model, prompt) }
}

fn user(kind: UserKind, prompt: Option<String>) -> User {
    let started_by = if kind == UserKind::Prompt { StartedBy::Person } else { StartedBy::Unknown };
    User::of(kind, prompt, started_by)
}

fn word(field: Field<'_>) -> String {
    json::short_text(field, 64).unwrap_or_default()
}

/// Returns the name of the tool that was carried out inside a script.
fn nested(item: &Item<'_>) -> Option<String> {
    id(item.id).filter(|id| id.starts_with(NESTED))?;
    match word(item.kind).as_str() {
        "CommandExecution" => Some("exec_command".into()),
        "FileChange" => Some("apply_patch".into()),
        "McpToolCall" => Some(mcp_name(&word(item.server), &word(item.tool))),
        _ => None,
    }
}

fn tool_name(payload: &Payload<'_>) -> String {
    let name = json::short_text(payload.name, 1024).unwrap_or_default();
    match word(payload.namespace).strip_prefix("mcp__") {
        Some(server) => mcp_name(server, &name),
        None => name,
    }
}

/// Returns the name under which hooks see a tool of a server.
fn mcp_name(server: &str, tool: &str) -> String {
    ["mcp__", server, "__", tool].concat()
}

fn message(
    payload: &Payload<'_>,
    passed: &Passed<'_>,
    prompt: Option<String>,
    typed: Option<&str>,
) -> Record {
    match word(payload.role).as_str() {
        "user" => {
            let kind = user_kind(payload, passed, typed);
            let typed = Typed::of(kind, payload.content);
            Record::User(User { uuid: id(payload.id), typed, ..user(kind, prompt) })
        }
        "assistant" => Record::Assistant(Reply {
            message: id(payload.id),
            text: text(payload.content),
            ..Reply::of(Source::Model, prompt)
        }),
        _ => Record::Other,
    }
}

fn text(content: Field<'_>) -> String {
    let mut text = String::new();
    for block in json::elements(content).unwrap_or_default() {
        let Some(block) = json::object::<Part<'_>>(Some(block)) else { continue };
        let said = said(block.text).unwrap_or_default();
        if !text.is_empty() && !said.is_empty() {
            text.push('\n');
        }
        text.push_str(&said);
    }
    text
}

/// Beginnings of what the host writes in the user's name; some hosts mark it, and all write it so.
/// The first is what the reviewer of approvals is asked, in a session of its own.
const REVIEW: &str = "The following is the Codex agent history";
const ABORTED: &str = "<turn_aborted>";
const REMARKS: [&str; 4] =
    ["<INSTRUCTIONS>", "# AGENTS.md instructions", "<skill>", "<permissions"];

/// Returns what a message in the user's name is. 0.171 says where each part of it comes from, 0.155
/// of which kind it is, and before that only the words tell.
fn user_kind(payload: &Payload<'_>, passed: &Passed<'_>, typed: Option<&str>) -> UserKind {
    let blocks = json::elements(payload.content).unwrap_or_default();
    let first = blocks.first().and_then(|block| json::object::<Part<'_>>(Some(block)));
    let words = first.and_then(|block| beginning(block.text)).unwrap_or_default();
    if words.starts_with(REVIEW) {
        return UserKind::Review;
    }
    if typed.is_some_and(|typed| !typed.is_empty() && typed == words) {
        return UserKind::Prompt;
    }
    if words.starts_with(ABORTED) {
        return UserKind::Interrupt;
    }
    if blocks.is_empty() || guard_context(&words) {
        return UserKind::Remark;
    }
    let metadata = json::elements(passed.content_item_metadata).unwrap_or_default();
    let provenances: Vec<String> = metadata.into_iter().filter_map(provenance).collect();
    if !provenances.is_empty() {
        return prompt_if(provenances.iter().any(|provenance| provenance == "user"));
    }
    let kinds = json::elements(passed.content_item_kinds).unwrap_or_default();
    let kinds: Vec<String> = kinds.into_iter().map(|kind| word(Some(kind))).collect();
    prompt_if(kinds.is_empty() || kinds.iter().any(|kind| kind.starts_with("user.")))
}

/// Returns whether the host puts such words in as context. Each version has new ones, and nobody
/// begins a message with a tag of several words.
fn guard_context(words: &str) -> bool {
    let tag = words.strip_prefix('<').and_then(|rest| rest.split_once(['>', ' ']));
    let is_plain = |name: &str| name.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase());
    let is_tag = tag.is_some_and(|(name, _)| name.contains('_') && is_plain(name));
    is_tag || REMARKS.iter().any(|remark| words.starts_with(remark))
}

fn prompt_if(is_prompt: bool) -> UserKind {
    if is_prompt { UserKind::Prompt } else { UserKind::Remark }
}

fn provenance(metadata: &RawValue) -> Option<String> {
    let metadata: ItemMetadata<'_> = json::object(Some(metadata))?;
    let provenance: Part<'_> = json::object(metadata.provenance)?;
    Some(word(provenance.kind))
}
