//! What a call that asks to see files is decided on, and the figures that a denial rests on.

use serde::{Deserialize, Serialize};

use super::asked::Asked;
use super::exemptions::Exemptions;
use super::file::FileAsked;
use super::measure::Measured;
use super::settings::ReadSettings;
use super::tally::Tally;

/// What is remembered: of the session, and of all sessions.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct State {
    /// What the session has read in slices. A call without a session has an empty one, and what
    /// becomes of it is lost.
    pub tally: Tally,
    /// What was read for agents.
    pub exemptions: Exemptions,
}

/// Why a call may not run, in lines.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It shows too much at once.
    Size {
        /// What it would show.
        shown: u64,
        /// What the files hold that it would show so much of.
        total: u64,
        /// Whether that is all that they hold: counting ends once the answer is known.
        is_exact: bool,
    },
    /// With the slices before it, it shows too much of one file.
    Budget {
        /// What was charged for the file before the call.
        charged: u64,
        /// What would be charged for all that the call shows of it.
        cost: u64,
    },
}

/// One of the files, with what it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileView<'a> {
    pub(super) file: &'a FileAsked,
    pub(super) measured: &'a Measured,
    pub(super) shown: u64,
}

/// A call, and all that decides about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case<'a> {
    pub(super) asked: &'a Asked,
    pub(super) views: &'a [FileView<'a>],
    pub(super) state: &'a State,
    pub(super) settings: &'a ReadSettings,
    pub(super) now_ms: u64,
}
