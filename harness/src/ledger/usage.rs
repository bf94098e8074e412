//! The figures of what was handed to the worker.

use alloc::{format, string::String, vec::Vec};

use serde_json::{Value, json};

use super::{DAY_MS, Ledger, reasons};

/// What every record of a delegation says.
const NUMBERS: [&str; 5] = ["at_ms", "files", "bytes", "duration_ms", "answer_bytes"];

impl Ledger<'_> {
    pub(super) fn delegations(&self) -> Value {
        let today = self.now_ms / DAY_MS;
        let (mut earlier, mut later, mut damaged) = (0, 0, 0);
        let mut counted = Vec::new();
        for line in self.usage.lines().filter(|line| !line.trim().is_empty()) {
            let value: Value = serde_json::from_str(line).unwrap_or_default();
            if NUMBERS.iter().any(|name| !value[*name].is_u64()) {
                damaged += 1;
                continue;
            }
            match value["at_ms"].as_u64().unwrap() / DAY_MS {
                day if day > today => later += 1,
                day if day + self.days <= today => earlier += 1,
                _ => counted.push(value),
            }
        }
        let (failed, answered): (Vec<Value>, Vec<Value>) =
            counted.into_iter().partition(|usage| usage["failure"].is_string());
        let of = |kind: &str| -> Vec<&Value> {
            answered.iter().filter(|usage| usage["kind"] == json!(kind)).collect()
        };
        let number = |usage: &Value, name: &str| usage[name].as_u64().unwrap();
        let sum = |name: &str| -> u64 { answered.iter().map(|usage| number(usage, name)).sum() };
        let kept_out = |usage: &&Value| {
            let (sent, back) = (number(usage, "bytes"), number(usage, "answer_bytes"));
            if back > sent { 0 } else { (sent - back) / 4 }
        };
        let told = |name: &str| -> Vec<u64> {
            let is_told =
                |usage: &&Value| usage["input_tokens"].is_u64() && usage["output_tokens"].is_u64();
            answered.iter().filter(is_told).map(|usage| number(usage, name)).collect()
        };
        let costs: Vec<f64> =
            answered.iter().filter_map(|usage| usage["cost_usd"].as_f64()).collect();
        let cost = (!costs.is_empty() && costs.len() == answered.len()).then(|| {
            let text = format!("{:.6}", costs.iter().sum::<f64>());
            text.parse::<f64>().unwrap()
        });
        let whys = failed.iter().map(|usage| String::from(usage["failure"].as_str().unwrap()));
        json!({
            "reads": of("read").len(),
            "writes": of("write").len(),
            "failed": failed.len(),
            "failures": reasons(whys),
            "files": sum("files"),
            "bytes": sum("bytes"),
            "answer_bytes": sum("answer_bytes"),
            "kept_out_tokens_estimated": of("read").iter().map(kept_out).sum::<u64>(),
            "measured": told("input_tokens").len(),
            "input_tokens": told("input_tokens").iter().sum::<u64>(),
            "output_tokens": told("output_tokens").iter().sum::<u64>(),
            "priced": costs.len(),
            "cost_usd": cost,
            "earlier": earlier,
            "later": later,
            "damaged": damaged,
        })
    }
}
