//! Rollout files of Codex, read backwards.

use serde_json::Value;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Chain, Scan};
use sprag_core::limits::{TOOL_NAME_BYTES_MAX, TOOL_NAMES_MAX};

use super::backwards::{Expected, demand, lines, past, value};
use super::strict::{member, text};

/// Any bytes as a rollout file, for every kind of turn that can be looked for.
///
/// # Panics
///
/// Panics if reading twice differs, a turn is outside of the file, a torn last line does more than
/// make facts unknown, or a slow reader that sees the whole file finds another turn.
pub fn fuzz_rollout(bytes: &[u8]) {
    let records: Option<Vec<Record>> = lines(bytes).into_iter().map(Record::read).collect();
    let named = records.iter().flatten().filter_map(Record::id);
    let mut ids: Vec<String> = named.map(Into::into).collect();
    ids.dedup();
    let expected = |id: &str| turn(records.as_ref()?, id);
    demand(bytes, &ids, |wanted| Scan::begin_on(Host::Codex, wanted), &expected);
    past(bytes, Host::Codex, Chain::Main, &|wanted| Scan::begin_on(Host::Codex, wanted));
}

/// One line, as far as turns depend on it; written from the contract.
enum Record {
    Start(String),
    /// What is said in the user's name, and whether somebody asks it.
    User(String, bool),
    /// What the model says, or the host in its place.
    Said(String),
    Call(String, String),
    /// What a script carried out.
    Nested(String, String),
    Other,
}

impl Record {
    /// Returns the record, unless it can be read in two ways or not at all.
    fn read(line: &[u8]) -> Option<Self> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Some(Self::Other);
        }
        let value = value(line).filter(Value::is_object)?;
        let Some(payload) = member(&value, "payload").filter(|payload| payload.is_object()) else {
            return Some(Self::Other);
        };
        match (text(&value, "type"), text(payload, "type")) {
            (Some("event_msg"), Some(kind)) => event(kind, payload),
            (Some("response_item"), Some(kind)) => item(kind, payload),
            (_, _) => Some(Self::Other),
        }
    }

    fn id(&self) -> Option<&str> {
        match self {
            Self::Start(id)
            | Self::User(id, _)
            | Self::Said(id)
            | Self::Call(id, _)
            | Self::Nested(id, _) => Some(id),
            Self::Other => None,
        }
    }
}

/// Returns an id that certainly is within its bound, however it is written.
fn sure(id: Option<&str>) -> Option<String> {
    id.filter(|id| !id.is_empty() && id.len() <= 128).map(Into::into)
}

fn event(kind: &str, payload: &Value) -> Option<Record> {
    let id = || sure(text(payload, "turn_id"));
    Some(match kind {
        "task_started" => Record::Start(id()?),
        "turn_aborted" => Record::User(id()?, false),
        "error" => Record::Said(id()?),
        "item_completed" => {
            let item = member(payload, "item").filter(|item| item.is_object());
            let part = |name| item.and_then(|item| text(item, name)).unwrap_or_default();
            if !part("id").starts_with("exec-") || part("id").len() > 128 {
                return Some(Record::Other);
            }
            let name = match part("type") {
                "CommandExecution" => "exec_command".into(),
                "FileChange" => "apply_patch".into(),
                // Where the parts of the name are cut is not the contract's business.
                "McpToolCall" if part("server").len().max(part("tool").len()) > 24 => return None,
                "McpToolCall" => format!("mcp__{}__{}", part("server"), part("tool")),
                _ => return Some(Record::Other),
            };
            Record::Nested(id()?, name)
        }
        _ => Record::Other,
    })
}

