//! `floors.toml`: how much must at least have been checked; these numbers only rise.
use alloc::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::entry;
use crate::fault::fault;
use crate::{Fault, Tree};

const FILE: &str = "mutants/floors.toml";

/// How many versions of the file are compared with their successors.
const VERSIONS_MAX: usize = 50;

/// The floors, by section and name. Whoever counts something has a section of its own.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Floors {
    floors: BTreeMap<String, BTreeMap<String, u64>>,
    /// `section.name` to the value it was lowered to on purpose.
    lowered: BTreeMap<String, u64>,
}

/// The versions of `floors.toml`, newest first.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct History(pub Vec<Floors>);

impl History {
    /// Returns the version in the tree and those that git knows.
    ///
    /// # Errors
    /// Returns the faults of the version in the tree, or what git says.
    pub fn of(tree: &Tree) -> Result<Self, Vec<Fault>> {
        let now = tree.read(FILE).map_err(|fault| vec![fault])?;
        let mut versions = vec![Floors::read(&now)?];
        let texts = tree.versions(FILE, VERSIONS_MAX).map_err(|fault| vec![fault])?;
        // A version of another format has no successor to compare with.
        versions.extend(texts.iter().map_while(|text| Floors::read(text).ok()));
        Ok(Self(versions))
    }

    /// Returns a fault for each floor that fell from one version to the next without a reason. The
    /// reason stands in that version or in a later one: what is in git cannot be mended there.
    #[must_use]
    pub fn falls(&self) -> Vec<Fault> {
        let older = self.0.iter().skip(1);
        let pairs = self.0.iter().zip(older).enumerate();
        let falls = pairs.flat_map(|(at, (newer, older))| {
            let later = self.0.get(..=at).unwrap_or_default();
            newer.falls_from(older, later)
        });
        falls.collect()
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
                (Some(to), Some(_), 2) => _ = read.lowered.insert(name.clone(), to),
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

    fn falls_from(&self, older: &Self, later: &[Self]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (section, floors) in &older.floors {
            for (name, before) in floors {
                let now = self.floor(section, name).unwrap_or_default();
                let key = format!("{section}.{name}");
                let is_said = |version: &Self| version.lowered.get(&key) == Some(&now);
                if now < *before && !later.iter().any(is_said) {
                    faults.push(fault!(
                        "the floor {key} fell from {before} to {now}; raise it again, or say why \
                         under [lowered] in {FILE}"
                    ));
                }
            }
        }
        faults
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

    #[test]
    fn a_floor_falls_only_with_a_reason() {
        let older = Floors::read(PLAIN).unwrap();
        let fallen = PLAIN.replace("10", "9");
        let falls = |newer: &str| {
            let newer = Floors::read(newer).unwrap();
            History(vec![newer, older.clone()]).falls()
        };
        one(&falls(&fallen), "guards.mutants fell from 10 to 9");
        one(&falls(&PLAIN.replace("guards = 3\n", "")), "guards.guards fell from 3 to 0");
        let reason = "[lowered.\"guards.mutants\"]\nto = 9\nwhy = \"A check is gone.\"\n";
        assert_eq!(falls(&format!("{fallen}{reason}")), []);
        one(&falls(&format!("{fallen}{reason}").replace("= 9\nwhy", "= 8\nwhy")), "fell");
        assert_eq!(falls(&PLAIN.replace("10", "11")), []);
        // What an older version left unsaid a newer one can say, and only that.
        let three = |newest: &str| {
            let read = |text: &str| Floors::read(text).unwrap();
            History(vec![read(newest), read(&fallen), older.clone()]).falls()
        };
        one(&three(&fallen), "guards.mutants fell from 10 to 9");
        assert_eq!(three(&format!("{fallen}{reason}")), []);
        one(&three(&format!("{fallen}{reason}").replace("= 9\nwhy", "= 8\nwhy")), "fell");
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
