//! What Claude Code's own files set: variables of its sessions, and whether hooks run at all.

use serde_json::{Value, json};

use crate::doctor::{doctor, has};
use crate::home::Home;

const USER: &str = ".claude/settings.json";
const PROJECT: &str = "project/.claude/settings.json";
const LOCAL: &str = "project/.claude/settings.local.json";

/// Sets a member of a file and leaves the rest of it.
fn set(home: &Home, file: &str, key: &str, value: Value) {
    let text = std::fs::read_to_string(home.path(file)).unwrap_or_else(|_| "{}".into());
    let mut whole: Value = serde_json::from_str(&text).unwrap();
    whole[key] = value;
    home.write(file, whole.to_string().as_bytes());
}

#[test]
fn variables_of_the_host_s_files_count_as_they_would_for_the_hook() {
    let home = Home::empty();
    home.done(&["install"]);
    has(&doctor(&home, &[]).0, "fail", "checks", "no checks are enabled");
    set(&home, USER, "env", json!({"SPRAG_CHECKS": "promises", "PAGER": "less"}));
    let (lines, _) = doctor(&home, &[]);
    has(&lines, "ok", "checks", "promises");
    has(&lines, "fail", "key", "absent, so nothing is judged");
    has(&lines, "ok", "variables", "settings.json sets SPRAG_CHECKS in Claude Code's sessions");
    // The project's file counts more than the user's, and the local one most.
    set(&home, PROJECT, "env", json!({"SPRAG_CHECKS": "watch"}));
    has(&doctor(&home, &[]).0, "ok", "checks", "watch");
    let key = "tsk-of-a-test-alone";
    set(&home, LOCAL, "env", json!({"TYPESAFE_API_KEY": key, "SPRAG_CHECKS": "done,watch"}));
    let (lines, is_well) = doctor(&home, &[]);
    assert!(is_well, "{lines:#?}");
    has(&lines, "ok", "checks", "watch,done");
    has(&lines, "ok", "key", "settings.local.json");
    has(&lines, "ok", "variables", "settings.local.json sets SPRAG_CHECKS, TYPESAFE_API_KEY");
    assert!(
        !home.done(&["doctor"]).contains(key) && !home.done(&["doctor", "--json"]).contains(key)
    );
}

#[test]
fn an_endpoint_that_a_project_sets_is_refused_as_the_hook_refuses_it() {
    let mut home = Home::empty();
    home.set("TYPESAFE_API_KEY", "tsk-of-a-test-alone");
    home.done(&["install", "--checks", "promises"]);
    assert!(doctor(&home, &[]).1);
    set(&home, PROJECT, "env", json!({"SPRAG_ENDPOINT": "https://judge.example.com/"}));
    has(&doctor(&home, &[]).0, "fail", "endpoint", "does not list its host");
}

#[test]
fn of_the_files_that_turn_hooks_off_or_on_the_one_that_counts_most_decides() {
    let off = |home: &Home| {
        let (lines, _) = doctor(home, &[]);
        let lines = lines.iter().filter(|line| line.2.contains("disableAllHooks"));
        lines.map(|line| line.0.clone()).collect::<Vec<_>>()
    };
    let home = Home::empty();
    home.done(&["install", "--checks", "ask"]);
    assert!(off(&home).is_empty());
    for (file, is_off, level) in [
        (USER, true, "fail"),
        (PROJECT, false, "ok"),
        (LOCAL, true, "fail"),
        (LOCAL, false, "ok"),
        (PROJECT, true, "ok"),
    ] {
        set(&home, file, "disableAllHooks", json!(is_off));
        assert_eq!(off(&home), [level], "{file} {is_off}");
    }
}

#[test]
fn an_installation_grants_the_time_that_the_host_s_files_give_the_hook() {
    let home = Home::empty();
    home.done(&["install", "--checks", "ask"]);
    set(&home, USER, "env", json!({"SPRAG_TIMEOUT": "20"}));
    assert!(doctor(&home, &[]).1, "it gives the hook no more time by itself");
    home.write(".config/sprag/config.toml", b"timeout = 30\n");
    has(&doctor(&home, &[]).0, "fail", "hook", "stops the hook after 10 s");
    home.done(&["install", "--user"]);
    assert!(doctor(&home, &[]).1);
}
