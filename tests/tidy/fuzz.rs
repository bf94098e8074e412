//! Every fuzz target has seeds and is listed.
use alloc::collections::BTreeSet;

use crate::source::Source;

const MANIFEST: &str = "fuzz/Cargo.toml";

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
