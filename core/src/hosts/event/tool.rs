//! What a host says about a tool that is about to run.

use alloc::string::String;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Tool, spelled};
use crate::hosts::host::Host;
use crate::limits::{AGENT_BYTES_MAX, DELIVERY_DIGITS, TOOL_NAME_BYTES_MAX};
use crate::text::hash::fingerprint;
use crate::text::json::{self, Field};

/// A tool that is about to read files into the conversation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ToolUse {
    /// Which tool, and what it is given.
    pub tool: Tool,
    /// The type of the subagent that calls it.
    pub agent: Option<String>,
    /// What tells this call from all others.
    pub delivery: Option<String>,
}

/// The fields of a payload that are read, in either spelling.
#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, default)]
    tool_name: Field<'a>,
    #[serde(borrow, default, rename = "toolName")]
    tool_name_camel: Field<'a>,
    #[serde(borrow, default)]
    tool_input: Field<'a>,
    #[serde(borrow, default, rename = "toolInput")]
    tool_input_camel: Field<'a>,
    #[serde(borrow, default, rename = "toolInputTruncated")]
    is_truncated: Field<'a>,
    #[serde(borrow, default)]
    tool_use_id: Field<'a>,
    #[serde(borrow, default, rename = "toolUseId")]
    tool_use_id_camel: Field<'a>,
    #[serde(borrow, default)]
    agent_type: Field<'a>,
    #[serde(borrow, default, rename = "subagentType")]
    subagent_type: Field<'a>,
}

/// What a tool may be given beside what it reads.
#[derive(Deserialize)]
struct Manner<'a> {
    #[serde(borrow, default)]
    run_in_background: Field<'a>,
    #[serde(borrow, default)]
    background: Field<'a>,
}

impl ToolUse {
    /// Returns the tool of an event of `host` whose payload is this, repaired; nothing where it is
    /// none that shows files, or where not all is known about what it shows.
    #[must_use]
    pub fn parse(payload: &[u8], host: Host) -> Option<Self> {
        let whole: &RawValue = serde_json::from_slice(payload).ok()?;
        let raw: Raw<'_> = json::object(Some(whole))?;
        let name = spelled(host, raw.tool_name_camel, raw.tool_name);
        let name = json::short_text(name, TOOL_NAME_BYTES_MAX)?;
        let input = spelled(host, raw.tool_input_camel, raw.tool_input)?;
        if json::is_true(raw.is_truncated) || is_elsewhere(input) {
            return None;
        }
        let id = spelled(host, raw.tool_use_id_camel, raw.tool_use_id);
        let has_id = json::text(id).is_some_and(|id| !id.is_empty());
        Some(Self {
            tool: Tool::parse(&name, input)?,
            agent: json::short_text(
                spelled(host, raw.subagent_type, raw.agent_type),
                AGENT_BYTES_MAX,
            ),
            delivery: has_id.then(|| fingerprint(whole.get().as_bytes(), DELIVERY_DIGITS)),
        })
    }
}

/// Returns whether what a command prints goes to a file first, which the agent may read or not.
fn is_elsewhere(input: &RawValue) -> bool {
    let manner: Option<Manner<'_>> = json::object(Some(input));
    manner.is_some_and(|manner| {
        json::is_true(manner.run_in_background) || json::is_true(manner.background)
    })
}
