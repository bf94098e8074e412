//! The gate: its stages in order, and what each adds to the summary.
use alloc::collections::BTreeMap;
use core::time::Duration;
use std::fs;
use std::path::Path;

use crate::baseline::baseline;
use crate::fault::fault;
use crate::judge::{Case, Judgement, Part, Scope, judge};
use crate::libtest::Report;
use crate::mutate::{Mutated, assert_version, folder, mutate};
use crate::report::seconds;
use crate::witness::witness;
use crate::{Fault, Floors, Guards, History, PACKAGES, Planted, Summary, Survivor, Tree, Turn};
use crate::{planted, survivors};

/// A gate that is about to run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Gate {
    /// What is judged.
    pub tree: Tree,
    /// How much of it.
    pub scope: Scope,
    /// Whose turn it is among the guards and the planted mutants.
    pub turn: Turn,
    /// Only what changed since this revision: a fast answer, never the gate by itself.
    pub diff: Option<String>,
    /// How many mutants are tested at once.
    pub jobs: u8,
}

struct Lists {
    guards: Guards,
    survivors: Vec<Survivor>,
    floors: Floors,
    planted: Vec<Planted>,
    /// How many guards and planted mutants there are, whosever turn it is.
    listed: [usize; 2],
}

impl Gate {
    /// Runs all stages.
    ///
    /// # Errors
    /// Returns what the environment lacks: git, cargo-mutants of the pinned version, space.
    pub fn run(&self) -> Result<Summary, Fault> {
        let mut summary = Summary::default();
        let Some(lists) = self.lists(&mut summary) else { return Ok(summary) };
        assert_version()?;
        let packages = PACKAGES.map(|(_, package)| package);
        baseline(&self.tree, &packages, &lists.guards.guards, &mut summary)?;
        if summary.failed > 0 || self.untracked(&mut summary)? {
            return Ok(summary);
        }
        let revision = self.diff.as_deref();
        match mutate(&self.tree, &lists.guards, self.scope, revision, self.jobs)? {
            Mutated::Failed(fault) => summary.fail([fault]),
            Mutated::Nothing => {
                summary.nothing = true;
                summary.line("mutants", "none in this diff, so nothing is shown");
            }
            Mutated::Ran(text, took) => {
                let folder = folder(&self.tree);
                let judgement = self.judged(&text, &lists, &folder, Some(took), &mut summary);
                if self.diff.is_none() {
                    planted::test_all(&self.tree, &lists.planted, &mut summary)?;
                    self.floors(&lists, &judgement, &mut summary);
                }
            }
        }
        Ok(summary)
    }

    /// Judges a run that was made before.
    ///
    /// # Errors
    /// Returns why the file in `folder` cannot be read.
    pub fn judge_only(&self, folder: &Path) -> Result<Summary, Fault> {
        let mut summary = Summary::default();
        let path = folder.join("outcomes.json");
        let text = fs::read_to_string(&path)
            .map_err(|e| fault!("cannot read {}: {e}; was anything mutated?", path.display()))?;
        if let Some(lists) = self.lists(&mut summary) {
            _ = self.judged(&text, &lists, folder, None, &mut summary);
        }
        Ok(summary)
    }

    /// Tests the planted mutants alone; all of them if no name is given.
    ///
    /// # Errors
    /// Returns what the environment lacks.
    pub fn planted(&self, name: Option<&str>) -> Result<Summary, Fault> {
        let mut summary = Summary::default();
        match Planted::all(&self.tree) {
            Err(faults) => summary.fail(faults),
            Ok(all) => {
                let chosen = |planted: &Planted| name.is_none_or(|name| planted.name == name);
                let list: Vec<Planted> = all.into_iter().filter(chosen).collect();
                if list.is_empty() {
                    summary.fail([fault!("no such planted mutant; see mutants/planted")]);
                } else {
                    planted::test_all(&self.tree, &list, &mut summary)?;
                }
            }
        }
        Ok(summary)
    }

    /// Reads all lists; what is wrong with them goes to the summary.
    fn lists(&self, summary: &mut Summary) -> Option<Lists> {
        let read = |path: &str| self.tree.read(path).map_err(|fault| vec![fault]);
        let guards = read("mutants/guards.toml").and_then(|text| Guards::read(&text));
        let known = guards.as_ref().map_or(&[][..], |guards| guards.guards.as_slice());
        let survivors = read("mutants/survivors.toml").and_then(|text| survivors(&text, known));
        let planted = Planted::all(&self.tree);
        let history = History::of(&self.tree);
        let mut faults = Vec::new();
        faults.extend(guards.as_ref().err().cloned().unwrap_or_default());
        faults.extend(survivors.as_ref().err().cloned().unwrap_or_default());
        faults.extend(planted.as_ref().err().cloned().unwrap_or_default());
        faults.extend(match &history {
            Ok(history) => history.falls(),
            Err(faults) => faults.clone(),
        });
        if known.is_empty() && guards.is_ok() {
            faults.push(fault!("mutants/guards.toml lists no guard, so nothing can be shown"));
        }
        let whole = faults.is_empty();
        summary.fail(faults);
        let floors = history.ok()?.0.into_iter().next()?;
        let (mut guards, planted) = (guards.ok()?, planted.ok()?);
        let listed = [guards.guards.len(), planted.len()];
        guards.guards = self.turn.of(guards.guards);
        let planted = self.turn.of(planted);
        if !self.turn.is_all() {
            summary.line("turn", &format!("{}: {} guards", self.turn, guards.guards.len()));
        }
        let lists = Lists { guards, survivors: survivors.ok()?, floors, planted, listed };
        whole.then_some(lists)
    }

    /// Whether a new file hides from the diff.
    fn untracked(&self, summary: &mut Summary) -> Result<bool, Fault> {
        if self.diff.is_none() {
            return Ok(false);
        }
        let source =
            |file: &String| PACKAGES.iter().any(|(f, _)| file.starts_with(&format!("{f}/src/")));
        let hidden: Vec<String> = self.tree.untracked()?.into_iter().filter(source).collect();
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
        let part = if self.diff.is_some() { Part::Diff } else { Part::Whole };
        let floor = lists.floors.floor(&self.scope.to_string(), "mutants").unwrap_or(1);
        let case = Case {
            guards: &lists.guards.guards,
            survivors: &lists.survivors,
            scope: self.scope,
            part,
            mutants_min: usize::try_from(self.turn.share(floor)).unwrap_or(usize::MAX),
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
        let unseen = self.witnesses(lists, &judgement, folder, summary);
        let at_large = judgement.faults_at_large.saturating_add(judgement.failed.len());
        summary.failed = summary.failed.saturating_add(at_large);
        summary.passed =
            summary.passed.saturating_add(judgement.passed.len()).saturating_sub(unseen);
        judgement
    }

    /// Looks for the named tests in the logs; returns how many guards fail by that.
    fn witnesses(
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
            faults.extend(witness(guard, &reports));
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
        if mutants < self.turn.share(floor) {
            // The judge has said so, or why it does not trust the run.
            return;
        }
        // A part of the mutants has reached its part of the floor: the judge has looked.
        let mutants = if self.turn.is_all() { mutants } else { floor };
        let [guards, planted] = lists.listed.map(|count| u64::try_from(count).unwrap_or(u64::MAX));
        let counted = [("guards", guards), ("mutants", mutants), ("planted", planted)];
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
