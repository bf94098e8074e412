//! `[[file]]` of `guards.toml`: files and folders in which every mutant must be noticed.
use crate::Fault;
use crate::TestName;
use crate::entry;
use crate::fault::fault;
use crate::guards::PACKAGES;

/// A file that is guarded as a whole, or a folder whose files are.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Whole {
    /// From the root of the tree; a folder ends with a slash.
    pub path: String,
    /// What it promises, a sentence.
    pub promise: String,
    /// The modules of tests that hold it, or single tests. Of the core they are run before all
    /// others, of the shell they are all that is run.
    pub tests: Vec<TestName>,
}

impl Whole {
    /// Reads an entry.
    pub(crate) fn read(label: &str, table: &toml::Table) -> Result<Self, Vec<Fault>> {
        let mut table = table.clone();
        let words = entry::list(label, &mut table, "tests")?;
        let [path, promise] = entry::strings(label, &table, ["path", "promise"])?;
        let mut faults = Vec::from_iter(entry::sentence(label, "promise", &promise));
        let package = PACKAGES.iter().find(|(name, _)| path.starts_with(&format!("{name}/src/")));
        if package.is_none()
            || path.contains("..")
            || !(path.ends_with(".rs") || path.ends_with('/'))
        {
            faults.push(fault!(
                "{label} is no file or folder in core/src or shell/src; write `x.rs` or `x/`"
            ));
        }
        let mut tests = Vec::new();
        for word in &words {
            match TestName::read(word) {
                Some(test) if (test.program == "core") == path.starts_with("core/") => {
                    tests.push(test);
                }
                Some(_) => faults.push(fault!("{label} has tests of another package: {word}")),
                None => faults.push(fault!("{label} has the tests `{word}`; write PROGRAM::path")),
            }
        }
        if faults.is_empty() { Ok(Self { path, promise, tests }) } else { Err(faults) }
    }

    /// Whether that file is guarded by this entry.
    #[must_use]
    pub fn holds(&self, file: &str) -> bool {
        match self.path.ends_with('/') {
            true => file.starts_with(&self.path) && file.ends_with(".rs"),
            false => file == self.path,
        }
    }

    /// Returns what of it has these words, the function left aside: all, or some of its `files`.
    pub(crate) fn part(&self, words: &str, files: &[String]) -> Vec<Self> {
        let words = words.split("::").next().unwrap_or_default();
        if self.path.contains(words) {
            return vec![self.clone()];
        }
        let chosen = files.iter().filter(|file| self.holds(file) && file.contains(words));
        chosen.map(|file| Self { path: file.clone(), ..self.clone() }).collect()
    }
}

impl TestName {
    /// Whether this names that test of the same program, or a module that it is in.
    #[must_use]
    pub fn covers(&self, path: &str) -> bool {
        path.strip_prefix(&self.path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Guards;

    const PLAIN: &str = r#"
        [[file]]
        path = "core/src/redact/"
        promise = "Nothing of a path leaves."
        tests = "core::redact"
    "#;

    fn read(text: &str) -> Whole {
        Guards::read(text).unwrap().files.remove(0)
    }

    #[test]
    fn an_entry_holds_a_file_or_all_of_a_folder() {
        let folder = read(PLAIN);
        assert!(folder.holds("core/src/redact/url.rs") && folder.holds("core/src/redact/a/b.rs"));
        assert!(!folder.holds("core/src/redact.rs") && !folder.holds("core/src/redact/table.txt"));
        let file = read(&PLAIN.replace("redact/", "redact.rs"));
        assert!(file.holds("core/src/redact.rs") && !file.holds("core/src/redact.rs.rs"));
    }

    #[test]
    fn tests_are_one_name_or_several() {
        assert_eq!(read(PLAIN).tests, [TestName::read("core::redact").unwrap()]);
        let several = PLAIN.replace("\"core::redact\"", "[\"core::redact\", \"core::leak\"]");
        assert_eq!(read(&several).tests.len(), 2);
        let module = &read(PLAIN).tests[0];
        assert!(module.covers("redact::path::a") && module.covers("redact"));
        assert!(!module.covers("redacted::a") && !module.covers("leaves::redact::a"));
    }

    #[test]
    fn an_entry_that_is_not_right_is_refused_and_named() {
        let changed = |from: &str, to: &str| PLAIN.replace(from, to);
        let table = [
            (changed("leaves.", "leaves"), "no sentence"),
            (changed("core/src/redact/", "harness/src/redact/"), "no file or folder in core/src"),
            (changed("core/src/redact/", "core/src/redact"), "no file or folder in core/src"),
            (changed("core/src/redact/", "core/src/../redact/"), "no file or folder in core/src"),
            (changed("core::redact", "cli::redact"), "tests of another package: cli::redact"),
            (changed("core/src/redact/", "shell/src/redact/"), "tests of another package"),
            (changed("core::redact", "core"), "write PROGRAM::path"),
            (changed("\"core::redact\"", "[]"), "no `tests`"),
            (changed("\"core::redact\"", "[3]"), "no `tests`"),
            (changed("tests =", "test ="), "no `tests`"),
            (changed("promise", "promises"), "unknown key `promises`"),
            (format!("{PLAIN}{PLAIN}"), "file 2 (core/src/redact/) is listed twice"),
        ];
        for (text, words) in table {
            let faults = Guards::read(&text).unwrap_err();
            let said: String = faults.iter().map(|fault| format!("{fault}\n")).collect();
            assert!(said.contains(words), "{words}: {said}");
        }
    }

    #[test]
    fn a_part_is_the_entry_or_some_of_its_files() {
        let files = ["core/src/redact/url.rs", "core/src/redact/path.rs", "core/src/url.rs"];
        let files = files.map(str::to_owned);
        let paths = |words: &str| -> Vec<String> {
            read(PLAIN).part(words, &files).into_iter().map(|part| part.path).collect()
        };
        assert_eq!(paths("src/redact"), ["core/src/redact/"]);
        assert_eq!(paths("url"), ["core/src/redact/url.rs"]);
        assert_eq!(paths("redact/path.rs::find"), ["core/src/redact/path.rs"]);
        assert!(paths("guard_cap").is_empty());
    }
}
