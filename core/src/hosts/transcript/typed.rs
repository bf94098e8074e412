//! What a person typed to begin a turn, and since; for markers alone, it never leaves.

use alloc::string::String;

use super::user_kind::UserKind;
use crate::hosts::line::Block;
use crate::limits::TYPED_BYTES_MAX;
use crate::text::json::{self, Field};

/// What was typed in some consecutive lines.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) enum Typed {
    /// Nothing.
    #[default]
    Nothing,
    /// This.
    Text(String),
    /// More than is looked at.
    TooMuch,
}

impl Typed {
    /// Returns what the content of a record of this kind says in the user's own words.
    pub(super) fn of(kind: UserKind, content: Field<'_>) -> Self {
        match kind {
            UserKind::Prompt => Self::text(content),
            UserKind::Command => match Self::text(content) {
                Self::Text(text) => Self::Text(arguments(&text).into()),
                other @ (Self::Nothing | Self::TooMuch) => other,
            },
            UserKind::Notification
            | UserKind::Interrupt
            | UserKind::Start
            | UserKind::Result
            | UserKind::Aside
            | UserKind::Review
            | UserKind::Remark => Self::Nothing,
        }
    }

    fn text(content: Field<'_>) -> Self {
        if let Some(text) = Self::string(content) {
            return text;
        }
        let blocks = json::elements(content).unwrap_or_default().into_iter();
        let texts = blocks.filter_map(Block::parse).filter_map(|block| Self::string(block.text));
        texts.fold(Self::Text(String::new()), Self::after)
    }

    fn string(field: Field<'_>) -> Option<Self> {
        if field.is_some_and(|raw| raw.get().starts_with('"') && raw.get().len() > TYPED_BYTES_MAX)
        {
            return Some(Self::TooMuch);
        }
        json::text(field).map(Self::Text)
    }

    /// Returns this after what was typed before it.
    pub(super) fn after(older: Self, newer: Self) -> Self {
        match (older, newer) {
            (Self::TooMuch, _) | (_, Self::TooMuch) => Self::TooMuch,
            (Self::Nothing, typed) | (typed, Self::Nothing) => typed,
            (Self::Text(older), Self::Text(newer)) => {
                let both = [older.as_str(), newer.as_str()].join("\n");
                if both.len() > TYPED_BYTES_MAX { Self::TooMuch } else { Self::Text(both) }
            }
        }
    }
}

/// Returns what was typed behind a slash command; its name is the host's.
fn arguments(text: &str) -> &str {
    let rest = text.split_once("<command-args>").map(|(_, rest)| rest);
    rest.and_then(|rest| rest.split_once("</command-args>")).map_or("", |(arguments, _)| arguments)
}
