//! Every fuzz target has seeds, is listed, and has its runs in the smoke.
use alloc::collections::BTreeSet;

use crate::source::Source;

const MANIFEST: &str = "fuzz/Cargo.toml";

/// Runs until it dies, so nobody says how often.
const CANARY: &str = "canary";

/// Targets without seeds or without an entry in the manifest, and what belongs to no target.
fn targets_without(paths: &[String], manifest: Option<&str>) -> Vec<String> {
    let named = |path: &String| {
        let name = path.strip_prefix("fuzz/fuzz_targets/")?.strip_suffix(".rs")?;
        (!name.contains('/')).then(|| name.to_owned())
    };
    let targets: BTreeSet<String> = paths.iter().filter_map(named).collect();
    let listed: BTreeSet<String> = listed(manifest.unwrap_or_default()).into_iter().collect();
    let seeded: BTreeSet<String> = paths
        .iter()
        .filter_map(|path| path.strip_prefix("fuzz/seeds/")?.split_once('/'))
        .map(|(name, _)| name.to_owned())
        .collect();
    let mut faults = Vec::new();
    for name in &targets {
        if !listed.contains(name) {
            faults.push(format!("fuzz target {name} is not in {MANIFEST}; add a [[bin]]"));
        }
        if !seeded.contains(name) {
            faults.push(format!("fuzz target {name} has no seed in fuzz/seeds/{name}/; add some"));
        }
    }
    for name in listed.difference(&targets) {
        faults.push(format!("{MANIFEST} lists {name}, which has no file in fuzz/fuzz_targets"));
    }
    for name in seeded.difference(&targets) {
        faults.push(format!("fuzz/seeds/{name} belongs to no target; remove it"));
    }
    faults
}

/// Listed targets that the smoke would run not at all, and runs for no target.
fn targets_without_runs(manifest: &str) -> Vec<String> {
    let mut listed: BTreeSet<String> = listed(manifest).into_iter().collect();
    listed.remove(CANARY);
    let manifest: toml::Table = toml::from_str(manifest).unwrap_or_default();
    let table = ["package", "metadata", "smoke"]
        .iter()
        .try_fold(&manifest, |table, key| table.get(*key).and_then(toml::Value::as_table));
    let runs = table.into_iter().flatten().filter(|(_, runs)| runs.as_integer() > Some(0));
    let given: BTreeSet<String> = runs.map(|(name, _)| name.clone()).collect();
    let differ = listed.symmetric_difference(&given);
    differ
        .map(|name| format!("[package.metadata.smoke] of {MANIFEST} is wrong on {name}"))
        .collect()
}

/// Returns the programs that the manifest lists with a path in `fuzz_targets`.
fn listed(manifest: &str) -> Vec<String> {
    let manifest: toml::Table = toml::from_str(manifest).unwrap_or_default();
    let bins = manifest.get("bin").and_then(toml::Value::as_array);
    let word = |bin: &toml::Value, key: &str| Some(bin.get(key)?.as_str()?.to_owned());
    let name = |bin: &toml::Value| {
        let name = word(bin, "name")?;
        (word(bin, "path")? == format!("fuzz_targets/{name}.rs")).then_some(name)
    };
    bins.into_iter().flatten().filter_map(name).collect()
}

/// Returns the text of the manifest.
fn manifest(sources: &[Source]) -> Option<&str> {
    sources.iter().find(|source| source.path == MANIFEST).map(|source| source.text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, paths, sources};

    const BIN: &str = "[[bin]]\nname = \"facts\"\npath = \"fuzz_targets/facts.rs\"\n";

    fn of(paths: &[&str], manifest: &str) -> Vec<String> {
        let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        targets_without(&paths, Some(manifest))
    }

    #[test]
    fn every_target_has_seeds_and_is_listed() {
        none(&targets_without(&paths(), manifest(&sources())));
    }

    #[test]
    fn every_target_has_its_runs_in_the_smoke() {
        none(&targets_without_runs(manifest(&sources()).unwrap_or_default()));
    }

    #[test]
    fn a_target_without_runs_is_refused() {
        let smoke = |lines: &str| format!("[package.metadata.smoke]\n{lines}{BIN}");
        none(&targets_without_runs(&smoke("facts = 9\n")));
        none(&targets_without_runs(&BIN.replace("facts", CANARY)));
        one(&targets_without_runs(BIN), "wrong on facts");
        one(&targets_without_runs(&smoke("facts = 0\n")), "wrong on facts");
        one(&targets_without_runs(&smoke("facts = 9\nother = 9\n")), "wrong on other");
    }

    #[test]
    fn a_target_without_seeds_or_entry_is_refused() {
        let (target, seed) = ("fuzz/fuzz_targets/facts.rs", "fuzz/seeds/facts/plain.jsonl");
        none(&of(&[target, seed], BIN));
        one(&of(&[target], BIN), "has no seed");
        one(&of(&[target, seed], ""), "is not in fuzz/Cargo.toml");
        one(&of(&[target, seed], &BIN.replace("fuzz_targets/facts", "fuzz_targets/f")), "not in");
        one(&of(&[target, seed, "fuzz/seeds/other/a"], BIN), "belongs to no target");
        one(&of(&[], BIN), "has no file");
    }
}
