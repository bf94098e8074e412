//! The figures of a log, counted anew from its text: what `sprag stats` has to show.
//!
//! It reads JSON values and not records, and counts each figure on its own, in the plainest way.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "it only sees logs that a test has made, and fails with the test"
)]

mod usage;

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use serde_json::{Value, json};
use sprag_core::checks::ALL;
use sprag_core::checks::verdict::{Failure, Pass};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// A log, the reviews beside it, and when it is looked at, all of it in UTC.
#[derive(Clone, Debug)]
pub struct Ledger<'a> {
    /// The lines of the log.
    pub log: &'a str,
    /// The lines of the reviews.
    pub reviews: &'a str,
    /// The lines of the worker's usage.
    pub usage: &'a str,
    /// Now, in milliseconds of the epoch.
    pub now_ms: u64,
    /// How many days are counted.
    pub days: u64,
    /// What a million tokens cost, in USD.
    pub price: Option<f64>,
    /// Returns what a record is called, by its line.
    pub id: fn(&str) -> String,
}

/// A stop in the days that are counted.
struct Stop {
    id: String,
    record: Value,
}

impl Ledger<'_> {
    /// Returns every figure.
    #[must_use]
    pub fn figures(&self) -> Value {
        let (stops, left_out) = self.stops();
        let is = |stop: &Stop, verdict: &str| !stop.record["verdict"][verdict].is_null();
        let number = |verdict: &str| stops.iter().filter(|stop| is(stop, verdict)).count();
        let passes = stops.iter().filter(|stop| is(stop, "pass"));
        let passes = passes.map(|stop| pass_text(&stop.record["verdict"]["pass"]));
        let days = self.days;
        let today = self.now_ms / DAY_MS;
        let shown = days.min(14);
        let calendar = (0..shown).rev().map(|ago| self.day(&stops, today - ago));
        let checks = ALL.iter().filter_map(|check| self.check(&stops, check.word));
        json!({
            "days": days,
            "from": date(today - (days - 1)),
            "to": date(today),
            "stops": stops.len(),
            "blocked": number("block"),
            "would_block": number("would_block"),
            "passed": number("pass"),
            "passes": reasons(passes),
            "checks": checks.collect::<Vec<Value>>(),
            "calls": self.calls(&stops),
            "reads": left_out.read_figures(),
            "delegations": self.delegations(),
            "calendar": calendar.collect::<Vec<Value>>(),
            "earlier": left_out.earlier,
            "later": left_out.later,
            "skipped": {"damaged": left_out.damaged, "unknown": left_out.unknown},
            "reviews_damaged": self.damaged_reviews(),
        })
    }

    fn stops(&self) -> (Vec<Stop>, LeftOut) {
        let mut left_out = LeftOut::default();
        let mut stops = Vec::new();
        let today = self.now_ms / DAY_MS;
        for line in self.log.lines().filter(|line| !line.trim().is_empty()) {
            let value: Value = serde_json::from_str(line).unwrap_or_default();
            // A log of these tests holds whole records of this form, other forms, and damage.
            if value["form"] != json!(1) {
                let is_form = value["form"].is_u64();
                *(if is_form { &mut left_out.unknown } else { &mut left_out.damaged }) += 1;
                continue;
            }
            let read = value.get("read").cloned();
            let day = value["at_ms"].as_u64().unwrap_or_default() / DAY_MS;
            if day > today {
                left_out.later += 1;
            } else if today - day >= self.days {
                left_out.earlier += 1;
            } else if let Some(read) = read {
                left_out.reads.push(read);
            } else {
                stops.push(Stop { id: (self.id)(line), record: value });
            }
        }
        (stops, left_out)
    }

    fn day(&self, stops: &[Stop], day: u64) -> Value {
        let of_day =
            |stop: &&Stop| stop.record["at_ms"].as_u64().unwrap_or_default() / DAY_MS == day;
        let number = |verdict: &str| {
            let stops = stops.iter().filter(of_day);
            stops.filter(|stop| !stop.record["verdict"][verdict].is_null()).count()
        };
        json!({
            "day": date(day),
            "stops": stops.iter().filter(of_day).count(),
            "blocked": number("block"),
            "would_block": number("would_block"),
        })
    }

    /// Returns what was said last of what a check objects to in a record.
    fn mark(&self, id: &str, check: &str) -> Option<String> {
        let mut reviews = self.reviews.lines().filter_map(|line| serde_json::from_str(line).ok());
        let own = |review: &Value| review["id"] == json!(id) && review["check"] == json!(check);
        let last = reviews.rfind(own)?;
        last["mark"].as_str().map(String::from)
    }

    fn damaged_reviews(&self) -> usize {
        let lines = self.reviews.lines().filter(|line| !line.trim().is_empty());
        lines.filter(|line| serde_json::from_str::<Value>(line).is_err()).count()
    }

    fn check(&self, stops: &[Stop], word: &str) -> Option<Value> {
        let finding = |stop: &Stop| {
            let findings = stop.record["findings"].as_array().cloned().unwrap_or_default();
            let own = findings.into_iter().find(|found| found["check"] == json!(word))?;
            own["finding"].as_str().map(String::from)
        };
        let found: Vec<(&Stop, String)> =
            stops.iter().filter_map(|stop| Some((stop, finding(stop)?))).collect();
        if found.is_empty() {
            return None;
        }
        let number = |name: &str| found.iter().filter(|(_, finding)| finding == name).count();
        let named = |verdict: &str| {
            stops.iter().filter(|stop| stop.record["verdict"][verdict] == json!(word)).count()
        };
        let marked = |mark: Option<&str>, shadow_alone: bool| {
            let fires = found.iter().filter(|(_, finding)| finding == "fires");
            let fires = fires.filter(|(stop, _)| !shadow_alone || is_shadow(stop));
            fires.filter(|(stop, _)| self.mark(&stop.id, word).as_deref() == mark).count()
        };
        let judged = found.iter().filter(|(stop, finding)| {
            is_shadow(stop) && ["silent", "fires"].contains(&finding.as_str())
        });
        let (right, wrong, open) =
            (marked(Some("right"), true), marked(Some("wrong"), true), marked(None, true));
        let needed = if word == "watch-match" { 20 } else { 40 };
        Some(json!({
            "check": word,
            "word": word,
            "evaluated": found.len(),
            "silent": number("silent"),
            "fires": number("fires"),
            "unjudged": number("unjudged"),
            "unknown": number("unknown"),
            "noted": number("noted"),
            "blocked": named("block"),
            "would_block": named("would_block"),
            "right": marked(Some("right"), false),
            "wrong": marked(Some("wrong"), false),
            "unreviewed": marked(None, false),
            "readiness": readiness(judged.count(), needed, right, wrong, open),
        }))
    }

    fn calls(&self, stops: &[Stop]) -> Value {
        let called: Vec<&Value> = stops
            .iter()
            .map(|stop| &stop.record)
            .filter(|record| !record["call"].is_null())
            .collect();
        let is_local = |record: &&&Value| record["call"]["asked"] == json!("local");
        let is_answered = |record: &&&Value| !record["judged"]["answered"].is_null();
        let failed: Vec<&&Value> =
            called.iter().filter(|record| !record["judged"]["failed"].is_null()).collect();
        let heard: Vec<&&Value> =
            called.iter().filter(is_answered).filter(|record| !is_local(record)).collect();
        let mut times: Vec<u64> =
            heard.iter().filter_map(|record| record["call"]["latency_ms"].as_u64()).collect();
        times.sort_unstable();
        let tokens: Vec<u64> =
            heard.iter().filter_map(|record| record["call"]["input_tokens"].as_u64()).collect();
        let total: u64 = tokens.iter().sum();
        let mut judges: BTreeMap<[Option<&str>; 3], u64> = BTreeMap::new();
        for record in called.iter().filter(is_answered) {
            let names = ["asked", "model", "questions"];
            *judges.entry(names.map(|name| record["call"][name].as_str())).or_default() += 1;
        }
        let mut judges: Vec<Value> = judges
            .iter()
            .map(|([asked, model, questions], answers)| {
                json!({"asked": asked, "model": model, "questions": questions, "answers": answers})
            })
            .collect();
        judges.sort_by_key(|judge| u64::MAX - judge["answers"].as_u64().unwrap_or_default());
        let cost = self.price.map(|price| {
            let text = format!("{:.6}", price * f64::from(u32::try_from(total).unwrap()) / 1e6);
            text.parse::<f64>().unwrap()
        });
        let whys = failed.iter().map(|record| {
            let failure: Failure =
                serde_json::from_value(record["judged"]["failed"].clone()).unwrap();
            format!("{failure}")
        });
        json!({
            "endpoint": heard.len() + failed.len(),
            "answered": heard.len(),
            "local": called.iter().filter(is_answered).filter(is_local).count(),
            "input_tokens": total,
            "measured": tokens.len(),
            "cost_usd": cost,
            "p50_ms": nearest(&times, 50),
            "p90_ms": nearest(&times, 90),
            "failures": reasons(whys),
            "outages": outages(&called),
            "judges": judges,
        })
    }
}

