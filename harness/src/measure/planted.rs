//! Plants mistakes into turns that were verified: what was found in them has to change.

mod command_part;
mod mutation;
mod tape;

use alloc::{collections::BTreeMap, string::String, vec::Vec};
use core::fmt;

use serde::Serialize;
use sprag_core::activity::check_kind::KindSet;
use sprag_core::checks::{self, Finding};

use super::CHECK;
use super::agreement::Agreed;
use super::declared::Declared;
use super::interval::Share;
use super::judge::Perfect;
use super::label::{Label, Outcome, Verified};
use super::place::Place;
use super::replay::{Replayed, replay};
use super::report::list;
use super::seen::Sight;
use super::sessions::Sessions;
pub use mutation::{ALL_APPLY, MUTATIONS, Must, Mutation};
pub use tape::Tape;

/// What happened to one mutation.
#[derive(Clone, Debug, Serialize)]
pub struct Planted {
    /// Its name.
    pub name: &'static str,
    /// Where it can be planted.
    pub applies: &'static str,
    /// The turns whose finding changed as it must.
    pub changed: Vec<String>,
    /// The turns whose finding did not.
    pub stuck: Vec<String>,
    /// The same by project and host.
    pub places: BTreeMap<String, Agreed>,
}

/// What happened to every mutation.
#[derive(Clone, Debug, Serialize)]
pub struct PlantedReport {
    /// Whether the check is there that has to notice.
    pub has_check: bool,
    /// Turns that were not used, since the check fired on them as they were.
    pub fired_before: Vec<String>,
    /// Each mutation.
    pub mutations: Vec<Planted>,
}

/// Plants every mutation into every turn that it can be planted into.
#[must_use]
pub fn plant(
    labels: &[Label],
    sessions: &mut Sessions,
    declared: &Declared,
    sight: Option<Sight>,
) -> PlantedReport {
    let unplanted = |mutation: &Mutation| Planted {
        name: mutation.name,
        applies: mutation.applies,
        changed: Vec::new(),
        stuck: Vec::new(),
        places: BTreeMap::new(),
    };
    let mut report = PlantedReport {
        has_check: checks::find(CHECK).is_some(),
        fired_before: Vec::new(),
        mutations: MUTATIONS.iter().map(unplanted).collect(),
    };
    for label in labels.iter().filter(|label| is_sound(label)) {
        let Ok(transcript) = sessions.cut(label) else { continue };
        let Some(tape) = Tape::of(transcript).filter(Tape::can_show) else { continue };
        let kinds = declared.of(label);
        let Ok(before) = replay(kinds, label, transcript, &Perfect) else { continue };
        if fires(&before) {
            report.fired_before.push(label.id.clone());
            continue;
        }
        // The project has the check that ran, whether or not a turn runs it.
        let known =
            before.plan.known.verification.map_or(KindSet::NONE, |verification| verification.known);
        for (mutation, planted) in MUTATIONS.iter().zip(&mut report.mutations) {
            let Some(mutant) = (mutation.plant)(&tape, label) else { continue };
            let after = replay(known, label, &mutant.bytes(), &Perfect);
            let is_noticed = after.is_ok_and(|replayed| {
                fires(&replayed)
                    || mutation.must == Must::LosePass && !is_verified(&replayed, sight)
            });
            let list = if is_noticed { &mut planted.changed } else { &mut planted.stuck };
            list.push(label.id.clone());
            let place = planted.places.entry(Place::name(label)).or_default();
            place.take(&label.id, is_noticed);
        }
    }
    report
}

/// A turn that did its work, checked it, and said so. Who says what is in the way is let go.
fn is_sound(label: &Label) -> bool {
    let is_done = label.claims_done && label.verify_applies && !label.block;
    let is_held_up = matches!(label.outcome, Outcome::Blocked | Outcome::Question);
    is_done && !is_held_up && label.verified == Verified::Passed
}

fn fires(replayed: &Replayed) -> bool {
    replayed.finding(CHECK) == Some(Finding::Fires)
}

/// Where the facts cannot be read, nothing was noticed.
fn is_verified(replayed: &Replayed, sight: Option<Sight>) -> bool {
    let seen = sight.and_then(|sight| (sight.0)(replayed));
    seen.is_none_or(|seen| seen.is_verified())
}

impl PlantedReport {
    /// Returns the report as one JSON object.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written as one.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

impl Planted {
    /// Returns the share of turns whose finding changed.
    #[must_use]
    pub fn share(&self) -> Share {
        let changed = self.changed.len();
        Share::of(changed, changed.saturating_add(self.stuck.len()))
    }
}

impl fmt::Display for PlantedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { has_check, fired_before, mutations } = self;
        if !has_check {
            writeln!(f, "this build has no check {CHECK}: nobody is there to notice")?;
        }
        writeln!(f, "planted where {ALL_APPLY}")?;
        list(f, "not used, as it fired before", fired_before)?;
        for planted in mutations {
            writeln!(f, "{:24} {}", planted.name, planted.share())?;
            writeln!(f, "    where {}", planted.applies)?;
            list(f, "noticed", &planted.changed)?;
            list(f, "not noticed", &planted.stuck)?;
            for (place, noticed) in &planted.places {
                writeln!(f, "    {place:28} {}", noticed.share())?;
            }
        }
        Ok(())
    }
}
