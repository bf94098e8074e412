//! Every snapshot belongs to a test, and every test that names one has it.
use alloc::collections::BTreeSet;

use crate::source::Source;

/// Macros that compare with a file whose name they are given first.
const MACROS: [&str; 3] =
    ["assert_binary_snapshot!(", "assert_debug_snapshot!(", "assert_snapshot!("];

/// Files that no test names, and names without a file.
fn snapshots_unmatched(paths: &[String], sources: &[Source]) -> Vec<String> {
    let tests: Vec<&Source> = sources.iter().filter(|s| s.is_in(&["tests/"], ".rs")).collect();
    let files: Vec<&str> =
        paths.iter().filter_map(|path| path.strip_prefix("snapshots/")).collect();
    let mut faults = Vec::new();
    for file in &files {
        let stem = stem(file);
        if !tests.iter().any(|test| names(&test.text, stem)) {
            faults.push(format!(
                "snapshots/{file} is named by no test; remove it or the file is old"
            ));
        }
        if file.ends_with(".new") {
            faults.push(format!("snapshots/{file} waits for a review; accept or remove it"));
        }
        if let Some(extension) = binary(&format!("snapshots/{file}"), sources) {
            let bytes = format!("{file}.{extension}");
            if !files.contains(&bytes.as_str()) {
                faults.push(format!("snapshots/{file} lacks its bytes; renew snapshots/{bytes}"));
            }
        }
    }
    let stems: BTreeSet<&str> = files.iter().map(|file| stem(file)).collect();
    for test in tests {
        for name in literals(&test.text) {
            if !stems.contains(stem(&name)) {
                faults.push(format!("{} names the snapshot {name}, which is not there", test.path));
            }
        }
    }
    faults
}

/// Returns the name of the file up to its first dot.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

/// Whether the text holds the word and not only a longer one.
fn names(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !is_part(before) && !is_part(after)
    })
}

/// Returns the extension that a snapshot says its bytes have; nothing for a text snapshot.
fn binary(path: &str, sources: &[Source]) -> Option<String> {
    let source = sources.iter().find(|source| source.path == path)?;
    let head = source.text.strip_prefix("---\n")?.split("\n---").next()?;
    let value = |key: &str| head.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    (value("snapshot_kind:") == Some("binary")).then(|| value("extension:"))?.map(str::to_owned)
}

/// Returns the names that the text gives to snapshots as literals.
fn literals(text: &str) -> Vec<String> {
    let starts = MACROS.iter().flat_map(|start| text.match_indices(start));
    let literal = |(at, start): (usize, &str)| {
        let rest = text[at + start.len()..].trim_start().strip_prefix('"')?;
        let (name, rest) = rest.split_once('"')?;
        // With one argument alone the literal is what is compared.
        let is_name = rest.trim_start().starts_with(',') && !name.is_empty();
        let whole = name.chars().all(|c| c.is_alphanumeric() || "._-".contains(c));
        (is_name && whole && !name.starts_with('.')).then(|| name.to_owned())
    };
    starts.filter_map(literal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, paths, sources};

    fn of(files: &[(&str, &str)]) -> Vec<String> {
        let paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        let sources: Vec<Source> =
            files.iter().map(|(path, text)| Source::made(path, text)).collect();
        snapshots_unmatched(&paths, &sources)
    }

    const HEAD: &str = "---\nsource: a.rs\nextension: json\nsnapshot_kind: binary\n---\n";

    #[test]
    fn every_snapshot_of_the_tree_belongs_to_a_test() {
        none(&snapshots_unmatched(&paths(), &sources()));
    }

    #[test]
    fn an_orphan_or_a_missing_snapshot_is_refused() {
        let test = (
            "tests/wire/main.rs",
            "fn a_request() { assert_binary_snapshot!(\"a_request.json\", b); }",
        );
        let snap = ("snapshots/wire/a_request.snap", HEAD);
        let bytes = ("snapshots/wire/a_request.snap.json", "{}");
        none(&of(&[test, snap, bytes]));
        one(&of(&[test, snap]), "lacks its bytes");
        one(&of(&[test]), "which is not there");
        one(&of(&[("tests/wire/main.rs", "fn a_request_more() {}"), bytes]), "named by no test");
        one(&of(&[("core/src/a.rs", "a_request"), bytes]), "named by no test");
        let new = ("snapshots/wire/a_request.snap.new", "");
        one(&of(&[test, snap, bytes, new]), "waits for a review");
    }

    #[test]
    fn a_text_compared_without_a_name_names_nothing() {
        none(&of(&[(
            "tests/a/main.rs",
            "assert_snapshot!(\"text\"); assert_snapshot!(\"a b\", c);",
        )]));
    }
}
