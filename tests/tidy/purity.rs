//! `core` can reach no clock, environment, file or terminal.
use alloc::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use toml::{Table, Value};

use crate::function::is_cfg_test;
use crate::source::Source;

/// What core may depend on, always without default features.
const DEPENDENCIES: [&str; 6] =
    ["heapless", "memchr", "serde", "serde_json", "sha2", "unicode-width"];

/// Macros that read the environment of the build or write to a terminal.
const MACROS: [&str; 7] = ["dbg", "env", "eprint", "eprintln", "option_env", "print", "println"];

/// Names that mean a clock, a terminal or `std` itself.
const NAMES: [&str; 2] = ["Instant", "SystemTime"];

/// What core's sources name and must not name.
fn impure_sources(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|s| s.is_in(&["core/src/"], ".rs")) {
        let path = &source.path;
        match syn::parse_file(&source.text) {
            Err(e) => faults.push(format!("{path} is no Rust: {e}")),
            Ok(mut file) => {
                file.items.retain(|item| !attributes(item).iter().any(is_cfg_test));
                let mut names = BTreeMap::new();
                forbidden(file.into_token_stream(), &mut names);
                let said = names.iter().map(|(name, line)| {
                    format!("{path}:{line} names {name}; core is handed what it needs")
                });
                faults.extend(said);
            }
        }
    }
    let lib = sources.iter().find(|source| source.path == "core/src/lib.rs");
    for line in ["#![no_std]", "#![forbid(unsafe_code)]"] {
        if lib.is_some_and(|lib| !lib.text.lines().any(|there| there.trim() == line)) {
            faults.push(format!("core/src/lib.rs has no line {line}"));
        }
    }
    faults
}

#[expect(clippy::wildcard_enum_match_arm, reason = "foreign enums, and more kinds may come")]
fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::ExternCrate(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        // Others hold no code that is only built for tests.
        _ => &[],
    }
}

