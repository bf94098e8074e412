//! Every promise of `docs/promises.md` names tests that exist.
use alloc::collections::BTreeSet;

const FILE: &str = "docs/promises.md";
const PROMISES: usize = 16;

/// Fields of a request, each of which has a row.
const FIELDS: [&str; 6] =
    ["`final_text`", "`tools`", "`background`", "`language`", "`run`", "`task`"];

/// What is wrong with the tables, given the names of all tests.
fn promises_broken(page: &str, tests: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|row| row.split(" | ").collect())
        .collect();
    let numbers = (1..=PROMISES).map(|number| number.to_string());
    for wanted in numbers.chain(FIELDS.map(str::to_owned)) {
        let Some(row) = rows.iter().find(|row| row[0] == wanted) else {
            faults.push(format!("{FILE} has no row {wanted}"));
            continue;
        };
        let names: Vec<&str> =
            row[row.len() - 1].split(", ").map(|n| n.trim_matches('`')).collect();
        for name in names.iter().filter(|name| !tests.contains(**name)) {
            faults.push(format!("{FILE}: row {wanted} names {name}, which is no test"));
        }
        let is_wide = |name: &&str| {
            let last = name.rsplit("::").next().unwrap_or_default();
            last.starts_with("prop_") || last.starts_with("every_")
        };
        if !names.iter().any(is_wide) {
            faults.push(format!("{FILE}: row {wanted} has no `prop_` or `every_` test"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guards::tests;
    use crate::source::{none, one, sources, tree};

    fn page() -> String {
        tree().read(FILE).unwrap()
    }

    fn names() -> BTreeSet<String> {
        tests(&sources()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_promise_names_tests_that_exist() {
        none(&promises_broken(&page(), &names()));
    }

    #[test]
    fn a_promise_without_a_test_is_refused() {
        let (page, names) = (page(), names());
        let of = |page: &str| promises_broken(page, &names);
        one(&of(&page.replace("| 7 |", "| 77 |")), "no row 7");
        one(&of(&page.replace("| `tools` |", "| `tool` |")), "no row `tools`");
        one(&of(&page.replace("prop_only_a_block_is", "prop_only_a_block_was")), "is no test");
        let narrow = page.replace(
            "`core::promise::prop_only_a_block_is_rendered_as_one`",
            "`cli::privacy::no_argument_result_or_prompt_leaves`",
        );
        one(&of(&narrow), "row 4 has no `prop_` or `every_`");
    }
}
