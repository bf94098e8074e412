//! `floors.toml`: how much must at least have been checked; these numbers only rise.
use alloc::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::entry;
use crate::fault::fault;
use crate::{Fault, Summary, Tree};

const FILE: &str = "mutants/floors.toml";

/// How many versions of the file are compared with the one in the tree.
const VERSIONS_MAX: usize = 50;

/// The floors, by section and name. Whoever counts something has a section of its own.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Floors {
    floors: BTreeMap<String, BTreeMap<String, u64>>,
    /// By `section.name`, what was lowered on purpose.
    lowered: BTreeMap<String, Lowered>,
}

/// Says that a floor was lowered, and why.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Lowered {
    to: u64,
    why: String,
}

/// The `floors.toml` of the tree, and what it was in the commits that lead here.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct History {
    /// In the tree.
    pub now: Floors,
    /// In any order: branches have none.
    before: Vec<Floors>,
    /// Which commits are not here, if any are not.
    unseen: Option<String>,
}

impl History {
    /// Returns the version in the tree and those that git knows.
    ///
    /// # Errors
    /// Returns the faults of the version in the tree, or what git says.
    pub fn of(tree: &Tree) -> Result<Self, Vec<Fault>> {
        let now = Floors::read(&tree.read(FILE).map_err(|fault| vec![fault])?)?;
        let texts = tree.versions(FILE, VERSIONS_MAX).map_err(|fault| vec![fault])?;
        // What is not in the form of today cannot be compared.
        let before = texts.iter().filter_map(|text| Floors::read(text).ok()).collect();
        let unseen = tree.unseen().map_err(|fault| vec![fault])?;
        Ok(Self { now, before, unseen })
    }

    /// Adds what is wrong to the summary, and what nobody can see here. That is no fault: whoever
    /// runs the gate may have been given a part of the history. But it is no proof either.
    pub fn judge(&self, summary: &mut Summary) {
        summary.fail(self.falls());
        if let Some(unseen) = &self.unseen {
            summary.line("history", &format!("{unseen}: a floor that fell before is not seen"));
        }
    }

    /// Returns a fault for each floor that was higher in any version, unless it was lowered since
    /// for a reason. Branches that each raise a floor fall nowhere when they are merged, whatever
    /// the dates of their commits; a merge that drops what one of them raised does.
    fn falls(&self) -> Vec<Fault> {
        let mut highest = BTreeMap::new();
        for version in &self.before {
            for (section, floors) in &version.floors {
                for (name, floor) in floors {
                    let now = self.now.floor(section, name).unwrap_or_default();
                    let key = format!("{section}.{name}");
                    if now < *floor && !self.is_lowered(&key, now, version) {
                        let (before, _) = highest.entry(key).or_insert((*floor, now));
                        *before = (*before).max(*floor);
                    }
                }
            }
        }
        let fault = |(key, (before, now))| {
            fault!(
                "the floor {key} fell from {before} to {now}; raise it again, or say why under \
                 [lowered] in {FILE}"
            )
        };
        highest.into_iter().map(fault).collect()
    }

    /// Whether that floor was lowered on purpose since `version`, which does not say so yet. What
    /// is said is what it was lowered to; it may have been raised since.
    fn is_lowered(&self, key: &str, now: u64, version: &Floors) -> bool {
        let said = |version: &Floors| version.lowered.get(key).cloned();
        let Some(lowered) = said(&self.now) else { return false };
        let mut since = self.before.iter().filter(|then| said(then).as_ref() == Some(&lowered));
        let is_true = now == lowered.to || since.any(|then| then.value(key) == lowered.to);
        is_true && lowered.to <= now && said(version).as_ref() != Some(&lowered)
    }
}

