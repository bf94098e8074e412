//! What words are a sign of.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a phrase of the closing text, or of what the user typed, is a sign of.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sign {
    /// The agent begins to ask for leave: `want me to`. Alone it means nothing.
    Lead,
    /// It asks whether to commit.
    AsksToCommit,
    /// It asks whether to push.
    AsksToPush,
    /// It asks whether to mend what it found.
    AsksToFix,
    /// It asks whether to build what it described.
    AsksToImplement,
    /// It asks whether to go on.
    AsksToGoOn,
    /// It asks whether to look something up or to run a check, which needs nobody's leave.
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
    /// The deed is one that only the user can do.
    Unable,
    /// The request can be read in several ways.
    Unclear,
    /// It begins to say that something was not done, or cannot be: `i could not`. Alone it means
    /// nothing.
    Denial,
    /// It says that its own work was not tested, built or run.
    DeniesCheck,
    /// It says that something was mended, or is not there. Alone it means nothing.
    Mended,
    /// It says that something fails or is left over, and nothing in the clause says
    /// [`Sign::Mended`].
    Remains,
    /// It takes back what it said.
    GivesIn,
    /// It says on what it bases itself, shows how it comes by it, or stands by what it said.
    Grounds,
    /// It hands over what is to stand instead.
    Delivers,
    /// The user said to commit.
    ToldToCommit,
    /// The user said to push.
    ToldToPush,
    /// The user said to mend it.
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

/// Signs that were found.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct SignSet(u64);

/// Every sign with its name, as tables and records write it.
pub const SIGNS: [(Sign, &str); 35] = [
    (Sign::Lead, "lead"),
    (Sign::AsksToCommit, "asks_to_commit"),
    (Sign::AsksToPush, "asks_to_push"),
    (Sign::AsksToFix, "asks_to_fix"),
    (Sign::AsksToImplement, "asks_to_implement"),
    (Sign::AsksToGoOn, "asks_to_go_on"),
    (Sign::AsksToCheck, "asks_to_check"),
    (Sign::AsksHowMuch, "asks_how_much"),
    (Sign::AsksWhen, "asks_when"),
    (Sign::OffersToGoOn, "offers_to_go_on"),
    (Sign::AsksToChoose, "asks_to_choose"),
    (Sign::HandsOver, "hands_over"),
    (Sign::AwaitsResult, "awaits_result"),
    (Sign::Fails, "fails"),
    (Sign::Extra, "extra"),
    (Sign::NotItsOwn, "not_its_own"),
    (Sign::Unable, "unable"),
    (Sign::Unclear, "unclear"),
    (Sign::Denial, "denial"),
    (Sign::DeniesCheck, "denies_check"),
    (Sign::Mended, "mended"),
    (Sign::Remains, "remains"),
    (Sign::GivesIn, "gives_in"),
    (Sign::Grounds, "grounds"),
    (Sign::Delivers, "delivers"),
    (Sign::ToldToCommit, "told_to_commit"),
    (Sign::ToldToPush, "told_to_push"),
    (Sign::ToldToFix, "told_to_fix"),
    (Sign::ToldToImplement, "told_to_implement"),
    (Sign::ToldToGoOn, "told_to_go_on"),
    (Sign::ToldAll, "told_all"),
    (Sign::LeavesChoice, "leaves_choice"),
    (Sign::HoldsBack, "holds_back"),
    (Sign::ForbidsChecks, "forbids_checks"),
    (Sign::Doubts, "doubts"),
];

impl Sign {
    /// Returns the sign of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        SIGNS.iter().find(|(_, known)| *known == name).map(|(sign, _)| *sign)
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        SIGNS.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }
}

impl SignSet {
    /// Returns the set of these signs.
    #[must_use]
    pub fn of(signs: &[Sign]) -> Self {
        let mut set = Self::default();
        signs.iter().for_each(|sign| set.insert(*sign));
        set
    }

    /// Adds a sign.
    pub fn insert(&mut self, sign: Sign) {
        self.0 |= bit(sign);
    }

    /// Returns the set without a sign.
    #[must_use]
    pub fn without(self, sign: Sign) -> Self {
        Self(self.0 & !bit(sign))
    }

    /// Returns whether `sign` was found.
    #[must_use]
    pub fn has(self, sign: Sign) -> bool {
        self.0 & bit(sign) != 0
    }

    /// Returns whether one of these was found.
    #[must_use]
    pub fn has_any(self, signs: &[Sign]) -> bool {
        signs.iter().any(|sign| self.has(*sign))
    }

    /// Returns the signs that were found.
    pub fn iter(self) -> impl Iterator<Item = Sign> {
        SIGNS.into_iter().map(|(sign, _)| sign).filter(move |sign| self.has(*sign))
    }
}

const _: () = assert!(SIGNS.len() <= 64);

fn bit(sign: Sign) -> u64 {
    SIGNS.iter().zip(0_u32..).find(|((known, _), _)| *known == sign).map_or(0, |(_, at)| 1 << at)
}

impl Serialize for SignSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = SIGNS.iter().filter(|(sign, _)| self.has(*sign));
        serializer.collect_seq(found.map(|(_, name)| name))
    }
}

impl<'de> Deserialize<'de> for SignSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names: Vec<String> = Deserialize::deserialize(deserializer)?;
        // A record of a newer version may name a sign that this one does not know.
        let signs: Vec<Sign> = names.iter().filter_map(|name| Sign::by_name(name)).collect();
        Ok(Self::of(&signs))
    }
}
