//! Grok's `chat_history.jsonl`, backwards.

use serde_json::Value;
use sprag_core::hosts::event::Closing;
use sprag_core::hosts::transcript::{Ledger, Next};

use super::strict::{member, strict, text};

/// Any text as the last message, on its first line, and a history below it.
///
/// # Panics
///
/// Panics if a slow reader that looks for the message and its prompt counts otherwise, if what is
/// older than the turn matters, or if what is not whole is counted.
pub fn fuzz_ledger(bytes: &[u8]) {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let said = String::from_utf8_lossy(lines.next().unwrap_or_default()).into_owned();
    let lines: Vec<&[u8]> = lines.collect();
    let closing = Closing::Whole(said.as_str().into());
    let read = |lines: &[&[u8]]| read(&closing, lines);
    let found = read(&lines);
    let values: Option<Vec<Value>> =
        lines.iter().map(|line| strict(line).filter(Value::is_object)).collect();
    if let Some(values) = values {
        assert_eq!(found, slow(&said, &values), "{said}");
    }
    let calls = found.map(|count| usize::try_from(count).is_ok_and(|n| n <= bytes.len()));
    assert_ne!(calls, Some(false), "more calls than bytes");
    for older in [&b"{"[..], b"{\"type\":\"user\",\"prompt_index\":0}", b""] {
        let longer = [&[older][..], &lines].concat();
        assert!(found.is_none() || read(&longer) == found, "what is older matters");
    }
    for at in 0..lines.len().min(16) {
        let shorter = read(lines.get(at..).unwrap_or_default());
        assert!(shorter.is_none() || shorter == found, "what is cut off was counted");
    }
    let with = |newer: &'static [u8]| read(&[&lines[..], &[newer]].concat());
    assert_eq!(with(b"{\"type\":\"reasoning\"}"), found);
    assert_eq!(with(b"{\"type\":\"assistant\",\"cont"), None);
    assert_eq!(with(b"{\"type\":\"tool_result\"}"), None);
}

fn read(closing: &Closing, lines: &[&[u8]]) -> Option<u32> {
    let mut ledger = Ledger::begin(closing);
    for line in lines.iter().rev() {
        if ledger.line(&mut line.to_vec()) == Next::Enough {
            break;
        }
    }
    ledger.calls()
}

/// Looks for the last message and for the last prompt before it, and counts what is between them.
fn slow(said: &str, records: &[Value]) -> Option<u32> {
    let kind = |value: &Value| text(value, "type").unwrap_or_default().to_owned();
    let is_of_turn =
        |value: &Value| ["assistant", "tool_result", "user"].contains(&kind(value).as_str());
    let calls = |value: &Value| {
        let calls = member(value, "tool_calls").and_then(Value::as_array);
        calls.map_or(0, |calls| u32::try_from(calls.len()).unwrap_or(u32::MAX))
    };
    let end = records.iter().rposition(is_of_turn)?;
    let (before, from_end) = records.split_at(end);
    let last = from_end.first()?;
    let is_last = kind(last) == "assistant"
        && calls(last) == 0
        && text(last, "content").unwrap_or_default().trim() == said.trim();
    let is_prompt =
        |value: &Value| kind(value) == "user" && member(value, "prompt_index").is_some();
    let prompt = before.iter().rposition(is_prompt)?;
    let turn = before.iter().skip(prompt).filter(|value| kind(value) == "assistant");
    is_last.then(|| turn.map(calls).fold(0, u32::saturating_add))
}
