//! One canary per way in which a run of cargo-mutants can be wrong.
use serde_json::{Value, json};

use super::*;
use crate::{Guards, survivors};

const GUARDS: &str = r#"
    [[guard]]
    file = "core/src/cap.rs"
    function = "guard_cap"
    promise = "At most three blocks."
    test = "core::cap::a_fourth_block_passes"

    [[guard]]
    file = "core/src/flag.rs"
    function = "<impl Rule for Flag>::rule"
    promise = "A flag passes."
    test = "core::flag::a_flag_passes"
"#;

const SURVIVORS: &str = r#"
    [[survivor]]
    file = "core/src/cut.rs"
    function = "cut"
    genre = "BinaryOperator"
    replacement = "<="
    why = "Cutting nothing and not cutting are the same."
"#;

fn mutant(file: &str, function: &str, replacement: &str, summary: &str) -> Value {
    json!({
        "scenario": {"Mutant": {
            "name": format!("{file}:1:1: replace < with {replacement} in {function}"),
            "package": "sprag-core", "file": file, "genre": "BinaryOperator",
            "function": {"function_name": function, "return_type": "-> bool", "span": {}},
            "replacement": replacement, "span": {},
        }},
        "summary": summary, "log_path": "log/x.log", "diff_path": null, "phase_results": [],
    })
}

/// A run in which all is well: six mutants, of which one is unviable and one an accepted survivor.
fn plain() -> Vec<Value> {
    vec![
        json!({"scenario": "Baseline", "summary": "Success", "log_path": "log/baseline.log",
            "diff_path": null, "phase_results": []}),
        mutant("core/src/cap.rs", "guard_cap", "==", "CaughtMutant"),
        mutant("core/src/cap.rs", "guard_cap", "<=", "CaughtMutant"),
        mutant("core/src/flag.rs", "<impl Rule for Flag>::rule", "!=", "CaughtMutant"),
        mutant("core/src/flag.rs", "<impl Rule for Flag>::rule", "()", "Unviable"),
        mutant("core/src/cut.rs", "cut", "<=", "MissedMutant"),
        mutant("core/src/cut.rs", "cut", "==", "CaughtMutant"),
    ]
}

/// The file for these outcomes, with totals that add up.
fn file(outcomes: &[Value]) -> Value {
    let count = |word: &str| {
        outcomes.iter().filter(|o| o["summary"] == word && o["scenario"] != "Baseline").count()
    };
    json!({
        "total_mutants": outcomes.iter().filter(|o| o["scenario"] != "Baseline").count(),
        "missed": count("MissedMutant"), "caught": count("CaughtMutant"),
        "timeout": count("Timeout"), "unviable": count("Unviable"), "success": count("Success"),
        "start_time": "2026-01-01T00:00:00Z", "end_time": "2026-01-01T00:01:00Z",
        "cargo_mutants_version": "27.1.0", "outcomes": outcomes,
    })
}

fn judged(text: &str, scope: Scope, part: Part) -> Judgement {
    judged_with("", text, scope, part)
}

fn judged_with(more: &str, text: &str, scope: Scope, part: Part) -> Judgement {
    let guards = Guards::read(&format!("{GUARDS}{more}")).unwrap();
    let survivors = survivors(SURVIVORS, &guards.guards).unwrap();
    judge(text, &Case { guards: &guards, survivors: &survivors, scope, part, mutants_min: 5 })
}

/// Demands exactly one fault, with these words in it.
#[track_caller]
fn refused(file: &Value, words: &str) -> Judgement {
    let judgement = judged(&file.to_string(), Scope::All, Part::Whole);
    let said: Vec<String> = judgement.faults.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(said[0].contains(words), "{said:#?}");
    assert!(!judgement.failed.is_empty() || judgement.faults_at_large > 0);
    judgement
}

#[test]
fn a_plain_run_passes() {
    let judgement = judged(&file(&plain()).to_string(), Scope::All, Part::Whole);
    assert_eq!(judgement.faults, []);
    assert_eq!((judgement.passed.len(), judgement.failed.len()), (2, 0));
    assert_eq!(judgement.counts, [6, 4, 1, 0, 1]);
    assert_eq!(judgement.logs["core/src/cap.rs::guard_cap"].len(), 2);
}

#[test]
fn an_empty_file_is_refused_and_no_guard_passes() {
    for text in ["", "{}", "[]", "null"] {
        let judgement = judged(text, Scope::All, Part::Whole);
        assert_eq!((judgement.faults_at_large, judgement.passed.len()), (1, 0), "{text}");
        assert_eq!(judgement.failed.len(), 2, "{text}");
    }
}

#[test]
fn another_version_is_refused() {
    let mut file = file(&plain());
    file["cargo_mutants_version"] = json!("27.1.1");
    let judgement = refused(&file, "is of cargo-mutants 27.1.1");
    assert_eq!((judgement.passed.len(), judgement.failed.len()), (0, 2));
}

