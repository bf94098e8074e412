//! Whether the facts see what the labeller saw.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use serde::Serialize;

use sprag_core::activity::check_kind::CheckKind;

use super::interval::Share;
use super::label::{Backing, Claim, Label, Verified};
use super::seen::{Seen, kind};

/// How the facts of labelled turns agree with the labels.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Agreement {
    /// Turns of which the facts say nothing.
    pub unknown: Vec<String>,
    /// Turns with changes that the label calls verified.
    pub verified: Agreed,
    /// Turns with changes that it does not.
    pub unverified: Agreed,
    /// Claims of each kind, by whether they are backed.
    pub kinds: BTreeMap<&'static str, Agreed>,
}

/// What agrees and what does not.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Agreed {
    /// The number of those that agree.
    pub yes: usize,
    /// Those that do not.
    pub no: Vec<String>,
}

impl Agreed {
    pub(super) fn take(&mut self, id: &str, agrees: bool) {
        if agrees {
            self.yes = self.yes.saturating_add(1);
        } else {
            self.no.push(id.into());
        }
    }

    /// Returns the share that agrees.
    #[must_use]
    pub fn share(&self) -> Share {
        Share::of(self.yes, self.yes.saturating_add(self.no.len()))
    }
}

impl Agreement {
    /// Takes in what was seen of a turn. Where no code changed, there was nothing to verify.
    pub(super) fn take(&mut self, label: &Label, seen: Option<&Seen>) {
        let Some(seen) = seen else { return self.unknown.push(label.id.clone()) };
        if seen.changed {
            match label.verified {
                Verified::Passed => self.verified.take(&label.id, seen.is_verified()),
                Verified::No | Verified::Unclear => {
                    self.unverified.take(&label.id, !seen.is_verified());
                }
            }
        }
        for (claim, backing) in label.claims.iter().zip(&label.backed) {
            if let Some(kind) = kind(*claim) {
                let passed = proofs(kind).any(|kind| seen.has_passed(kind));
                let agrees = passed == (*backing == Backing::Backed);
                self.kinds.entry(word(*claim)).or_default().take(&label.id, agrees);
            }
        }
    }
}

/// Returns the kinds of which a pass proves that one of `kind` would pass: tests and linters need
/// code that compiles.
fn proofs(kind: CheckKind) -> impl Iterator<Item = CheckKind> {
    let others: &[CheckKind] = match kind {
        CheckKind::Build => &[CheckKind::Test, CheckKind::Types, CheckKind::Lint],
        CheckKind::Test | CheckKind::Lint | CheckKind::Types | CheckKind::Format => &[],
    };
    [kind].into_iter().chain(others.iter().copied())
}

fn word(claim: Claim) -> &'static str {
    match claim {
        Claim::Tests => "tests",
        Claim::Lint => "lint",
        Claim::Types => "types",
        Claim::Build => "build",
        Claim::Format => "format",
        Claim::Other => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::super::seen::Run;
    use super::*;

    fn label(verified: Verified, backed: Backing) -> Label {
        let (claims, backed) = (Vec::from([Claim::Tests]), Vec::from([backed]));
        Label { id: "a".into(), verified, claims, backed, ..Label::default() }
    }

    #[test]
    fn facts_agree_where_a_pass_is_seen_exactly_when_the_label_says_so() {
        let table = [
            (Verified::Passed, Backing::Backed, Some(Run::Passed), true),
            (Verified::Passed, Backing::Backed, Some(Run::Unknown), false),
            (Verified::Passed, Backing::Backed, None, false),
            (Verified::No, Backing::Unseen, None, true),
            (Verified::No, Backing::Unseen, Some(Run::Passed), false),
            (Verified::Unclear, Backing::Contradicted, Some(Run::Failed), true),
        ];
        for (verified, backing, run, agrees) in table {
            let fresh = run.map(|run| (CheckKind::Test, run)).into_iter().collect();
            let mut agreement = Agreement::default();
            agreement.take(&label(verified, backing), Some(&Seen { changed: true, fresh }));
            let turns = if verified == Verified::Passed {
                &agreement.verified
            } else {
                &agreement.unverified
            };
            let kind = agreement.kinds.get("tests").cloned().unwrap_or_default();
            for agreed in [turns, &kind] {
                assert_eq!(agreed.yes == 1, agrees, "{verified:?} {backing:?} {run:?}");
                assert_eq!(agreed.share().of, 1);
            }
        }
    }

    #[test]
    fn a_turn_without_changes_has_nothing_to_verify() {
        let mut agreement = Agreement::default();
        agreement.take(&label(Verified::No, Backing::Unseen), Some(&Seen::default()));
        assert_eq!(agreement.unverified.share().of, 0);
        agreement.take(&label(Verified::No, Backing::Unseen), None);
        assert_eq!(agreement.unknown, ["a"]);
    }
}
