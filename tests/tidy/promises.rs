//! Every promise of `docs/promises.md` names tests that exist.
use alloc::collections::BTreeSet;

const FILE: &str = "docs/promises.md";
const THREATS: &str = "docs/threat-model.md";

/// What the heads of the tables begin with.
const HEADS: [&str; 2] = ["| promise", "field"];

/// How many promises there are at least; a row that is added raises it.
const PROMISES: usize = 19;

/// Fields of a request, each of which has a row.
const FIELDS: [&str; 6] =
    ["`final_text`", "`tools`", "`background`", "`language`", "`run`", "`task`"];

/// What is wrong with the page, given the names of all tests.
fn promises_broken(page: &str, tests: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|row| row.split(" | ").collect())
        .filter(|row: &Vec<&str>| !HEADS.contains(&row[0]))
        .collect();
    let wanted = (1..=PROMISES).map(|number| number.to_string());
    let wanted: Vec<String> = wanted.chain(FIELDS.map(str::to_owned)).collect();
    for first in &wanted {
        match rows.iter().filter(|row| row[0] == first).count() {
            1 => {}
            0 => faults.push(format!("{FILE} has no row {first}")),
            count => faults.push(format!("{FILE} has {count} rows {first}")),
        }
    }
    for row in &rows {
        let first = row[0];
        if !wanted.iter().any(|wanted| wanted == first) {
            faults.push(format!("{FILE}: nobody demands the row {first}; tests/tidy has to"));
        }
        let names: Vec<&str> =
            row[row.len() - 1].split(", ").map(|n| n.trim_matches('`')).collect();
        for name in names.iter().filter(|name| !tests.contains(**name)) {
            faults.push(format!("{FILE}: row {first} names {name}, which is no test"));
        }
        let is_wide = |name: &&str| {
            let last = name.rsplit("::").next().unwrap_or_default();
            last.starts_with("prop_") || last.starts_with("every_")
        };
        if !names.iter().any(is_wide) {
            faults.push(format!("{FILE}: row {first} has no `prop_` or `every_` test"));
        }
    }
    for name in page.lines().filter(|line| !line.starts_with('|')).flat_map(names) {
        let module = format!("{name}::");
        if !tests.iter().any(|test| test == name || test.starts_with(&module)) {
            faults.push(format!("{FILE} names {name}, which is no test and holds none"));
        }
    }
    faults
}

/// Rows of the threat model that name no test, or one that does not exist.
fn threats_unheld(page: &str, tests: &BTreeSet<String>) -> Vec<String> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let mut faults = Vec::new();
    for row in rows.filter(|row| row.matches(" | ").count() == 1 && !row.starts_with("attack")) {
        let (attack, held_by) = row.split_once(" | ").unwrap_or((row, ""));
        for name in held_by.split(", ").map(|name| name.trim_matches('`')) {
            if !tests.contains(name) {
                faults.push(format!("{THREATS}: `{attack}` names {name}, which is no test"));
            }
        }
    }
    faults
}

/// Returns what a line of prose names as a test or a module of tests.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('`').skip(1).step_by(2);
    quoted.filter(|word| word.contains("::") && !word.contains("_harness::"))
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
    fn every_threat_names_tests_that_exist() {
        let page = tree().read(THREATS).unwrap();
        none(&threats_unheld(&page, &names()));
        assert!(page.matches("::").count() > 60, "the rows are gone");
    }

    #[test]
    fn a_threat_without_a_test_is_refused() {
        let row =
            "| attack | test |\n|---|---|\n| a variable lies | `core::a::nobody_wrote_this` |\n";
        one(&threats_unheld(row, &names()), "names core::a::nobody_wrote_this, which is no test");
        one(&threats_unheld("| a variable lies |  |", &names()), "names , which is no test");
    }

    #[test]
    fn a_promise_without_a_test_is_refused() {
        let (page, names) = (page(), names());
        let of = |page: &str| promises_broken(page, &names);
        one(&of(&page.replace("prop_only_a_block_is", "prop_only_a_block_was")), "is no test");
        let narrow = page.replace(
            "`core::checks::promises::prop_only_a_block_is_rendered_as_one`",
            "`cli::privacy::no_argument_result_or_prompt_leaves`",
        );
        one(&of(&narrow), "row 4 has no `prop_` or `every_`");
        let prose = page.replace("`core::worker::secrets`", "`core::worker::secret`");
        one(&of(&prose), "names core::worker::secret, which is no test and holds none");
    }

    /// Every row of both tables, and not only those of one of them or the first few.
    #[test]
    fn a_row_that_is_gone_or_names_no_test_is_refused() {
        let (page, names) = (page(), names());
        let of = |page: &str| promises_broken(page, &names);
        let rows: Vec<&str> = page.lines().filter(|line| line.ends_with("` |")).collect();
        assert_eq!(rows.len(), PROMISES + FIELDS.len());
        for row in rows {
            let first = row.trim_start_matches("| ").split(' ').next().unwrap();
            one(&of(&page.replace(row, "")), &format!("no row {first}"));
            let twice = of(&page.replace(row, &format!("{row}\n{row}")));
            one(&twice, &format!("has 2 rows {first}"));
            let inside = row.strip_suffix(" |").unwrap();
            let invented = format!("{inside}, `core::checks::promises::prop_nobody_wrote_this` |");
            let words = format!("row {first} names core::checks::promises::prop_nobody_wrote_this");
            one(&of(&page.replace(row, &invented)), &words);
        }
        let more = page.replace(
            "| 19 |",
            "| 20 | More. | `core::decision::sim::every_simulated_session_keeps_the_contract` |\n| 19 |",
        );
        one(&of(&more), "nobody demands the row 20");
    }
}
