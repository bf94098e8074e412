//! What is instrumented, package by package, and its outcome.
use alloc::collections::{BTreeMap, BTreeSet};
use core::time::Duration;
use std::fs;
use std::time::Instant;

use super::build::{Functions, WorkingCopy, each};
use super::execute::{Execution, Executor, Part, UNMUTATED};
use super::listed::Listed;
use super::subject::Subject;
use super::text::{functions, plant};
use super::written::Outcome;
use super::{FOLDER, guards_of};
use crate::fault::fault;
use crate::libtest::Report;
use crate::outcomes::Finding;
use crate::planted::{Bodies, Found, instrumented_bodies, programs};
use crate::report::seconds;
use crate::{Fault, Guards, Planted, Summary, Tree};

/// The least time that a program may take, and how many times what it takes unchanged. Tests of the
/// shell wait for other programs.
const LIMIT_MIN: Duration = Duration::from_secs(20);
const LIMIT_MIN_SHELL: Duration = Duration::from_secs(120);
const LIMIT_TIMES: u32 = 5;

/// A planted mutant that changes nothing but bodies, and its number.
struct InlinePlanted<'a> {
    number: u32,
    planted: &'a Planted,
    bodies: Bodies,
}

/// Instruments and runs the mutants; holds what is known so far.
pub(super) struct Instrumenter<'a> {
    tree: &'a Tree,
    guards: &'a Guards,
    numbered: &'a [(u32, &'a Listed)],
    inline_planted: Vec<InlinePlanted<'a>>,
    /// The outcome of the mutants of cargo-mutants, and of nobody.
    pub(super) outcomes: BTreeMap<u32, Outcome>,
    /// What could not be instrumented.
    pub(super) left: BTreeSet<u32>,
    /// The outcome of planted mutants; one that is not in it has to be built alone.
    pub(super) found: Found,
}

impl<'a> Instrumenter<'a> {
    /// Numbers the planted mutants behind the others.
    pub(super) fn new(
        tree: &'a Tree,
        guards: &'a Guards,
        numbered: &'a [(u32, &'a Listed)],
        planted: &'a [Planted],
    ) -> Result<Self, Fault> {
        let mut found = Found::new();
        let mut inline_planted = Vec::new();
        let mut number = numbered.last().map_or(UNMUTATED, |(number, _)| *number);
        for planted in planted {
            match instrumented_bodies(tree, planted) {
                Ok(None) => {}
                Ok(Some(bodies)) => {
                    number = number.checked_add(1).ok_or_else(|| fault!("too many mutants"))?;
                    inline_planted.push(InlinePlanted { number, planted, bodies });
                }
                Err(fault) => {
                    found.insert(planted.name.clone(), Some(fault));
                }
            }
        }
        let outcomes = BTreeMap::new();
        Ok(Self { tree, guards, numbered, inline_planted, outcomes, left: BTreeSet::new(), found })
    }

    /// Tests what can be instrumented.
    pub(super) fn instrument(&mut self, jobs: u8, summary: &mut Summary) -> Result<(), Fault> {
        for (number, listed) in self.numbered {
            if subject_of(listed, self.guards).is_none() {
                self.left.insert(*number);
            }
        }
        for subject in Subject::ALL {
            self.instrument_one(subject, jobs, summary)?;
        }
        Ok(())
    }

    fn instrument_one(
        &mut self,
        subject: Subject,
        jobs: u8,
        summary: &mut Summary,
    ) -> Result<(), Fault> {
        let all = self.functions(subject)?;
        if all.is_empty() {
            return Ok(());
        }
        let start = Instant::now();
        let working_copy = WorkingCopy::new(self.tree, subject, self.programs(subject))?;
        let built = working_copy.build(&all)?;
        let package = subject.package();
        summary.line("schemata", &format!("{package} in {}", seconds(start.elapsed())));
        let is_in = |number: &u32| !built.left.contains(number) && !built.unviable.contains(number);
        let mut executor = Executor {
            folder: working_copy.copy.root.join(subject.folder()),
            programs: &built.programs,
            logs: self.tree.root.join(FOLDER).join("log"),
            limit: Duration::from_secs(600),
            switch: subject.switch(self.tree),
            tests: BTreeMap::new(),
        };
        executor.list()?;
        let parts: Vec<Part> =
            self.parts(subject).into_iter().filter(|part| is_in(&part.number)).collect();
        let (report, longest) = executor.dry_run(subject, &parts)?;
        let (tests, took) = (report.ran(), seconds(longest));
        let words = format!("{tests} tests of {package} with no mutant on, in {took}");
        summary.line("dry run", &words);
        executor.limit = longest.saturating_mul(LIMIT_TIMES).max(match subject {
            Subject::Core => LIMIT_MIN,
            Subject::Shell => LIMIT_MIN_SHELL,
        });
        self.outcomes.insert(UNMUTATED, Outcome::of(Finding::Success, &executor.logs));
        self.left.extend(&built.left);
        let log = self.tree.root.join(subject.place()).join("build.log");
        for number in &built.unviable {
            self.outcomes.insert(*number, Outcome::of(Finding::Unviable, &log));
        }
        let start = Instant::now();
        for executed in executor.execute_all(&parts, subject.jobs(jobs))? {
            self.judge(subject, &executed, &report)?;
        }
        let took = seconds(start.elapsed());
        summary.line("played", &format!("{} mutants of {package} in {took}", parts.len()));
        Ok(())
    }

    /// Takes down the outcome of a mutant.
    fn judge(
        &mut self,
        subject: Subject,
        executed: &Execution,
        unchanged: &Report,
    ) -> Result<(), Fault> {
        let Execution { number, finding, log } = executed;
        if let Some(inline_planted) =
            self.inline_planted.iter().find(|inline_planted| inline_planted.number == *number)
        {
            let text = fs::read_to_string(log)
                .map_err(|e| fault!("cannot read {}: {e}", log.display()))?;
            let fault = inline_planted.planted.judge(unchanged, *finding, &Report::read(&text));
            self.found.insert(inline_planted.planted.name.clone(), fault);
        } else if subject == Subject::Shell
            && *finding != Finding::CaughtMutant
            && self.is_guard(*number)
        {
            // Only the named tests were asked; cargo-mutants asks all.
            self.left.insert(*number);
        } else {
            self.outcomes.insert(*number, Outcome::of(*finding, log));
        }
        Ok(())
    }

    /// Whether it changes a function that is a guard.
    fn is_guard(&self, number: u32) -> bool {
        let mut numbered = self.numbered.iter();
        let listed = numbered.find(|(this, _)| *this == number);
        listed.is_some_and(|(_, one)| guards_of(&one.mutant, self.guards).next().is_some())
    }

    /// Returns the functions of a package that can hold their mutants; what cannot is left.
    fn functions(&mut self, subject: Subject) -> Result<Functions, Fault> {
        let mut files: BTreeMap<&str, Vec<(u32, &Listed)>> = BTreeMap::new();
        for (number, listed) in self.numbered {
            if subject_of(listed, self.guards) == Some(subject) {
                files.entry(&listed.mutant.file).or_default().push((*number, *listed));
            }
        }
        let mut all = Functions::new();
        for (file, listed) in files {
            let (found, others) = functions(&self.tree.read(file)?, &listed);
            self.left.extend(others);
            all.insert(file.to_owned(), found);
        }
        for inline_planted in self
            .inline_planted
            .iter()
            .filter(|inline_planted| inline_planted.planted.package == subject.package())
        {
            let mut with = all.clone();
            let mut is_instrumented = true;
            for (file, bodies) in &inline_planted.bodies {
                let text = self.tree.read(file)?;
                let functions = with.entry(file.clone()).or_default();
                is_instrumented &= subject.holds(file)
                    && bodies.iter().all(|(place, body)| {
                        plant(functions, &text, inline_planted.number, place, body)
                    });
            }
            if is_instrumented {
                all = with;
            } else {
                self.left.insert(inline_planted.number);
            }
        }
        Ok(each(&all, |function| Some(function.clone())))
    }

    /// Returns the arguments of cargo that choose the programs to ask; none for all.
    fn programs(&self, subject: Subject) -> Vec<String> {
        let asked = self.parts(subject);
        if asked.iter().any(|part| part.beyond.is_some()) {
            return Vec::new();
        }
        let tests = asked.iter().flat_map(|part| part.named_tests.iter().chain(&part.modules));
        let all: BTreeSet<String> =
            tests.flat_map(|test| programs(self.tree, subject.package(), test)).collect();
        Vec::from_iter(all)
    }

    /// Returns whom to ask about the mutants that may be instrumented into a package.
    fn parts(&self, subject: Subject) -> Vec<Part> {
        let listed = self
            .numbered
            .iter()
            .filter(|(_, listed)| subject_of(listed, self.guards) == Some(subject))
            .map(|(number, listed)| part(*number, listed, self.guards, subject));
        let inline_planted = self
            .inline_planted
            .iter()
            .filter(|inline_planted| inline_planted.planted.package == subject.package())
            .map(|InlinePlanted { number, planted, .. }| Part {
                number: *number,
                named_tests: vec![planted.test.clone()],
                modules: Vec::new(),
                beyond: None,
            });
        listed.chain(inline_planted).filter(|part| !self.left.contains(&part.number)).collect()
    }
}

