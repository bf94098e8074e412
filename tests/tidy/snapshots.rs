//! Every snapshot is compared by a test, and every test that compares with one has it.
use alloc::collections::BTreeSet;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::source::Source;

/// Macros and functions that compare with a file whose name they are given first.
const COMPARE: [&str; 5] = [
    "assert_binary_snapshot",
    "assert_bytes",
    "assert_debug_snapshot",
    "assert_snapshot",
    "snapshot",
];

/// Files that no test is compared with, and names without a file.
fn snapshots_unmatched(paths: &[String], sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut named = BTreeSet::new();
    for test in sources.iter().filter(|source| source.is_in(&["tests/"], ".rs")) {
        let folder = test.path.split('/').nth(1).unwrap_or_default();
        for name in compared(test, &mut faults) {
            named.insert((format!("{folder}/{}", stem(&name)), test.path.as_str()));
        }
    }
    let files: Vec<&str> =
        paths.iter().filter_map(|path| path.strip_prefix("snapshots/")).collect();
    for file in &files {
        if !named.iter().any(|(name, _)| name == stem(file)) {
            faults.push(format!(
                "snapshots/{file} is compared by no test; remove it or the file is old"
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
    for (name, test) in named {
        if !stems.contains(name.as_str()) {
            faults.push(format!("{test} names the snapshot {name}, which is not there"));
        }
    }
    faults
}

/// Returns the path up to the first dot of its last part.
fn stem(path: &str) -> &str {
    let last = path.rfind('/').map_or(0, |at| at + 1);
    path[last..].find('.').map_or(path, |dot| &path[..last + dot])
}

/// Returns the extension that a snapshot says its bytes have; nothing for a text snapshot.
fn binary(path: &str, sources: &[Source]) -> Option<String> {
    let source = sources.iter().find(|source| source.path == path)?;
    let head = source.text.strip_prefix("---\n")?.split("\n---").next()?;
    let value = |key: &str| head.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    (value("snapshot_kind:") == Some("binary")).then(|| value("extension:"))?.map(str::to_owned)
}

/// Returns the names that a test gives, where it compares. A name that is not written there is a
/// fault: nobody could say which file it is. A name that stands elsewhere compares nothing.
fn compared(test: &Source, faults: &mut Vec<String>) -> Vec<String> {
    let mut names = Vec::new();
    match test.text.parse() {
        Ok(tokens) => walk(tokens, &mut |given| match literal(given) {
            Given::Name(name) => names.push(name),
            Given::Value => {}
            Given::Other(line) => faults.push(format!(
                "{}:{line} compares with a snapshot whose name is not written there",
                test.path
            )),
        }),
        Err(e) => faults.push(format!("{} is no Rust: {e}", test.path)),
    }
    names
}

/// What is given first where something is compared.
enum Given {
    Name(String),
    /// What is compared is all that is given.
    Value,
    /// With its line.
    Other(usize),
}

fn literal(given: TokenStream) -> Given {
    let tokens: Vec<TokenTree> = given.into_iter().collect();
    let is_comma = |token: &&TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
    let Some(comma) = tokens.iter().position(|token| is_comma(&token)) else {
        return Given::Value;
    };
    let line = tokens[0].span().start().line;
    let [TokenTree::Literal(literal)] = &tokens[..comma] else { return Given::Other(line) };
    let text = literal.to_string();
    let name = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    match name {
        Some(name) if !name.is_empty() && !name.starts_with('.') => Given::Name(name.to_owned()),
        Some(_) | None => Given::Other(line),
    }
}

/// Hands over what is given to each call that compares. What such a function itself does with the
/// name that it is given is left out.
fn walk(tokens: TokenStream, each: &mut impl FnMut(TokenStream)) {
    let (mut after_fn, mut is_helper, mut is_call) = (false, false, false);
    for token in tokens {
        match token {
            TokenTree::Ident(word) => {
                let is_one = COMPARE.iter().any(|name| word == name);
                is_helper |= after_fn && is_one;
                is_call = !after_fn && is_one;
                after_fn = word == "fn";
            }
            // The mark of a macro.
            TokenTree::Punct(punct) if is_call && punct.as_char() == '!' => {}
            TokenTree::Group(group) => {
                let is_body = group.delimiter() == Delimiter::Brace;
                if is_call && group.delimiter() == Delimiter::Parenthesis {
                    each(group.stream());
                }
                if !(is_body && is_helper) {
                    walk(group.stream(), each);
                }
                is_helper &= !is_body;
                (after_fn, is_call) = (false, false);
            }
            TokenTree::Literal(_) | TokenTree::Punct(_) => (after_fn, is_call) = (false, false),
        }
    }
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
        one(&of(&[test]), "wire/a_request, which is not there");
        one(&of(&[("core/src/a.rs", test.1), bytes]), "compared by no test");
        let elsewhere = of(&[("tests/core/main.rs", test.1), bytes]);
        assert_eq!(elsewhere.len(), 2, "another program's snapshot: {elsewhere:#?}");
        let new = ("snapshots/wire/a_request.snap.new", "");
        one(&of(&[test, snap, bytes, new]), "waits for a review");
    }

    /// Each way in which a test can have the name of a snapshot without a look at it.
    #[test]
    fn a_name_that_compares_nothing_keeps_no_snapshot() {
        let bytes = ("snapshots/wire/a_request.snap.json", "{}");
        for text in [
            "fn a_request() {}",
            "fn a() { let name = \"a_request\"; }",
            "fn a() { other(\"a_request.json\", b); }",
            "fn a() { assert_snapshot!(\"a_request\"); }",
            "fn a() { // assert_bytes(\"a_request.json\", b);\n }",
            "fn a() { let text = \"assert_bytes(\\\"a_request.json\\\", b)\"; }",
            "fn assert_bytes(name: &str) { assert_binary_snapshot!(\"a_request.json\", b); }",
        ] {
            one(&of(&[("tests/wire/main.rs", text), bytes]), "compared by no test");
        }
        for call in COMPARE {
            for mark in ["", "!"] {
                let text = format!("m! {{ fn a() {{ b.c(|| {call}{mark}(\"a_request\", b)) }} }}");
                none(&of(&[("tests/wire/main.rs", &text), bytes]));
            }
        }
        let computed = "fn a() { assert_bytes(name, b); }";
        one(&of(&[("tests/wire/main.rs", computed)]), "main.rs:1 compares with a snapshot whose");
    }

    /// Whichever comparison is taken out of the tests of the tree, its snapshot is an orphan, also
    /// where the test has its name.
    #[test]
    fn no_comparison_of_the_tree_can_go_unseen() {
        let is_test = |s: &Source| s.is_in(&["tests/"], ".rs") && !s.path.contains("/tidy/");
        let mut gone = 0;
        for test in sources().into_iter().filter(is_test) {
            let folder = test.path.split('/').nth(1).unwrap();
            for name in compared(&test, &mut Vec::new()) {
                let file = format!("snapshots/{folder}/{}.snap", stem(&name));
                let changed = test.text.replace(&format!("\"{name}\""), "");
                let faults = of(&[(&test.path, &changed), (&file, "")]);
                let is_orphan = |fault: &String| {
                    fault.starts_with(&file) && fault.contains("compared by no test")
                };
                assert!(faults.iter().any(is_orphan), "{name}: {faults:#?}");
                gone += 1;
            }
        }
        let files = paths().iter().filter(|path| path.ends_with(".snap")).count();
        assert!(0 < files && files <= gone, "{gone} comparisons, {files} snapshots");
    }

    #[test]
    fn a_text_compared_without_a_name_names_nothing() {
        none(&of(&[("tests/a/main.rs", "fn a() { assert_snapshot!(\"text\"); }")]));
    }
}