#[test]
fn an_unfinished_run_is_refused() {
    let mut file = file(&plain());
    file["end_time"] = Value::Null;
    refused(&file, "did not finish");
    file.as_object_mut().unwrap().remove("end_time");
    refused(&file, "did not finish");
}

#[test]
fn a_run_without_a_baseline_is_refused() {
    refused(&file(&plain()[1..]), "0 baselines");
}

#[test]
fn a_run_with_two_baselines_is_refused() {
    let twice = [&plain()[..1], &plain()[..]].concat();
    refused(&file(&twice), "2 baselines");
}

#[test]
fn a_failed_baseline_is_refused() {
    for word in ["Failure", "Timeout"] {
        let mut outcomes = plain();
        outcomes[0]["summary"] = json!(word);
        refused(&file(&outcomes), "did not pass under cargo-mutants");
    }
}

#[test]
fn a_run_without_mutants_is_refused() {
    let judgement = judged(&file(&plain()[..1]).to_string(), Scope::All, Part::Diff);
    assert!(judgement.faults[0].to_string().contains("not one mutant"));
}

#[test]
fn fewer_mutants_than_the_floor_are_refused() {
    let mut outcomes = plain();
    outcomes.pop();
    outcomes.remove(1);
    refused(&file(&outcomes), "4 mutants were tested, the floor is 5");
}

#[test]
fn totals_that_do_not_add_up_are_refused() {
    for name in ["total_mutants", "missed", "caught", "timeout", "unviable", "success"] {
        let mut file = file(&plain());
        file[name] = json!(file[name].as_u64().unwrap() + 1);
        refused(&file, &format!("says {name} ="));
    }
}

#[test]
fn an_outcome_of_an_unknown_kind_is_refused() {
    let mut outcomes = plain();
    outcomes[1]["summary"] = json!("Flaky");
    refused(&file(&outcomes), "is not one of cargo-mutants");
}

#[test]
fn a_guard_without_mutants_is_refused() {
    let mut outcomes = plain();
    for outcome in &mut outcomes[1..3] {
        outcome["scenario"]["Mutant"]["function"]["function_name"] = json!("guard_capped");
    }
    let judgement = refused(&file(&outcomes), "guard_cap has no mutant");
    assert_eq!(judgement.failed, ["core/src/cap.rs::guard_cap"]);
}

#[test]
fn a_guard_of_the_same_name_in_another_file_does_not_stand_in() {
    let mut outcomes = plain();
    for outcome in &mut outcomes[1..3] {
        outcome["scenario"]["Mutant"]["file"] = json!("core/src/other.rs");
    }
    refused(&file(&outcomes), "guard_cap has no mutant");
}

#[test]
fn a_guard_with_only_unviable_mutants_is_refused() {
    let mut outcomes = plain();
    outcomes[3]["summary"] = json!("Unviable");
    outcomes.extend((0..3).map(|_| mutant("core/src/b.rs", "b", "!=", "CaughtMutant")));
    refused(&file(&outcomes), "rule has only mutants that do not compile (2)");
}

#[test]
fn a_missed_mutant_in_a_guard_is_refused() {
    let mut outcomes = plain();
    outcomes[1]["summary"] = json!("MissedMutant");
    let judgement =
        refused(&file(&outcomes), "core::cap::a_fourth_block_passes passes all the same");
    assert_eq!(judgement.failed, ["core/src/cap.rs::guard_cap"]);
}

#[test]
fn a_missed_mutant_in_a_function_inside_a_guard_is_refused() {
    let mut outcomes = plain();
    outcomes.push(mutant("core/src/cap.rs", "guard_cap::over", "!=", "MissedMutant"));
    refused(&file(&outcomes), "guard missed");
}

#[test]
fn a_mutant_of_a_guard_that_times_out_is_refused() {
    let mut outcomes = plain();
    outcomes[1]["summary"] = json!("Timeout");
    refused(&file(&outcomes), "guard timed out");
}

#[test]
fn a_mutant_of_a_guard_that_was_not_tested_is_refused() {
    for word in ["Failure", "Success"] {
        let mut outcomes = plain();
        outcomes[1]["summary"] = json!(word);
        refused(&file(&outcomes), "guard not tested");
    }
}

#[test]
fn a_survivor_that_is_not_listed_is_refused() {
    let mut outcomes = plain();
    outcomes.push(mutant("core/src/cut.rs", "cut", "!=", "MissedMutant"));
    refused(&file(&outcomes), "explain it in survivors.toml");
}

#[test]
fn a_timeout_outside_guards_is_refused() {
    let mut outcomes = plain();
    outcomes.push(mutant("core/src/cut.rs", "cut", "!=", "Timeout"));
    refused(&file(&outcomes), "timed out");
}

