//! How the conversation ends, read backwards.

use alloc::string::String;

use super::reader::Reader;
use super::record::{Reply, Source, User};
use super::user_kind::UserKind;
use super::{Depth, Scan};
use crate::activity::facts::Ending;

/// The end of the conversation, as far as it has been read.
#[derive(Clone, Debug, Default)]
pub(super) enum Closing {
    /// Nothing of the conversation has been seen.
    #[default]
    Ahead,
    /// Parts of its last message, which has this id, have been seen.
    Within { message: Option<String>, text: String },
    /// Nothing older changes it.
    Known(Ending),
}

impl Closing {
    /// Takes the next older record of the user.
    pub(super) fn user(&mut self, kind: UserKind) {
        *self = match core::mem::take(self) {
            Self::Ahead if kind == UserKind::Interrupt => Self::Known(Ending::Interrupt),
            Self::Ahead => Self::Known(Ending::Open),
            Self::Within { text, .. } => Self::Known(Ending::Text(text)),
            Self::Known(ending) => Self::Known(ending),
        };
    }

    /// Takes the next older record of the assistant. Hosts write one record for each part of a
    /// message, under the message's id.
    pub(super) fn reply(&mut self, reply: &Reply) {
        *self = match core::mem::take(self) {
            Self::Ahead => match reply.source {
                Source::Host => Self::Known(Ending::ApiError),
                Source::Model if !reply.tools.is_empty() => Self::Known(Ending::Open),
                Source::Model => {
                    Self::Within { message: reply.message.clone(), text: reply.text.clone() }
                }
            },
            Self::Within { message, text } => {
                if message.is_some() && message == reply.message {
                    Self::Within { message, text: joined(&reply.text, text) }
                } else {
                    Self::Known(Ending::Text(text))
                }
            }
            Self::Known(ending) => Self::Known(ending),
        };
    }

    pub(super) fn finish(self) -> Ending {
        match self {
            Self::Ahead => Ending::Open,
            Self::Within { text, .. } => Ending::Text(text),
            Self::Known(ending) => ending,
        }
    }
}

fn joined(older: &str, newer: String) -> String {
    match (older.is_empty(), newer.is_empty()) {
        (true, _) => newer,
        (false, true) => older.into(),
        (false, false) => [older, newer.as_str()].join("\n"),
    }
}

impl Scan {
    /// Returns whether a record of the user may have been written after the turn had ended. Grok
    /// writes some behind its message; and where the past is looked at, local commands and what the
    /// host says about itself are no part of how a turn ended.
    pub(super) fn is_afterwards(&self, user: &User) -> bool {
        let is_aside = matches!(user.kind, UserKind::Remark | UserKind::Aside | UserKind::Command);
        matches!(self.reader, Reader::Grok) || (self.depth == Depth::Past && is_aside)
    }

    /// Returns whether a reply of Grok's neither says nor calls anything: a thought.
    pub(super) fn is_silent(&self, reply: &Reply) -> bool {
        matches!(self.reader, Reader::Grok) && reply.text.is_empty() && reply.tools.is_empty()
    }
}
