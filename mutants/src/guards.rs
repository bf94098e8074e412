//! `guards.toml`: every function that can stop, pass, hold or mask, its promise and its proof, and
//! the files that are guarded as a whole.
use alloc::collections::BTreeSet;
use core::fmt;

use toml::Value;

use crate::Fault;
use crate::entry;
use crate::fault::fault;
use crate::whole::Whole;

const FILE: &str = "guards.toml";

/// The folders that may hold guards, each with the package it belongs to.
pub const PACKAGES: [(&str, &str); 2] = [("core", "sprag-core"), ("shell", "sprag")];

/// A test: the program it is part of and its path in there.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct TestName {
    /// A folder of `tests/`, or the folder of a package for the tests inside its `src/`.
    pub program: String,
    /// The name that the test has in the program's output.
    pub path: String,
}

impl TestName {
    /// Returns the test that `PROGRAM::path::name` names.
    #[must_use]
    pub fn read(words: &str) -> Option<Self> {
        let (program, path) = words.split_once("::")?;
        let whole = words.split("::").all(|part| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        });
        whole.then(|| Self { program: program.to_owned(), path: path.to_owned() })
    }
}

impl fmt::Display for TestName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::{}", self.program, self.path)
    }
}

/// Returns the name of the program that holds the tests inside a package folder's `src/`.
#[must_use]
pub fn unit_program(folder: &str) -> Option<String> {
    let (_, package) = PACKAGES.iter().find(|(name, _)| *name == folder)?;
    Some(package.replace('-', "_"))
}

/// One guard.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Guard {
    /// Its file, from the root of the tree.
    pub file: String,
    /// Its name as cargo-mutants writes it: `guard_x`, `Type::guard_x`, `<impl Rule for T>::rule`.
    pub function: String,
    /// What it promises, a sentence.
    pub promise: String,
    /// The test that fails if it does not keep the promise.
    pub test: TestName,
}

impl Guard {
    /// Returns the package that it is in.
    pub(crate) fn package(&self) -> &'static str {
        Guards::packages([self.file.as_str()]).first().copied().unwrap_or_default()
    }

    /// Returns `file::function`, unique in the list.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}::{}", self.file, self.function)
    }

    /// Whether a mutant in that function changes this guard: it itself or a function inside it.
    #[must_use]
    pub fn holds(&self, file: &str, function: &str) -> bool {
        let inner = |rest: &str| rest.is_empty() || rest.starts_with("::");
        self.file == file && function.strip_prefix(&self.function).is_some_and(inner)
    }
}

/// The whole list.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Guards {
    /// In the order of the file.
    pub guards: Vec<Guard>,
    /// Files and folders in which every mutant must be noticed, in the order of the file.
    pub files: Vec<Whole>,
    /// Files of the shell that are mutated as a whole with `--scope all`.
    pub fail_open: Vec<String>,
}

impl Guards {
    /// Reads the list.
    ///
    /// # Errors
    /// Returns every fault in it, each naming the entry.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let root = entry::root(FILE, text, &["file", "guard", "shell"])?;
        let mut faults = Vec::new();
        let mut guards = Vec::new();
        let mut seen = BTreeSet::new();
        for (label, table) in entry::array(FILE, &root, "guard")? {
            match guard(&label, &table) {
                Ok(guard) => {
                    if !seen.insert(guard.key()) {
                        faults.push(fault!("{label} is listed twice; remove one"));
                    }
                    guards.push(guard);
                }
                Err(more) => faults.extend(more),
            }
        }
        let mut files = Vec::new();
        for (label, table) in entry::array(FILE, &root, "file")? {
            match Whole::read(&label, &table) {
                Ok(whole) => {
                    if !seen.insert(whole.path.clone()) {
                        faults.push(fault!("{label} is listed twice; remove one"));
                    }
                    files.push(whole);
                }
                Err(more) => faults.extend(more),
            }
        }
        let fail_open = fail_open(root.get("shell")).unwrap_or_else(|fault| {
            faults.push(fault);
            Vec::new()
        });
        if faults.is_empty() { Ok(Self { guards, files, fail_open }) } else { Err(faults) }
    }

    /// Returns the file or folder, guarded as a whole, that this file is in.
    #[must_use]
    pub fn whole(&self, file: &str) -> Option<&Whole> {
        self.files.iter().find(|whole| whole.holds(file))
    }

    /// Returns the packages that own these files, without repeats.
    #[must_use]
    pub fn packages<'a>(files: impl IntoIterator<Item = &'a str>) -> Vec<&'static str> {
        let folders: BTreeSet<&str> =
            files.into_iter().filter_map(|file| file.split('/').next()).collect();
        PACKAGES
            .iter()
            .filter(|(name, _)| folders.contains(name))
            .map(|(_, owner)| *owner)
            .collect()
    }
}

