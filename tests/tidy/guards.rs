//! Every function that can stop, pass, hold or mask is in `guards.toml`, and the entry is true.
use alloc::collections::BTreeSet;

use sprag_mutants::{Guards, PACKAGES, TestName};

use crate::function::{Found, MARKED, defaults, found};
use crate::source::Source;

const FOLDERS: [&str; 2] = ["core/src/", "shell/src/"];
const BEGINNINGS: [&str; 4] = ["guard_", "hold_", "mask_", "refuse_"];

/// Whether a function of that name is a guard by the convention of this project.
fn is_guard(path: &str, ident: &str) -> bool {
    BEGINNINGS.iter().any(|beginning| ident.starts_with(beginning))
        || (ident == "rule" && path.starts_with("core/src/"))
        || (ident == "find" && path == "core/src/security/secret.rs")
}

/// Reads the files that may hold guards.
fn read(sources: &[Source]) -> (Vec<(&str, Found)>, Vec<String>) {
    let files: Vec<&Source> = sources.iter().filter(|s| s.is_in(&FOLDERS, ".rs")).collect();
    let defaults: BTreeSet<String> = files.iter().flat_map(|s| defaults(&s.text)).collect();
    let mut all = Vec::new();
    let mut faults = Vec::new();
    for source in files {
        match found(&source.text, &defaults) {
            Ok(found) => all.push((source.path.as_str(), found)),
            Err(e) => faults.push(format!("{} is no Rust: {e}", source.path)),
        }
    }
    (all, faults)
}

/// Guards that are not listed, and such that cargo-mutants would skip.
fn guards_unguarded(sources: &[Source], list: &Guards) -> Vec<String> {
    let (files, mut faults) = read(sources);
    for (path, found) in files {
        for function in found.functions.iter().filter(|f| !f.in_tests) {
            let name = &function.name;
            let is_listed = list.guards.iter().any(|g| g.file == path && g.function == *name);
            let whole = list.whole(path);
            faults.extend(function.skipped.iter().filter(|why| **why == MARKED).filter_map(
                |why| {
                    whole.map(|whole| format!("{path}::{name} is {why}; {} is guarded", whole.path))
                },
            ));
            if is_guard(path, &function.ident) && !is_listed {
                faults.push(format!("{path}::{name} is a guard; list it in mutants/guards.toml"));
            }
            if is_guard(path, &function.ident) || is_listed {
                faults.extend(function.skipped.iter().map(|why| {
                    format!(
                        "{path}::{name} is {why}, so no mutant can test it; give it another shape"
                    )
                }));
            }
        }
        for name in &found.in_macros {
            if is_guard(path, name.rsplit("::").next().unwrap()) {
                faults.push(format!("{path}::{name} is made by a macro, which is not mutated"));
            }
        }
        for word in found.macro_words.iter().filter(|word| {
            let is_one = BEGINNINGS.iter().any(|beginning| word.starts_with(beginning));
            let made = found.in_macros.iter().any(|name| name.rsplit("::").next() == Some(word));
            is_one && !made && !found.functions.iter().any(|f| f.ident == **word)
        }) {
            faults
                .push(format!("{path}: a macro is given the name {word}; write the function out"));
        }
    }
    faults
}

/// Entries that name a file, a function or a test that is not there.
fn entries_dangling(sources: &[Source], list: &Guards) -> Vec<String> {
    let (files, _) = read(sources);
    let tests = tests(sources);
    let mut faults = Vec::new();
    for guard in &list.guards {
        let key = guard.key();
        match files.iter().find(|(path, _)| *path == guard.file) {
            None => faults.push(format!("guard {key}: there is no such file")),
            Some((_, found)) => {
                if !found.functions.iter().any(|f| f.name == guard.function && !f.in_tests) {
                    faults.push(format!("guard {key}: there is no such function in the file"));
                }
            }
        }
        if !tests.contains(&guard.test) {
            faults.push(format!("guard {key}: there is no test {}", guard.test));
        }
    }
    for whole in &list.files {
        let path = &whole.path;
        if !sources.iter().any(|source| whole.holds(&source.path)) {
            faults.push(format!("guards.toml: {path}, which is guarded as a whole, is not there"));
        }
        for module in &whole.tests {
            let is_in =
                |test: &&TestName| test.program == module.program && module.covers(&test.path);
            if !tests.iter().any(|test| is_in(&test)) {
                faults.push(format!("guards.toml: {path} names {module}, where no test is"));
            }
        }
    }
    for file in &list.fail_open {
        if !sources.iter().any(|source| source.path == *file) {
            faults.push(format!("guards.toml: the fail-open file {file} is not there"));
        }
    }
    faults
}

