//! `sprag install` on a terminal: a few questions, shadow first.

use serde_json::{Value, json};
use sprag_core::checks;

use crate::home::Home;
use crate::terminal::Terminal;

const CHECKS: &str = "Which, separated by commas? [promises] ";
const SHADOW: &str = "Shadow? [Y/n] ";
const WRITE: &str = "Write to ";

fn install(home: &Home, args: &[&str]) -> Terminal {
    Terminal::start(home.command(&[&["install"], args].concat()))
}

/// Answers the three questions.
fn answered(home: &Home, checks: &str, shadow: &str, goes_on: &str) -> (i32, String) {
    let mut terminal = install(home, &[]);
    for (question, answer) in [(CHECKS, checks), (SHADOW, shadow), (WRITE, goes_on)] {
        terminal.expect(question);
        terminal.type_line(answer);
    }
    terminal.end()
}

/// Returns the arguments of our entry.
fn args(home: &Home) -> Value {
    let settings: Value = serde_json::from_str(&home.settings_text()).unwrap();
    settings["hooks"]["Stop"][0]["hooks"][0]["args"].clone()
}

#[test]
fn whoever_only_presses_return_gets_one_check_in_shadow() {
    let home = Home::empty();
    let (code, said) = answered(&home, "", "", "");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("entry added"), "{said}");
    assert_eq!(args(&home), json!(["hook", "--checks", "promises", "--shadow"]));
}

#[test]
fn it_names_the_checks_and_what_shadow_is_before_it_asks() {
    let home = Home::empty();
    let mut terminal = install(&home, &[]);
    let mut words: Vec<&str> = checks::ALL.iter().map(|check| check.word).collect();
    words.dedup();
    words.push(checks::READS);
    assert_eq!(terminal.expect(CHECKS), format!("Checks: all, {}.\r\n", words.join(", ")));
    terminal.type_line("watch");
    let before = terminal.expect(SHADOW);
    assert!(before.contains("blocks nothing. Start there."), "{before}");
    terminal.type_line("");
    terminal.expect(WRITE);
    let file = home.path(".claude/settings.json");
    terminal.expect(&format!("{}? [Y/n] ", file.display()));
    assert_eq!(home.settings(), None, "written before the answer");
    terminal.type_line("");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn only_a_clear_no_turns_shadow_off() {
    for (answer, expected) in [
        ("n", json!(["hook", "--checks", "watch,promises"])),
        (" No ", json!(["hook", "--checks", "watch,promises"])),
        ("y", json!(["hook", "--checks", "watch,promises", "--shadow"])),
        ("nah", json!(["hook", "--checks", "watch,promises", "--shadow"])),
    ] {
        let home = Home::empty();
        let (code, said) = answered(&home, "watch,promises", answer, "y");
        assert_eq!((code, args(&home)), (0, expected), "{answer}: {said}");
    }
}

#[test]
fn whoever_does_not_want_it_keeps_the_file() {
    let before = b"{ }\n";
    for answer in ["n", "NO"] {
        let home = Home::with_settings(before);
        let (code, said) = answered(&home, "", "", answer);
        assert!(code == 0 && said.ends_with("Nothing was written.\r\n"), "{answer}: {said}");
        assert_eq!(home.settings().unwrap(), before);
        assert_eq!(home.names(".claude"), ["settings.json"]);
    }
}

#[test]
fn the_end_of_the_input_writes_nothing_at_any_question() {
    let questions = [CHECKS, SHADOW, WRITE];
    for last in 0..questions.len() {
        let home = Home::empty();
        let mut terminal = install(&home, &[]);
        for question in &questions[..last] {
            terminal.expect(question);
            terminal.type_line("");
        }
        terminal.expect(questions[last]);
        terminal.type_end();
        let (code, said) = terminal.end();
        assert!(code == 0 && said.ends_with("Nothing was written.\r\n"), "{last}: {said}");
        assert_eq!(home.settings(), None);
    }
}

#[test]
fn an_invalid_check_is_asked_for_again() {
    let home = Home::empty();
    let mut terminal = install(&home, &[]);
    terminal.expect(CHECKS);
    terminal.type_line("lint");
    let problem = terminal.expect(CHECKS);
    assert!(problem.contains("lint"), "{problem}");
    terminal.type_line("all");
    terminal.expect(SHADOW);
    terminal.type_line("");
    terminal.expect(WRITE);
    terminal.type_line("");
    assert_eq!(terminal.end().0, 0);
    assert_eq!(args(&home), json!(["hook", "--checks", "all", "--shadow"]));
}

#[test]
fn whoever_has_said_it_already_is_not_asked() {
    let home = Home::empty();
    for args in [&["--dry-run"][..], &["--checks", "watch", "--shadow"], &[]] {
        // Without options of the hook, the entry is there by now.
        let (code, said) = install(&home, args).end();
        assert!(code == 0 && !said.contains('?'), "{args:?}: {said}");
    }
    assert_eq!(args(&home), json!(["hook", "--checks", "watch", "--shadow"]));
}
