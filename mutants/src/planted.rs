//! Mutants that cargo-mutants would not think of: a patch, the promise it breaks, its test.
use alloc::collections::BTreeMap;
use core::time::Duration;
use std::fs;
use std::process::Command;

use crate::build_folder::{PROFILE, claim, with_crates};
use crate::command::run;
use crate::entry;
use crate::environment::{Builds, clean};
use crate::fault::fault;
use crate::libtest::{Report, Status};
use crate::mutate::COPY;
use crate::outcomes::Finding;
use crate::report::seconds;
use crate::{Fault, PACKAGES, Summary, TestName, Tree};

mod bodies;
mod patch;

pub(crate) use patch::Bodies;

/// Where it works, from the root of the tree.
const FOLDER: &str = "target/gate/planted";

/// The outcome of planted mutants, by name: nothing if they were noticed, or else what is wrong.
pub(crate) type Found = BTreeMap<String, Option<Fault>>;

const BUILD_LIMIT: Duration = Duration::from_secs(1200);
const TEST_LIMIT: Duration = Duration::from_secs(120);

/// One planted mutant: the folder `mutants/planted/NAME/`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Planted {
    /// The name of its folder.
    pub name: String,
    /// What the patched code no longer keeps, a sentence.
    pub promise: String,
    /// The package whose test notices.
    pub package: String,
    /// The test that notices.
    pub test: TestName,
}

/// What happened to the named test in one tree.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Ended {
    /// There was no program to run.
    DoesNotCompile,
    /// The program ran and said nothing of that test.
    DidNotRun,
    Failed,
    Passed,
    TimedOut,
}

impl Planted {
    /// Returns all of a tree, by name.
    ///
    /// # Errors
    /// Returns every fault in their lists and patches.
    pub fn all(tree: &Tree) -> Result<Vec<Self>, Vec<Fault>> {
        let folder = tree.root.join("mutants/planted");
        let mut names: Vec<String> = fs::read_dir(&folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        let mut all = Vec::new();
        let mut faults = Vec::new();
        for name in names {
            match Self::one(tree, &name) {
                Ok(planted) => all.push(planted),
                Err(more) => faults.extend(more),
            }
        }
        if faults.is_empty() { Ok(all) } else { Err(faults) }
    }

    fn one(tree: &Tree, name: &str) -> Result<Self, Vec<Fault>> {
        let path = format!("mutants/planted/{name}/mutant.toml");
        let text = tree.read(&path).map_err(|fault| vec![fault])?;
        let patch = tree.read(&patch::path(name)).map_err(|fault| vec![fault])?;
        Self::read(name, &text, &patch)
    }

    fn read(name: &str, text: &str, patch: &str) -> Result<Self, Vec<Fault>> {
        let label = format!("planted mutant {name}");
        let keys = ["promise", "package", "test"];
        let table = entry::root(&label, text, &keys)?;
        let [promise, package, test] = entry::strings(&label, &table, keys)?;
        let mut faults = Vec::from_iter(entry::sentence(&label, "promise", &promise));
        if !PACKAGES.iter().any(|(_, owner)| *owner == package) {
            faults.push(fault!("{label} has the unknown package `{package}`"));
        }
        let test = TestName::read(&test);
        if test.is_none() {
            faults.push(fault!("{label} has no test of the form PROGRAM::path::name"));
        }
        let mut changed = patch::files(patch).peekable();
        let source =
            |file: &str| PACKAGES.iter().any(|(f, _)| file.starts_with(&format!("{f}/src/")));
        if changed.peek().is_none() || !changed.all(source) {
            faults
                .push(fault!("{label} has to change files of core/src or shell/src and no others"));
        }
        match test {
            Some(test) if faults.is_empty() => {
                Ok(Self { name: name.to_owned(), promise, package, test })
            }
            Some(_) | None => Err(faults),
        }
    }

    /// Runs the named test, and no other, in a copy of the tree.
    fn run(&self, tree: &Tree, copy: &Tree, stage: &str) -> Result<Ended, Fault> {
        let logs = tree.root.join(FOLDER);
        let log = |what: &str| logs.join(format!("{}-{stage}-{what}.log", self.name));
        let built = run(self.cargo(tree, copy).arg("--no-run"), &log("build"), Some(BUILD_LIMIT))?;
        if built.code != Some(0) {
            return Ok(Ended::DoesNotCompile);
        }
        let mut test = self.cargo(tree, copy);
        test.args(["--no-fail-fast", "--", "--exact", &self.test.path, "--test-threads=1"]);
        let ran = run(&mut test, &log("test"), Some(TEST_LIMIT))?;
        if ran.timed_out {
            return Ok(Ended::TimedOut);
        }
        Ok(self.ended(&Report::read(&ran.text)))
    }

    /// Returns how the named test ended.
    fn ended(&self, report: &Report) -> Ended {
        match report.status(&self.test) {
            Some(Status::Failed) => Ended::Failed,
            Some(Status::Ok) => Ended::Passed,
            Some(Status::Ignored) | None => Ended::DidNotRun,
        }
    }

    /// Says so unless one instrumented build has shown that the named test passes without the
    /// mutant and fails with it.
    pub(crate) fn judge(
        &self,
        unchanged: &Report,
        finding: Finding,
        changed: &Report,
    ) -> Option<Fault> {
        unsound(self, self.ended(unchanged)).or_else(|| {
            let ended = match (finding, self.ended(changed)) {
                (Finding::CaughtMutant, Ended::Failed) => Ended::Failed,
                (Finding::MissedMutant, Ended::Passed) => Ended::Passed,
                (Finding::Timeout, _) => Ended::TimedOut,
                _ => Ended::DidNotRun,
            };
            survived(self, ended)
        })
    }

    fn cargo(&self, tree: &Tree, copy: &Tree) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--locked", "--package", &self.package, "--profile", PROFILE]);
        clean(
            cargo.args(programs(copy, &self.package, &self.test)).current_dir(&copy.root),
            Builds::Apart,
        );
        with_crates(&mut cargo, tree);
        cargo
    }
}

