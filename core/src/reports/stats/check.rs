//! What one check found.

use serde::Serialize;

use super::{Readiness, count};
use crate::checks::verdict::Verdict;
use crate::checks::{Check, Finding};
use crate::reports::log::Entry;
use crate::reports::review::{Mark, Reviews};

/// What one check found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckFigures {
    /// The check's word.
    pub check: &'static str,
    /// The same; earlier versions knew the check by another name than its word.
    pub word: &'static str,
    /// Stops on which it was evaluated.
    pub evaluated: u64,
    /// It had nothing to object to.
    pub silent: u64,
    /// It objected.
    pub fires: u64,
    /// The judge did not answer, or there was no threshold.
    pub unjudged: u64,
    /// Facts that it needs were unknown.
    pub unknown: u64,
    /// It would have objected in another language.
    pub noted: u64,
    /// Stops that were sent back for its reason.
    pub blocked: u64,
    /// Stops that would have been, but for shadow.
    pub would_block: u64,
    /// Objections that a person called right.
    pub right: u64,
    /// Objections that a person called wrong.
    pub wrong: u64,
    /// Objections that nobody has reviewed.
    pub unreviewed: u64,
    /// What stands between it and blocking.
    pub readiness: Readiness,
}

/// The same, in the making.
#[derive(Debug)]
pub(super) struct CheckTally {
    check: &'static Check,
    figures: CheckFigures,
}

impl CheckTally {
    pub(super) fn of(check: &'static Check) -> Self {
        let figures = CheckFigures {
            check: check.word,
            word: check.word,
            evaluated: 0,
            silent: 0,
            fires: 0,
            unjudged: 0,
            unknown: 0,
            noted: 0,
            blocked: 0,
            would_block: 0,
            right: 0,
            wrong: 0,
            unreviewed: 0,
            readiness: Readiness::of(check),
        };
        Self { check, figures }
    }

    pub(super) fn add(&mut self, entry: &Entry, reviews: &Reviews) {
        let record = &entry.record;
        let Self { check, figures } = self;
        match &record.verdict {
            Verdict::Block(named) if named == check => count(&mut figures.blocked),
            Verdict::WouldBlock(named) if named == check => count(&mut figures.would_block),
            Verdict::Block(_) | Verdict::WouldBlock(_) | Verdict::Pass(_) => {}
        }
        let own = record.findings.iter().find(|found| found.check == check.word);
        let Some(finding) = own.map(|found| found.finding) else { return };
        count(&mut figures.evaluated);
        let mark = reviews.of(&entry.id, check);
        match finding {
            Finding::Silent => count(&mut figures.silent),
            Finding::Unjudged => count(&mut figures.unjudged),
            Finding::Unknown => count(&mut figures.unknown),
            Finding::Noted => count(&mut figures.noted),
            Finding::Fires => {
                count(&mut figures.fires);
                count(match mark {
                    Some(Mark::Right) => &mut figures.right,
                    Some(Mark::Wrong) => &mut figures.wrong,
                    None => &mut figures.unreviewed,
                });
            }
        }
        if record.plan.shadow {
            figures.readiness.add(finding, mark);
        }
    }

    /// Returns the figures, if the check was ever evaluated.
    pub(super) fn finish(self) -> Option<CheckFigures> {
        let Self { mut figures, .. } = self;
        figures.readiness.conclude();
        (figures.evaluated > 0).then_some(figures)
    }
}
