//! Runs the test programs once for each mutant, until a test fails.
use alloc::collections::{BTreeMap, BTreeSet};
use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use super::message::Program;
use super::subject::Subject;
use super::switch::Switch;
use crate::command::{Ran, run};
use crate::environment::{Builds, clean};
use crate::fault::fault;
use crate::libtest::{Report, Status};
use crate::outcomes::Finding;
use crate::{Fault, TestName};

/// The number for the unmutated code.
pub(super) const UNMUTATED: u32 = 0;

/// A mutant that allocates without end must not take the machine with it: KiB.
const MEMORY: &str = "8388608";

/// Ends of a program that breaks down: an illegal instruction, an abort, a bad address, a fault in
/// memory, as a stack overflow or a refused allocation bring them. Others come from outside.
const BREAKDOWNS: [i32; 4] = [4, 6, 7, 11];

/// Where mutants are run.
pub(super) struct Executor<'a> {
    /// Where the programs are run: the folder of their package.
    pub(super) folder: PathBuf,
    pub(super) programs: &'a [Program],
    pub(super) logs: PathBuf,
    /// How long a program may take.
    pub(super) limit: Duration,
    /// What the programs read the number of the mutant from.
    pub(super) switch: Switch,
    /// By program, the tests in it.
    pub(super) tests: BTreeMap<String, Vec<String>>,
}

/// A mutant and the tests that are asked first.
pub(super) struct Part {
    pub(super) number: u32,
    /// The tests that its guards name, or that it names itself.
    pub(super) named_tests: Vec<TestName>,
    /// The modules of tests that are asked next: those that hold the whole file.
    pub(super) modules: Vec<TestName>,
    /// Modules of tests that may be near to it, the nearest first, if the first that there is, is
    /// asked then, and at last all; otherwise nobody else is asked.
    pub(super) beyond: Option<Vec<String>>,
}

/// What happened to one mutant.
pub(super) struct Execution {
    pub(super) number: u32,
    pub(super) finding: Finding,
    pub(super) log: PathBuf,
}

/// Some tests of one program.
struct TestRun<'a> {
    program: &'a Program,
    arguments: Vec<String>,
    /// The tests that must have been run.
    demanded: Vec<TestName>,
    /// Whether a failed test is the last one: which others fail is irrelevant.
    ends_early: bool,
}

/// What ends a program with the first test that fails. That option is not stable, and the variable
/// lets a stable toolchain's programs take it.
const ENDS_EARLY: [&str; 2] = ["-Zunstable-options", "--fail-fast"];
const UNSTABLE: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