/// Returns the arguments that choose the program of a test: one of `tests/`, or those inside
/// `src/`; none if the package has no such program.
pub(crate) fn programs(tree: &Tree, package: &str, test: &TestName) -> Vec<String> {
    let program = &test.program;
    let mut arguments = Vec::new();
    let folder = PACKAGES.iter().find(|(_, owner)| *owner == package);
    let folder = folder.map_or("", |(folder, _)| folder);
    let manifest = tree.read(&format!("{folder}/Cargo.toml")).unwrap_or_default();
    let manifest: toml::Table = toml::from_str(&manifest).unwrap_or_default();
    let tests = manifest.get("test").and_then(toml::Value::as_array);
    let named =
        |test: &toml::Value| test.get("name").and_then(toml::Value::as_str) == Some(program);
    if program == folder {
        let has = |file: &str| tree.root.join(folder).join(file).is_file();
        let kinds = [("src/lib.rs", "--lib"), ("src/main.rs", "--bins")];
        let kinds = kinds.into_iter().filter(|(file, _)| has(file));
        arguments.extend(kinds.map(|(_, argument)| argument.to_owned()));
    }
    if tests.is_some_and(|tests| tests.iter().any(named)) {
        arguments.push(format!("--test={program}"));
    }
    arguments
}

/// Returns the bodies that a planted mutant changes; nothing if it changes more than that.
pub(crate) fn instrumented_bodies(tree: &Tree, planted: &Planted) -> Result<Option<Bodies>, Fault> {
    let scratch = Tree { root: tree.root.join(FOLDER).join("scratch") };
    patch::bodies(tree, &scratch, &planted.name)
}

/// Judges all of the list: those that are `found` by that, the others on a copy of the tree, each
/// in a build of its own. What is wrong goes to the summary.
pub(crate) fn test_all(
    tree: &Tree,
    list: &[Planted],
    found: &Found,
    summary: &mut Summary,
) -> Result<(), Fault> {
    let start = std::time::Instant::now();
    let (instrumented, apart): (Vec<&Planted>, Vec<&Planted>) =
        list.iter().partition(|planted| found.contains_key(&planted.name));
    let mut faults: Vec<Fault> =
        instrumented.iter().filter_map(|one| found.get(&one.name).cloned().flatten()).collect();
    faults.extend(alone(tree, &apart)?);
    let killed = list.len().saturating_sub(faults.len());
    summary.passed = summary.passed.saturating_add(killed);
    let words = format!(
        "{killed} killed, {} not; {} instrumented, {} each in a build of its own, in {}",
        faults.len(),
        instrumented.len(),
        apart.len(),
        seconds(start.elapsed())
    );
    summary.fail(faults);
    summary.line("planted", &words);
    Ok(())
}

/// Tests each of them in a build of its own; returns at most one fault for each.
fn alone(tree: &Tree, list: &[&Planted]) -> Result<Vec<Fault>, Fault> {
    let mut faults = Vec::new();
    if list.is_empty() {
        return Ok(faults);
    }
    let copy = Tree { root: tree.root.join(COPY) };
    tree.copy(&copy)?;
    claim(tree, &copy)?;
    let mut sound = Vec::new();
    for planted in list {
        let ended = planted.run(tree, &copy, "unchanged")?;
        match unsound(planted, ended) {
            Some(fault) => faults.push(fault),
            None => sound.push(planted),
        }
    }
    for planted in sound {
        tree.copy(&copy)?;
        faults.extend(match patch::apply(tree, &copy, &planted.name) {
            Err(fault) => Some(fault),
            Ok(()) => survived(planted, planted.run(tree, &copy, "changed")?),
        });
    }
    Ok(faults)
}

