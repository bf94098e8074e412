//! The hard limits of files, functions and lines.
use alloc::collections::BTreeSet;

use crate::function::found;
use crate::source::Source;

const FILE_LINES_MAX: usize = 400;
const FUNCTION_LINES_MAX: usize = 70;
const COLUMNS_MAX: usize = 100;

/// Words that must not be left behind in code.
const LEFT_BEHIND: [&str; 2] = [concat!("dbg", "!("), concat!("mutants", "::skip")];

/// Words that must not be left behind in a comment.
const LEFT_IN_COMMENTS: [&str; 2] = [concat!("TO", "DO"), concat!("XX", "X")];

/// Breaches of the limits in Rust and TOML files.
fn breaches(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources {
        let is_rust = source.path.ends_with(".rs");
        if is_rust || source.path.ends_with(".toml") {
            ascii(source, &mut faults);
        }
        if is_rust {
            lines(source, &mut faults);
            functions(source, &mut faults);
        }
    }
    faults
}

fn ascii(source: &Source, faults: &mut Vec<String>) {
    let odd = source.text.lines().zip(1..).find(|(line, _)| !line.is_ascii());
    faults.extend(odd.map(|(line, number)| {
        let odd: String = line.chars().filter(|c| !c.is_ascii()).collect();
        format!("{}:{number} has `{odd}`, which is not ASCII; write an escape", source.path)
    }));
}

fn lines(source: &Source, faults: &mut Vec<String>) {
    let path = &source.path;
    let count = source.text.lines().count();
    if count > FILE_LINES_MAX {
        faults.push(format!("{path} has {count} lines, at most {FILE_LINES_MAX}; split it"));
    }
    if !source.text.starts_with("//!") {
        faults.push(format!("{path} does not start with a `//!` sentence; write one"));
    }
    for (line, number) in source.text.lines().zip(1..) {
        let columns = line.chars().count();
        if columns > COLUMNS_MAX && !is_one_literal(line) {
            faults.push(format!("{path}:{number} has {columns} columns, at most {COLUMNS_MAX}"));
        }
        let comment = line.split_once("//").map_or("", |(_, comment)| comment);
        let left = LEFT_BEHIND.iter().filter(|word| line.contains(**word));
        let noted = LEFT_IN_COMMENTS.iter().filter(|word| comment.contains(**word));
        for word in left.chain(noted) {
            faults.push(format!("{path}:{number} has `{word}` left in it; remove it"));
        }
    }
}

/// A pattern or a sentence of escapes cannot be broken without breaking what it says.
fn is_one_literal(line: &str) -> bool {
    let line = line.trim_start();
    ["\"", "r\"", "r#\""].iter().any(|start| line.starts_with(start)) && !line.contains(" => ")
}

fn functions(source: &Source, faults: &mut Vec<String>) {
    let path = &source.path;
    match found(&source.text, &BTreeSet::new()) {
        Err(e) => faults.push(format!("{path} is no Rust: {e}")),
        Ok(found) => {
            for function in found.functions.iter().filter(|f| f.lines > FUNCTION_LINES_MAX) {
                let (name, count) = (&function.name, function.lines);
                faults.push(format!(
                    "{path}: {name} has {count} lines, at most {FUNCTION_LINES_MAX}; split it"
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, sources};

    fn of(path: &str, text: &str) -> Vec<String> {
        breaches(&[Source::made(path, text)])
    }

    #[test]
    fn the_tree_keeps_its_limits() {
        none(&breaches(&sources()));
    }

    #[test]
    fn what_breaks_a_limit_is_refused() {
        let head = "//! A.\n";
        let long = |lines: usize| format!("{head}fn f() {{\n{}}}\n", "g();\n".repeat(lines));
        let table = [
            (format!("{head}{}", "\n".repeat(FILE_LINES_MAX)), "a.rs has 401 lines"),
            (long(69), "f has 71 lines"),
            (format!("{head}// {}", "a".repeat(98)), "a.rs:2 has 101 columns"),
            (format!("{head}const A: &str = \"{}\";", "a".repeat(98)), "a.rs:2 has 117 columns"),
            (format!("{head}// \u{2192}"), "not ASCII"),
            ("fn f() {}".to_owned(), "does not start with"),
            (format!("{head}// {} later", LEFT_IN_COMMENTS[0]), "left in it"),
            (format!("{head}fn f() {{ {}a) }}", LEFT_BEHIND[0]), "left in it"),
            (format!("{head}// #[{}]", LEFT_BEHIND[1]), "left in it"),
            (format!("{head}fn ("), "is no Rust"),
        ];
        for (text, words) in table {
            one(&of("a.rs", &text), words);
        }
        one(&of("a.toml", "# \u{e9}"), "not ASCII");
    }

    #[test]
    fn what_just_keeps_a_limit_passes() {
        let text = format!("//! A.\nfn f() {{\n{}}}\n// {}\n", "g();\n".repeat(68), "a".repeat(97));
        none(&of("a.rs", &text));
        none(&of("a.md", "\u{2192} anything"));
        none(&of("a.rs", &format!("//! A.\nconst A: &str = \"{}Write\";", LEFT_IN_COMMENTS[0])));
    }
}