impl Floors {
    /// Reads the file.
    ///
    /// # Errors
    /// Returns every fault in it, each naming the entry.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let root = entry::root(FILE, text, &["floor", "lowered"])?;
        let mut faults = Vec::new();
        let mut read = Self::default();
        for (section, table) in tables(&root, "floor", &mut faults) {
            let mut floors = BTreeMap::new();
            for (name, value) in table {
                match value.as_integer().and_then(|number| u64::try_from(number).ok()) {
                    Some(number) => _ = floors.insert(name.clone(), number),
                    None => faults.push(fault!("{FILE}: {section}.{name} is no count")),
                }
            }
            read.floors.insert(section.clone(), floors);
        }
        for (name, table) in tables(&root, "lowered", &mut faults) {
            let to = table.get("to").and_then(Value::as_integer);
            let why = table.get("why").and_then(Value::as_str).filter(|why| why.ends_with('.'));
            match (to.and_then(|to| u64::try_from(to).ok()), why, table.len()) {
                (Some(to), Some(why), 2) => {
                    let lowered = Lowered { to, why: why.to_owned() };
                    _ = read.lowered.insert(name.clone(), lowered);
                }
                _ => faults.push(fault!(
                    "{FILE}: lowered `{name}` is not {{ to = COUNT, why = \"A sentence.\" }}"
                )),
            }
        }
        if faults.is_empty() { Ok(read) } else { Err(faults) }
    }

    /// Returns one floor; nothing if there is none, which [`Self::check`] reports.
    #[must_use]
    pub fn floor(&self, section: &str, name: &str) -> Option<u64> {
        self.floors.get(section)?.get(name).copied()
    }

    /// Compares what was counted with the floors of a section: each needs the other.
    #[must_use]
    pub fn check(&self, section: &str, counts: &BTreeMap<String, u64>) -> Vec<Fault> {
        let empty = BTreeMap::new();
        let floors = self.floors.get(section).unwrap_or(&empty);
        let names: BTreeSet<&String> = floors.keys().chain(counts.keys()).collect();
        let mut faults = Vec::new();
        if names.is_empty() {
            faults.push(fault!("{FILE} has no section floor.{section}, and nothing was counted"));
        }
        for name in names {
            match (floors.get(name), counts.get(name)) {
                (Some(floor), Some(count)) if count >= floor => {}
                (Some(floor), Some(count)) => faults.push(fault!(
                    "{count} {name} in {section}, the floor is {floor}; find what is missing"
                )),
                (Some(_), None) => faults.push(fault!(
                    "nobody counted {name}, which has a floor in {FILE} under {section}; count it"
                )),
                (None, _) => faults
                    .push(fault!("{FILE} has no floor for {name} under floor.{section}; add one")),
            }
        }
        faults
    }

    /// Returns the names whose floor could be raised, as words for people.
    #[must_use]
    pub fn raises(&self, section: &str, counts: &BTreeMap<String, u64>) -> Vec<String> {
        let above = |(name, count): (&String, &u64)| {
            let floor = self.floor(section, name)?;
            (*count > floor).then(|| format!("{section}.{name} = {count} (now {floor})"))
        };
        counts.iter().filter_map(above).collect()
    }

    /// Returns the floor `section.name`, zero if there is none.
    fn value(&self, key: &str) -> u64 {
        let floor = key.split_once('.').and_then(|(section, name)| self.floor(section, name));
        floor.unwrap_or_default()
    }
}

