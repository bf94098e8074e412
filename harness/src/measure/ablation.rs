//! What each part of the check on unverified work adds to the part before it.

use alloc::vec::Vec;

use sprag_core::checks::{self, Finding};

use super::judge::Judge;
use super::label::Label;
use super::replay::Replayed;
use super::seen::Seen;
use super::tally::Tally;
use super::{CHECK, expected};

const APPLIES_MIN: f64 = 0.5;

/// Rules that know more and more.
#[derive(Clone, Debug, Default)]
pub(super) struct Ablation {
    /// The message says that the work is done.
    wording: Tally,
    /// And code changed, and no check passed since.
    evidence: Tally,
    /// And a check means something for the change.
    applies: Tally,
    /// The check itself, which holds each claim against its kind.
    kinds: Tally,
    /// Whether the facts of any turn were known.
    has_seen: bool,
}

impl Ablation {
    pub(super) fn take(
        &mut self,
        label: &Label,
        replayed: &Replayed,
        seen: Option<&Seen>,
        judge: &dyn Judge,
    ) {
        self.has_seen |= seen.is_some();
        let reaches =
            |question, least| judge.score(label, question).is_some_and(|score| score >= least);
        let done = reaches("claims_done", judge.claim().into());
        let lacks = done && seen.is_some_and(|seen| seen.changed && !seen.is_verified());
        // The built-in judge is not asked: where code changed, it says yes.
        let applies = lacks
            && judge.score(label, "verification_applies").is_none_or(|score| score >= APPLIES_MIN);
        let fires = replayed.finding(CHECK) == Some(Finding::Fires);
        let is_for = expected::is_for(CHECK, label);
        self.wording.take(label, done, is_for);
        self.evidence.take(label, lacks, is_for);
        self.applies.take(label, applies, is_for);
        self.kinds.take(label, fires, is_for);
    }

    /// Returns the rules that could be judged.
    pub(super) fn stages(self) -> Vec<(&'static str, Tally)> {
        let mut stages = Vec::from([("wording alone", self.wording)]);
        if self.has_seen {
            stages.push(("+ evidence", self.evidence));
            stages.push(("+ verification_applies", self.applies));
        }
        if checks::find(CHECK).is_some() {
            stages.push(("+ kinds (the check)", self.kinds));
        }
        stages
    }
}
