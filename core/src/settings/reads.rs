//! How bulk reads are held.

use super::{Name, Values};
use crate::checks::READS;

/// Lines of a file that may be read at once.
const LINES: u32 = 350;

/// How long a delegated file may be read in slices, in seconds.
const SANCTION_SECONDS: u32 = 4 * 60 * 60;

/// How bulk reads are held.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Reads {
    /// Whether they are.
    pub is_on: bool,
    /// Lines that may be read at once; `None` where the user's number is none, and nothing is held.
    pub lines: Option<u32>,
    /// Lines of one file that a session may read in slices; 0 is without end.
    pub budget: u32,
    /// For how many seconds a file that was delegated may be read in slices without end.
    pub sanction_seconds: u32,
    /// Who reads a large file instead.
    pub delegate: Delegate,
}

/// Who reads a large file in the agent's place.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Delegate {
    /// A command.
    #[default]
    Cli,
    /// A subagent, where the host has them.
    Subagent,
}

impl Reads {
    pub(super) fn of(given: &Values<'_>, words: &str) -> Self {
        let count = |name: Name| given.text(name).map(|text| name.setting().kind.count(text));
        let lines = count(Name::ReadLines).unwrap_or(Some(LINES));
        let twice = lines.unwrap_or(LINES).saturating_mul(2);
        Self {
            is_on: words_name(words),
            lines,
            // A budget that is none bounds nothing: doubt means less friction.
            budget: count(Name::ReadBudget).map_or(twice, Option::unwrap_or_default),
            sanction_seconds: count(Name::ReadSanction)
                .map_or(SANCTION_SECONDS, |seconds| seconds.unwrap_or(u32::MAX)),
            delegate: match given.text(Name::ReadDelegate) {
                Some("subagent") => Delegate::Subagent,
                Some(_) | None => Delegate::Cli,
            },
        }
    }
}

/// `all` are the checks of a stop: a gate for reads is never on by accident.
fn words_name(words: &str) -> bool {
    words.split([',', ' ']).any(|word| word.trim() == READS)
}
