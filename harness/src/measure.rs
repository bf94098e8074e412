//! Replays labelled turn ends through the core and counts what comes of it: with the labels as
//! judge, which is an upper bound, as no judge is as good as the labels that it is compared with;
//! or with the built-in judge.

mod ablation;
pub mod agreement;
pub mod declared;
mod expected;
pub mod interval;
pub mod judge;
pub mod label;
pub mod local;
pub mod place;
pub mod planted;
pub mod replay;
pub mod report;
pub mod seen;
pub mod sessions;
pub mod tally;

use alloc::{collections::BTreeMap, string::String, string::ToString as _, vec::Vec};

use crate::measure::ablation::Ablation;
use crate::measure::agreement::Agreement;
use crate::measure::declared::Declared;
use crate::measure::judge::Judge;
use crate::measure::label::Label;
use crate::measure::place::Place;
use crate::measure::replay::replay;
use crate::measure::report::{Gap, Report};
use crate::measure::seen::Sight;
use crate::measure::sessions::Sessions;
use crate::measure::tally::Tallies;

/// The check that is compared with the labels part by part.
const CHECK: &str = "done";

/// Replays every label and returns its outcome.
pub fn measure(
    labels: &[Label],
    sessions: &mut Sessions,
    declared: &Declared,
    judge: &dyn Judge,
    sight: Option<Sight>,
) -> Report {
    let mut gaps = Vec::new();
    let mut tallies = Tallies::default();
    let mut agreement = Agreement::default();
    let mut ablation = Ablation::default();
    let mut places: BTreeMap<String, Place> = BTreeMap::new();
    let mut turns = 0_u32;
    for label in labels {
        let kinds = declared.of(label);
        let replayed =
            sessions.cut(label).and_then(|transcript| replay(kinds, label, transcript, judge));
        match replayed {
            Ok(replayed) => {
                turns = turns.saturating_add(1);
                let seen = sight.and_then(|sight| (sight.0)(&replayed));
                tallies.take(label, &replayed);
                agreement.take(label, seen.as_ref());
                ablation.take(label, &replayed, seen.as_ref(), judge);
                let place = places.entry(Place::name(label)).or_default();
                place.take(label, &replayed, seen.as_ref());
            }
            Err(error) => gaps.push(Gap { id: label.id.clone(), why: error.to_string() }),
        }
    }
    Report {
        turns,
        gaps,
        passes: core::mem::take(&mut tallies.passes),
        checks: tallies.checks(),
        blocks: tallies.blocks,
        ablation: ablation.stages(),
        places: if sight.is_some() { places } else { BTreeMap::new() },
        agreement: sight.map(|_| agreement),
    }
}

#[cfg(test)]
mod tests;
