//! The figures, counted anew from the lines of JSON.

use std::collections::BTreeMap;

use serde_json::Value;
use sprag_core::checks::verdict::Pass;

/// Turns, those at which somebody would be asked, those that would have been sent back.
pub(crate) type Group = [u64; 3];

#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) files: u64,
    pub(crate) turns: u64,
    pub(crate) judged: u64,
    pub(crate) asks: u64,
    pub(crate) blocks: u64,
    pub(crate) by_built_in: u64,
    /// Turn ends in folders that are denied, which are in no line.
    pub(crate) denied: u64,
    /// Asks, objects, sent back, unknown, noted.
    pub(crate) checks: BTreeMap<String, [u64; 5]>,
    pub(crate) projects: BTreeMap<String, Group>,
    pub(crate) weeks: BTreeMap<String, Group>,
    pub(crate) days: Vec<String>,
    /// Turn ends that the hook would pass over, by the reason.
    pub(crate) passed_over: BTreeMap<String, u64>,
    /// Turn ends of which it is not known which tools they called.
    pub(crate) unknown_tools: u64,
    /// By check, the turn ends to which it objects: when, and where.
    pub(crate) objections: BTreeMap<String, Vec<Objection>>,
}

/// When a turn ended to which a check objects, in which file, and on which line.
pub(crate) type Objection = (Option<u64>, String, String, u64);

impl Figures {
    pub(crate) fn of(lines: &[Value]) -> Self {
        let mut figures = Self::default();
        let mut files: Vec<&str> = Vec::new();
        for line in lines {
            let findings = line["findings"].as_array().unwrap();
            let block = line["verdict"]["block"].as_str();
            let is = |finding: &Value, word: &str| u64::from(finding["finding"] == word);
            let asks = findings.iter().any(|finding| finding["asks"] == true);
            let group = [1, u64::from(asks), u64::from(block.is_some())];
            figures.turns += 1;
            figures.judged += u64::from(!findings.is_empty());
            figures.asks += group[1];
            figures.blocks += group[2];
            figures.by_built_in += u64::from(line["judge"].is_string());
            figures.unknown_tools += u64::from(line["facts"]["tools"].is_null());
            if findings.is_empty() {
                let pass: Pass = serde_json::from_value(line["verdict"]["pass"].clone()).unwrap();
                *figures.passed_over.entry(pass.to_string()).or_default() += 1;
            }
            for finding in findings {
                let check = finding["check"].as_str().unwrap();
                if finding["finding"] == "fires" {
                    let objections = figures.objections.entry(check.into()).or_default();
                    objections.push(objection(line));
                }
                let sums = figures.checks.entry(check.into()).or_default();
                let row = [
                    u64::from(finding["asks"] == true),
                    is(finding, "fires"),
                    u64::from(block == Some(check)),
                    is(finding, "unknown"),
                    is(finding, "noted"),
                ];
                sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
            }
            for (groups, name) in [(&mut figures.projects, "project"), (&mut figures.weeks, "week")]
            {
                if let Some(name) = line[name].as_str() {
                    let sums = groups.entry(name.into()).or_default();
                    sums.iter_mut().zip(group).for_each(|(sum, number)| *sum += number);
                }
            }
            figures.days.extend(line["day"].as_str().map(String::from));
            files.push(line["file"].as_str().unwrap());
        }
        files.sort_unstable();
        files.dedup();
        figures.files = u64::try_from(files.len()).unwrap();
        figures.days.sort();
        figures
    }
}

fn objection(line: &Value) -> Objection {
    let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
    (line["at_ms"].as_u64(), text("day"), text("file"), line["line"].as_u64().unwrap())
}