/// Collects what must not be named, with the first line of each.
fn forbidden(tokens: TokenStream, names: &mut BTreeMap<String, usize>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let next = |ahead: usize| tokens.get(at + ahead).map(ToString::to_string);
        let is_path = || [1, 2].map(next) == [1, 2].map(|_| Some(":".to_owned()));
        let after = |word: &str| {
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            matches!(before, Some(TokenTree::Ident(ident)) if ident == word)
        };
        match token {
            TokenTree::Group(group) => forbidden(group.stream(), names),
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                let is_std = name == "std" && (is_path() || after("crate") || after("use"));
                let is_macro = MACROS.contains(&name.as_str()) && next(1).as_deref() == Some("!");
                if is_std || is_macro || NAMES.contains(&name.as_str()) {
                    names.entry(name).or_insert_with(|| ident.span().start().line);
                }
            }
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Dependencies of core that are not on the list, are not there, or have default features.
fn impure_dependencies(core: &str, root: &str) -> Vec<String> {
    let read = |text: &str| toml::from_str::<Table>(text).unwrap();
    let (core, root) = (read(core), read(root));
    let mut faults = Vec::new();
    for key in ["build-dependencies", "features", "target"] {
        if core.contains_key(key) {
            faults.push(format!("core/Cargo.toml has [{key}]; core has none"));
        }
    }
    let empty = Table::new();
    let table = |of: &Table| of.get("dependencies").and_then(Value::as_table).cloned();
    let own = table(&core).unwrap_or_default();
    let names: BTreeSet<&str> = own.keys().map(String::as_str).collect();
    let allowed = BTreeSet::from(DEPENDENCIES);
    for name in names.symmetric_difference(&allowed) {
        faults.push(format!("core's dependencies differ from the list in tests/tidy by {name}"));
    }
    let shared =
        root.get("workspace").and_then(Value::as_table).and_then(table).unwrap_or_default();
    for name in names.intersection(&allowed) {
        let own = own.get(*name).and_then(Value::as_table).unwrap_or(&empty);
        let shared = shared.get(*name).and_then(Value::as_table).unwrap_or(&empty);
        let says = |of: &Table, key: &str| of.get(key).and_then(Value::as_bool);
        if says(own, "workspace") != Some(true) {
            faults.push(format!(
                "core's {name} is not the workspace's; write {name}.workspace = true"
            ));
        }
        if says(shared, "default-features") != Some(false) {
            faults
                .push(format!("the workspace's {name} has its default features; switch them off"));
        }
        let features = [own, shared].map(|of| of.get("features").and_then(Value::as_array));
        if features.into_iter().flatten().flatten().any(|feature| feature.as_str() == Some("std")) {
            faults.push(format!("core's {name} has the feature std; leave it to the shell"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, sources, tree};

    fn of(text: &str) -> Vec<String> {
        impure_sources(&[Source::made("core/src/a.rs", text)])
    }

    #[test]
    fn core_names_nothing_impure() {
        none(&impure_sources(&sources()));
    }

    #[test]
    fn core_depends_on_nothing_impure() {
        let read = |path: &str| tree().read(path).unwrap();
        none(&impure_dependencies(&read("core/Cargo.toml"), &read("Cargo.toml")));
    }

    #[test]
    fn a_source_that_names_something_impure_is_refused() {
        let table = [
            ("use std::fs;", "core/src/a.rs:1 names std"),
            ("fn f() { let t = ::std::env::args(); }", "names std"),
            ("\n\nextern crate std;", "core/src/a.rs:3 names std"),
            ("use std as s;", "names std"),
            ("macro_rules! m { () => { std::process::exit(1) } }", "names std"),
            ("fn f(t: Instant) {}", "names Instant"),
            ("fn f(t: time::SystemTime) {}", "names SystemTime"),
            ("fn f() { println!(\"a\") }", "names println"),
            ("const A: &str = env!(\"PATH\");", "names env"),
            ("fn (", "is no Rust"),
        ];
        for (text, words) in table {
            one(&of(text), words);
        }
        one(&impure_sources(&[Source::made("core/src/lib.rs", "#![no_std]")]), "unsafe_code");
        one(
            &impure_sources(&[Source::made("core/src/lib.rs", "#![forbid(unsafe_code)]")]),
            "no_std",
        );
    }

    #[test]
    fn a_source_that_only_speaks_of_it_passes() {
        none(&of("// std::fs\nfn f(std: u8, env: u8) -> &str { \"std::fs println!\" }"));
        none(&of("#[cfg(test)]\nextern crate std;\n#[cfg(test)] mod tests { use std::fs; }"));
        none(&impure_sources(&[Source::made("shell/src/a.rs", "use std::fs;")]));
    }

    #[test]
    fn a_dependency_that_is_not_on_the_list_or_has_std_is_refused() {
        let all = |line: fn(&str) -> String| DEPENDENCIES.map(line).concat();
        let core = all(|name| format!("{name}.workspace = true\n"));
        let core = format!("[dependencies]\n{core}");
        let shared =
            all(|name| format!("{name} = {{ version = \"1\", default-features = false }}\n"));
        let root = format!("[workspace.dependencies]\n{shared}");
        none(&impure_dependencies(&core, &root));
        one(&impure_dependencies(&format!("{core}rand = \"1\""), &root), "by rand");
        one(&impure_dependencies(&core.replace("sha2.workspace = true", ""), &root), "by sha2");
        one(&impure_dependencies(&format!("{core}[target.x]\n"), &root), "[target]");
        let own = core.replace("sha2.workspace = true", "sha2 = \"1\"");
        one(&impure_dependencies(&own, &root), "not the workspace's");
        let std = core.replace("sha2.w", "sha2.features = [\"std\"]\nsha2.w");
        one(&impure_dependencies(&std, &root), "the feature std");
        let on =
            root.replace("sha2 = { version = \"1\", default-features = false }", "sha2 = \"1\"");
        one(&impure_dependencies(&core, &on), "has its default features");
    }
}
