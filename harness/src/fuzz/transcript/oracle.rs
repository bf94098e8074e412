//! A slow reader of transcripts, written from the contract: it sees the whole file, forwards.
//!
//! It speaks only of files where every line can be read in one way and every record of the user
//! carries its prompt, as hosts since 2.1.205 write them.

use alloc::collections::BTreeMap;

use serde_json::Value;
use sprag_core::facts::Facts;
use sprag_core::limits::{TOOL_NAME_BYTES_MAX, TOOL_NAMES_MAX};
use sprag_core::transcript::{Chain, Wanted};

use super::super::backwards::value;
use super::super::strict::{member, text};

/// Bytes of a prompt id that certainly is within its bound, however it is written.
const ID_BYTES: usize = 128;

/// One line, as far as turns depend on it.
pub(super) enum Line {
    User { chain: Chain, prompt: String, is_plain: bool },
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
                let is_plain = is_plain(&value);
                is_sure.then(|| Self::User { chain, prompt: prompt.into(), is_plain })
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

/// Returns whether a record of the user certainly is what somebody asked.
fn is_plain(record: &Value) -> bool {
    let is = |name| record.get(name) == Some(&Value::Bool(true));
    let words = member(record, "message").and_then(|message| text(message, "content"));
    // What hosts write in the user's name begins with one of these.
    let is_typed = words.is_some_and(|words| !words.trim_start().starts_with(['<', '[', 'S']));
    is_typed && !is("isMeta") && !is("isCompactSummary")
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
    let Some(expected) = turn(&lines, id, chain).filter(|turn| turn.is_last || !is_last) else {
        assert_eq!(found, None, "a turn that is not there");
        return;
    };
    assert_eq!(found, Some((expected.first, expected.last)), "the turn lies elsewhere");
    let Some(tools) = &facts.tools else {
        assert!(!expected.has_prompt, "a whole turn, every line readable, and no tools");
        return;
    };
    if expected.tools.len() <= TOOL_NAMES_MAX {
        let counts = tools.sorted().into_iter().map(|tool| (tool.name.as_str(), tool.count));
        assert!(counts.eq(expected.tools), "{tools:?}");
    }
}

/// A turn, with 1-based numbers of its lines.
struct Expected<'a> {
    first: u64,
    last: u64,
    /// Whether no other turn follows.
    is_last: bool,
    /// Whether it has the record that began it.
    has_prompt: bool,
    tools: BTreeMap<&'a str, u32>,
}

/// Returns the last turn of the prompt `id`: its records of the user, which no other's interrupt,
/// and all that the assistant does from the first of them on.
fn turn<'a>(lines: &[&'a Line], id: &str, wanted: Chain) -> Option<Expected<'a>> {
    let mut turn: Option<Expected<'a>> = None;
    for (line, at) in lines.iter().zip(1_u64..) {
        match line {
            Line::User { chain, prompt, is_plain } if *chain == wanted => {
                let open = turn.take_if(|turn| turn.is_last && prompt == id);
                turn = match (open, prompt == id) {
                    (Some(open), _) => {
                        let has_prompt = open.has_prompt || *is_plain;
                        Some(Expected { last: at, has_prompt, ..open })
                    }
                    (None, true) => {
                        let tools = BTreeMap::new();
                        let (is_last, has_prompt) = (true, *is_plain);
                        Some(Expected { first: at, last: at, is_last, has_prompt, tools })
                    }
                    (None, false) => turn.map(|turn| Expected { is_last: false, ..turn }),
                };
            }
            Line::Assistant { chain, tools } if *chain == wanted => {
                for turn in turn.iter_mut().filter(|turn| turn.is_last) {
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
    turn
}