/// What is not counted.
#[derive(Debug, Default)]
struct LeftOut {
    earlier: u64,
    later: u64,
    damaged: u64,
    unknown: u64,
    /// Reads, which are no stops.
    reads: Vec<Value>,
}

impl LeftOut {
    fn read_figures(&self) -> Value {
        let of = |verdict: &str| -> Vec<&Value> {
            self.reads.iter().filter(|read| read["verdict"] == json!(verdict)).collect()
        };
        let lines = |verdict: &str| -> u64 {
            let shown = |read: &&Value| {
                let (size, budget) = (&read["why"]["size"], &read["why"]["budget"]);
                size["shown"].as_u64().or_else(|| budget["cost"].as_u64()).unwrap()
            };
            of(verdict).iter().map(shown).sum()
        };
        json!({
            "denied": of("deny").len(),
            "would_deny": of("would_deny").len(),
            "lines_denied": lines("deny"),
            "lines_would_deny": lines("would_deny"),
        })
    }
}

fn is_shadow(stop: &Stop) -> bool {
    stop.record["plan"]["shadow"] == json!(true)
}

fn pass_text(pass: &Value) -> String {
    let pass: Pass = serde_json::from_value(pass.clone()).unwrap();
    format!("{pass}")
}

/// Returns the texts with how often each stands there, the commonest first.
fn reasons(texts: impl Iterator<Item = String>) -> Value {
    let mut times: BTreeMap<String, u64> = BTreeMap::new();
    texts.for_each(|text| *times.entry(text).or_default() += 1);
    let mut sorted: Vec<(String, u64)> = times.into_iter().collect();
    sorted.sort_by_key(|(_, times)| u64::MAX - times);
    json!(sorted.iter().map(|(why, times)| json!({"why": why, "times": times})).collect::<Vec<_>>())
}

