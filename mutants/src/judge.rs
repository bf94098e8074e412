//! Decides from `outcomes.json` whether the guards are guarded; in doubt they are not.
use alloc::collections::BTreeMap;
use core::fmt;

use crate::fault::fault;
use crate::outcomes::{Finding, Mutant, Outcome, Outcomes, Scenario, VERSION};
use crate::{Fault, Guard, Guards, Survivor, Whole};

#[cfg(test)]
mod tests;

/// At most one mutant in this many may be one that does not compile.
const UNVIABLE_SHARE: usize = 4;

/// What is mutated.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Scope {
    /// All of core and the fail-open files of the shell.
    All,
    /// The functions and whole files in `guards.toml`.
    Guards,
}

impl fmt::Display for Scope {
    /// Writes the word of the command line, which is also the name of the section of floors.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all",
            Self::Guards => "guards",
        })
    }
}

/// How much of the scope the run was to change.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Part {
    /// What a diff touches: nothing is demanded of the rest.
    Diff,
    /// Some guards and whole files, or some functions in these.
    Chosen,
    /// All of it.
    Whole,
}

/// What the run is judged against.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The functions in which nothing may survive, and the files in which the list says what may.
    pub guards: &'a Guards,
    /// What may survive elsewhere.
    pub survivors: &'a [Survivor],
    /// What the run was to change.
    pub scope: Scope,
    /// How much of that.
    pub part: Part,
    /// The least number of mutants in the scope.
    pub mutants_min: usize,
}

/// What the judge found.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Judgement {
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
    /// Faults that belong to no single guard.
    pub faults_at_large: usize,
    /// Keys of the guards that are guarded, and paths of whole files.
    pub passed: Vec<String>,
    /// Keys and paths of those that are not.
    pub failed: Vec<String>,
    /// By guard: the logs of its caught mutants, from the folder of `outcomes.json`.
    pub logs: BTreeMap<String, Vec<String>>,
    /// Mutants in the scope: all, caught, missed, timed out, unviable.
    pub counts: [usize; 5],
    /// When the run ended.
    pub end_time: String,
}

/// Judges the text of an `outcomes.json`.
#[must_use]
pub fn judge(text: &str, case: &Case<'_>) -> Judgement {
    let outcomes: Outcomes = match serde_json::from_str(text) {
        Ok(outcomes) => outcomes,
        Err(e) => {
            let fault =
                fault!("outcomes.json is not one of cargo-mutants {VERSION} ({e}); run again");
            return untrusted(vec![fault], case);
        }
    };
    let faults = whole_run(&outcomes);
    if !faults.is_empty() {
        return untrusted(faults, case);
    }
    let mut judgement = Judgement {
        counts: counts(&outcomes, case),
        end_time: outcomes.end_time.clone().unwrap_or_default(),
        ..Judgement::default()
    };
    if case.part != Part::Diff {
        judgement.faults.extend(amounts(judgement.counts, case.mutants_min));
    }
    let mut used = vec![false; case.survivors.len()];
    let mut wholes = Vec::new();
    for whole in &case.guards.files {
        wholes.push(elsewhere(&outcomes, case, Some(whole), &mut used));
    }
    if case.scope == Scope::All {
        judgement.faults.extend(elsewhere(&outcomes, case, None, &mut used));
    }
    judgement.faults.extend(unneeded(case, &used));
    judgement.faults_at_large = judgement.faults.len();
    for (whole, faults) in case.guards.files.iter().zip(wholes) {
        one_whole(whole, faults, &outcomes, case.part, &mut judgement);
    }
    for guard in &case.guards.guards {
        one_guard(guard, &outcomes, case.part, &mut judgement);
    }
    judgement
}

/// A run that cannot be trusted shows nothing about any guard.
fn untrusted(faults: Vec<Fault>, case: &Case<'_>) -> Judgement {
    let wholes = case.guards.files.iter().map(|whole| whole.path.clone());
    Judgement {
        faults_at_large: faults.len(),
        faults,
        failed: case.guards.guards.iter().map(Guard::key).chain(wholes).collect(),
        ..Judgement::default()
    }
}