/// Returns all tests of `tests/` and of the packages' `src/`, also those inside macros.
pub(crate) fn tests(sources: &[Source]) -> BTreeSet<TestName> {
    let mut all = BTreeSet::new();
    for source in sources {
        let Some((program, module)) = place(&source.path) else { continue };
        let Ok(found) = found(&source.text, &BTreeSet::new()) else { continue };
        let tests = found.functions.iter().filter(|f| f.is_test).map(|f| &f.name);
        for name in tests.chain(&found.in_macros) {
            let path = if module.is_empty() { name.clone() } else { format!("{module}::{name}") };
            all.insert(TestName { program: program.clone(), path });
        }
    }
    all
}

/// Returns the program that a source file is part of and its module there.
fn place(path: &str) -> Option<(String, String)> {
    let path = path.strip_suffix(".rs")?;
    let (program, inside) = match path.strip_prefix("tests/") {
        Some(rest) => rest.split_once('/')?,
        None => {
            let (folder, inside) = path.split_once("/src/")?;
            PACKAGES.iter().find(|(name, _)| *name == folder)?;
            (folder, inside)
        }
    };
    let module = match inside {
        "lib" | "main" => String::new(),
        _ => inside.replace('/', "::"),
    };
    Some((program.to_owned(), module))
}

#[cfg(test)]
mod tests_of_the_rule {
    use super::*;
    use crate::source::{none, one, sources, tree};

    const LIST: &str = r#"
        [[guard]]
        file = "core/src/cap.rs"
        function = "guard_cap"
        promise = "At most three."
        test = "core::cap::a_fourth_passes"
    "#;
    const CAP: &str = "pub fn guard_cap(n: u8) -> bool { n > 2 }";

    fn list() -> Guards {
        Guards::read(LIST).unwrap()
    }

    fn of(path: &str, text: &str) -> Vec<String> {
        guards_unguarded(&[Source::made(path, text)], &list())
    }

    fn real_list() -> Guards {
        let text = tree().read("mutants/guards.toml").unwrap();
        Guards::read(&text).unwrap_or_else(|faults| panic!("{faults:#?}"))
    }

    #[test]
    fn every_guard_of_the_tree_is_listed_and_can_be_mutated() {
        none(&guards_unguarded(&sources(), &real_list()));
    }

    #[test]
    fn every_entry_of_the_list_is_true() {
        none(&entries_dangling(&sources(), &real_list()));
    }

    #[test]
    fn a_guard_that_is_not_listed_is_refused() {
        none(&of("core/src/cap.rs", CAP));
        one(&of("core/src/cup.rs", CAP), "core/src/cup.rs::guard_cap is a guard");
        one(&of("shell/src/cap.rs", CAP), "is a guard");
        let table = [
            ("core/src/security/secret.rs", "fn find(a: u8) -> bool { a > 1 }"),
            ("core/src/a.rs", "fn mask_path(a: u8) -> bool { a > 1 }"),
            ("core/src/a.rs", "fn hold_it(a: u8) -> bool { a > 1 }"),
            ("core/src/a.rs", "fn refuse_it(a: u8) -> bool { a > 1 }"),
            ("core/src/a.rs", "impl Check for A { fn rule(&self) -> bool { self.0 > 1 } }"),
        ];
        for (path, text) in table {
            one(&of(path, text), "is a guard");
        }
        none(&of("core/src/a.rs", "fn find(a: u8) -> bool { a > 1 }"));
        none(&of("harness/src/a.rs", CAP));
        none(&of("core/src/a.rs", &format!("#[cfg(test)] mod tests {{ {CAP} }}")));
    }

    #[test]
    fn a_guard_that_would_be_skipped_is_refused() {
        let skip = concat!("#[mutants", "::skip]");
        let hidden = format!("#[cfg_attr(test, {})]", skip.trim_matches(['#', '[', ']']));
        let table = [
            ("pub unsafe fn guard_cap(n: u8) -> bool { n > 2 }".to_owned(), "is unsafe"),
            (format!("{skip} {CAP}"), "marked to be skipped"),
            (format!("{hidden} {CAP}"), "marked to be skipped"),
            (format!("#!{} {CAP}", &skip[1..]), "marked to be skipped"),
            ("pub fn guard_cap(n: u8) {}".to_owned(), "without a body"),
            ("enum V { A } pub fn guard_cap() -> V { V::A }".to_owned(), "Default::default()"),
            ("m! { fn guard_cap() {} }".to_owned(), "made by a macro"),
            ("macro_rules! m { () => { fn guard_cap() {} } }".to_owned(), "made by a macro"),
            ("guards! { guard_cap => 3 }".to_owned(), "given the name guard_cap"),
        ];
        for (text, words) in table {
            one(&of("core/src/cap.rs", &text), words);
        }
        none(&of("core/src/cap.rs", "pub fn guard_cap(n: u8) -> Option<V> { V::of(n) }"));
    }

