//! The environment in which tests are run, the same for the baseline and for every mutant.
use std::env;
use std::ffi::OsString;
use std::process::Command;

/// Names that change what is built, what is tested or what is accepted.
const REMOVED: [&str; 8] = [
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_ENCODED_RUSTDOCFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_INCREMENTAL",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "RUST_BACKTRACE",
];

/// Beginnings of such names.
const REMOVED_BEGINNINGS: [&str; 6] =
    ["CARGO_MUTANTS_", "CARGO_PROFILE_", "CARGO_TARGET_", "INSTA_", "PROPTEST_", "RUST_TEST_"];

/// What is set instead: a kill must not be luck, and no test may rewrite what it compares with, or
/// leave a case behind that catches the next mutant.
const SET: [(&str, &str); 6] = [
    ("CARGO_TERM_COLOR", "never"),
    ("INSTA_UPDATE", "no"),
    ("PROPTEST_CASES", "32"),
    ("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true"),
    ("PROPTEST_RNG_SEED", "20260101"),
    ("SIM_SEEDS", "4"),
];

/// Where the programs of a command are built.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Builds {
    /// Where the one who runs the gate builds, so that what is built already is used.
    AsEverywhere,
    /// In the `target` folder of the tree at hand, or where the command is told to: two trees must
    /// not share one at once.
    Apart,
}

/// Gives the command its environment.
pub(crate) fn clean(command: &mut Command, builds: Builds) {
    command.env_clear().envs(cleaned(env::vars_os(), builds));
}

fn cleaned(
    given: impl Iterator<Item = (OsString, OsString)>,
    builds: Builds,
) -> impl Iterator<Item = (OsString, OsString)> {
    let kept = move |name: &str| match (name, builds) {
        ("CARGO_TARGET_DIR", Builds::AsEverywhere) => true,
        _ => {
            !REMOVED.contains(&name)
                && !REMOVED_BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        }
    };
    given
        .filter(move |(name, _)| kept(&name.to_string_lossy()))
        .chain(SET.into_iter().map(|(name, value)| (name.into(), value.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(builds: Builds) -> Vec<String> {
        let given = [
            "PATH",
            "RUSTFLAGS",
            "CARGO_TARGET_DIR",
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS",
            "INSTA_FORCE_PASS",
            "PROPTEST_DISABLE_FAILURE_PERSISTENCE",
            "CARGO_MUTANTS_JOBS",
        ];
        let given = given.into_iter().map(|name| (name.into(), "x".into()));
        cleaned(given, builds).map(|(name, _)| name.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn what_changes_the_meaning_of_a_run_is_removed() {
        let set: Vec<&str> = SET.iter().map(|(name, _)| *name).collect();
        assert_eq!(names(Builds::Apart), [&["PATH"], &set[..]].concat());
        let kept = [&["PATH", "CARGO_TARGET_DIR"], &set[..]].concat();
        assert_eq!(names(Builds::AsEverywhere), kept);
    }
}
