//! Tests the mutants of the core in one build: each stands beside the code that it changes, and a
//! switch in the environment says which of them is run.
//!
//! cargo-mutants builds the core, what uses it and its tests once for each mutant, which takes over
//! an hour for the guards. It still says which mutants there are and what each replaces; that text
//! is written into the function as one arm of a `match`, the unchanged body being the last:
//!
//! ```text
//! pub fn guard_cap(blocks: u32) -> bool { match crate::woven_switch::on() {
//!     41 => { true },
//!     42 => { blocks < 3 },
//!     _ => { blocks >= 3 },
//! } }
//! ```
//!
//! So a mutant and the unchanged code differ by nothing but a number, and a test that passes with 0
//! and fails with 42 has noticed mutant 42. What cannot stand so (constants, `const` functions,
//! types without a name, other packages) is left to cargo-mutants itself. A mutant that does not
//! compile is tried again in its place, alone in its function, before it is called unviable.
//!
//! What came of all is written as cargo-mutants would write it, for the same judge.
use alloc::collections::{BTreeMap, BTreeSet};
use core::time::Duration;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::fault::fault;
use crate::mutate::{Mutated, arguments, in_diff, mutate};
use crate::outcomes::{Finding, Mutant};
use crate::report::seconds;
use crate::{Fault, Gate, Guard, Guards, Scope, Summary, Tree};

mod body;
mod build;
mod listed;
mod message;
mod play;
mod text;
mod written;

use build::{Functions, Loom};
use listed::{Listed, list};
use play::{NOBODY, Part, Stage};
use text::functions;
use written::{Outcome, written};

/// Where it works, from the root of the tree.
pub(crate) const FOLDER: &str = "target/gate/woven";

/// The package that is woven, and its folder.
const PACKAGE: &str = "sprag-core";
const CRATE: &str = "core";

/// The profile that cargo-mutants builds with, too.
pub(crate) const PROFILE: &str = "mutants";

/// What calls the switch.
const SWITCH: &str = "crate::woven_switch::on";

/// The least time that a program may take, and how many times what it takes unchanged.
const LIMIT_MIN: Duration = Duration::from_secs(20);
const LIMIT_TIMES: u32 = 5;

/// Has cargo build below the gate's folder, where the crates of others are built once for all.
pub(crate) fn with_crates(cargo: &mut Command, folder: &Path) {
    cargo.env("CARGO_TARGET_DIR", folder.join("build"));
    // A denied warning would count as a mutant that does not compile.
    cargo.env("RUSTFLAGS", "--cap-lints=allow");
}

/// Tests all mutants in the scope, those that cannot be woven one by one.
pub(crate) fn run(
    tree: &Tree,
    guards: &Guards,
    gate: &Gate,
    summary: &mut Summary,
) -> Result<Mutated, Fault> {
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
        Some(Ok(None)) => return Ok(Mutated::Nothing),
        Some(Err(fault)) => return Err(fault),
    }
    let mut listed = list(tree, &chosen)?;
    // cargo-mutants does not ask the patterns about fields.
    listed.retain(|one| match gate.scope {
        Scope::All => gate.wants(&one.mutant.name),
        Scope::Guards => guards_of(&one.mutant, guards).next().is_some(),
    });
    if listed.is_empty() {
        return Ok(match diff {
            Some(_) => Mutated::Nothing,
            None => Mutated::Failed(fault!("the filter matches nothing; correct guards.toml")),
        });
    }
    let numbered: Vec<(u32, &Listed)> = (1..).zip(&listed).collect();
    let mut outcomes = BTreeMap::new();
    let left = match woven(tree, guards, &numbered, jobs, &mut outcomes, summary) {
        Ok(left) => left,
        Err(fault) => return Ok(Mutated::Failed(fault)),
    };
    if !left.is_empty() {
        let rest: Vec<&Listed> =
            numbered.iter().filter(|(n, _)| left.contains(n)).map(|(_, one)| *one).collect();
        summary.line("apart", &format!("{} mutants, each in a build of its own", rest.len()));
        match mutate(tree, &places(&rest), false, jobs)? {
            Mutated::Ran(text, _) => match written::apart(tree, &text, &numbered, &left) {
                Ok(more) => outcomes.extend(more),
                Err(fault) => return Ok(Mutated::Failed(fault)),
            },
            other @ (Mutated::Nothing | Mutated::Failed(_)) => return Ok(other),
        }
    }
    let text = written(&numbered, &outcomes)?;
    let path = tree.root.join(FOLDER).join("outcomes.json");
    fs::write(&path, &text).map_err(|e| fault!("cannot write {}: {e}", path.display()))?;
    Ok(Mutated::Ran(text, start.elapsed()))
}

