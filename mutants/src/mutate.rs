//! Runs cargo-mutants over what the gate's scope asks for.
use alloc::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;

use crate::build_folder::{claim, with_folder};
use crate::command::{last, output, run};
use crate::environment::{Builds, clean};
use crate::fault::fault;
use crate::outcomes::VERSION;
use crate::{Fault, Guards, Scope, Tree};

/// A copy of the tree in which mutants are built one after the other, from the root of the tree.
pub(crate) const COPY: &str = "target/gate/apart/tree";

/// The outcome of the run.
#[derive(Debug)]
pub(crate) enum Mutated {
    /// The text of `outcomes.json`, and how long the run took.
    Ran(String, core::time::Duration),
    /// There was nothing to change.
    Nothing,
    /// It did not run as it should.
    Failed(Fault),
}

/// Fails unless the installed cargo-mutants is the one whose output is understood.
pub(crate) fn assert_version() -> Result<(), Fault> {
    let said = output(Command::new("cargo").args(["mutants", "--version"]))?;
    let said = String::from_utf8_lossy(&said).trim().to_owned();
    if said == format!("cargo-mutants {VERSION}") {
        return Ok(());
    }
    Err(fault!(
        "the installed tool is `{said}`; run `cargo install --locked cargo-mutants@{VERSION}`"
    ))
}

/// Returns the folder that the run writes to.
pub(crate) fn folder(tree: &Tree) -> PathBuf {
    tree.root.join("target/mutants.out")
}

/// Runs cargo-mutants over what the arguments choose and returns what it wrote.
///
/// One job changes our own copy of the tree, beside which the crates of others are built already;
/// for several, cargo-mutants makes copies, and builds all in each.
///
/// Having found nothing to change is a fault unless the choice `may_be_empty`.
pub(crate) fn mutate(
    tree: &Tree,
    chosen: &[String],
    may_be_empty: bool,
    jobs: u8,
) -> Result<Mutated, Fault> {
    // A stale folder would be judged if this run writes none.
    let out = folder(tree);
    match fs::remove_dir_all(&out) {
        Err(e) if e.kind() != ErrorKind::NotFound => {
            return Err(fault!("cannot remove {}: {e}", out.display()));
        }
        _ => {}
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["mutants", "--no-times", "--colors=never", "--build-timeout=300"]);
    cargo.arg("--output").arg(tree.root.join("target"));
    clean(cargo.args(chosen), Builds::Apart);
    if jobs == 1 {
        let copy = Tree { root: tree.root.join(COPY) };
        tree.copy(&copy)?;
        claim(tree, &copy)?;
        cargo.arg("--in-place").current_dir(&copy.root);
        with_folder(&mut cargo, tree);
    } else {
        cargo.arg(format!("--jobs={jobs}")).current_dir(&tree.root);
    }
    let ran = run(&mut cargo, &tree.root.join("target/gate/mutants.log"), None)?;
    if let Some(fault) = refused(ran.code, &ran.text) {
        return Ok(Mutated::Failed(fault));
    }
    match fs::read_to_string(out.join("outcomes.json")) {
        Ok(text) => Ok(Mutated::Ran(text, ran.took)),
        Err(e) if e.kind() == ErrorKind::NotFound && may_be_empty => Ok(Mutated::Nothing),
        Err(e) => Ok(Mutated::Failed(fault!(
            "cargo-mutants wrote no outcomes.json ({e}): the filter matches nothing; correct \
             guards.toml: {}",
            last(&ran.text, 1)
        ))),
    }
}

/// Returns the arguments that choose what changed since a revision; none if nothing did.
pub(crate) fn in_diff(tree: &Tree, revision: &str) -> Result<Option<[String; 2]>, Fault> {
    let path = tree.root.join("target/gate/in.diff");
    let text = tree.diff(revision)?;
    if text.is_empty() {
        return Ok(None);
    }
    fs::create_dir_all(tree.root.join("target/gate"))
        .and_then(|()| fs::write(&path, text))
        .map_err(|e| fault!("cannot write {}: {e}", path.display()))?;
    Ok(Some(["--in-diff".to_owned(), path.display().to_string()]))
}

/// Says so if this exit code is not one of a run over all its mutants.
fn refused(code: Option<i32>, text: &str) -> Option<Fault> {
    let words = last(text, 3);
    match code {
        // All caught, some missed, some timed out: the judge decides.
        Some(0 | 2 | 3) => None,
        Some(4) => Some(fault!(
            "the unchanged tree fails under cargo-mutants; read target/mutants.out/log: {words}"
        )),
        Some(5 | 6) => Some(fault!("the diff does not fit the tree: {words}")),
        other => Some(fault!("cargo-mutants did not run (exit code {other:?}): {words}")),
    }
}

