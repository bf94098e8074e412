//! The verdict on a stop, and the reason for it.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::checks::{self, Check};
use crate::security::secret::Shape;

/// What happens to a stop.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[must_use]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The turn ends.
    Pass(Pass),
    /// The turn ends; but for shadow it would go on, for this check's reason.
    #[serde(with = "checks::name")]
    WouldBlock(&'static Check),
    /// The turn goes on, for this check's reason.
    #[serde(with = "checks::name")]
    Block(&'static Check),
}

/// Why a turn ends.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    /// The event cannot be blocked.
    NotAStop,
    /// The host already continues because of a stop hook.
    Continuing,
    /// The user's deny file covers the working directory.
    Denied,
    /// The model said nothing.
    NoText,
    /// The host passed on a part of the closing text, and the rest was not found.
    TextUnknown,
    /// The turn ended with an error of the model's server.
    ApiError,
    /// The user interrupted the turn.
    Interrupt,
    /// No question is due: what the checks that are on need is not there.
    NothingToAsk,
    /// Nothing of the closing text is left to judge once it is redacted.
    NothingLeft,
    /// There is no key for the judge.
    NoKey,
    /// The key contains an invalid character.
    KeyOdd,
    /// No key may be sent to the endpoint.
    Endpoint(Refusal),
    /// The request would have carried a credential of this shape.
    Held(Shape),
    /// The judge could not be asked.
    Unavailable(Failure),
    /// Every check was evaluated, and none may block.
    NothingFound,
    /// The blocks that one prompt may cause are spent.
    CapReached,
    /// This very answer was sent back before.
    AnswerRepeated,
    /// The check that objects blocks sparingly, and has had its turn.
    Spared,
}

impl Pass {
    /// Returns whether it only means that nobody is asked: a check that asks no judge still counts.
    #[must_use]
    pub fn is_of_judge(&self) -> bool {
        match self {
            Self::NothingToAsk
            | Self::NothingLeft
            | Self::NoKey
            | Self::KeyOdd
            | Self::Endpoint(_)
            | Self::Held(_)
            | Self::Unavailable(_) => true,
            Self::NotAStop
            | Self::Continuing
            | Self::Denied
            | Self::NoText
            | Self::TextUnknown
            | Self::ApiError
            | Self::Interrupt
            | Self::NothingFound
            | Self::CapReached
            | Self::AnswerRepeated
            | Self::Spared => false,
        }
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::NotAStop => "the event is not the end of a turn",
            Self::Continuing => "the host already continues for a stop hook",
            Self::Denied => "the deny file covers this folder",
            Self::NoText => "the agent said nothing",
            Self::TextUnknown => "the closing message is unknown",
            Self::ApiError => "the turn ended with an API error",
            Self::Interrupt => "the user interrupted",
            Self::NothingToAsk => "there is nothing to ask",
            Self::NothingLeft => "redaction leaves nothing to judge",
            Self::NoKey => "there is no key for the judge",
            Self::KeyOdd => "the key contains an invalid character",
            Self::Endpoint(refusal) => return write!(f, "the endpoint is refused: {refusal}"),
            Self::Held(shape) => {
                return write!(f, "the request was not sent: {} in it", shape.name());
            }
            Self::Unavailable(failure) => return write!(f, "the judge did not answer: {failure}"),
            Self::NothingFound => "no check objects",
            Self::CapReached => "this prompt may not cause any more blocks",
            Self::AnswerRepeated => "this answer was sent back before",
            Self::Spared => "the check that objects may not block again yet",
        };
        f.write_str(text)
    }
}

/// Why an endpoint is refused.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// It is no URL with a host.
    NotAUrl,
    /// It is neither HTTPS nor HTTP to this machine.
    NotPrivate,
    /// It holds a user name or password.
    UserInfo,
    /// The environment names it, and `config.toml` does not list its host.
    NotListed,
    /// A `config.toml` names it that is not surely the user's.
    ConfigInProject,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAUrl => "not a URL",
            Self::NotPrivate => "neither HTTPS nor loopback",
            Self::UserInfo => "a user name or password in the URL",
            Self::NotListed => "a variable names it, but config.toml does not list its host",
            Self::ConfigInProject => "the config.toml that names it may not be yours",
        })
    }
}

/// Why the judge could not be asked.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// No connection: name, address, TLS.
    Connection,
    /// No answer in time.
    Timeout,
    /// The judge refused the key: status 401 or 403.
    KeyRefused,
    /// Any other status but 200.
    Status(u16),
    /// An answer that is not of the agreed form.
    Malformed,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection => f.write_str("no connection"),
            Self::Timeout => f.write_str("no answer in time"),
            Self::KeyRefused => f.write_str("the key was refused"),
            Self::Status(status) => write!(f, "HTTP status {status}"),
            Self::Malformed => f.write_str("an answer in an unexpected form"),
        }
    }
}

impl Failure {
    /// Returns what an HTTP status means for the judge's answer.
    ///
    /// # Errors
    ///
    /// Returns the failure that any status but 200 is.
    pub fn of_status(status: u16) -> Result<(), Self> {
        match status {
            200 => Ok(()),
            // The service answers 403 where the key is missing and 401 where it is wrong.
            401 | 403 => Err(Self::KeyRefused),
            status => Err(Self::Status(status)),
        }
    }
}
