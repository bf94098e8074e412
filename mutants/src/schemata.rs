//! Tests the mutants of a package in one build: each stands beside the code that it changes, and a
//! switch says which of them is run.
//!
//! cargo-mutants builds the core, what uses it and its tests once for each mutant, which takes over
//! an hour for the guards. It still says which mutants there are and what each replaces; that text
//! is written into the function as one arm of a `match`, the unchanged body being the last:
//!
//! ```text
//! pub fn guard_cap(blocks: u32) -> bool { match crate::mutant_switch::on() {
//!     41 => { true },
//!     42 => { blocks < 3 },
//!     _ => { blocks >= 3 },
//! } }
//! ```
//!
//! So a mutant and the unchanged code differ by nothing but a number, and a test that passes with 0
//! and fails with 42 has noticed mutant 42. What cannot stand so (constants, `const` functions,
//! types without a name) is left to cargo-mutants itself. A mutant that does not compile is tried
//! again in its place, alone in its function, before it is called unviable.
//!
//! Planted mutants that change nothing but bodies of functions stand there, too.
//!
//! The outcome of all is written as cargo-mutants would write it, for the same judge.
use alloc::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::time::Instant;

use crate::baseline::baseline;
use crate::fault::fault;
use crate::mutate::{Mutated, arguments, in_diff, mutate};
use crate::outcomes::Mutant;
use crate::planted::Found;
use crate::report::seconds;
use crate::{Build, Fault, Gate, Guard, Guards, Planted, Scope, Summary, Tree};

mod body;
mod build;
mod execute;
mod instrumenter;
mod listed;
mod message;
mod subject;
mod switch;
mod text;
mod written;

use instrumenter::Instrumenter;
use listed::{Listed, list};
use written::{Outcome, written};

/// Where it works, from the root of the tree.
pub(crate) const FOLDER: &str = "target/gate/schemata";

/// Tests all mutants in the scope, those that cannot be instrumented one by one, and the planted
/// ones that can be instrumented.
pub(crate) fn run(
    tree: &Tree,
    guards: &Guards,
    planted: &[Planted],
    gate: &Gate,
    summary: &mut Summary,
) -> Result<(Mutated, Found), Fault> {
    let only = |mutated| Ok((mutated, Found::new()));
    let (diff, jobs) = (gate.diff.as_deref(), gate.jobs);
    let start = Instant::now();
    match fs::remove_dir_all(tree.root.join(FOLDER).join("log")) {
        Err(e) if e.kind() != ErrorKind::NotFound => {
            return Err(fault!("cannot remove {FOLDER}/log: {e}"));
        }
        _ => {}
    }
    let mut chosen = arguments(guards, gate.scope);
    match diff.map(|revision| in_diff(tree, revision)) {
        None => {}
        Some(Ok(Some(more))) => chosen.extend(more),
        Some(Ok(None)) => return only(Mutated::Nothing),
        Some(Err(fault)) => return Err(fault),
    }
    let mut listed = list(tree, &chosen)?;
    // cargo-mutants does not ask the patterns about fields.
    listed.retain(|one| match gate.scope {
        Scope::All => gate.wants(&one.mutant.name),
        Scope::Guards => {
            let is_whole =
                guards.whole(&one.mutant.file).is_some() && gate.wants(&key(&one.mutant));
            is_whole || guards_of(&one.mutant, guards).next().is_some()
        }
    });
    if listed.is_empty() {
        return only(match diff {
            Some(_) => Mutated::Nothing,
            None => Mutated::Failed(fault!("the filter matches nothing; correct guards.toml")),
        });
    }
    summary.line("listed", &format!("{} mutants in {}", listed.len(), seconds(start.elapsed())));
    let numbered: Vec<(u32, &Listed)> = (1..).zip(&listed).collect();
    let mut instrumenter = Instrumenter::new(tree, guards, &numbered, planted)?;
    if let Err(fault) = instrumenter.instrument(jobs, summary) {
        return only(Mutated::Failed(fault));
    }
    let Instrumenter { mut outcomes, left, found, .. } = instrumenter;
    match apart(tree, guards, &numbered, &left, gate, summary)? {
        Ok(more) => outcomes.extend(more),
        Err(mutated) => return only(mutated),
    }
    let text = written(&numbered, &outcomes)?;
    let path = tree.root.join(FOLDER).join("outcomes.json");
    fs::write(&path, &text).map_err(|e| fault!("cannot write {}: {e}", path.display()))?;
    Ok((Mutated::Ran(text, start.elapsed()), found))
}

/// Has cargo-mutants test what could not be instrumented; returns its outcome, or why it shows
/// nothing.
fn apart(
    tree: &Tree,
    guards: &Guards,
    numbered: &[(u32, &Listed)],
    left: &BTreeSet<u32>,
    gate: &Gate,
    summary: &mut Summary,
) -> Result<Result<BTreeMap<u32, Outcome>, Mutated>, Fault> {
    let rest: Vec<&Listed> =
        numbered.iter().filter(|(n, _)| left.contains(n)).map(|(_, one)| *one).collect();
    if rest.is_empty() {
        return Ok(Ok(BTreeMap::new()));
    }
    if let Some(package) = gate.dry_run_package() {
        let packages = Guards::packages(rest.iter().map(|one| one.mutant.file.as_str()));
        if packages.contains(&package) {
            let is_in = |guard: &&Guard| guard.package() == package;
            let guards: Vec<&Guard> = guards.guards.iter().filter(is_in).collect();
            baseline(tree, &[package], &guards, summary)?;
        }
        if summary.failed > 0 {
            let fault = fault!("no mutant of {package} shows anything then");
            return Ok(Err(Mutated::Failed(fault)));
        }
    }
    let start = Instant::now();
    let mutated = mutate(tree, &places(&rest), false, Build::Apart.jobs())?;
    let took = seconds(start.elapsed());
    let words = format!("{} mutants, each in a build of its own, in {took}", rest.len());
    summary.line("apart", &words);
    Ok(match mutated {
        Mutated::Ran(text, _) => {
            written::apart(tree, &text, numbered, left).map_err(Mutated::Failed)
        }
        other @ (Mutated::Nothing | Mutated::Failed(_)) => Err(other),
    })
}

/// Returns what names the function of a mutant, as [`Guard::key`] does.
fn key(mutant: &Mutant) -> String {
    format!("{}::{}", mutant.file, mutant.function_name())
}

/// Returns the guards that a mutant changes.
fn guards_of<'a>(mutant: &Mutant, guards: &'a Guards) -> impl Iterator<Item = &'a Guard> {
    let (file, function) = (mutant.file.clone(), mutant.function_name().to_owned());
    guards.guards.iter().filter(move |guard| guard.holds(&file, &function))
}

/// Returns the arguments of cargo-mutants that choose these mutants and no others.
fn places(rest: &[&Listed]) -> Vec<String> {
    let mut files: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for listed in rest {
        files.entry(&listed.mutant.file).or_default().insert(listed.span.begin());
    }
    let packages = Guards::packages(files.keys().copied());
    let packages = packages.iter().map(|package| format!("--package={package}"));
    let mut chosen: Vec<String> = packages.collect();
    for (file, places) in files {
        let places = Vec::from_iter(places).join("|");
        chosen.push(format!("--file={file}"));
        chosen.push(format!("--re=^{}:(?:{places}): ", file.replace('.', r"\.")));
    }
    chosen
}
