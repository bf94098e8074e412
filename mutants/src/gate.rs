//! The gate: its stages in order, and what each adds to the summary.
use alloc::collections::BTreeMap;
use core::num::NonZero;
use core::time::Duration;
use std::fs;
use std::path::Path;
use std::thread::available_parallelism;

use crate::baseline::baseline;
use crate::fault::fault;
use crate::judge::{Case, Judgement, Part, Scope, judge};
use crate::libtest::Report;
use crate::mutate::{Mutated, arguments, assert_version, folder, in_diff, mutate};
use crate::named_test::named_test;
use crate::planted::Found;
use crate::report::seconds;
use crate::{
    Fault, Floors, Guard, Guards, History, PACKAGES, Planted, Summary, Survivor, Tree, Turn, Whole,
};
use crate::{planted, schemata, survivors};

const SHELL: &str = "sprag";

/// How mutants are built.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Build {
    /// By cargo-mutants, each in a build of its own.
    Apart,
    /// All of the core's in one build.
    Schemata,
}

impl Build {
    /// Returns how many mutants are tested at once unless somebody says otherwise: the programs of
    /// one build keep one core busy each, a build of its own all of them.
    #[must_use]
    pub fn jobs(self) -> u8 {
        match self {
            Self::Apart => 1,
            Self::Schemata => {
                let cores = available_parallelism().map_or(1, NonZero::get);
                u8::try_from(cores).unwrap_or(u8::MAX)
            }
        }
    }
}

/// A gate that is about to run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Gate {
    /// How much is judged.
    pub scope: Scope,
    /// Whose turn it is among the guards and the planted mutants.
    pub turn: Turn,
    /// Only guards and planted mutants with these words in their names, and of `Scope::All` such
    /// mutants: never the gate by itself.
    pub only: Option<String>,
    /// Only what changed since this revision: a fast answer, never the gate by itself.
    pub diff: Option<String>,
    /// How mutants are built.
    pub build: Build,
    /// How many mutants are tested at once.
    pub jobs: u8,
}

impl Default for Gate {
    /// All guards and all planted mutants.
    fn default() -> Self {
        let build = Build::Schemata;
        Self {
            scope: Scope::Guards,
            turn: Turn::ALL,
            only: None,
            diff: None,
            build,
            jobs: build.jobs(),
        }
    }
}

struct Lists {
    guards: Guards,
    survivors: Vec<Survivor>,
    floors: Floors,
    planted: Vec<Planted>,
    /// How many guards, whole files and planted mutants there are, whosever turn it is.
    listed: [usize; 3],
}

impl Gate {
    /// Runs all stages.
    ///
    /// # Errors
    /// Returns what the environment lacks: git, cargo-mutants of the pinned version, space.
    pub fn run(&self, tree: &Tree) -> Result<Summary, Fault> {
        let mut summary = Summary::default();
        let Some(lists) = self.lists(tree, &mut summary) else { return Ok(summary) };
        assert_version()?;
        let late = self.dry_run_package();
        let packages: Vec<&str> = self.packages(&lists.guards);
        let packages: Vec<&str> = packages.into_iter().filter(|p| Some(*p) != late).collect();
        let is_early = |guard: &&Guard| Some(guard.package()) != late;
        let early: Vec<&Guard> = lists.guards.guards.iter().filter(is_early).collect();
        if !packages.is_empty() {
            baseline(tree, &packages, &early, &mut summary)?;
        }
        if summary.failed > 0 || self.untracked(tree, &mut summary)? {
            return Ok(summary);
        }
        let (mutated, found) = self.mutated(tree, &lists, &mut summary)?;
        match mutated {
            Mutated::Failed(fault) => summary.fail([fault]),
            Mutated::Nothing => {
                summary.nothing = true;
                summary.line("mutants", "none in this diff, so nothing is shown");
            }
            Mutated::Ran(text, took) => {
                let folder = match self.build {
                    Build::Apart => folder(tree),
                    Build::Schemata => tree.root.join(schemata::FOLDER),
                };
                let judgement = self.judged(&text, &lists, &folder, Some(took), &mut summary);
                if self.diff.is_none() {
                    planted::test_all(tree, &lists.planted, &found, &mut summary)?;
                    if self.is_whole() {
                        self.floors(&lists, &judgement, &mut summary);
                    }
                }
            }
        }
        Ok(summary)
    }