fn guard(label: &str, table: &toml::Table) -> Result<Guard, Vec<Fault>> {
    let [file, function, promise, test] =
        entry::strings(label, table, ["file", "function", "promise", "test"])?;
    let mut faults: Vec<Fault> = entry::sentence(label, "promise", &promise).into_iter().collect();
    if !in_a_package(&file) {
        faults.push(fault!("{label} is neither in core/src nor in shell/src; guards live there"));
    }
    let name = TestName::read(&test);
    if name.is_none() {
        faults.push(fault!("{label} has the test `{test}`; write PROGRAM::path::name"));
    }
    match name {
        Some(test) if faults.is_empty() => Ok(Guard { file, function, promise, test }),
        Some(_) | None => Err(faults),
    }
}

fn in_a_package(file: &str) -> bool {
    let owned = PACKAGES.iter().any(|(folder, _)| file.starts_with(&format!("{folder}/src/")));
    owned && file.ends_with(".rs") && !file.contains("..")
}

fn fail_open(shell: Option<&Value>) -> Result<Vec<String>, Fault> {
    let wrong =
        || fault!("{FILE}: write `fail_open = [\"shell/src/x.rs\"]` and no more in [shell]");
    let Some(shell) = shell else { return Ok(Vec::new()) };
    let table = shell.as_table().filter(|table| table.len() == 1).ok_or_else(wrong)?;
    let files = table.get("fail_open").and_then(Value::as_array).ok_or_else(wrong)?;
    let named: Option<Vec<String>> = files
        .iter()
        .map(|file| file.as_str().filter(|f| f.starts_with("shell/") && in_a_package(f)))
        .map(|file| file.map(str::to_owned))
        .collect();
    named.ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = r#"
        [[guard]]
        file = "core/src/loop_guard.rs"
        function = "guard_again"
        promise = "A stop that already continues passes."
        test = "core::loop_guard::a_stop_that_already_continues_passes"
    "#;

    fn faults(text: &str) -> String {
        Guards::read(text).unwrap_err().iter().map(|f| format!("{f}\n")).collect()
    }

    #[test]
    fn a_plain_list_is_read() {
        let list = Guards::read(&format!("[shell]\nfail_open = [\"shell/src/a.rs\"]\n{PLAIN}"));
        let list = list.unwrap();
        assert_eq!(list.guards[0].key(), "core/src/loop_guard.rs::guard_again");
        assert_eq!(list.guards[0].test.program, "core");
        assert_eq!(list.guards[0].test.path, "loop_guard::a_stop_that_already_continues_passes");
        assert_eq!(list.fail_open, ["shell/src/a.rs"]);
    }

    #[test]
    fn a_list_that_is_not_right_is_refused_and_the_entry_is_named() {
        let twice = format!("{PLAIN}{PLAIN}");
        let changed = |from: &str, to: &str| PLAIN.replace(from, to);
        let table = [
            (changed("promise", "promises"), "unknown key `promises`"),
            (changed("promise", "promises"), "has no `promise`"),
            (changed("passes.", "passes"), "no sentence"),
            (changed("A stop that already continues passes.", " "), "empty `promise`"),
            (changed("core::loop_guard::", ""), "write PROGRAM::path::name"),
            (changed("core/src", "harness/src"), "neither in core/src"),
            (changed("\"guard_again\"", "3"), "a `function` that is a integer"),
            (twice, "guard 2 (core/src/loop_guard.rs::guard_again) is listed twice"),
            ("guards = []".to_owned(), "unknown key `guards`"),
            ("guard = 3".to_owned(), "`guard` is not a list"),
            ("[shell]\nfail_close = []".to_owned(), "fail_open"),
            ("[shell]\nfail_open = [\"core/src/a.rs\"]".to_owned(), "fail_open"),
            ("[[guard".to_owned(), "guards.toml:"),
        ];
        for (text, words) in table {
            assert!(faults(&text).contains(words), "{words}: {}", faults(&text));
        }
    }

    #[test]
    fn a_guard_holds_itself_and_what_is_inside_it_alone() {
        let guard = &Guards::read(PLAIN).unwrap().guards[0];
        assert!(guard.holds("core/src/loop_guard.rs", "guard_again"));
        assert!(guard.holds("core/src/loop_guard.rs", "guard_again::inner"));
        assert!(!guard.holds("core/src/loop_guard.rs", "guard_again_later"));
        assert!(!guard.holds("core/src/other.rs", "guard_again"));
    }

    #[test]
    fn packages_are_named_once_each() {
        let files = ["core/src/a.rs", "core/src/b.rs", "shell/src/c.rs"];
        assert_eq!(Guards::packages(files), ["sprag-core", "sprag"]);
        assert_eq!(unit_program("core").as_deref(), Some("sprag_core"));
        assert_eq!(unit_program("cli"), None);
    }
}