fn item(kind: &str, payload: &Value) -> Option<Record> {
    if kind.len() > 48 {
        return None;
    }
    let passed = member(payload, "internal_chat_message_metadata_passthrough");
    let passed = passed.filter(|passed| passed.is_object());
    let id = || sure(passed.and_then(|passed| text(passed, "turn_id")));
    let name = match kind {
        "message" => {
            return Some(match text(payload, "role") {
                Some("assistant") => Record::Said(id()?),
                Some("user") => {
                    let is_marked = passed.is_some_and(|passed| {
                        let has = |name| member(passed, name).is_some();
                        has("content_item_kinds") || has("content_item_metadata")
                    });
                    Record::User(id()?, is_asked(payload, is_marked)?)
                }
                _ => Record::Other,
            });
        }
        "function_call" | "custom_tool_call" => {
            let is_plain = member(payload, "namespace").is_none()
                || text(payload, "namespace") == Some("functions");
            is_plain.then(|| text(payload, "name").unwrap_or_default())?
        }
        _ => match kind.strip_suffix("_call") {
            Some(tool) => tool,
            None => return Some(Record::Other),
        },
    };
    (name.len() <= TOOL_NAME_BYTES_MAX).then_some(())?;
    Some(Record::Call(id()?, name.into()))
}

/// Returns whether somebody certainly asks this, or certainly nobody; `None` in between.
fn is_asked(payload: &Value, is_marked: bool) -> Option<bool> {
    let blocks = member(payload, "content")?.as_array()?;
    let words = text(blocks.first().filter(|block| block.is_object())?, "text")?.trim_start();
    if words.starts_with("<hook_prompt") {
        return Some(false);
    }
    let is_sure = !is_marked && !words.starts_with(['<', '#']);
    is_sure.then_some(true)
}

/// Returns the last turn of the prompt, where that is certain: the records at the end of the file
/// in which no other turn begins or is spoken in.
fn turn(records: &[Record], id: &str) -> Option<Option<Expected>> {
    let is_mark = |record: &Record| matches!(record, Record::Start(_) | Record::User(..));
    let is_foreign = |record: &Record| is_mark(record) && record.id() != Some(id);
    let begin = records.iter().rposition(is_foreign).map_or(0, |at| at.saturating_add(1));
    let group = records.get(begin..).unwrap_or_default();
    let own_mark = |record: &Record| is_mark(record) && record.id() == Some(id);
    let Some(first) = group.iter().position(own_mark) else { return Some(None) };
    // A turn that is begun twice, or that nobody asked for, is another test's.
    let starts = group.iter().filter(|record| matches!(record, Record::Start(_))).count();
    let is_first = matches!(group.get(first), Some(Record::Start(_)));
    let is_asked = group.iter().any(|record| matches!(record, Record::User(_, true)));
    if starts > usize::from(is_first) || !is_asked {
        return None;
    }
    let turn = group.get(first..).unwrap_or_default();
    let last = turn.iter().rposition(|record| record.id() == Some(id)).unwrap_or_default();
    let mut calls = Vec::new();
    for (at, record) in turn.iter().enumerate() {
        match record {
            Record::Call(of, name) if of == id && !has_done_something(turn, at, name) => {
                calls.push(name.clone());
            }
            Record::Nested(of, name) if of == id => calls.push(name.clone()),
            Record::Start(_)
            | Record::User(..)
            | Record::Said(_)
            | Record::Call(..)
            | Record::Nested(..)
            | Record::Other => {}
        }
    }
    let mut names = calls.clone();
    names.sort_unstable();
    names.dedup();
    let before = begin.saturating_add(first);
    let number =
        |at: usize| u64::try_from(before.saturating_add(at).saturating_add(1)).unwrap_or(u64::MAX);
    let expected = Expected { first: number(0), last: number(last), calls };
    (names.len() <= TOOL_NAMES_MAX).then_some(Some(expected))
}

/// Returns whether the call is a script in which something was carried out: that counts instead.
fn has_done_something(turn: &[Record], at: usize, name: &str) -> bool {
    let is_script = |record: &&Record| matches!(record, Record::Call(_, name) if name == "exec");
    let after = turn.get(at..).unwrap_or_default().iter().skip(1);
    name == "exec"
        && after
            .take_while(|record| !is_script(record))
            .any(|record| matches!(record, Record::Nested(..)))
}
