//! One line of Grok's `updates.jsonl`.
//!
//! The shapes are those of version 1.0.41. Everything but the prompts names the prompt that it
//! belongs to. Lines are not strictly in order: what is said in pieces is written when it is whole.
//! At a stop the calls of the turn and their results are there, its last message is not.

mod calls;
mod ledger;

use alloc::{string::String, vec::Vec};

use serde::Deserialize;

use super::record::{Record, Reply, Source, User, id, said};
use super::turn_context::TurnContext;
use super::user_kind::UserKind;
pub use ledger::Ledger;

use super::Depth;
use super::typed::Typed;
use crate::activity::facts::StartedBy;
use crate::text::json::{self, Field};

#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, default)]
    timestamp: Field<'a>,
    #[serde(borrow, default)]
    params: Field<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow, default)]
    update: Field<'a>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Field<'a>,
}

#[derive(Deserialize)]
struct Update<'a> {
    #[serde(borrow, default, rename = "sessionUpdate")]
    kind: Field<'a>,
    #[serde(borrow, default)]
    prompt_id: Field<'a>,
    #[serde(borrow, default)]
    event_name: Field<'a>,
    #[serde(borrow, default)]
    title: Field<'a>,
    #[serde(borrow, default, rename = "toolCallId")]
    call_id: Field<'a>,
    #[serde(borrow, default, rename = "rawInput")]
    input: Field<'a>,
    #[serde(borrow, default, rename = "rawOutput")]
    output: Field<'a>,
    #[serde(borrow, default)]
    status: Field<'a>,
    #[serde(borrow, default)]
    content: Field<'a>,
    #[serde(borrow, default)]
    task_snapshot: Field<'a>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Field<'a>,
}

#[derive(Default, Deserialize)]
struct Meta<'a> {
    #[serde(borrow, default, rename = "promptId")]
    prompt_id: Field<'a>,
    #[serde(borrow, default, rename = "hideFromScrollback")]
    is_hidden: Field<'a>,
    #[serde(borrow, default, rename = "x.ai/tool")]
    tool: Field<'a>,
}

#[derive(Deserialize)]
struct Content<'a> {
    #[serde(borrow, default)]
    text: Field<'a>,
}

#[derive(Deserialize)]
struct Tool<'a> {
    #[serde(borrow, default)]
    name: Field<'a>,
}

/// Returns the record that `line` holds, or `None` if it holds no JSON object.
pub(super) fn read(line: &mut [u8], depth: Depth) -> Option<Record> {
    let raw: Raw<'_> = json::line(line)?;
    let params: Option<Params<'_>> = json::object(raw.params);
    let update = params.as_ref().and_then(|params| json::object::<Update<'_>>(params.update));
    let (Some(params), Some(update)) = (params, update) else { return Some(Record::Other) };
    let of_line: Meta<'_> = json::object(params.meta).unwrap_or_default();
    let of_update: Meta<'_> = json::object(update.meta).unwrap_or_default();
    let prompt = id(of_line.prompt_id.or(update.prompt_id));
    let kind = json::short_text(update.kind, 64).unwrap_or_default();
    let is_deep = depth >= Depth::Work;
    let context = context(raw.timestamp, depth);
    Some(match (kind.as_str(), prompt) {
        ("user_message_chunk", _) => Record::User(User { context, ..asked(&update, &of_update) }),
        ("tool_call", prompt) => {
            let name = name(&update, &of_update);
            let call = is_deep.then(|| calls::call(&name, &update)).flatten();
            let calls = call.into_iter().collect();
            Record::Assistant(Reply { tools: Vec::from([name]), calls, context, ..reply(prompt) })
        }
        ("tool_call_update", prompt) => {
            let outcomes = calls::outcome(&update).into_iter().collect();
            Record::Report(Reply { outcomes, ..reply(prompt) })
        }
        ("task_completed", prompt) if is_deep => {
            let (calls, outcomes) = calls::task(update.task_snapshot).into_iter().unzip();
            Record::Report(Reply { calls, outcomes, ..reply(prompt) })
        }
        ("agent_message_chunk", prompt) if depth >= Depth::Past => {
            let content: Option<Content<'_>> = json::object(update.content);
            let text = content.and_then(|content| said(content.text)).unwrap_or_default();
            Record::Assistant(Reply { text, context, ..reply(prompt) })
        }
        ("agent_message_chunk" | "agent_thought_chunk", prompt) => Record::Assistant(reply(prompt)),
        ("hook_execution" | "turn_completed", prompt @ Some(_)) => {
            let event = json::short_text(update.event_name, 64).unwrap_or_default();
            let is_start = event == "user_prompt_submit";
            let kind = if is_start { UserKind::Start } else { UserKind::Remark };
            Record::User(User { context, ..User::of(kind, prompt, StartedBy::Unknown) })
        }
        (_, _) => Record::Other,
    })
}

/// Returns whether a prompt of this id can be somebody's: those are UUIDs, while turns that the
/// host begins have ids that say why, such as `task-completed-ID`.
pub(super) fn is_persons(prompt: &str) -> bool {
    let parts: Vec<usize> = prompt.split('-').map(str::len).collect();
    let is_plain = |byte: u8| byte == b'-' || byte.is_ascii_hexdigit();
    parts == [8, 4, 4, 4, 12] && prompt.bytes().all(is_plain)
}

/// Returns the record of a prompt. The host hides those that it writes itself.
fn asked(update: &Update<'_>, meta: &Meta<'_>) -> User {
    if json::is_true(meta.is_hidden) {
        User::of(UserKind::Notification, None, StartedBy::Notification)
    } else {
        let content: Option<Content<'_>> = json::object(update.content);
        let typed = Typed::of(UserKind::Prompt, content.and_then(|content| content.text));
        User { typed, ..User::of(UserKind::Prompt, None, StartedBy::Person) }
    }
}

/// Returns when a line was written: seconds of the epoch.
fn context(timestamp: Field<'_>, depth: Depth) -> TurnContext {
    let seconds = || timestamp?.get().parse::<u64>().ok();
    let at_ms = (depth >= Depth::Past).then(seconds).flatten();
    TurnContext {
        at_ms: at_ms.map(|seconds| seconds.saturating_mul(1000)),
        ..TurnContext::default()
    }
}

/// A reply's text is left out but where the past is looked at: at a stop it is not there.
fn reply(prompt: Option<String>) -> Reply {
    Reply::of(Source::Model, prompt)
}

fn name(update: &Update<'_>, meta: &Meta<'_>) -> String {
    let tool: Option<Tool<'_>> = json::object(meta.tool);
    let name = tool.and_then(|tool| json::short_text(tool.name, 1024));
    name.or_else(|| json::short_text(update.title, 1024)).unwrap_or_default()
}
