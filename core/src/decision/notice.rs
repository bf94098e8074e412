//! What the user is told outside the conversation, once a session.

use serde::{Deserialize, Serialize};

use crate::checks::verdict::{Failure, Pass};

/// Something only the user can fix.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// A check is on that asks the judge, and there is no key.
    NoKey,
    /// The key is invalid.
    KeyOdd,
    /// The judge refused the key.
    KeyRefused,
    /// The endpoint was refused.
    Endpoint,
    /// A request was not sent.
    Held,
}

impl Notice {
    /// Returns what the user can do about a pass, if anything.
    #[must_use]
    pub fn of(pass: &Pass) -> Option<Self> {
        match pass {
            Pass::NoKey => Some(Self::NoKey),
            Pass::KeyOdd => Some(Self::KeyOdd),
            Pass::Unavailable(Failure::KeyRefused) => Some(Self::KeyRefused),
            Pass::Endpoint(_) => Some(Self::Endpoint),
            Pass::Held(_) => Some(Self::Held),
            Pass::NotAStop
            | Pass::Continuing
            | Pass::Denied
            | Pass::NoText
            | Pass::TextUnknown
            | Pass::ApiError
            | Pass::Interrupt
            | Pass::NothingToAsk
            | Pass::NothingLeft
            | Pass::Unavailable(_)
            | Pass::NothingFound
            | Pass::CapReached
            | Pass::AnswerRepeated
            | Pass::Spared => None,
        }
    }

    /// Returns the line the user reads.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::NoKey => {
                "sprag: no key for the judge, so nothing is checked. Set TYPESAFE_API_KEY or write \
                 the key to ~/.config/typesafe/api_key."
            }
            Self::KeyOdd => {
                "sprag: the judge's key holds a space, a line break or a character outside ASCII, \
                 so nothing is checked. Set it again."
            }
            Self::KeyRefused => {
                "sprag: the judge refused the key, so nothing is checked. Set a valid one."
            }
            Self::Endpoint => {
                "sprag: the endpoint may not receive the key, so nothing is checked. Use HTTPS or \
                 loopback, and name any other host in sprag's config.toml."
            }
            Self::Held => {
                "sprag: a request to the judge would have carried something shaped like a \
                 credential; it was not sent, and this turn was not checked."
            }
        }
    }
}
