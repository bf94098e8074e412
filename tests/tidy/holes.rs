//! The configuration of cargo-mutants leaves nothing out.
use toml::{Table, Value};

const FILE: &str = ".cargo/mutants.toml";

/// Keys that may stand there, none of which leaves a mutant or a test out.
const KEYS: [&str; 7] = [
    "build_timeout_multiplier",
    "cap_lints",
    "copy_vcs",
    "minimum_test_timeout",
    "output",
    "profile",
    "timeout_multiplier",
];

/// What the configuration leaves out.
fn holes(text: &str) -> Vec<String> {
    let table: Table = match toml::from_str(text) {
        Ok(table) => table,
        Err(e) => return vec![format!("{FILE}: {e}")],
    };
    let unknown = table.keys().filter(|key| !KEYS.contains(&key.as_str()));
    let mut faults: Vec<String> = unknown
        .map(|key| format!("{FILE} has `{key}`, which may leave out a guard; remove it"))
        .collect();
    let mut demand = |key: &str, value: Value| {
        if table.get(key) != Some(&value) {
            faults.push(format!("{FILE} has to say {key} = {value:?}"));
        }
    };
    demand("cap_lints", true.into());
    demand("output", "target".into());
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, tree};

    #[test]
    fn the_configuration_leaves_nothing_out() {
        none(&holes(&tree().read(FILE).unwrap()));
    }

    #[test]
    fn a_configuration_with_a_hole_is_refused() {
        let text = tree().read(FILE).unwrap();
        let keys = [
            "exclude_re",
            "exclude_globs",
            "examine_globs",
            "examine_re",
            "skip_calls",
            "test_package",
        ];
        for key in keys {
            one(&holes(&format!("{key} = [\"guard_cap\"]\n{text}")), key);
        }
        one(
            &holes(&text.replace("cap_lints = true", "cap_lints = false")),
            "cap_lints = Boolean(true)",
        );
        one(&holes("a ="), FILE);
    }
}