impl Executor<'_> {
    /// Learns which tests there are.
    pub(super) fn list(&mut self) -> Result<(), Fault> {
        for program in self.programs {
            let arguments = ["--list", "--format=terse"].map(str::to_owned).to_vec();
            let test_run = TestRun { program, arguments, demanded: vec![], ends_early: false };
            let ran = self.run(UNMUTATED, &test_run)?;
            let tests = ran.text.lines().filter_map(|line| line.strip_suffix(": test"));
            self.tests.insert(program.name.clone(), tests.map(str::to_owned).collect());
        }
        Ok(())
    }

    /// Runs whatever may be asked about a mutant with none switched on; returns what passed and how
    /// long the slowest program took.
    pub(super) fn dry_run(
        &self,
        subject: Subject,
        parts: &[Part],
    ) -> Result<(Report, Duration), Fault> {
        let (mut all, mut longest) = (Report::default(), Duration::ZERO);
        let test_runs = match subject {
            Subject::Core => self.everything().collect(),
            Subject::Shell => {
                let tests: BTreeSet<&TestName> =
                    parts.iter().flat_map(|part| &part.named_tests).collect();
                let modules: BTreeSet<&TestName> =
                    parts.iter().flat_map(|part| &part.modules).collect();
                let mut test_runs = self.named(&Vec::from_iter(tests));
                test_runs.extend(self.within(&Vec::from_iter(modules))?);
                test_runs
            }
        };
        for test_run in test_runs {
            let name = &test_run.program.name;
            let ran = self.run(UNMUTATED, &test_run)?;
            let report = Report::read(&ran.text);
            if ended(&ran, &report, &[]) != Finding::Success {
                return Err(fault!(
                    "with mutants in it, and none of them switched on, the {} fails {name} {}; \
                     see {}",
                    subject.folder(),
                    report.failed().first().map_or("", String::as_str),
                    self.log(UNMUTATED).display()
                ));
            }
            all.add(report);
            longest = longest.max(ran.took);
        }
        if subject == Subject::Core && all.ran() == 0 {
            return Err(fault!("the core has no test; write some"));
        }
        Ok((all, longest))
    }

    /// Plays all parts, several at once.
    pub(super) fn execute_all(&self, parts: &[Part], jobs: u8) -> Result<Vec<Execution>, Fault> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut executed = Vec::new();
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                executed.push(self.execute(part)?);
            }
            Ok(executed)
        };
        let all: Vec<Result<Vec<Execution>, Fault>> = thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            let broken = |_| Err(fault!("a worker of the gate broke down"));
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(broken)).collect()
        });
        let mut executed: Vec<Execution> =
            all.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        executed.sort_by_key(|one| one.number);
        Ok(executed)
    }

    fn execute(&self, part: &Part) -> Result<Execution, Fault> {
        let log = self.log(part.number);
        _ = fs::remove_file(&log);
        let mut finding = Finding::MissedMutant;
        for test_run in self.test_runs(part)? {
            let ran = self.run(part.number, &test_run)?;
            let shown = ended(&ran, &Report::read(&ran.text), &test_run.demanded);
            if shown != Finding::Success {
                finding = shown;
                break;
            }
        }
        Ok(Execution { number: part.number, finding, log })
    }

    /// Returns what is asked, one after the other: the tests that are named, those that are near,
    /// and all.
    fn test_runs(&self, part: &Part) -> Result<Vec<TestRun<'_>>, Fault> {
        let mut test_runs = self.named(&Vec::from_iter(&part.named_tests));
        test_runs.extend(self.within(&Vec::from_iter(&part.modules))?);
        if let Some(modules) = &part.beyond {
            if let Some(nearest) = modules.iter().find(|module| self.has(module)) {
                let arguments = vec![format!("{nearest}::")];
                let near = |program| TestRun {
                    program,
                    arguments: arguments.clone(),
                    demanded: vec![],
                    ends_early: true,
                };
                test_runs.extend(self.programs.iter().map(near));
            }
            test_runs.extend(self.everything());
        }
        Ok(test_runs)
    }

    /// Returns whether there is a test in a module of this name, wherever the module lies.
    fn has(&self, module: &str) -> bool {
        let module = format!("::{module}::");
        self.tests.values().flatten().any(|test| format!("::{test}").contains(&module))
    }

    /// Returns what runs the tests of these modules; each has to have some.
    fn within(&self, modules: &[&TestName]) -> Result<Vec<TestRun<'_>>, Fault> {
        let mut test_runs = Vec::new();
        let mut empty = modules.to_vec();
        for program in self.programs {
            let is_its = |module: &&&TestName| {
                module.program == program.name
                    || crate::unit_program(&module.program).as_ref() == Some(&program.name)
            };
            let its: Vec<&TestName> = modules.iter().filter(is_its).copied().collect();
            let tests = self.tests.get(&program.name).map_or(&[][..], Vec::as_slice);
            let covered = |test: &&String| its.iter().any(|module| module.covers(test));
            let chosen: Vec<String> = tests.iter().filter(covered).cloned().collect();
            empty.retain(|module| {
                !its.contains(module) || !chosen.iter().any(|test| module.covers(test))
            });
            if !chosen.is_empty() {
                let arguments = ["--exact".to_owned()].into_iter().chain(chosen).collect();
                test_runs.push(TestRun { program, arguments, demanded: vec![], ends_early: true });
            }
        }
        match empty.first() {
            None => Ok(test_runs),
            Some(module) => {
                Err(fault!("guards.toml names {module}, where no test is; correct the name"))
            }
        }
    }

    /// Returns what runs these tests and no others.
    fn named(&self, tests: &[&TestName]) -> Vec<TestRun<'_>> {
        let mut test_runs = Vec::new();
        for program in self.programs {
            let is_owner = |test: &TestName| self.owner(test).is_some_and(|owner| owner == program);
            let demanded: Vec<TestName> =
                tests.iter().filter(|test| is_owner(test)).map(|test| (*test).clone()).collect();
            if !demanded.is_empty() {
                let paths = demanded.iter().map(|test| test.path.clone());
                let arguments = ["--exact".to_owned()].into_iter().chain(paths).collect();
                test_runs.push(TestRun { program, arguments, demanded, ends_early: false });
            }
        }
        test_runs
    }

    fn everything(&self) -> impl Iterator<Item = TestRun<'_>> {
        self.programs.iter().map(|program| TestRun {
            program,
            arguments: vec![],
            demanded: vec![],
            ends_early: true,
        })
    }

    /// Returns the program that runs a test: the one of that name, or else the library's own tests.
    fn owner(&self, test: &TestName) -> Option<&Program> {
        let runs = |path: &Program| path.name == test.program;
        let path_of_unit = crate::unit_program(&test.program);
        let unit = |program: &&Program| Some(&program.name) == path_of_unit.as_ref();
        let inside = test.path.split("::").any(|part| part == "tests");
        let plain = self.programs.iter().find(|program| runs(program));
        let own = self.programs.iter().find(unit);
        if inside { own.or(plain) } else { plain.or(own) }
    }

    fn log(&self, number: u32) -> PathBuf {
        self.logs.join(format!("{number}.log"))
    }

    /// Runs some tests with this mutant switched on and adds what they print to its log.
    fn run(&self, number: u32, test_run: &TestRun<'_>) -> Result<Ran, Fault> {
        let program = &test_run.program.path;
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", MEMORY]).arg(program);
        shell.args(&test_run.arguments).arg("--test-threads=1");
        clean(shell.current_dir(&self.folder), Builds::Apart);
        if test_run.ends_early {
            shell.args(ENDS_EARLY).env(UNSTABLE.0, UNSTABLE.1);
        }
        self.switch.set(number, &mut shell)?;
        let part = self.logs.join(format!("{number}.part"));
        let mut ran = run(&mut shell, &part, Some(self.limit))?;
        ran.text = format!("Running {} {:?}\n{}", program.display(), test_run.arguments, ran.text);
        add(&self.log(number), &ran.text)?;
        _ = fs::remove_file(&part);
        Ok(ran)
    }
}

fn add(log: &Path, text: &str) -> Result<(), Fault> {
    let before = fs::read_to_string(log).unwrap_or_default();
    fs::write(log, before + text).map_err(|e| fault!("cannot write {}: {e}", log.display()))
}

/// Says what a run has shown; what cannot be explained has shown nothing.
fn ended(ran: &Ran, report: &Report, demanded: &[TestName]) -> Finding {
    let ran_all = demanded.iter().all(|test| report.status(test) == Some(Status::Ok));
    match (ran.code, ran.signal) {
        _ if ran.timed_out => Finding::Timeout,
        (Some(0), _) if report.failed().is_empty() && ran_all => Finding::Success,
        // libtest's own code for tests that failed.
        (Some(101), _) if !report.failed().is_empty() => Finding::CaughtMutant,
        (None, Some(signal)) if BREAKDOWNS.contains(&signal) => Finding::CaughtMutant,
        _ => Finding::Failure,
    }
}

#[cfg(test)]
mod tests;
