//! How the conversation ends, read backwards.

use alloc::string::String;

use super::record::{Reply, Source, UserKind};
use crate::facts::Ending;

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