/// What must be true before any single outcome means anything.
fn whole_run(outcomes: &Outcomes) -> Vec<Fault> {
    let mut faults = Vec::new();
    let version = &outcomes.cargo_mutants_version;
    if version != VERSION {
        faults.push(fault!("outcomes.json is of cargo-mutants {version}; install {VERSION}"));
    }
    if outcomes.end_time.is_none() {
        faults.push(fault!("the run of cargo-mutants did not finish; run again"));
    }
    let baselines: Vec<&Outcome> =
        outcomes.outcomes.iter().filter(|o| matches!(o.scenario, Scenario::Baseline)).collect();
    match baselines.as_slice() {
        [only] if only.summary == Finding::Success => {}
        [only] => faults.push(fault!(
            "the unchanged tree did not pass under cargo-mutants ({:?}); read {}",
            only.summary,
            only.log_path
        )),
        several => faults.push(fault!(
            "outcomes.json holds {} baselines instead of one; run without --baseline=skip",
            several.len()
        )),
    }
    faults.extend(totals(outcomes));
    if outcomes.total_mutants == 0 {
        faults.push(fault!("not one mutant was tested; the filter matches nothing: correct it"));
    }
    faults
}

/// Counts the mutants of the scope: all, caught, missed, timed out, unviable.
///
/// cargo-mutants 27.1.0 applies no pattern to changes of struct fields, so with patterns for guards
/// it also changes what nobody asked for; that is irrelevant here.
fn counts(outcomes: &Outcomes, case: &Case<'_>) -> [usize; 5] {
    let is_asked = |mutant: &Mutant| {
        case.scope == Scope::All
            || case.guards.whole(&mutant.file).is_some()
            || guard_of(case.guards, mutant).next().is_some()
    };
    let count = |finding: Option<Finding>| {
        let found = |o: &Outcome| finding.is_none_or(|finding| finding == o.summary);
        mutants(outcomes).filter(|(mutant, outcome)| is_asked(mutant) && found(outcome)).count()
    };
    [
        count(None),
        count(Some(Finding::CaughtMutant)),
        count(Some(Finding::MissedMutant)),
        count(Some(Finding::Timeout)),
        count(Some(Finding::Unviable)),
    ]
}

/// Returns the guards that a mutant is inside of.
fn guard_of<'a>(guards: &'a Guards, mutant: &Mutant) -> impl Iterator<Item = &'a Guard> {
    guards.guards.iter().filter(|guard| guard.holds(&mutant.file, mutant.function_name()))
}

/// How many mutants there must be, and how many of them must compile.
fn amounts(counts: [usize; 5], min: usize) -> Vec<Fault> {
    let [total, .., unviable] = counts;
    let mut faults = Vec::new();
    if total < min {
        faults.push(fault!(
            "{total} mutants were tested, the floor is {min}; find what is no longer mutated"
        ));
    }
    if unviable.saturating_mul(UNVIABLE_SHARE) > total {
        faults.push(fault!(
            "{unviable} of {total} mutants did not compile, more than one in {UNVIABLE_SHARE}; \
             read their logs (denied warnings?) or give the functions a type or an operator that \
             can be mutated"
        ));
    }
    faults
}

/// The totals at the head of the file must be those of its list.
fn totals(outcomes: &Outcomes) -> Vec<Fault> {
    let counted = |finding: Option<Finding>| {
        mutants(outcomes).filter(|(_, o)| finding.is_none_or(|f| f == o.summary)).count()
    };
    [
        ("total_mutants", outcomes.total_mutants, None),
        ("caught", outcomes.caught, Some(Finding::CaughtMutant)),
        ("missed", outcomes.missed, Some(Finding::MissedMutant)),
        ("timeout", outcomes.timeout, Some(Finding::Timeout)),
        ("unviable", outcomes.unviable, Some(Finding::Unviable)),
        ("success", outcomes.success, Some(Finding::Success)),
    ]
    .into_iter()
    .filter(|(_, said, finding)| *said != counted(*finding))
    .map(|(name, said, finding)| {
        let held = counted(finding);
        fault!("outcomes.json says {name} = {said} and lists {held}; run again")
    })
    .collect()
}

fn mutants(outcomes: &Outcomes) -> impl Iterator<Item = (&Mutant, &Outcome)> {
    outcomes.outcomes.iter().filter_map(|outcome| match &outcome.scenario {
        Scenario::Mutant(mutant) => Some((mutant.as_ref(), outcome)),
        Scenario::Baseline => None,
    })
}

