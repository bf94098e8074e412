//! Runs the whole gate on a small tree that is wrong on purpose: each way to be wrong is refused.
//!
//! The unit tests of the judge hold the ways that can be read from `outcomes.json`. These here show
//! that the real cargo-mutants, under the real configuration, cannot turn them into a pass.
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::output;
use crate::fault::fault;
use crate::{Fault, Summary};

mod cases;
mod small;
mod wholes;

use cases::Case;
use small::FILES;

/// Runs all cases; each that does not end as it should is a fault.
///
/// # Errors
/// Returns what the environment lacks.
pub fn canary() -> Result<Summary, Fault> {
    let folder = env::temp_dir().join(format!("sprag-canary-{}", std::process::id()));
    let mut summary = Summary::default();
    let ended = run_all(&folder, &mut summary);
    fs::remove_dir_all(&folder)
        .map_err(|e| fault!("cannot remove {}: {e}", folder.display()))
        .and(ended)?;
    Ok(summary)
}

fn run_all(folder: &Path, summary: &mut Summary) -> Result<(), Fault> {
    write(folder, &[])?;
    git(folder, &["init", "--quiet"])?;
    let mut cargo = Command::new("cargo");
    output(cargo.args(["generate-lockfile", "--offline", "--quiet"]).current_dir(folder))?;
    git(folder, &["add", "--all"])?;
    let name = ["-c", "user.name=canary", "-c", "user.email=canary@example.org"];
    git(folder, &[&name[..], &["commit", "--quiet", "--message=small"]].concat())?;
    for case in cases::CASES.iter().chain(wholes::CASES) {
        write(folder, case.edits)?;
        match wrong(folder, case)? {
            None => summary.passed = summary.passed.saturating_add(1),
            Some(fault) => summary.fail([fault]),
        }
        summary.line("canary", case.name);
    }
    Ok(())
}

/// Writes the small tree with these changes, each `(file, from, to)`.
fn write(folder: &Path, edits: &[(&str, &str, &str)]) -> Result<(), Fault> {
    for (path, text) in FILES {
        let mut text = (*text).to_owned();
        for (_, from, to) in edits.iter().filter(|(file, ..)| file == path) {
            if !text.contains(from) {
                return Err(fault!("the canary edit of {path} finds no `{from}`; renew it"));
            }
            text = text.replace(from, to);
        }
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        if fs::read_to_string(&path).is_ok_and(|there| there == text) {
            continue;
        }
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|e| fault!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}

/// Runs this program's gate in the tree and says so if it does not end as the case demands.
fn wrong(folder: &Path, case: &Case) -> Result<Option<Fault>, Fault> {
    let program = env::current_exe().map_err(|e| fault!("cannot find this program: {e}"))?;
    let mut gate = Command::new(program);
    gate.arg("gate").args(case.arguments).current_dir(folder);
    gate.env_remove("CARGO_TARGET_DIR").envs(case.environment.iter().copied());
    let ran = gate.output().map_err(|e| fault!("cannot run the gate: {e}"))?;
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    let exit = ran.status.code();
    let missing: Vec<&str> =
        case.words.iter().copied().filter(|words| !said.contains(words)).collect();
    if exit == Some(case.exit.code().into()) && missing.is_empty() {
        return Ok(None);
    }
    let name = case.name;
    Ok(Some(fault!(
        "canary `{name}` ended with {exit:?} instead of {:?} and without {missing:?}: {said}",
        case.exit
    )))
}

fn git(folder: &Path, args: &[&str]) -> Result<(), Fault> {
    output(Command::new("git").args(args).current_dir(folder)).map(|_| ())
}
