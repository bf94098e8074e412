//! Writes down the outcome of the mutants as cargo-mutants does.
use alloc::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::{Value, json};

use super::execute::UNMUTATED;
use super::listed::Listed;
use crate::fault::fault;
use crate::mutate::folder;
use crate::outcomes::{Finding, Outcomes, Scenario, VERSION};
use crate::{Fault, Tree};

/// What happened to one mutant, or with the number of nobody, of the unchanged code.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Outcome {
    finding: Finding,
    log: PathBuf,
}

impl Outcome {
    pub(super) fn of(finding: Finding, log: &Path) -> Self {
        Self { finding, log: log.to_owned() }
    }
}

/// Returns the text of `outcomes.json`.
///
/// The file has no line for a mutant that nobody has tested: that is a fault here already.
pub(super) fn written(
    numbered: &[(u32, &Listed)],
    outcomes: &BTreeMap<u32, Outcome>,
) -> Result<String, Fault> {
    let mut list = Vec::new();
    let mut add = |scenario: Value, outcome: &Outcome| {
        let log = outcome.log.display().to_string();
        list.push(json!({"scenario": scenario, "summary": outcome.finding, "log_path": log}));
    };
    if let Some(outcome) = outcomes.get(&UNMUTATED) {
        add(json!("Baseline"), outcome);
    }
    for (number, listed) in numbered {
        let outcome = outcomes.get(number).ok_or_else(|| {
            fault!("nobody has tested the mutant {}; run again", listed.mutant.name)
        })?;
        add(json!({"Mutant": listed.whole}), outcome);
    }
    let count = |finding| {
        numbered
            .iter()
            .filter(|(n, _)| outcomes.get(n).is_some_and(|o| o.finding == finding))
            .count()
    };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let whole = json!({
        "outcomes": list,
        "total_mutants": numbered.len(),
        "caught": count(Finding::CaughtMutant),
        "missed": count(Finding::MissedMutant),
        "timeout": count(Finding::Timeout),
        "unviable": count(Finding::Unviable),
        "success": count(Finding::Success),
        "end_time": now.as_secs().to_string(),
        "cargo_mutants_version": VERSION,
    });
    serde_json::to_string_pretty(&whole).map_err(|e| fault!("cannot write the outcomes: {e}"))
}

/// Returns what cargo-mutants itself found about the mutants that were left to it.
pub(super) fn apart(
    tree: &Tree,
    text: &str,
    numbered: &[(u32, &Listed)],
    left: &BTreeSet<u32>,
) -> Result<BTreeMap<u32, Outcome>, Fault> {
    let outcomes: Outcomes = serde_json::from_str(text)
        .map_err(|e| fault!("outcomes.json is not one of cargo-mutants {VERSION} ({e})"))?;
    if outcomes.cargo_mutants_version != VERSION || outcomes.end_time.is_none() {
        return Err(fault!("cargo-mutants {VERSION} did not finish; run again"));
    }
    let numbers: BTreeMap<&str, u32> = numbered
        .iter()
        .filter(|(number, _)| left.contains(number))
        .map(|(number, listed)| (listed.mutant.name.as_str(), *number))
        .collect();
    let mut found = BTreeMap::new();
    for outcome in &outcomes.outcomes {
        let log = folder(tree).join(&outcome.log_path);
        let number = match &outcome.scenario {
            Scenario::Baseline => Some(UNMUTATED),
            Scenario::Mutant(mutant) => numbers.get(mutant.name.as_str()).copied(),
        };
        if let Some(number) = number {
            found.insert(number, Outcome::of(outcome.summary, &log));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::listed::read;
    use super::*;
    use crate::{Case, Part, judge};

    fn listed() -> Vec<Listed> {
        let one = |name: &str| {
            format!(
                r#"{{"name":"{name}","file":"core/src/a.rs","replacement":"","genre":"FnValue",
                "function":{{"function_name":"a","return_type":"","span":{SPAN}}},"span":{SPAN}}}"#
            )
        };
        read(format!("[{},{}]", one("one"), one("two")).as_bytes()).unwrap()
    }

    const SPAN: &str = r#"{"start":{"line":1,"column":1},"end":{"line":1,"column":1}}"#;

    fn outcomes(findings: &[Finding]) -> BTreeMap<u32, Outcome> {
        let all = findings.iter().map(|finding| Outcome::of(*finding, Path::new("/log")));
        (0..).zip(all).collect()
    }

    #[test]
    fn the_judge_reads_what_is_written() {
        let listed = listed();
        let numbered: Vec<(u32, &Listed)> = (1..).zip(&listed).collect();
        let found = [Finding::Success, Finding::CaughtMutant, Finding::MissedMutant];
        let text = written(&numbered, &outcomes(&found)).unwrap();
        let case = Case {
            guards: &crate::Guards::default(),
            survivors: &[],
            scope: crate::Scope::All,
            part: Part::Whole,
            mutants_min: 2,
        };
        let judgement = judge(&text, &case);
        assert_eq!(judgement.counts, [2, 1, 1, 0, 0]);
        assert_eq!(judgement.faults.len(), 1);
        assert!(judgement.faults[0].to_string().starts_with("missed: two"));
        let red = written(&numbered, &outcomes(&[Finding::Failure; 3])).unwrap();
        assert!(judge(&red, &case).faults[0].to_string().contains("unchanged tree did not pass"));
    }

    #[test]
    fn a_mutant_that_nobody_tested_is_a_fault() {
        let listed = listed();
        let numbered: Vec<(u32, &Listed)> = (1..).zip(&listed).collect();
        let found = outcomes(&[Finding::Success, Finding::CaughtMutant]);
        let fault = written(&numbered, &found).unwrap_err().to_string();
        assert!(fault.contains("nobody has tested the mutant two"), "{fault}");
    }

    #[test]
    fn what_was_left_is_taken_over_by_name() {
        let listed = listed();
        let numbered: Vec<(u32, &Listed)> = (1..).zip(&listed).collect();
        let found = [Finding::Success, Finding::CaughtMutant, Finding::Unviable];
        let text = written(&numbered, &outcomes(&found)).unwrap();
        let tree = Tree { root: PathBuf::from("/tree") };
        let taken = |text: &str| apart(&tree, text, &numbered, &BTreeSet::from([2]));
        let all: Vec<(u32, Finding)> =
            taken(&text).unwrap().into_iter().map(|(number, o)| (number, o.finding)).collect();
        assert_eq!(all, [(UNMUTATED, Finding::Success), (2, Finding::Unviable)]);
        assert!(taken(&text.replace(VERSION, "9.9.9")).is_err());
        assert!(taken("{}").is_err());
    }
}
