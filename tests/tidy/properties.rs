//! Every property runs as `tests/core/main.rs` says: with a seed, and with its failures kept.
use proc_macro2::{TokenStream, TokenTree};

use crate::source::Source;

/// Where the shared configurations stand.
const HOME: &str = "tests/core/main.rs";

/// How a block of properties begins, without blanks.
const BEGINNINGS: [&str; 4] = [
    "#![proptest_config(properties())]",
    "#![proptest_config(long_properties())]",
    "#![proptest_config(crate::properties())]",
    "#![proptest_config(crate::long_properties())]",
];

/// What only the shared configurations are made with.
const PARTS: [&str; 2] = ["ProptestConfig", "failure_persistence"];

/// How many blocks of properties there are, and what is wrong with them.
fn properties_apart(sources: &[Source]) -> (usize, Vec<String>) {
    let mut faults = Vec::new();
    let mut blocks = 0;
    for source in sources.iter().filter(|source| source.path.ends_with(".rs")) {
        match source.text.parse() {
            Ok(tokens) => blocks += walk(tokens, source, &mut faults),
            Err(e) => faults.push(format!("{} is no Rust: {e}", source.path)),
        }
    }
    (blocks, faults)
}

/// Returns how many blocks there are in these tokens.
fn walk(tokens: TokenStream, source: &Source, faults: &mut Vec<String>) -> usize {
    let mut blocks = 0;
    let mut before = [None, None];
    for token in tokens {
        let at = token.span().start().line;
        let text = token.to_string();
        if let TokenTree::Group(group) = &token {
            if before == [Some("proptest".to_owned()), Some("!".to_owned())] {
                blocks += 1;
                let begins = group.stream().to_string().replace(char::is_whitespace, "");
                if !BEGINNINGS.iter().any(|beginning| begins.starts_with(beginning)) {
                    faults.push(format!(
                        "{}:{at} has a configuration of its own; begin the block with {}",
                        source.path, BEGINNINGS[0]
                    ));
                }
            }
            blocks += walk(group.stream(), source, faults);
        } else if source.path != HOME && PARTS.contains(&text.as_str()) {
            faults.push(format!("{}:{at} has `{text}`, which only {HOME} has", source.path));
        }
        let [_, last] = before;
        before = [last, Some(text)];
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, sources};

    fn of(text: &str) -> Vec<String> {
        properties_apart(&[Source::made("tests/core/a.rs", text)]).1
    }

    #[test]
    fn every_block_of_properties_has_a_shared_configuration() {
        let (blocks, faults) = properties_apart(&sources());
        none(&faults);
        assert!(blocks >= 42, "{blocks} blocks");
    }

    #[test]
    fn a_block_with_a_configuration_of_its_own_is_refused() {
        let table = [
            ("proptest! { #[test] fn prop_a(n in 0..3) {} }", "a configuration of its own"),
            ("mod a {\n proptest! { #![proptest_config(mine())] } }", "a.rs:2 has a conf"),
            ("proptest! { #![proptest_config(Config { cases: 1, ..properties() })] }", "own"),
            ("fn a() { proptest!(|(n in 0..3)| {}); }", "a configuration of its own"),
            ("fn mine() -> ProptestConfig { properties() }", "has `ProptestConfig`"),
            ("fn mine() { c.failure_persistence = None; }", "has `failure_persistence`"),
        ];
        for (text, words) in table {
            one(&of(text), words);
        }
        for beginning in BEGINNINGS {
            none(&of(&format!("proptest! {{\n    {beginning}\n    #[test] fn prop_a() {{}} }}")));
        }
    }
}
