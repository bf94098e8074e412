//! The command line of the gate.
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs};

extern crate alloc;
use alloc::collections::BTreeMap;

use sprag_mutants::{Build, Exit, Fault, Gate, History, Scope, Summary, Tree, Turn, canary};

const USAGE: &str = "\
usage: sprag-mutants gate [--build woven|apart] [--scope guards|all] [--only WORDS] [--turn K/N]
                          [--in-diff REV] [--jobs N]
       sprag-mutants gate [--scope guards|all] --judge-only DIR
       sprag-mutants planted [NAME]
       sprag-mutants floors SECTION [NAME=COUNT ...]
       sprag-mutants canary
exit codes: 0 shown, 1 not shown, 2 usage, 3 nothing to show in the diff, 4 broken environment";

enum Job {
    Canary,
    Floors { section: String, counts: BTreeMap<String, u64> },
    Gate(Gate),
    JudgeOnly { gate: Gate, folder: PathBuf },
    Planted { name: Option<String> },
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let Some(job) = job(&words) else {
        say(USAGE);
        return Exit::Usage.into();
    };
    match run(job) {
        Ok(summary) => {
            say(summary.to_string().trim_end());
            summary.exit().into()
        }
        Err(fault) => {
            say(&format!("BROKEN {fault}\n0 passed, 1 failed"));
            Exit::Broken.into()
        }
    }
}

fn run(job: Job) -> Result<Summary, Fault> {
    let tree = Tree::here()?;
    let summary = match job {
        Job::Canary => canary()?,
        Job::Floors { section, counts } => floors(&tree, &section, &counts),
        Job::Gate(gate) => gate.run(&tree)?,
        Job::JudgeOnly { gate, folder } => gate.judge_only(&tree, &folder)?,
        Job::Planted { name } => Gate::default().planted(&tree, name.as_deref())?,
    };
    let all: String = summary.faults.iter().map(|fault| format!("{fault}\n")).collect();
    let folder = tree.root.join("target/gate");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(folder.join("faults.txt"), all))
        .map_err(|e| Fault::say(&format!("cannot write target/gate/faults.txt: {e}")))?;
    Ok(summary)
}

/// Compares counts that someone else made with their floors.
fn floors(tree: &Tree, section: &str, counts: &BTreeMap<String, u64>) -> Summary {
    let mut summary = Summary::default();
    match History::of(tree) {
        Err(faults) => summary.fail(faults),
        Ok(history) => {
            history.judge(&mut summary);
            let faults = history.now.check(section, counts);
            summary.passed = counts.len().saturating_sub(faults.len());
            summary.fail(faults);
            let raises = history.now.raises(section, counts);
            if !raises.is_empty() {
                summary.line("floors", &format!("can be raised: {}", raises.join(", ")));
            }
        }
    }
    summary
}

/// Returns what the words ask for; nothing if they are not understood.
fn job(words: &[String]) -> Option<Job> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["gate", options @ ..] => gate(options),
        ["planted"] => Some(Job::Planted { name: None }),
        ["planted", name] if !name.starts_with('-') => {
            Some(Job::Planted { name: Some((*name).to_owned()) })
        }
        ["floors", section, counts @ ..] => {
            let counts: Option<BTreeMap<String, u64>> =
                counts.iter().map(|word| count(word)).collect();
            Some(Job::Floors { section: (*section).to_owned(), counts: counts? })
        }
        ["canary"] => Some(Job::Canary),
        _ => None,
    }
}

fn gate(options: &[&str]) -> Option<Job> {
    let mut gate = Gate::default();
    let (mut folder, mut jobs) = (None, None);
    for pair in options.chunks(2) {
        match pair {
            ["--build", "apart"] => gate.build = Build::Apart,
            ["--build", "woven"] => gate.build = Build::Schemata,
            ["--scope", "all"] => gate.scope = Scope::All,
            ["--scope", "guards"] => gate.scope = Scope::Guards,
            ["--in-diff", revision] if !revision.starts_with('-') => {
                gate.diff = Some((*revision).to_owned());
            }
            ["--only", words] => gate.only = Some((*words).to_owned()),
            ["--turn", words] => gate.turn = Turn::read(words)?,
            ["--judge-only", path] => folder = Some(PathBuf::from(path)),
            ["--jobs", number] => jobs = Some(number.parse().ok().filter(|jobs| *jobs > 0)?),
            _ => return None,
        }
    }
    gate.jobs = jobs.unwrap_or_else(|| gate.build.jobs());
    let is_whole = gate.turn.is_all() && gate.only.is_none();
    let is_known = match (gate.scope, gate.build) {
        (Scope::Guards, _) => true,
        (Scope::All, Build::Schemata) => gate.turn.is_all(),
        (Scope::All, Build::Apart) => is_whole,
    };
    match folder {
        None if is_known => Some(Job::Gate(gate)),
        // What is left of a run is judged as a whole.
        Some(folder) if is_whole && gate.diff.is_none() => Some(Job::JudgeOnly { gate, folder }),
        _ => None,
    }
}

fn count(word: &str) -> Option<(String, u64)> {
    let (name, count) = word.split_once('=')?;
    Some((name.to_owned(), count.parse().ok()?))
}

/// Writes to stdout; if nobody reads it, the exit code says enough.
fn say(words: &str) {
    _ = writeln!(io::stdout(), "{words}");
}