/// Outside guards: what was not caught in a whole file, or in no such file, must be in the list.
fn elsewhere(
    outcomes: &Outcomes,
    case: &Case<'_>,
    place: Option<&Whole>,
    used: &mut [bool],
) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (mutant, outcome) in mutants(outcomes) {
        let is_guard = guard_of(case.guards, mutant).next().is_some();
        if is_guard || case.guards.whole(&mutant.file) != place {
            continue;
        }
        let name = &mutant.name;
        let mut listed = false;
        for (survivor, used) in case.survivors.iter().zip(used.iter_mut()) {
            if outcome.summary == Finding::MissedMutant && survivor.matches(mutant) {
                *used = true;
                listed = true;
            }
        }
        match outcome.summary {
            Finding::CaughtMutant | Finding::Unviable => {}
            Finding::MissedMutant if listed => {}
            Finding::MissedMutant => {
                faults
                    .push(fault!("missed: {name}; write a test, or explain it in survivors.toml"));
            }
            Finding::Timeout => faults.push(fault!("timed out: {name}; bound the loop")),
            Finding::Failure | Finding::Success => {
                faults.push(fault!("not tested ({:?}): {name}; run again", outcome.summary));
            }
        }
    }
    faults
}

/// The list of survivors must be needed, as far as a run over all of something can tell.
fn unneeded(case: &Case<'_>, used: &[bool]) -> Vec<Fault> {
    let is_seen = |survivor: &Survivor| match (case.part, case.scope) {
        (Part::Whole, Scope::All) => true,
        (Part::Whole, Scope::Guards) => case.guards.whole(&survivor.file).is_some(),
        (Part::Chosen | Part::Diff, _) => false,
    };
    let unused = case.survivors.iter().zip(used).filter(|(one, used)| !**used && is_seen(one));
    let fault = |survivor: &Survivor| {
        fault!(
            "survivors.toml lists {} `{}` in {}::{}, which did not survive; remove the entry",
            survivor.genre,
            survivor.replacement,
            survivor.file,
            survivor.function
        )
    };
    unused.map(|(survivor, _)| fault(survivor)).collect()
}

/// A whole file passes if a test noticed at least one mutant in it and none got through that is
/// not in the list.
fn one_whole(
    whole: &Whole,
    mut faults: Vec<Fault>,
    outcomes: &Outcomes,
    part: Part,
    judgement: &mut Judgement,
) {
    let path = &whole.path;
    let inside = || mutants(outcomes).filter(|(mutant, _)| whole.holds(&mutant.file));
    let is_caught = |outcome: &Outcome| outcome.summary == Finding::CaughtMutant;
    if part != Part::Whole && inside().next().is_none() {
        return;
    }
    if faults.is_empty() && !inside().any(|(_, outcome)| is_caught(outcome)) {
        faults.push(fault!(
            "no test noticed a mutant in {path}, which proves nothing: it is renamed, skipped or \
             filtered out; correct guards.toml"
        ));
    }
    match faults.is_empty() {
        true => judgement.passed.push(path.clone()),
        false => judgement.failed.push(path.clone()),
    }
    judgement.faults.extend(faults);
}

/// A guard passes if a test noticed at least one mutant and no mutant got through.
fn one_guard(guard: &Guard, outcomes: &Outcomes, part: Part, judgement: &mut Judgement) {
    let key = guard.key();
    let mut faults = Vec::new();
    let mut logs = Vec::new();
    let mut unviable: usize = 0;
    for (mutant, outcome) in mutants(outcomes) {
        if !guard.holds(&mutant.file, mutant.function_name()) {
            continue;
        }
        let name = &mutant.name;
        match outcome.summary {
            Finding::CaughtMutant => logs.push(outcome.log_path.clone()),
            Finding::Unviable => unviable = unviable.saturating_add(1),
            Finding::MissedMutant => {
                let test = &guard.test;
                faults.push(fault!("guard missed: {name}; {test} passes all the same: sharpen it"));
            }
            Finding::Timeout => faults.push(fault!("guard timed out: {name}; bound the loop")),
            Finding::Failure | Finding::Success => {
                faults.push(fault!("guard not tested ({:?}): {name}; run again", outcome.summary));
            }
        }
    }
    if logs.is_empty() && faults.is_empty() {
        match (unviable, part) {
            (0, Part::Diff) => return,
            (0, Part::Chosen | Part::Whole) => faults.push(fault!(
                "guard {key} has no mutant: it is renamed, skipped or filtered out; correct \
                 guards.toml or its shape"
            )),
            (count, _) => faults.push(fault!(
                "guard {key} has only mutants that do not compile ({count}), which prove nothing; \
                 give it a comparison or a type that can be mutated"
            )),
        }
    }
    if faults.is_empty() {
        judgement.passed.push(key.clone());
        judgement.logs.insert(key, logs);
    } else {
        judgement.failed.push(key);
        judgement.faults.extend(faults);
    }
}