/// Returns the package that holds a mutant of cargo-mutants, if one can: all tests of the core are
/// asked, and of the shell those that are named by its guard or its whole file.
fn subject_of(listed: &Listed, guards: &Guards) -> Option<Subject> {
    let mutant = &listed.mutant;
    let is_guard =
        || guards.whole(&mutant.file).is_some() || guards_of(mutant, guards).next().is_some();
    match Subject::ALL.into_iter().find(|subject| subject.holds(&mutant.file)) {
        Some(Subject::Shell) if !is_guard() => None,
        subject => subject,
    }
}

/// Returns whom to ask about a mutant of cargo-mutants.
fn part(number: u32, listed: &Listed, guards: &Guards, subject: Subject) -> Part {
    let mutant = &listed.mutant;
    let named_tests: Vec<_> = guards_of(mutant, guards).map(|guard| guard.test.clone()).collect();
    let modules = guards.whole(&mutant.file).map_or_else(Vec::new, |whole| whole.tests.clone());
    let nearest = match named_tests.first() {
        _ if !modules.is_empty() => Vec::new(),
        Some(test) => {
            test.path.rsplit_once("::").map(|(module, _)| module.to_owned()).into_iter().collect()
        }
        None => near(&mutant.file),
    };
    let beyond = match subject {
        Subject::Core => Some(nearest),
        Subject::Shell => None,
    };
    Part { number, named_tests, modules, beyond }
}

/// Returns the modules that may hold the tests of a file of the core, the nearest first: tests are
/// in modules that are named like what they test, the file itself or a folder around it.
fn near(file: &str) -> Vec<String> {
    let path = file.strip_prefix("core/src/").and_then(|file| file.strip_suffix(".rs"));
    path.into_iter().flat_map(|path| path.rsplit('/')).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn the_tests_near_to_a_file_are_named_like_itself_before_its_folders() {
        assert_eq!(near("core/src/privacy/redact/url.rs"), ["url", "redact", "privacy"]);
        assert_eq!(near("core/src/limits.rs"), ["limits"]);
        assert!(near("shell/src/hook.rs").is_empty());
    }
}