/// Returns the smallest of the sorted numbers that at least so many percent are not above.
fn nearest(sorted: &[u64], percent: usize) -> Option<u64> {
    let is_enough = |least: &&u64| {
        let within = sorted.iter().filter(|number| *number <= *least).count();
        within * 100 >= percent * sorted.len()
    };
    sorted.iter().find(is_enough).copied()
}

/// Returns the rows of requests that were not answered. The built-in judge is none of them.
fn outages(called: &[&Value]) -> Value {
    let requests: Vec<&&Value> =
        called.iter().filter(|record| record["call"]["asked"] != json!("local")).collect();
    let is_failed = |record: &&&Value| !record["judged"]["failed"].is_null();
    let rows: Vec<Value> = requests
        .split(|record| !is_failed(record))
        .filter(|row| !row.is_empty())
        .map(|row| {
            let times: Vec<u64> =
                row.iter().filter_map(|record| record["at_ms"].as_u64()).collect();
            let to = times.iter().max().copied().unwrap_or_default();
            json!({"from_ms": times[0], "to_ms": to, "requests": row.len()})
        })
        .collect();
    let longest = rows.iter().max_by_key(|row| row["requests"].as_u64());
    json!({
        "rows": rows.len(),
        "longest": longest,
        "latest": rows.last(),
        "lasts": requests.last().is_some_and(is_failed),
    })
}

/// Returns what stands between a check and blocking.
fn readiness(judged: usize, needed: usize, right: usize, wrong: usize, open: usize) -> Value {
    let mut missing = Vec::new();
    if judged < needed {
        missing.push(json!({"records": needed - judged}));
    }
    if right + wrong + open == 0 {
        missing.push(json!("objections"));
    }
    // At most 3 of 100 may be wrong, and what nobody reviewed may be.
    let too_many = |wrong: usize| wrong * 100 > judged * 3;
    let to_review = (0..=open)
        .find(|reviewed| !too_many(wrong + open - reviewed) && right + wrong + reviewed > 0);
    match to_review {
        Some(0) => {}
        Some(reviews) => missing.push(json!({"reviews": reviews})),
        None if open > 0 => missing.push(json!({"reviews": open})),
        None => {}
    }
    if right + wrong > 0 && right * 100 < (right + wrong) * 70 {
        let percent = right * 100 / (right + wrong);
        missing.push(json!({"precision": {"percent": percent}}));
    }
    if too_many(wrong) {
        missing.push(json!({"wrong": {"wrong": wrong, "most": judged * 3 / 100}}));
    }
    json!({
        "judged": judged,
        "needed": needed,
        "objections": right + wrong + open,
        "right": right,
        "wrong": wrong,
        "missing": missing,
    })
}

/// Returns the date of a day of the epoch, counted year by year and month by month.
#[must_use]
pub fn date(day: u64) -> String {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut left, mut year) = (day, 1_970);
    loop {
        let days = if is_leap(year) { 366 } else { 365 };
        if left < days {
            break;
        }
        left -= days;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for days in months {
        if left < days {
            break;
        }
        left -= days;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}
