//! A slow reader of what was written: it sees the whole file, forwards.
//!
//! It speaks only of the tool that writes whole files, where every line can be read in one way and
//! no id of a call is used twice.

use alloc::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sprag_core::activity::facts::Facts;
use sprag_core::activity::work::{How, What};
use sprag_core::hosts::transcript::Chain;
use sprag_core::limits::OUTCOMES_MAX;

use super::super::strict::{member, strict, text};

/// Bytes of an id or a path that certainly is within its bound, however it is written.
const TEXT_BYTES: usize = 64;

/// Compares the files that were found written with what the whole file shows.
pub(super) fn agree(facts: &Facts, lines: &[&[u8]], chain: Chain) {
    let (Some(turn), Some(work)) = (&facts.turn, &facts.work) else { return };
    let count = u64::try_from(lines.len()).unwrap_or(u64::MAX);
    let bounds = (turn.first.number(count), turn.last.number(count));
    let Some(expected) = written(lines, bounds, chain) else { return };
    let path = |what: &What| match what {
        What::Change(change) if change.how == How::Write => change.path.clone(),
        What::Change(_)
        | What::Check(_)
        | What::Subagent
        | What::Hidden
        | What::Unseen
        | What::Program
        | What::OneOffCode
        | What::Refused => None,
    };
    let found: Vec<String> = work.actions().filter_map(|action| path(&action.what)).collect();
    assert!(!work.is_whole() || found == expected, "{found:?} were written, not {expected:?}");
}

/// Returns the paths that calls between these lines wrote, in order; `None` if that can be read in
/// two ways.
fn written(lines: &[&[u8]], (first, last): (u64, u64), chain: Chain) -> Option<Vec<String>> {
    let mut calls: Vec<(String, Option<String>)> = Vec::new();
    let mut ids = BTreeSet::new();
    let mut outcomes: BTreeMap<String, bool> = BTreeMap::new();
    for (line, at) in lines.iter().zip(1_u64..) {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let record = strict(line).filter(Value::is_object)?;
        let is_side = record.get("isSidechain") == Some(&Value::Bool(true));
        if is_side != (chain == Chain::Side) || !(first..=last).contains(&at) {
            continue;
        }
        let content = member(&record, "message").and_then(|message| message.get("content"));
        let blocks: Vec<&Value> = content.and_then(Value::as_array).into_iter().flatten().collect();
        match text(&record, "type") {
            Some("assistant") => {
                for block in blocks.iter().filter(|block| text(block, "type") == Some("tool_use")) {
                    let id = short(text(block, "id")?)?;
                    if !ids.insert(id.clone()) || outcomes.contains_key(&id) {
                        return None;
                    }
                    let input = member(block, "input").filter(|input| input.is_object())?;
                    let path = match text(block, "name")? {
                        "Write" => Some(short(text(input, "file_path")?)?),
                        _ => None,
                    };
                    calls.push((id, path));
                }
            }
            Some("user") => {
                let results: Vec<&&Value> =
                    blocks.iter().filter(|block| block.get("tool_use_id").is_some()).collect();
                if !results.iter().all(|block| text(block, "type") == Some("tool_result")) {
                    return None;
                }
                let is_stopped = member(&record, "toolUseResult")
                    .is_some_and(|kept| kept.get("interrupted") == Some(&Value::Bool(true)));
                for block in &results {
                    let is_error = block.get("is_error") == Some(&Value::Bool(true));
                    let went_well = !(is_error || is_stopped && results.len() == 1);
                    let id = short(text(block, "tool_use_id")?)?;
                    if outcomes.insert(id, went_well).is_some() {
                        return None;
                    }
                }
            }
            Some(_) | None => {}
        }
    }
    let went_well = |id: &String| outcomes.get(id).copied().unwrap_or(false);
    let paths = calls.iter().filter(|(id, _)| went_well(id)).filter_map(|(_, path)| path.clone());
    (outcomes.len() < OUTCOMES_MAX).then(|| paths.collect())
}

fn short(text: &str) -> Option<String> {
    (text.len() <= TEXT_BYTES).then(|| text.into())
}
