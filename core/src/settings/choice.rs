//! Whom the user wants to be asked: the judge at the endpoint, or the one built in.

use serde::{Deserialize, Serialize};

/// Whom the user wants to be asked.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// The endpoint where there is a key, else the judge built in.
    #[default]
    Auto,
    /// The endpoint alone.
    Jev,
    /// The judge built in alone: nothing leaves the machine.
    Local,
}

impl Choice {
    /// Returns the choice of this word. One that is none keeps everything on the machine.
    #[must_use]
    pub fn from_word(word: &str) -> Self {
        match word {
            "auto" => Self::Auto,
            "jev" => Self::Jev,
            _ => Self::Local,
        }
    }

    /// Returns the word for the choice.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Jev => "jev",
            Self::Local => "local",
        }
    }
}
