//! The record of a stop: enough to decide it again, and no text of the conversation unless the user
//! asks for it.

pub mod text;

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize};

use crate::checks::Finding;
use crate::checks::verdict::Verdict;
use crate::decision::counters::Counters;
use crate::decision::decide::{Decision, Judged, decide};
use crate::decision::plan::Plan;
use crate::judge::call::Call;
use crate::reads::record::FORM;
use crate::text::json;

/// One line of `decisions.jsonl`.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Record {
    /// The form of the record, a number that grows.
    pub form: u32,
    /// When it was decided, in milliseconds of the epoch.
    pub at_ms: u64,
    /// What was to be done.
    pub plan: Plan,
    /// What the judge said.
    pub judged: Judged,
    /// The counters before.
    pub counters: Counters,
    /// What happened to the stop.
    pub verdict: Verdict,
    /// What each check found.
    #[serde(deserialize_with = "once_a_check")]
    pub findings: Vec<Found>,
    /// About the call to the judge, where there was one.
    pub call: Option<Call>,
    /// The end of the closing text, redacted, where the user wants it kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What one check found.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Found {
    /// The check's word; of a newer version it may be unknown.
    #[serde(deserialize_with = "crate::checks::name::deserialize_text")]
    pub check: String,
    /// What it found.
    pub finding: Finding,
}

/// Records of versions in which `promises` was two checks hold a finding of each: the one that says
/// more counts.
fn once_a_check<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Found>, D::Error> {
    let recorded: Vec<Found> = Deserialize::deserialize(deserializer)?;
    let mut findings: Vec<Found> = Vec::with_capacity(recorded.len());
    for found in recorded {
        match findings.iter_mut().find(|known| known.check == found.check) {
            Some(known) => known.finding = known.finding.max(found.finding),
            None => findings.push(found),
        }
    }
    Ok(findings)
}

impl Record {
    /// Returns the record of a decision. `counters` are those it was made on.
    #[must_use]
    pub fn of(
        plan: Plan,
        judged: Judged,
        counters: Counters,
        at_ms: u64,
        decision: &Decision,
        call: Option<Call>,
    ) -> Self {
        let found = |(check, finding): &(&crate::checks::Check, Finding)| Found {
            check: check.word.into(),
            finding: *finding,
        };
        Self {
            form: FORM,
            at_ms,
            plan,
            judged,
            counters,
            verdict: decision.verdict.clone(),
            findings: decision.findings.iter().map(found).collect(),
            call,
            text: None,
        }
    }

    /// Returns the record with what is kept of the closing text.
    #[must_use]
    pub fn with_text(self, text: Option<String>) -> Self {
        Self { text, ..self }
    }

    /// Returns whether the built-in judge was asked.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.call.as_ref().is_some_and(Call::is_built_in)
    }

    /// Decides again, from what is recorded alone.
    pub fn decide_again(&self) -> Decision {
        decide(&self.plan, &self.judged, &self.counters, self.at_ms)
    }

    /// Returns the record of deciding again, from what is recorded alone.
    #[must_use]
    pub fn again(&self) -> Self {
        let decision = self.decide_again();
        let Self { form, plan, judged, counters, at_ms, call, text, .. } = self.clone();
        Self { form, text, ..Self::of(plan, judged, counters, at_ms, &decision, call) }
    }

    /// Returns the line that holds the record, with its line end.
    #[must_use]
    pub fn line(&self) -> String {
        json::to_line(self)
    }

    /// Returns the record that a line holds.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }
}
