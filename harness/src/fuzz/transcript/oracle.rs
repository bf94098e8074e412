//! A slow reader of transcripts, written from the contract: it sees the whole file, forwards.
//!
//! It speaks only of files where every line can be read in one way, every record of the user
//! carries its prompt, and none but prompts and results of their tools are there.

use alloc::collections::BTreeMap;

use serde_json::Value;
use sprag_core::activity::facts::Facts;
use sprag_core::hosts::transcript::{Chain, Wanted};
use sprag_core::limits::{TOOL_NAME_BYTES_MAX, TOOL_NAMES_MAX};

use super::super::backwards::value;
use super::super::strict::{member, text};

/// Bytes of a prompt id that certainly is within its bound, however it is written.
const ID_BYTES: usize = 128;

/// One line, as far as turns depend on it.
pub(super) enum Line {
    User { chain: Chain, prompt: String, said: Said },
    Assistant { chain: Chain, tools: Vec<String> },
    Other,
}

impl Line {
    /// Returns the line, unless it can be read in two ways or not at all.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Some(Self::Other);
        }
        let value = value(line).filter(Value::is_object)?;
        let is_side = value.get("isSidechain") == Some(&Value::Bool(true));
        let chain = if is_side { Chain::Side } else { Chain::Main };
        match text(&value, "type") {
            Some("user") => {
                let prompt = text(&value, "promptId")?;
                let is_sure = !prompt.is_empty() && prompt.len() <= ID_BYTES;
                let said = said(&value);
                is_sure.then(|| Self::User { chain, prompt: prompt.into(), said })
            }
            Some("assistant") => Some(Self::Assistant { chain, tools: tools(&value)? }),
            Some(_) | None => Some(Self::Other),
        }
    }

    /// Returns the prompt that a record of the user carries.
    pub(super) fn prompt(&self) -> Option<&str> {
        match self {
            Self::User { prompt, .. } => Some(prompt),
            Self::Assistant { .. } | Self::Other => None,
        }
    }
}

/// What a record of the user certainly is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Said {
    /// What somebody asked.
    Prompt,
    /// The result of a tool.
    Result,
    /// Nothing of which this reader is sure.
    Other,
}

fn said(record: &Value) -> Said {
    let is = |name| record.get(name) == Some(&Value::Bool(true));
    let content = member(record, "message").and_then(|message| message.get("content"));
    // What hosts write in the user's name begins with one of these, or ends with a tag.
    let is_plain = |words: &str| {
        !words.trim_start().starts_with(['<', '[', 'S']) && !words.contains("</task-notification>")
    };
    let is_marked = record.get("turnOrigin").is_some() || record.get("origin").is_some();
    match content {
        _ if is("isMeta") || is("isCompactSummary") || is_marked => Said::Other,
        Some(Value::String(words)) if is_plain(words) => Said::Prompt,
        Some(Value::Array(blocks)) => {
            let is_result = |block: &Value| text(block, "type") == Some("tool_result");
            if blocks.first().is_some_and(is_result) { Said::Result } else { Said::Other }
        }
        Some(_) | None => Said::Other,
    }
}

/// Returns the names of the tools that a record of the assistant calls, if none is odd.
fn tools(record: &Value) -> Option<Vec<String>> {
    let content = member(record, "message").and_then(|message| message.get("content"));
    let blocks = content.and_then(Value::as_array).into_iter().flatten();
    let calls = blocks.filter(|block| text(block, "type") == Some("tool_use"));
    let name = |block| Some(text(block, "name").unwrap_or_default().to_owned());
    let names: Vec<String> = calls.filter_map(name).collect();
    names.iter().all(|name| name.len() <= TOOL_NAME_BYTES_MAX).then_some(names)
}

/// Compares what was found with what the whole file shows.
pub(super) fn agree(facts: &Facts, seen: &[Option<Line>], wanted: &Wanted, chain: Chain) {
    let Some(lines) = seen.iter().map(Option::as_ref).collect::<Option<Vec<&Line>>>() else {
        return;
    };
    let (id, is_last) = match wanted {
        // Without a name the turn depends on what its records say.
        Wanted::Last(None) => return,
        Wanted::Last(Some(id)) => (id, true),
        Wanted::Prompt(id) => (id, false),
    };
    let found = facts.turn.as_ref().map(|turn| {
        let count = u64::try_from(lines.len()).unwrap_or(u64::MAX);
        (turn.first.number(count), turn.last.number(count))
    });
    let Some(turns) = turns(&lines, chain) else { return };
    let last = turns.last().map(|turn| turn.first);
    let turn = turns.into_iter().rev().find(|turn| turn.prompt == id);
    let Some(expected) = turn.filter(|turn| !is_last || Some(turn.first) == last) else {
        assert_eq!(found, None, "a turn that is not there");
        return;
    };
    assert_eq!(found, Some((expected.first, expected.last)), "the turn lies elsewhere");
    let tools = facts.tools.as_ref().expect("a whole turn, every line readable");
    if expected.tools.len() <= TOOL_NAMES_MAX {
        let counts = tools.sorted().into_iter().map(|tool| (tool.name.as_str(), tool.count));
        assert!(counts.eq(expected.tools), "{tools:?}");
    }
}

/// A turn, with 1-based numbers of its lines.
struct Expected<'a> {
    prompt: &'a str,
    first: u64,
    last: u64,
    tools: BTreeMap<&'a str, u32>,
}

/// Returns the turns of a conversation: each goes on until somebody asks for something under
/// another name. Nothing where a record is none of which this reader is sure, or belongs to another
/// turn than it lies in.
fn turns<'a>(lines: &[&'a Line], wanted: Chain) -> Option<Vec<Expected<'a>>> {
    let mut turns: Vec<Expected<'a>> = Vec::new();
    for (line, at) in lines.iter().zip(1_u64..) {
        match line {
            Line::User { chain, prompt, said } if *chain == wanted => {
                match turns.last_mut().filter(|turn| turn.prompt == prompt) {
                    Some(turn) if *said != Said::Other => turn.last = at,
                    None if *said == Said::Prompt => {
                        let tools = BTreeMap::new();
                        turns.push(Expected { prompt, first: at, last: at, tools });
                    }
                    Some(_) | None => return None,
                }
            }
            Line::Assistant { chain, tools } if *chain == wanted => {
                if let Some(turn) = turns.last_mut() {
                    turn.last = at;
                    for name in tools {
                        let count = turn.tools.entry(name).or_default();
                        *count = count.saturating_add(1);
                    }
                }
            }
            Line::User { .. } | Line::Assistant { .. } | Line::Other => {}
        }
    }
    Some(turns)
}
