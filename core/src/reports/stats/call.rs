//! Calls to judges: how many, how long, what they took, and when nobody was heard.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use core::cmp::Reverse;

use serde::Serialize;

use super::count;
use crate::decision::decide::Judged;
use crate::decision::record::Record;
use crate::judge::call::Call;
use crate::limits::LATENCIES_MAX;
use crate::settings::Cost;
use crate::settings::Price;

/// How often something was the reason.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Reason {
    /// The reason.
    pub why: String,
    /// How often.
    pub times: u64,
}

impl Reason {
    /// Returns the reasons, the commonest first.
    pub(super) fn sorted(reasons: BTreeMap<String, u64>) -> Vec<Self> {
        let mut sorted: Vec<Self> =
            reasons.into_iter().map(|(why, times)| Self { why, times }).collect();
        sorted.sort_by(|a, b| b.times.cmp(&a.times).then_with(|| a.why.cmp(&b.why)));
        sorted
    }
}

/// What asking judges took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calls {
    /// Requests to the endpoint.
    pub endpoint: u64,
    /// Those that were answered.
    pub answered: u64,
    /// Stops that the built-in judge answered, which takes no request.
    pub local: u64,
    /// Input tokens, as far as the judge has said.
    pub input_tokens: u64,
    /// Calls of which it has.
    pub measured: u64,
    /// What they cost, where the user names a price.
    pub cost_usd: Option<Cost>,
    /// The time within which half of the answers came, in milliseconds.
    pub p50_ms: Option<u64>,
    /// The time within which nine of ten came.
    pub p90_ms: Option<u64>,
    /// Why requests were not answered, the commonest first.
    pub failures: Vec<Reason>,
    /// Rows of requests that were not answered.
    pub outages: Outages,
    /// Who answered, the commonest first.
    pub judges: Vec<JudgeCalls>,
}

/// Rows of requests that were not answered.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Outages {
    /// How many there were.
    pub rows: u64,
    /// The longest, by requests; the latest of several.
    pub longest: Option<Outage>,
    /// The latest.
    pub latest: Option<Outage>,
    /// Whether no request has been answered since.
    pub lasts: bool,
}

/// A row of requests none of which was answered.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct Outage {
    /// When the first was, in milliseconds of the epoch.
    pub from_ms: u64,
    /// When the last was.
    pub to_ms: u64,
    /// How many there were.
    pub requests: u64,
}

/// Answers of one judge under one wording of the questions.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct JudgeCalls {
    /// The model that was asked.
    pub asked: String,
    /// The model that answered, as it calls itself.
    pub model: Option<String>,
    /// The fingerprint of the questions' wording.
    pub questions: String,
    /// How often it did.
    pub answers: u64,
}

/// The same, in the making.
#[derive(Debug, Default)]
pub(super) struct CallTally {
    endpoint: u64,
    local: u64,
    input_tokens: u64,
    measured: u64,
    latencies: Vec<u64>,
    failures: BTreeMap<String, u64>,
    outages: Outages,
    judges: BTreeMap<(String, Option<String>, String), u64>,
}

impl CallTally {
    pub(super) fn add(&mut self, record: &Record) {
        let Some(call) = &record.call else { return };
        match &record.judged {
            Judged::NotAsked => {}
            Judged::Answered(_) => {
                self.judge(call);
                if call.is_built_in() {
                    count(&mut self.local);
                } else {
                    self.answer(call);
                }
            }
            Judged::Failed(failure) => {
                count(&mut self.endpoint);
                count(self.failures.entry(format!("{failure}")).or_default());
                self.outages.fail(record.at_ms);
            }
        }
    }

    fn judge(&mut self, call: &Call) {
        let name = (call.asked.clone(), call.model.clone(), call.questions.clone());
        count(self.judges.entry(name).or_default());
    }

    fn answer(&mut self, call: &Call) {
        count(&mut self.endpoint);
        self.outages.lasts = false;
        if self.latencies.len() < LATENCIES_MAX {
            self.latencies.push(call.latency_ms);
        }
        if let Some(tokens) = call.input_tokens {
            count(&mut self.measured);
            self.input_tokens = self.input_tokens.saturating_add(tokens);
        }
    }

    pub(super) fn finish(mut self, price: Option<Price>) -> Calls {
        self.latencies.sort_unstable();
        let failed = self.failures.values().fold(0, |sum: u64, times| sum.saturating_add(*times));
        let judge =
            |((asked, model, questions), answers)| JudgeCalls { asked, model, questions, answers };
        let mut judges: Vec<JudgeCalls> = self.judges.into_iter().map(judge).collect();
        judges.sort_by_key(|judge| Reverse(judge.answers));
        Calls {
            endpoint: self.endpoint,
            answered: self.endpoint.saturating_sub(failed),
            local: self.local,
            input_tokens: self.input_tokens,
            measured: self.measured,
            cost_usd: price.map(|price| price.of(self.input_tokens)),
            p50_ms: within(&self.latencies, 50),
            p90_ms: within(&self.latencies, 90),
            failures: Reason::sorted(self.failures),
            outages: self.outages,
            judges,
        }
    }
}

/// Returns the least of the numbers that so many percent of them do not exceed. They are sorted.
fn within(sorted: &[u64], percent: usize) -> Option<u64> {
    let rank = sorted.len().saturating_mul(percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied()
}

impl Outages {
    fn fail(&mut self, at_ms: u64) {
        let latest = match self.latest {
            Some(outage) if self.lasts => Outage {
                to_ms: at_ms.max(outage.to_ms),
                requests: outage.requests.saturating_add(1),
                ..outage
            },
            _ => {
                count(&mut self.rows);
                Outage { from_ms: at_ms, to_ms: at_ms, requests: 1 }
            }
        };
        self.lasts = true;
        self.latest = Some(latest);
        if self.longest.is_none_or(|longest| latest.requests >= longest.requests) {
            self.longest = Some(latest);
        }
    }
}
