//! One line of a Claude Code transcript as JSON: the fields that some reader looks at.
//!
//! There is no official schema. The shapes are those of versions 1.0.98 to 2.1.332. What a field
//! means is said where it is read.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::text::json::{self, Field};

/// A line.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Line<'a> {
    #[serde(borrow, default, rename = "type")]
    pub(crate) kind: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) version: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) timestamp: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) cwd: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) permission_mode: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) uuid: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) prompt_id: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) is_sidechain: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) is_meta: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) is_compact_summary: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) is_api_error_message: Field<'a>,
    #[serde(borrow, default)]
    origin: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) prompt_source: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) turn_origin: Field<'a>,
    #[serde(borrow, default)]
    message: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) content: Field<'a>,
    #[serde(borrow, default)]
    attachment: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) tool_use_result: Field<'a>,
}

/// What a line of the user's or the assistant's side says.
#[derive(Deserialize)]
pub(crate) struct Message<'a> {
    #[serde(borrow, default)]
    pub(crate) id: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) model: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) content: Field<'a>,
}

/// A part of the content of a message.
#[derive(Deserialize)]
pub(crate) struct Block<'a> {
    #[serde(borrow, default, rename = "type")]
    pub(crate) kind: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) text: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) id: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) name: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) input: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) tool_use_id: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) is_error: Field<'a>,
    #[serde(borrow, default)]
    pub(crate) content: Field<'a>,
}

#[derive(Deserialize)]
struct Origin<'a> {
    #[serde(borrow, default)]
    kind: Field<'a>,
}

#[derive(Deserialize)]
struct Attachment<'a> {
    #[serde(borrow, default)]
    prompt: Field<'a>,
}

#[derive(Deserialize)]
struct Input<'a> {
    #[serde(borrow, default)]
    to: Field<'a>,
}

impl<'a> Line<'a> {
    /// Returns what a line holds that lacks its line end; `None` if it holds no JSON object. Damage
    /// in it is repaired in place.
    pub(crate) fn parse(line: &'a mut [u8]) -> Option<Self> {
        json::line(line)
    }

    /// Returns the message of the line.
    pub(crate) fn message(&self) -> Option<Message<'a>> {
        json::object(self.message)
    }

    /// Returns what the host says a prompt comes from.
    pub(crate) fn origin(&self) -> Field<'a> {
        json::object(self.origin).and_then(|origin: Origin<'a>| origin.kind)
    }

    /// Returns what a prompt said that the host keeps as an attachment.
    pub(crate) fn attached_prompt(&self) -> Field<'a> {
        json::object(self.attachment).and_then(|attachment: Attachment<'a>| attachment.prompt)
    }
}

impl<'a> Block<'a> {
    /// Returns a block that is an object.
    pub(crate) fn parse(element: &'a RawValue) -> Option<Self> {
        json::object(Some(element))
    }

    /// Returns whom a call of a tool addresses.
    pub(crate) fn addressee(&self) -> Field<'a> {
        json::object(self.input).and_then(|input: Input<'a>| input.to)
    }
}
