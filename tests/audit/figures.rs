//! The figures, counted anew from the lines of JSON.

use std::collections::BTreeMap;

use serde_json::Value;

/// Turns, those at which somebody would be asked, those that would have been sent back.
pub(crate) type Group = [u64; 3];

#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) files: u64,
    pub(crate) turns: u64,
    pub(crate) judged: u64,
    pub(crate) asks: u64,
    pub(crate) blocks: u64,
    pub(crate) boxed: u64,
    /// Asks, objects, sent back, unknown, noted.
    pub(crate) checks: BTreeMap<String, [u64; 5]>,
    pub(crate) projects: BTreeMap<String, Group>,
    pub(crate) weeks: BTreeMap<String, Group>,
    pub(crate) days: Vec<String>,
}

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
            figures.boxed += u64::from(line["judge"].is_string());
            for finding in findings {
                let check = finding["check"].as_str().unwrap();
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
