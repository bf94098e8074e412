//! `updates.jsonl` of Grok, read backwards.

use serde_json::Value;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Chain, Scan};
use sprag_core::limits::{TOOL_NAME_BYTES_MAX, TOOL_NAMES_MAX};

use super::backwards::{Expected, demand, lines, past, value};
use super::strict::{member, text};

/// Any bytes as the updates of a session, for every kind of turn that can be looked for.
///
/// # Panics
///
/// Panics if reading twice differs, a turn is outside of the file, a torn last line does more than
/// make facts unknown, or a slow reader that sees the whole file finds another turn.
pub fn fuzz_updates(bytes: &[u8]) {
    let records: Option<Vec<Record>> = lines(bytes).into_iter().map(Record::read).collect();
    let named = records.iter().flatten().filter_map(Record::id);
    let mut ids: Vec<String> = named.map(Into::into).collect();
    ids.dedup();
    let expected = |id: &str| turn(records.as_ref()?, id);
    demand(bytes, &ids, |wanted| Scan::begin_on(Host::Grok, wanted), &expected);
    past(bytes, Host::Grok, Chain::Main, &|wanted| Scan::begin_on(Host::Grok, wanted));
}

/// One line, as far as turns depend on it; written from the contract.
enum Record {
    /// A prompt, which names none.
    Asked,
    /// A call or a piece of a message, with the name of the tool.
    Reply(String, Option<String>),
    /// Another record of a prompt, and whether it runs hooks before it.
    Mark(String, bool),
    Other,
}

impl Record {
    /// Returns the record, unless it can be read in two ways or not at all.
    fn read(line: &[u8]) -> Option<Self> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Some(Self::Other);
        }
        let value = value(line).filter(Value::is_object)?;
        let object = |value, name| member(value, name).filter(|member| member.is_object());
        let params = object(&value, "params");
        let Some((params, update)) =
            params.and_then(|params| Some((params, object(params, "update")?)))
        else {
            return Some(Self::Other);
        };
        // Where both places name a prompt, it is one reader's choice which counts.
        let outer = object(params, "_meta").and_then(|meta| member(meta, "promptId"));
        let inner = member(update, "prompt_id");
        let id = match (outer, inner) {
            (Some(_), Some(_)) => return None,
            (id, None) | (None, id) => id.map(|id| sure(id.as_str())),
        };
        Some(match (text(update, "sessionUpdate"), id) {
            (Some("user_message_chunk"), _) => Self::Asked,
            (Some("tool_call"), id) => {
                let tool = object(update, "_meta").and_then(|meta| object(meta, "x.ai/tool"));
                let name = tool.and_then(|tool| text(tool, "name"));
                let name = name.or_else(|| text(update, "title")).unwrap_or_default();
                (name.len() <= TOOL_NAME_BYTES_MAX).then_some(())?;
                Self::Reply(id??, Some(name.into()))
            }
            (Some("agent_message_chunk" | "agent_thought_chunk"), id) => Self::Reply(id??, None),
            (Some("hook_execution" | "turn_completed"), Some(id)) => {
                Self::Mark(id?, text(update, "event_name") == Some("user_prompt_submit"))
            }
            (_, _) => Self::Other,
        })
    }

    fn id(&self) -> Option<&str> {
        match self {
            Self::Reply(id, _) | Self::Mark(id, _) => Some(id),
            Self::Asked | Self::Other => None,
        }
    }
}

/// Returns an id that certainly is within its bound, however it is written.
fn sure(id: Option<&str>) -> Option<String> {
    id.filter(|id| !id.is_empty() && id.len() <= 128).map(Into::into)
}

/// What lies from one prompt to before the next.
#[derive(Default)]
struct Segment<'a> {
    /// Its first and its last line, from 1.
    lines: (u64, u64),
    /// Whether hooks ran at the prompt, and so it certainly began a turn.
    is_start: bool,
    /// The prompt that its records name, each the same one.
    id: Option<&'a str>,
    calls: Vec<&'a str>,
}

/// Returns the last turn of the prompt, where that is certain: the segments at the end of the file
/// that are its. The last one may not have named its prompt yet.
fn turn(records: &[Record], id: &str) -> Option<Option<Expected>> {
    let segments = segments(records)?;
    let (newest, before) = segments.split_last()?;
    let is_ours = |segment: &&Segment<'_>| segment.id == Some(id);
    if newest.id.is_some_and(|theirs| theirs != id) {
        return Some(None);
    }
    let mut ours = vec![newest];
    if !newest.is_start {
        for segment in before.iter().rev().take_while(is_ours) {
            ours.push(segment);
            if segment.is_start {
                break;
            }
        }
    }
    let calls = ours.iter().flat_map(|segment| &segment.calls);
    let calls: Vec<String> = calls.map(|name| (*name).into()).collect();
    let mut names = calls.clone();
    names.sort_unstable();
    names.dedup();
    let first = ours.last().map_or(0, |segment| segment.lines.0);
    let expected = Expected { first, last: newest.lines.1, calls };
    (names.len() <= TOOL_NAMES_MAX).then_some(Some(expected))
}

/// Returns the segments, if each holds records of one prompt alone, and nothing comes before the
/// first but what is nobody's.
fn segments(records: &[Record]) -> Option<Vec<Segment<'_>>> {
    let mut segments: Vec<Segment<'_>> = Vec::new();
    let mut start: Option<(u64, &str)> = None;
    for (record, at) in records.iter().zip(1_u64..) {
        match record {
            Record::Other => {}
            Record::Mark(id, true) => {
                // Hooks that run at no prompt are another test's.
                start.replace((at, id)).is_none().then_some(())?;
            }
            Record::Asked => {
                let begun = start.take();
                let first = begun.map_or(at, |(at, _)| at);
                let id = begun.map(|(_, id)| id);
                let is_start = begun.is_some();
                segments.push(Segment { lines: (first, at), is_start, id, calls: Vec::new() });
            }
            Record::Reply(id, _) | Record::Mark(id, false) => {
                start.is_none().then_some(())?;
                let segment = segments.last_mut()?;
                let theirs = *segment.id.get_or_insert(id);
                (theirs == id).then_some(())?;
                segment.lines.1 = at;
                if let Record::Reply(_, Some(name)) = record {
                    segment.calls.push(name);
                }
            }
        }
    }
    start.is_none().then_some(segments)
}