    /// Returns the package whose tests are run unchanged where its guards are instrumented, if
    /// there is one: those that are named. Of the core all are run, so it has to be right as it is.
    pub(crate) fn dry_run_package(&self) -> Option<&'static str> {
        match (self.scope, self.build) {
            (Scope::Guards, Build::Schemata) => Some(SHELL),
            (Scope::Guards | Scope::All, _) => None,
        }
    }

    /// Returns the packages that are changed, whose tests are to notice.
    fn packages(&self, guards: &Guards) -> Vec<&'static str> {
        let guarded = guards.guards.iter().map(|guard| guard.file.as_str());
        let guarded = guarded.chain(guards.files.iter().map(|whole| whole.path.as_str()));
        let others = guards.fail_open.iter().map(String::as_str);
        match self.scope {
            Scope::All => Guards::packages(guarded.chain(others)),
            Scope::Guards => Guards::packages(guarded),
        }
    }

    /// Tests the mutants in the scope, and the planted ones that can be instrumented.
    fn mutated(
        &self,
        tree: &Tree,
        lists: &Lists,
        summary: &mut Summary,
    ) -> Result<(Mutated, Found), Fault> {
        let (guards, revision) = (&lists.guards, self.diff.as_deref());
        match self.build {
            Build::Schemata => {
                let planted = if revision.is_none() { &lists.planted[..] } else { &[] };
                schemata::run(tree, guards, planted, self, summary)
            }
            Build::Apart => {
                let mut chosen = arguments(guards, self.scope);
                if let Some(revision) = revision {
                    let Some(more) = in_diff(tree, revision)? else {
                        return Ok((Mutated::Nothing, Found::new()));
                    };
                    chosen.extend(more);
                }
                let mutated = mutate(tree, &chosen, revision.is_some(), self.jobs)?;
                Ok((mutated, Found::new()))
            }
        }
    }

    /// Judges a run that was made before.
    ///
    /// # Errors
    /// Returns why the file in `folder` cannot be read.
    pub fn judge_only(&self, tree: &Tree, folder: &Path) -> Result<Summary, Fault> {
        let mut summary = Summary::default();
        let path = folder.join("outcomes.json");
        let text = fs::read_to_string(&path)
            .map_err(|e| fault!("cannot read {}: {e}; was anything mutated?", path.display()))?;
        if let Some(lists) = self.lists(tree, &mut summary) {
            _ = self.judged(&text, &lists, folder, None, &mut summary);
        }
        Ok(summary)
    }

    /// Tests the planted mutants alone; all of them if no name is given.
    ///
    /// # Errors
    /// Returns what the environment lacks.
    pub fn planted(&self, tree: &Tree, name: Option<&str>) -> Result<Summary, Fault> {
        let mut summary = Summary::default();
        match Planted::all(tree) {
            Err(faults) => summary.fail(faults),
            Ok(all) => {
                let chosen = |planted: &Planted| name.is_none_or(|name| planted.name == name);
                let list: Vec<Planted> = all.into_iter().filter(chosen).collect();
                if list.is_empty() {
                    summary.fail([fault!("no such planted mutant; see mutants/planted")]);
                } else {
                    planted::test_all(tree, &list, &Found::new(), &mut summary)?;
                }
            }
        }
        Ok(summary)
    }

    /// Reads all lists; what is wrong with them goes to the summary.
    fn lists(&self, tree: &Tree, summary: &mut Summary) -> Option<Lists> {
        let read = |path: &str| tree.read(path).map_err(|fault| vec![fault]);
        let guards = read("mutants/guards.toml").and_then(|text| Guards::read(&text));
        let known = guards.as_ref().map_or(&[][..], |guards| guards.guards.as_slice());
        let paths = tree.files();
        let survivors = read("mutants/survivors.toml").and_then(|text| survivors(&text, known));
        let planted = Planted::all(tree);
        let history = History::of(tree);
        let mut faults = Vec::new();
        faults.extend(guards.as_ref().err().cloned().unwrap_or_default());
        faults.extend(survivors.as_ref().err().cloned().unwrap_or_default());
        faults.extend(planted.as_ref().err().cloned().unwrap_or_default());
        faults.extend(history.as_ref().err().cloned().unwrap_or_default());
        faults.extend(paths.as_ref().err().cloned());
        let paths = paths.unwrap_or_default();
        let wholes = guards.as_ref().map_or_else(|_| Vec::new(), |all| self.wholes(all, &paths));
        if known.is_empty() && guards.is_ok() {
            faults.push(fault!("mutants/guards.toml lists no guard, so nothing can be shown"));
        }
        let is_wanted = known.iter().any(|guard| self.wants(&guard.key())) || !wholes.is_empty();
        if !known.is_empty() && !is_wanted {
            faults.push(fault!("no guard has these words in `file::function`; correct them"));
        }
        summary.fail(faults);
        let history = history.ok()?;
        history.judge(summary);
        let whole = summary.failed == 0;
        let (mut guards, planted) = (guards.ok()?, planted.ok()?);
        let is_source = |path: &&String| guards.whole(path).is_some();
        let files = paths.iter().filter(is_source).count();
        let listed = [guards.guards.len(), files, planted.len()];
        guards.files = wholes;
        if self.scope == Scope::Guards {
            guards.guards.retain(|guard| self.wants(&guard.key()));
        }
        guards.guards = self.turn.of(guards.guards);
        let mut planted = self.turn.of(planted);
        planted.retain(|planted| self.wants(&planted.name));
        let (guarded, of) = (guards.guards.len(), listed[0]);
        if guarded < of {
            summary.line("part", &format!("{guarded} of {of} guards"));
        }
        let (survivors, floors) = (survivors.ok()?, history.now);
        let lists = Lists { guards, survivors, floors, planted, listed };
        whole.then_some(lists)
    }

    /// Returns the whole files to judge. Each has many mutants: with a build for each, they have no
    /// turn among the guards.
    fn wholes(&self, guards: &Guards, paths: &[String]) -> Vec<Whole> {
        match &self.only {
            _ if !self.turn.is_all() => Vec::new(),
            None => guards.files.clone(),
            Some(words) => guards.files.iter().flat_map(|whole| whole.part(words, paths)).collect(),
        }
    }

    /// Whether all guards and all planted mutants are tested.
    fn is_whole(&self) -> bool {
        self.turn.is_all() && self.only.is_none()
    }

    /// Whether the name is one of those to test.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|words| name.contains(words))
    }

    /// Whether a new file hides from the diff.
    fn untracked(&self, tree: &Tree, summary: &mut Summary) -> Result<bool, Fault> {
        if self.diff.is_none() {
            return Ok(false);
        }
        let source =
            |file: &String| PACKAGES.iter().any(|(f, _)| file.starts_with(&format!("{f}/src/")));
        let hidden: Vec<String> = tree.untracked()?.into_iter().filter(source).collect();
        let hides = !hidden.is_empty();
        summary.fail(hidden.iter().map(|file| {
            fault!("{file} is new and in no diff; run `git add --intent-to-add {file}`")
        }));
        Ok(hides)
    }

    fn judged(
        &self,
        text: &str,
        lists: &Lists,
        folder: &Path,
        took: Option<Duration>,
        summary: &mut Summary,
    ) -> Judgement {
        let is_part = self.diff.is_some() || (self.scope == Scope::All && self.only.is_some());
        let part = match self.is_whole() {
            _ if is_part => Part::Diff,
            true => Part::Whole,
            false => Part::Chosen,
        };
        let floor = lists.floors.floor(&self.scope.to_string(), "mutants").unwrap_or(1);
        let case = Case {
            guards: &lists.guards,
            survivors: &lists.survivors,
            scope: self.scope,
            part,
            mutants_min: match self.is_whole() {
                true => usize::try_from(floor).unwrap_or(usize::MAX),
                false => lists.guards.guards.len().max(1),
            },
        };
        let judgement = judge(text, &case);
        let [total, caught, missed, timeout, unviable] = judgement.counts;
        let pace = took.map_or_else(String::new, |took| pace(took, total));
        summary.line(
            "mutants",
            &format!(
                "{total}: {caught} caught, {missed} missed, {timeout} timed out, {unviable} \
                 unviable{pace}"
            ),
        );
        summary.faults.extend(judgement.faults.iter().cloned());
        let unseen = self.named_tests(lists, &judgement, folder, summary);
        let at_large = judgement.faults_at_large.saturating_add(judgement.failed.len());
        summary.failed = summary.failed.saturating_add(at_large);
        summary.passed =
            summary.passed.saturating_add(judgement.passed.len()).saturating_sub(unseen);
        judgement
    }

    /// Looks for the named tests in the logs; returns how many guards fail by that.
    fn named_tests(
        &self,
        lists: &Lists,
        judgement: &Judgement,
        folder: &Path,
        summary: &mut Summary,
    ) -> usize {
        let read = |log: &String| fs::read_to_string(folder.join(log)).ok();
        let mut faults = Vec::new();
        for guard in &lists.guards.guards {
            let logs = judgement.logs.get(&guard.key()).map_or(&[][..], Vec::as_slice);
            let reports: Vec<Report> =
                logs.iter().filter_map(read).map(|text| Report::read(&text)).collect();
            let instrumented =
                !logs.is_empty() && logs.iter().all(|log| log.contains(schemata::FOLDER));
            faults.extend(named_test(guard, &reports, instrumented));
        }
        let count = faults.len();
        summary.fail(faults);
        count
    }

    fn floors(&self, lists: &Lists, judgement: &Judgement, summary: &mut Summary) {
        let [mutants, ..] = judgement.counts;
        let section = self.scope.to_string();
        let floor = lists.floors.floor(&section, "mutants").unwrap_or(1);
        let mutants = u64::try_from(mutants).unwrap_or(u64::MAX);
        if mutants < floor {
            // The judge has said so, or why it does not trust the run.
            return;
        }
        let count = |count| u64::try_from(count).unwrap_or(u64::MAX);
        let [guards, files, planted] = lists.listed.map(count);
        let counted =
            [("guards", guards), ("files", files), ("mutants", mutants), ("planted", planted)];
        let counts: BTreeMap<String, u64> =
            counted.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
        summary.fail(lists.floors.check(&section, &counts));
        let raises = lists.floors.raises(&section, &counts);
        if !raises.is_empty() {
            summary.line("floors", &format!("can be raised: {}", raises.join(", ")));
        }
    }
}

/// Returns how long it took, and how long for each mutant.
fn pace(took: Duration, mutants: usize) -> String {
    let each = u32::try_from(mutants).ok().and_then(|count| took.checked_div(count));
    format!(", in {} ({} each)", seconds(took), seconds(each.unwrap_or(took)))
}