    #[test]
    fn a_listed_method_called_new_is_refused() {
        let list = Guards::read(&LIST.replace("\"guard_cap\"", "\"Cap::new\"")).unwrap();
        let text = "impl Cap { pub fn new(n: u8) -> Option<u8> { Some(n) } }";
        one(&guards_unguarded(&[Source::made("core/src/cap.rs", text)], &list), "called `new`");
    }

    #[test]
    fn a_file_that_does_not_parse_is_refused() {
        one(&of("core/src/cap.rs", "fn ("), "is no Rust");
    }

    #[test]
    fn an_entry_that_names_nothing_is_refused() {
        let test = "mod a { #[test] fn other() {} } proptest! { #[test] fn prop_a(n in 0..3) {} }";
        let tests = Source::made("tests/core/cap.rs", "#[test]\nfn a_fourth_passes() {}");
        let cap = Source::made("core/src/cap.rs", CAP);
        let judged = |files: &[&Source]| {
            let files: Vec<Source> = files.iter().map(|file| (*file).clone()).collect();
            entries_dangling(&files, &list())
        };
        none(&judged(&[&cap, &tests]));
        one(&judged(&[&cap]), "no test core::cap::a_fourth_passes");
        one(&judged(&[&cap, &Source::made("tests/core/cap.rs", test)]), "no test");
        let untested = Source::made("tests/core/cap.rs", "fn a_fourth_passes() {}");
        one(&judged(&[&cap, &untested]), "no test");
        one(&judged(&[&tests]), "no such file");
        one(&judged(&[&Source::made("core/src/cap.rs", ""), &tests]), "no such function");
        let open = Guards::read("[shell]\nfail_open = [\"shell/src/a.rs\"]").unwrap();
        one(&entries_dangling(&[], &open), "shell/src/a.rs is not there");
    }

    const WHOLE: &str = r#"
        [[file]]
        path = "core/src/security/redact/"
        promise = "Nothing of a path leaves."
        tests = "core::security::redact"
    "#;

    #[test]
    fn a_whole_file_that_names_nothing_is_refused() {
        let list = Guards::read(WHOLE).unwrap();
        let judged = |files: &[Source]| entries_dangling(files, &list);
        let file = Source::made("core/src/security/redact/url.rs", "");
        let test = Source::made("tests/core/security/redact/url.rs", "#[test] fn a_url_goes() {}");
        none(&judged(&[file.clone(), test.clone()]));
        one(&judged(&[Source::made("core/src/security/redact.rs", ""), test]), "is not there");
        let other = Source::made("tests/core/redacted.rs", "#[test] fn a_url_goes() {}");
        one(
            &judged(&[file, other]),
            "core/src/security/redact/ names core::security::redact, where no test is",
        );
    }

    #[test]
    fn a_file_that_is_new_in_a_guarded_folder_is_guarded_by_itself() {
        let list = Guards::read(WHOLE).unwrap();
        let skip = concat!("#[mutants", "::skip]");
        let new = Source::made(
            "core/src/security/redact/new.rs",
            &format!("{skip} fn a() -> u8 {{ 1 }}"),
        );
        one(
            &guards_unguarded(&[new], &list),
            "marked to be skipped; core/src/security/redact/ is guarded",
        );
        let plain = Source::made("core/src/security/redact/new.rs", "unsafe fn a() -> u8 { 1 }");
        none(&guards_unguarded(&[plain], &list));
    }

    #[test]
    fn tests_are_found_where_cargo_would_find_them() {
        let files = [
            Source::made("tests/core/main.rs", "mod cap; #[test] fn here() {}"),
            Source::made("tests/core/deep/cap.rs", "proptest! { #[test] fn prop_a(n in 0..3) {} }"),
            Source::made(
                "core/src/security/secret.rs",
                "#[cfg(test)] mod tests { #[test] fn it() {} }",
            ),
        ];
        let names: Vec<String> = tests(&files).iter().map(ToString::to_string).collect();
        assert_eq!(
            names,
            ["core::deep::cap::prop_a", "core::here", "core::security::secret::tests::it"]
        );
    }
}
