//! A replay, counted anew from the text of a log, with one decision for each record.

use alloc::collections::BTreeMap;

use serde_json::{Value, json};
use sprag_core::checks::Finding;
use sprag_core::decision::record::Record;
use sprag_core::reports::log::Id;
use sprag_harness::shown::{grouped, several, time};

use crate::reports::explain::figures::outcome;
use crate::reports::logged::Log;

/// The outcome of a record, and what comes of it now.
struct Pair {
    id: String,
    at_ms: u64,
    before: Value,
    after: Value,
    /// What a person said of the objection that the verdict names.
    mark: String,
    /// What a person said of objections that are gone.
    lost: Vec<String>,
}

pub(super) struct Recount {
    tau: Option<f64>,
    pairs: Vec<Pair>,
}

/// Returns what a person said last of an objection.
fn mark(log: &Log, id: &str, check: &str) -> Option<String> {
    let mut reviews = log.reviews.lines().filter_map(|line| serde_json::from_str(line).ok());
    let own = |review: &Value| review["id"] == id && review["check"] == check;
    let last = reviews.rfind(own)?;
    last["mark"].as_str().map(String::from)
}

impl Pair {
    fn of(line: &str, tau: Option<f64>, log: &Log) -> Option<Self> {
        let record = Record::parse(line)?;
        let id = Id::of(line.as_bytes()).as_str().to_owned();
        let mut changed: Value = serde_json::from_str(line).unwrap();
        if let Some(tau) = tau {
            changed["plan"]["tau"] = json!(tau);
        }
        let again = Record::parse(&changed.to_string()).unwrap().decide_again();
        let objects = |check: &Value| {
            let mut found = again.findings.iter();
            found.any(|(it, finding)| it.word == *check && *finding == Finding::Fires)
        };
        let gone = changed["findings"].as_array().unwrap().iter();
        let gone = gone.filter(|found| found["finding"] == "fires" && !objects(&found["check"]));
        let lost = gone.filter_map(|found| mark(log, &id, found["check"].as_str()?)).collect();
        let before = changed["verdict"].clone();
        let named = ["block", "would_block"].iter().find_map(|word| before[word].as_str());
        let mark = named.and_then(|check| mark(log, &id, check)).unwrap_or_default();
        let after = serde_json::to_value(again.verdict).unwrap();
        Some(Self { id, at_ms: record.at_ms, before, after, mark, lost })
    }

    fn is_flip(&self) -> bool {
        self.before != self.after
    }
}

impl Recount {
    pub(super) fn of(log: &Log, tau: Option<f64>) -> Self {
        let lines = log.text.lines().filter(|line| line.starts_with("{\"form\":1,"));
        Self { tau, pairs: lines.filter_map(|line| Pair::of(line, tau, log)).collect() }
    }

    fn number(&self, is_one: impl Fn(&Pair) -> bool) -> u64 {
        u64::try_from(self.pairs.iter().filter(|pair| is_one(pair)).count()).unwrap()
    }

    fn lost(&self, mark: &str) -> u64 {
        let lost = self.pairs.iter().flat_map(|pair| &pair.lost);
        u64::try_from(lost.filter(|lost| *lost == mark).count()).unwrap()
    }

    /// Returns every figure.
    pub(super) fn json(&self) -> Value {
        let stops = self.pairs.len();
        let outcomes = |of: fn(&Pair) -> &Value| {
            let words = [("blocked", "block"), ("would_block", "would_block"), ("passed", "pass")];
            let number = |word: &str| self.number(|pair| !of(pair)[word].is_null());
            words.map(|(name, word)| (name, number(word))).into_iter().collect::<BTreeMap<_, _>>()
        };
        let flips = self.pairs.iter().filter(|pair| pair.is_flip());
        json!({
            "stops": stops,
            "identical": stops,
            "before": outcomes(|pair| &pair.before),
            "after": outcomes(|pair| &pair.after),
            "flipped": flips.clone().count(),
            "flips": flips.map(|pair| &pair.id).collect::<Vec<_>>(),
            "lost_right": self.lost("right"),
            "lost_wrong": self.lost("wrong"),
        })
    }

    /// Returns all that the screen says that holds a figure, at 120 columns.
    pub(super) fn texts(&self, log: &Log) -> Vec<String> {
        let set = self.tau.map_or_else(|| "as recorded".into(), |tau| format!("with tau at {tau}"));
        let stops = several(self.number(|_| true), "stop");
        let mut said = vec![format!("{stops}, decided again {set}")];
        for (words, word) in
            [("sent back", "block"), ("would be, in shadow", "would_block"), ("passed", "pass")]
        {
            let before = self.number(|pair| !pair.before[word].is_null());
            let after = self.number(|pair| !pair.after[word].is_null());
            said.push(format!("{words} {} {}", grouped(before), grouped(after)));
        }
        let [wrong, right] = ["wrong", "right"].map(|mark| self.lost(mark));
        let lost = format!("called {} wrong and {} right", grouped(wrong), grouped(right));
        said.extend((wrong + right > 0).then_some(lost));
        let flipped = self.number(Pair::is_flip);
        said.push(format!("What flips: {}", several(flipped, "stop")));
        for pair in self.pairs.iter().filter(|pair| pair.is_flip()).take(20) {
            let Pair { id, at_ms, before, after, mark, .. } = pair;
            let (at, before, after) = (time(*at_ms), outcome(before), outcome(after));
            said.push(format!("{id} {at} {before} {after} {mark}"));
        }
        said.extend((flipped > 20).then(|| format!("and {} more", grouped(flipped - 20))));
        said.extend(passed_over(log));
        said
    }
}

/// Returns what is said of lines that are no record, or one of another version.
fn passed_over(log: &Log) -> Vec<String> {
    let lines = log.text.lines().filter(|line| !line.is_empty());
    let forms: Vec<Option<u64>> = lines
        .map(|line| serde_json::from_str(line).ok().and_then(|line: Value| line["form"].as_u64()))
        .collect();
    let number = |is_one: fn(&&Option<u64>) -> bool| {
        u64::try_from(forms.iter().filter(is_one).count()).unwrap()
    };
    let damaged = number(|form| form.is_none());
    let other = number(|form| form.is_some_and(|form| form != 1));
    let said = [(damaged, "damaged line"), (other, "record")].into_iter();
    said.filter(|(number, _)| *number > 0).map(|(number, word)| several(number, word)).collect()
}
