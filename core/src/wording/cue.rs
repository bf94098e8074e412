//! What words are a cue for.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a phrase of the closing text, or of what the user typed, is a cue for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Cue {
    /// The agent begins to ask for permission: `want me to`. Alone it means nothing.
    Lead,
    /// It asks whether to commit.
    AsksToCommit,
    /// It asks whether to push.
    AsksToPush,
    /// It asks whether to fix what it found.
    AsksToFix,
    /// It asks whether to build what it described.
    AsksToImplement,
    /// It asks whether to go on.
    AsksToGoOn,
    /// It asks whether to look something up or to run a check, which needs nobody's permission.
    AsksToCheck,
    /// It asks whether to take all of a list or a part.
    AsksHowMuch,
    /// It asks whether to do a step before it goes on.
    AsksWhen,
    /// To go on with what it is at stands among the options that it offers.
    OffersToGoOn,
    /// It asks which of several ways the user prefers.
    AsksToChoose,
    /// It has the user run a command.
    HandsOver,
    /// It waits for what that command says.
    AwaitsResult,
    /// It says that something fails.
    Fails,
    /// What it asks for goes beyond the request.
    Extra,
    /// The decision is not the agent's: it destroys, publishes or costs.
    NotItsOwn,
    /// The action is one that only the user can do.
    Unable,
    /// The request can be read in several ways.
    Unclear,
    /// It begins to say that something was not done, or cannot be: `i could not`. Alone it means
    /// nothing.
    Denial,
    /// It says that its own work was not tested, built or run.
    DeniesCheck,
    /// It says that something was fixed, or is not there. Alone it means nothing.
    Fixed,
    /// It says that something fails or is left over, and nothing in the clause says
    /// [`Cue::Fixed`].
    Outstanding,
    /// It takes back what it said.
    BacksDown,
    /// It says on what it bases itself, shows how it comes by it, or stands by what it said.
    Grounds,
    /// It hands over what is to stand instead.
    Delivers,
    /// The user said to commit.
    ToldToCommit,
    /// The user said to push.
    ToldToPush,
    /// The user said to fix it.
    ToldToFix,
    /// The user said to build it.
    ToldToImplement,
    /// The user said to go on.
    ToldToGoOn,
    /// The user wants all of it, or not to be asked.
    ToldAll,
    /// The user leaves the choice to the agent.
    LeavesChoice,
    /// The user wants to be asked, or asked for options, a plan, a review or an explanation.
    HoldsBack,
    /// The user wants no test or build to be run, or runs it in person.
    ForbidsChecks,
    /// The user doubts an answer, without saying why.
    Doubts,
}

/// Cues that were found.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct CueSet(u64);

/// Every cue with its name, as tables and records write it.
pub const CUES: [(Cue, &str); 35] = [
    (Cue::Lead, "lead"),
    (Cue::AsksToCommit, "asks_to_commit"),
    (Cue::AsksToPush, "asks_to_push"),
    (Cue::AsksToFix, "asks_to_fix"),
    (Cue::AsksToImplement, "asks_to_implement"),
    (Cue::AsksToGoOn, "asks_to_go_on"),
    (Cue::AsksToCheck, "asks_to_check"),
    (Cue::AsksHowMuch, "asks_how_much"),
    (Cue::AsksWhen, "asks_when"),
    (Cue::OffersToGoOn, "offers_to_go_on"),
    (Cue::AsksToChoose, "asks_to_choose"),
    (Cue::HandsOver, "hands_over"),
    (Cue::AwaitsResult, "awaits_result"),
    (Cue::Fails, "fails"),
    (Cue::Extra, "extra"),
    (Cue::NotItsOwn, "not_its_own"),
    (Cue::Unable, "unable"),
    (Cue::Unclear, "unclear"),
    (Cue::Denial, "denial"),
    (Cue::DeniesCheck, "denies_check"),
    (Cue::Fixed, "mended"),
    (Cue::Outstanding, "remains"),
    (Cue::BacksDown, "gives_in"),
    (Cue::Grounds, "grounds"),
    (Cue::Delivers, "delivers"),
    (Cue::ToldToCommit, "told_to_commit"),
    (Cue::ToldToPush, "told_to_push"),
    (Cue::ToldToFix, "told_to_fix"),
    (Cue::ToldToImplement, "told_to_implement"),
    (Cue::ToldToGoOn, "told_to_go_on"),
    (Cue::ToldAll, "told_all"),
    (Cue::LeavesChoice, "leaves_choice"),
    (Cue::HoldsBack, "holds_back"),
    (Cue::ForbidsChecks, "forbids_checks"),
    (Cue::Doubts, "doubts"),
];

impl Cue {
    /// Returns the cue of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        CUES.iter().find(|(_, known)| *known == name).map(|(cue, _)| *cue)
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        CUES.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }
}

impl CueSet {
    /// Returns the set of these cues.
    #[must_use]
    pub fn of(cues: &[Cue]) -> Self {
        let mut set = Self::default();
        cues.iter().for_each(|cue| set.insert(*cue));
        set
    }

    /// Adds a cue.
    pub fn insert(&mut self, cue: Cue) {
        self.0 |= bit(cue);
    }

    /// Returns the set without a cue.
    #[must_use]
    pub fn without(self, cue: Cue) -> Self {
        Self(self.0 & !bit(cue))
    }

    /// Returns whether `cue` was found.
    #[must_use]
    pub fn has(self, cue: Cue) -> bool {
        self.0 & bit(cue) != 0
    }

    /// Returns whether one of these was found.
    #[must_use]
    pub fn has_any(self, cues: &[Cue]) -> bool {
        cues.iter().any(|cue| self.has(*cue))
    }

    /// Returns the cues that were found.
    pub fn iter(self) -> impl Iterator<Item = Cue> {
        CUES.into_iter().map(|(cue, _)| cue).filter(move |cue| self.has(*cue))
    }
}

const _: () = assert!(CUES.len() <= 64);

fn bit(cue: Cue) -> u64 {
    CUES.iter().zip(0_u32..).find(|((known, _), _)| *known == cue).map_or(0, |(_, at)| 1 << at)
}

impl Serialize for CueSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = CUES.iter().filter(|(cue, _)| self.has(*cue));
        serializer.collect_seq(found.map(|(_, name)| name))
    }
}

impl<'de> Deserialize<'de> for CueSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names: Vec<String> = Deserialize::deserialize(deserializer)?;
        // A record of a newer version may name a cue that this one does not know.
        let cues: Vec<Cue> = names.iter().filter_map(|name| Cue::by_name(name)).collect();
        Ok(Self::of(&cues))
    }
}