#[test]
fn a_listed_survivor_that_did_not_survive_is_refused() {
    let mut outcomes = plain();
    outcomes[5]["summary"] = json!("CaughtMutant");
    refused(&file(&outcomes), "did not survive");
    // Only a run over everything can tell.
    let judgement = judged(&file(&outcomes).to_string(), Scope::Guards, Part::Whole);
    let said: Vec<String> = judgement.faults.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["4 mutants were tested, the floor is 5; find what is no longer mutated"]);
}

#[test]
fn only_guards_count_where_only_guards_were_to_be_changed() {
    let mut outcomes = plain();
    outcomes[5]["summary"] = json!("Timeout");
    outcomes.push(mutant("core/src/cap.rs", "guard_cap", "!=", "CaughtMutant"));
    let judgement = judged(&file(&outcomes).to_string(), Scope::Guards, Part::Whole);
    assert_eq!(judgement.faults, []);
    assert_eq!(judgement.counts, [5, 4, 0, 0, 1]);
}

#[test]
fn more_unviable_mutants_than_a_quarter_are_refused() {
    let mut outcomes = plain();
    outcomes.push(mutant("core/src/cut.rs", "cut", "a", "Unviable"));
    outcomes.push(mutant("core/src/cut.rs", "cut", "c", "CaughtMutant"));
    assert_eq!(judged(&file(&outcomes).to_string(), Scope::All, Part::Whole).faults, []);
    outcomes.push(mutant("core/src/cut.rs", "cut", "b", "Unviable"));
    refused(&file(&outcomes), "3 of 9 mutants did not compile");
}

#[test]
fn a_diff_demands_nothing_of_what_it_does_not_touch() {
    let judgement = judged(&file(&plain()[..2]).to_string(), Scope::All, Part::Diff);
    assert_eq!(judgement.faults, []);
    assert_eq!((judgement.passed.len(), judgement.failed.len()), (1, 0));
}

const WHOLE: &str = r#"
    [[file]]
    path = "core/src/cut.rs"
    promise = "A cut text is short."
    tests = "core::cut"
"#;

/// What is said of a run over the guards and one whole file, and whether the file passed.
#[track_caller]
fn of_whole(outcomes: &[Value], part: Part) -> (Vec<String>, bool) {
    let text = file(outcomes).to_string();
    let judgement = judged_with(WHOLE, &text, Scope::Guards, part);
    let path = "core/src/cut.rs".to_owned();
    let is_in = |list: &[String]| list.contains(&path);
    assert_eq!(is_in(&judgement.passed), !is_in(&judgement.failed));
    assert_eq!(judgement.counts[0].checked_add(1), Some(outcomes.len()));
    (judgement.faults.iter().map(ToString::to_string).collect(), is_in(&judgement.passed))
}

#[test]
fn a_whole_file_passes_where_all_is_caught_or_listed() {
    assert_eq!(of_whole(&plain(), Part::Whole), (vec![], true));
}

#[test]
fn a_missed_mutant_of_a_whole_file_is_refused_where_only_guards_are_changed() {
    for (word, words) in [
        ("MissedMutant", "missed: core/src/cut.rs"),
        ("Timeout", "timed out: core/src/cut.rs"),
        ("Failure", "not tested (Failure): core/src/cut.rs"),
    ] {
        let mut outcomes = plain();
        outcomes[6]["summary"] = json!(word);
        let (said, passed) = of_whole(&outcomes, Part::Whole);
        assert!(said.len() == 1 && said[0].starts_with(words) && !passed, "{said:?}");
    }
}

#[test]
fn a_survivor_of_a_whole_file_must_be_needed() {
    let mut outcomes = plain();
    outcomes[5]["summary"] = json!("CaughtMutant");
    let (said, _) = of_whole(&outcomes, Part::Whole);
    assert!(said.len() == 1 && said[0].contains("did not survive"), "{said:?}");
    // Of some functions nothing can be said.
    assert_eq!(of_whole(&outcomes, Part::Chosen), (vec![], true));
}

#[test]
fn a_whole_file_in_which_nothing_was_caught_is_refused() {
    let mut outcomes = plain();
    outcomes[6]["summary"] = json!("Unviable");
    outcomes.extend((0..2).map(|_| mutant("core/src/cap.rs", "guard_cap", "!=", "CaughtMutant")));
    let (said, passed) = of_whole(&outcomes, Part::Chosen);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("in core/src/cut.rs, which proves nothing") && !passed, "{said:?}");
    outcomes.truncate(5);
    let text = file(&outcomes).to_string();
    let judgement = judged_with(WHOLE, &text, Scope::Guards, Part::Whole);
    assert_eq!(judgement.failed, ["core/src/cut.rs"]);
}

#[test]
fn a_run_that_cannot_be_trusted_passes_no_whole_file() {
    let judgement = judged_with(WHOLE, "{}", Scope::Guards, Part::Whole);
    assert_eq!((judgement.passed.len(), judgement.failed.len()), (0, 3));
}