/// Returns the tables inside the table `name`.
fn tables<'a>(
    root: &'a Table,
    name: &str,
    faults: &mut Vec<Fault>,
) -> Vec<(&'a String, &'a Table)> {
    let Some(value) = root.get(name) else { return Vec::new() };
    let mut found = Vec::new();
    for (key, inner) in value.as_table().into_iter().flatten() {
        match inner.as_table() {
            Some(table) => found.push((key, table)),
            None => faults.push(fault!("{FILE}: {name}.{key} is no table")),
        }
    }
    if value.as_table().is_none() {
        faults.push(fault!("{FILE}: {name} is no table"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "[floor.guards]\nguards = 3\nmutants = 10\n";

    fn counts(list: &[(&str, u64)]) -> BTreeMap<String, u64> {
        list.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[track_caller]
    fn one(faults: &[Fault], words: &str) {
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].to_string().contains(words), "{faults:?}");
    }

    #[test]
    fn counts_at_or_above_their_floors_pass() {
        let floors = Floors::read(PLAIN).unwrap();
        let counts = counts(&[("guards", 3), ("mutants", 12)]);
        assert_eq!(floors.check("guards", &counts), []);
        assert_eq!(floors.raises("guards", &counts), ["guards.mutants = 12 (now 10)"]);
    }

    #[test]
    fn a_count_below_its_floor_is_refused() {
        let floors = Floors::read(PLAIN).unwrap();
        let counts = counts(&[("guards", 2), ("mutants", 12)]);
        one(&floors.check("guards", &counts), "2 guards in guards, the floor is 3");
    }

    #[test]
    fn a_count_and_a_floor_need_each_other() {
        let floors = Floors::read(PLAIN).unwrap();
        one(&floors.check("guards", &counts(&[("guards", 3)])), "nobody counted mutants");
        let more = counts(&[("guards", 3), ("mutants", 12), ("planted", 1)]);
        one(&floors.check("guards", &more), "no floor for planted");
        one(&floors.check("tests", &counts(&[])), "no section floor.tests");
    }

    fn falls(now: &str, before: &[&str]) -> Vec<Fault> {
        let read = |text: &&str| Floors::read(text).unwrap();
        let before = before.iter().map(read).collect();
        History { now: read(&now), before, unseen: None }.falls()
    }

    const REASON: &str = "[lowered.\"guards.mutants\"]\nto = 9\nwhy = \"A check is gone.\"\n";

    #[test]
    fn a_floor_falls_only_with_a_reason() {
        let fallen = PLAIN.replace("10", "9");
        let said = format!("{fallen}{REASON}");
        let not_that = said.replace("= 9\nwhy", "= 8\nwhy");
        one(&falls(&fallen, &[PLAIN]), "guards.mutants fell from 10 to 9");
        one(&falls(&PLAIN.replace("guards = 3\n", ""), &[PLAIN]), "guards.guards fell from 3 to 0");
        assert_eq!(falls(&said, &[PLAIN]), []);
        one(&falls(&not_that, &[PLAIN]), "fell");
        assert_eq!(falls(&PLAIN.replace("10", "11"), &[PLAIN]), []);
        // What an older version left unsaid a newer one can say, and only that.
        one(&falls(&fallen, &[&fallen, PLAIN]), "guards.mutants fell from 10 to 9");
        assert_eq!(falls(&said, &[&fallen, PLAIN]), []);
        one(&falls(&not_that, &[&fallen, PLAIN]), "fell");
    }

    #[test]
    fn a_reason_excuses_one_fall() {
        let said = |floor: &str| format!("{}{REASON}", PLAIN.replace("10", floor));
        let (at_9, at_12) = (said("9"), said("12"));
        assert_eq!(falls(&at_12, &[&at_9, &PLAIN.replace("10", "20")]), []);
        one(&falls(&at_9, &[&at_12, &at_9, PLAIN]), "fell from 12 to 9");
        let again = at_9.replace("A check", "Another check");
        assert_eq!(falls(&again, &[&at_12, &at_9, PLAIN]), []);
        // What is said was never true.
        one(&falls(&at_12, &[&at_12, &PLAIN.replace("10", "20")]), "fell from 20 to 12");
    }

    /// With a real repository.
    #[test]
    fn branches_that_each_raise_a_floor_can_be_merged() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::made(folder.path());
        let floors = |guards: u8, mutants: u8| {
            format!("[floor.guards]\nguards = {guards}\nmutants = {mutants}\n")
        };
        tree.commit(FILE, &floors(3, 10));
        tree.git(&["checkout", "--quiet", "-b", "other"]).unwrap();
        tree.commit(FILE, &floors(4, 10));
        tree.git(&["checkout", "--quiet", "-"]).unwrap();
        tree.commit(FILE, &floors(3, 11));
        // Both have changed the same lines; somebody writes what holds for both.
        let merge = ["merge", "--quiet", "--no-commit", "--strategy=ours", "other"];
        tree.git_as_somebody(&merge);
        tree.commit(FILE, &floors(4, 11));
        let falls = || History::of(&tree).unwrap().falls();
        assert_eq!(falls(), []);
        // The merge drops what the other branch has raised.
        tree.commit(FILE, &floors(3, 11));
        one(&falls(), "guards.guards fell from 4 to 3");
        tree.commit(FILE, &floors(4, 11));
        assert_eq!(falls(), []);
        // Not committed yet.
        std::fs::write(tree.root.join(FILE), floors(4, 5)).unwrap();
        one(&falls(), "guards.mutants fell from 11 to 5");
    }

    #[test]
    fn a_history_that_is_cut_off_is_said_to_be_and_judged_as_far_as_it_goes() {
        let folder = tempfile::tempdir().unwrap();
        let whole = Tree::made(folder.path());
        for floor in ["10", "9", "8"] {
            whole.commit(FILE, &PLAIN.replace("10", floor));
        }
        let judged = |tree: &Tree| {
            let mut summary = Summary::default();
            History::of(tree).unwrap().judge(&mut summary);
            summary
        };
        let summary = judged(&whole);
        one(&summary.faults, "guards.mutants fell from 10 to 8");
        assert_eq!(summary.lines, <[&str; 0]>::default());
        let from = format!("file://{}", whole.root.display());
        let cut = |depth: &str| {
            let to = whole.root.join(depth);
            let clone = ["clone", "--quiet", "--depth", depth, &from, to.to_str().unwrap()];
            whole.git(&clone).unwrap();
            judged(&Tree { root: to })
        };
        one(&cut("2").faults, "guards.mutants fell from 9 to 8");
        let summary = cut("1");
        assert_eq!((summary.faults.as_slice(), summary.failed), (&[][..], 0));
        let [line] = summary.lines.as_slice() else { panic!("{:?}", summary.lines) };
        assert!(line.starts_with("history    history is cut off at "), "{line}");
        assert!(line.ends_with(": a floor that fell before is not seen"), "{line}");
    }

    #[test]
    fn a_file_that_is_not_right_is_refused() {
        let table = [
            ("[floor.a]\nb = -1", "a.b is no count"),
            ("[floor]\na = 1", "floor.a is no table"),
            ("floors = 1", "unknown key"),
            ("[lowered.\"a.b\"]\nto = 1", "lowered `a.b`"),
        ];
        for (text, words) in table {
            one(&Floors::read(text).unwrap_err(), words);
        }
    }
}