/// Says so if the named test does not pass on the unchanged tree.
fn unsound(planted: &Planted, ended: Ended) -> Option<Fault> {
    let Planted { name, test, .. } = planted;
    Some(match ended {
        Ended::Passed => return None,
        Ended::Failed => fault!("planted mutant {name}: {test} fails without it; fix the test"),
        Ended::DidNotRun => {
            fault!("planted mutant {name}: no program ran {test}; correct its name")
        }
        Ended::DoesNotCompile => {
            fault!("planted mutant {name}: the unchanged tree does not compile; read its log")
        }
        Ended::TimedOut => fault!("planted mutant {name}: {test} takes too long without it"),
    })
}

/// Says so if the named test does not fail on the changed tree.
fn survived(planted: &Planted, ended: Ended) -> Option<Fault> {
    let Planted { name, test, promise, .. } = planted;
    Some(match ended {
        Ended::Failed => return None,
        Ended::Passed => fault!("planted mutant {name} survives {test}; sharpen it: {promise}"),
        Ended::DidNotRun => {
            fault!("planted mutant {name}: {test} was not run to its end on the changed tree")
        }
        Ended::DoesNotCompile => {
            fault!("planted mutant {name} does not compile, which shows nothing; renew its patch")
        }
        Ended::TimedOut => fault!("planted mutant {name}: {test} hangs instead of failing"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = "promise = \"Null is unknown.\"\npackage = \"sprag-core\"\n\
                        test = \"core::facts::null_is_unknown\"\n";
    const PATCH: &str = "--- a/core/src/facts.rs\n+++ b/core/src/facts.rs\n";

    fn plain() -> Planted {
        Planted::read("null", TOML, PATCH).unwrap()
    }

    #[test]
    fn a_description_that_is_not_right_is_refused() {
        let table = [
            (TOML.replace("unknown.", "unknown"), PATCH.to_owned(), "no sentence"),
            (TOML.replace("sprag-core", "core"), PATCH.to_owned(), "unknown package"),
            (TOML.replace("core::facts::", ""), PATCH.to_owned(), "PROGRAM::path::name"),
            (TOML.replace("test =", "tests ="), PATCH.to_owned(), "unknown key `tests`"),
            (TOML.to_owned(), String::new(), "core/src or shell/src"),
            (TOML.to_owned(), PATCH.replace("core/src", "tests"), "core/src or shell/src"),
        ];
        for (text, patch, words) in table {
            let faults = Planted::read("null", &text, &patch).unwrap_err();
            assert!(faults.iter().any(|f| f.to_string().contains(words)), "{words}: {faults:?}");
        }
    }

    #[test]
    fn only_a_failed_test_kills() {
        let planted = plain();
        assert_eq!(survived(&planted, Ended::Failed), None);
        let others = [Ended::Passed, Ended::DidNotRun, Ended::DoesNotCompile, Ended::TimedOut];
        for ended in others {
            let fault = survived(&planted, ended).unwrap().to_string();
            assert!(fault.contains("planted mutant null"), "{fault}");
        }
    }

    #[test]
    fn in_one_build_only_the_named_test_kills() {
        let planted = plain();
        let report = |word: &str| {
            Report::read(&format!("Running t/deps/core-1 []\n{word}\ntest b::c ... FAILED"))
        };
        let (ok, failed) =
            ("test facts::null_is_unknown ... ok", "test facts::null_is_unknown ... FAILED");
        let said = |before, finding, after| {
            planted.judge(&report(before), finding, &report(after)).map(|fault| fault.to_string())
        };
        assert_eq!(said(ok, Finding::CaughtMutant, failed), None);
        let table = [
            (failed, Finding::CaughtMutant, failed, "fails without it"),
            ("", Finding::CaughtMutant, failed, "no program ran"),
            (ok, Finding::MissedMutant, ok, "survives"),
            (ok, Finding::CaughtMutant, ok, "was not run to its end"),
            (ok, Finding::CaughtMutant, "", "was not run to its end"),
            (ok, Finding::MissedMutant, "", "was not run to its end"),
            (ok, Finding::Failure, failed, "was not run to its end"),
            (ok, Finding::Timeout, failed, "hangs"),
        ];
        for (before, finding, after, words) in table {
            let fault = said(before, finding, after).unwrap();
            assert!(fault.contains(words), "{words}: {fault}");
        }
    }

    #[test]
    fn only_a_test_that_passes_on_the_unchanged_tree_can_notice() {
        let planted = plain();
        assert_eq!(unsound(&planted, Ended::Passed), None);
        let others = [Ended::Failed, Ended::DidNotRun, Ended::DoesNotCompile, Ended::TimedOut];
        for ended in others {
            assert!(unsound(&planted, ended).is_some(), "{ended:?}");
        }
    }
}