/// Returns the arguments that choose packages, files and mutants.
pub(crate) fn arguments(guards: &Guards, scope: Scope) -> Vec<String> {
    let guarded = guards.guards.iter().map(|guard| guard.file.as_str());
    let mut files: BTreeSet<&str> = guarded.collect();
    let mut patterns = Vec::new();
    match scope {
        Scope::All => {
            files.retain(|file| !file.starts_with("core/"));
            files.extend(guards.fail_open.iter().map(String::as_str));
            files.insert("core/src/**/*.rs");
        }
        Scope::Guards => {
            let apart = guards.guards.iter().filter(|guard| guards.whole(&guard.file).is_none());
            patterns.extend(apart.map(|guard| pattern(&guard.file, &guard.function)));
            patterns.extend(guards.files.iter().map(|whole| whole_pattern(&whole.path)));
        }
    }
    let globs: Vec<String> = guards.files.iter().map(|whole| glob(&whole.path)).collect();
    files.extend(
        globs
            .iter()
            .map(String::as_str)
            .filter(|f| scope == Scope::Guards || !f.starts_with("core/")),
    );
    let packages = Guards::packages(files.iter().copied());
    let packages = packages.iter().map(|package| format!("--package={package}"));
    let files = files.iter().map(|file| format!("--file={file}"));
    let patterns = patterns.iter().map(|pattern| format!("--re={pattern}"));
    packages.chain(files).chain(patterns).collect()
}

/// Returns the pattern for the names of all mutants of a file, or of a folder with a slash behind.
fn whole_pattern(path: &str) -> String {
    let end = if path.ends_with('/') { "" } else { ":" };
    format!("^{}{end}", escaped(path))
}

/// Returns what names a file, or all files of a folder.
fn glob(path: &str) -> String {
    if path.ends_with('/') { format!("{path}**/*.rs") } else { path.to_owned() }
}

/// Returns a pattern for the names of the mutants of one function of one file.
///
/// A name is `FILE:LINE:COLUMN: replace FUNCTION -> TYPE with VALUE`, or, for a change inside the
/// body, `FILE:LINE:COLUMN: CHANGE in FUNCTION`; a function inside it has `FUNCTION::` in front.
/// cargo-mutants refuses patterns that are too large together, and `\w` is hundreds of ranges.
fn pattern(file: &str, function: &str) -> String {
    let (file, function) = (escaped(file), escaped(function));
    let inner = "(?:::[A-Za-z0-9_]+)*";
    let whole = format!(r"replace {function}{inner}(?: ->.*)? with .*");
    format!(r"^{file}:[0-9]+:[0-9]+: (?s:{whole}|.* in {function}{inner})$")
}

/// Takes the meaning of a pattern from every character that may have one.
fn escaped(words: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || " _/<>':,&-".contains(c);
    words.chars().flat_map(|c| (!plain(c)).then_some('\\').into_iter().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUARDS: &str = r#"
        [shell]
        fail_open = ["shell/src/fail.rs"]
        [[guard]]
        file = "core/src/cap.rs"
        function = "<impl Rule for Cap<'_>>::rule"
        promise = "At most three."
        test = "core::cap::three"
    "#;

    #[test]
    fn only_three_exit_codes_mean_that_it_ran() {
        let ran = (0..=255).filter(|code| refused(Some(*code), "").is_none());
        assert_eq!(ran.collect::<Vec<_>>(), [0, 2, 3]);
        assert!(refused(None, "").is_some());
    }

    #[test]
    fn the_scope_chooses_packages_and_patterns() {
        let guards = Guards::read(GUARDS).unwrap();
        let name = r"<impl Rule for Cap<'_>>::rule(?:::[A-Za-z0-9_]+)*";
        let whole = format!("replace {name}(?: ->.*)? with .*");
        let pattern = format!(r"--re=^core/src/cap\.rs:[0-9]+:[0-9]+: (?s:{whole}|.* in {name})$");
        let chosen = ["--package=sprag-core", "--file=core/src/cap.rs", &pattern];
        assert_eq!(arguments(&guards, Scope::Guards), chosen);
        let packages = ["--package=sprag-core", "--package=sprag"];
        let files = ["--file=core/src/**/*.rs", "--file=shell/src/fail.rs"];
        assert_eq!(arguments(&guards, Scope::All), [packages, files].concat());
    }

    #[test]
    fn a_whole_file_is_chosen_with_all_that_is_in_it() {
        let entry = |path: &str, tests: &str| {
            format!("[[file]]\npath = \"{path}\"\npromise = \"It is so.\"\ntests = \"{tests}\"\n")
        };
        let files = [
            entry("core/src/cap.rs", "core::cap"),
            entry("core/src/redact/", "core::redact"),
            entry("shell/src/state.rs", "cli::state"),
        ];
        let guards = Guards::read(&format!("{GUARDS}{}", files.concat())).unwrap();
        let chosen = [
            "--package=sprag-core",
            "--package=sprag",
            "--file=core/src/cap.rs",
            "--file=core/src/redact/**/*.rs",
            "--file=shell/src/state.rs",
            r"--re=^core/src/cap\.rs:",
            "--re=^core/src/redact/",
            r"--re=^shell/src/state\.rs:",
        ];
        assert_eq!(arguments(&guards, Scope::Guards), chosen);
        let all = arguments(&guards, Scope::All);
        assert!(all.contains(&"--file=shell/src/state.rs".to_owned()));
        assert!(!all.iter().any(|word| word.starts_with("--re=")));
    }
}
