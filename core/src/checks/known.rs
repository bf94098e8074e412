//! What is known of a turn where its checks are held against it: facts alone, no text of the
//! conversation.

use serde::{Deserialize, Serialize};

use crate::activity::verification::Verification;
use crate::hosts::language::Language;
use crate::wording::Wording;

/// The facts that rules look at. `None` is unknown.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Known {
    /// How many tools the turn called.
    pub tools: Option<u32>,
    /// How many tasks are running.
    pub running: Option<u32>,
    /// How many prompts are scheduled.
    pub scheduled: Option<u32>,
    /// How many other sessions owe an answer.
    pub handoffs: Option<u32>,
    /// The language that is set; `None` where none is.
    pub language: Option<Language>,
    /// How much prose the closing text holds.
    pub prose_units: Option<u32>,
    /// Where the code and its checks stand.
    #[serde(rename = "standing")]
    pub verification: Option<Verification>,
    /// What was said, by the signs in it.
    #[serde(default, skip_serializing_if = "Wording::is_unread")]
    pub wording: Wording,
}

impl Known {
    /// Returns how much the payload lists as running or scheduled, if it has both lists.
    #[must_use]
    pub fn listed(&self) -> Option<u32> {
        Some(self.running?.saturating_add(self.scheduled?))
    }

    /// Returns how much there is that could watch something, if all of it is known.
    #[must_use]
    pub fn watching(&self) -> Option<u32> {
        Some(self.listed()?.saturating_add(self.handoffs?))
    }

    /// Returns how much there is that could watch something, as far as it is known.
    #[must_use]
    pub fn watching_at_least(&self) -> u32 {
        let parts = [self.running, self.scheduled, self.handoffs];
        parts.into_iter().flatten().fold(0, u32::saturating_add)
    }
}