/// Tests what can be woven and returns the numbers of what cannot.
fn woven(
    tree: &Tree,
    guards: &Guards,
    numbered: &[(u32, &Listed)],
    jobs: u8,
    outcomes: &mut BTreeMap<u32, Outcome>,
    summary: &mut Summary,
) -> Result<BTreeSet<u32>, Fault> {
    let (all, mut left) = sorted(tree, numbered)?;
    if all.is_empty() {
        return Ok(left);
    }
    let start = Instant::now();
    let loom = Loom::new(tree)?;
    let built = loom.build(&all)?;
    summary.line("woven", &format!("{} in {}", PACKAGE, seconds(start.elapsed())));
    left.extend(&built.left);
    let mut stage = Stage {
        folder: loom.copy.root.join(CRATE),
        programs: &built.programs,
        logs: tree.root.join(FOLDER).join("log"),
        limit: Duration::from_secs(600),
    };
    let (tests, longest) = stage.rehearse()?;
    summary.line("rehearsal", &format!("{tests} tests with no mutant on, in {}", seconds(longest)));
    stage.limit = longest.saturating_mul(LIMIT_TIMES).max(LIMIT_MIN);
    let built_log = tree.root.join(FOLDER).join("build.log");
    for number in &built.unviable {
        outcomes.insert(*number, Outcome::of(Finding::Unviable, &built_log));
    }
    let parts: Vec<Part> = numbered
        .iter()
        .filter(|(number, _)| !left.contains(number) && !built.unviable.contains(number))
        .map(|(number, listed)| part(*number, listed, guards))
        .collect();
    let start = Instant::now();
    for played in stage.play_all(&parts, jobs)? {
        outcomes.insert(played.number, Outcome::of(played.finding, &played.log));
    }
    summary.line("played", &format!("{} mutants in {}", parts.len(), seconds(start.elapsed())));
    outcomes.insert(NOBODY, Outcome::of(Finding::Success, &stage.logs));
    Ok(left)
}

/// Returns the functions that can hold their mutants, and the numbers of what cannot be woven.
fn sorted(tree: &Tree, numbered: &[(u32, &Listed)]) -> Result<(Functions, BTreeSet<u32>), Fault> {
    let mut files: BTreeMap<&str, Vec<(u32, &Listed)>> = BTreeMap::new();
    for (number, listed) in numbered {
        files.entry(&listed.mutant.file).or_default().push((*number, *listed));
    }
    let mut all = Functions::new();
    let mut left = BTreeSet::new();
    for (file, listed) in files {
        if file.starts_with(&format!("{CRATE}/src/")) {
            let (found, others) = functions(&tree.read(file)?, &listed);
            left.extend(others);
            all.insert(file.to_owned(), found);
        } else {
            left.extend(listed.iter().map(|(number, _)| number));
        }
    }
    Ok((build::each(&all, |function| Some(function.clone())), left))
}

/// Returns the guards that a mutant changes.
fn guards_of<'a>(mutant: &Mutant, guards: &'a Guards) -> impl Iterator<Item = &'a Guard> {
    let (file, function) = (mutant.file.clone(), mutant.function_name().to_owned());
    guards.guards.iter().filter(move |guard| guard.holds(&file, &function))
}

/// Returns whom to ask about a mutant.
fn part(number: u32, listed: &Listed, guards: &Guards) -> Part {
    let mutant = &listed.mutant;
    let witnesses: Vec<_> = guards_of(mutant, guards).map(|guard| guard.test.clone()).collect();
    // Tests are in modules that are named like what they test.
    let module = match witnesses.first() {
        Some(test) => test.path.rsplit_once("::").map(|(module, _)| module),
        None => {
            mutant.file.strip_prefix("core/src/").and_then(|file| file.split(['/', '.']).next())
        }
    };
    let near = module.map(|module| format!("{module}::")).unwrap_or_default();
    Part { number, witnesses, near }
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
