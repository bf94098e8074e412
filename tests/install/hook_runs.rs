//! `sprag doctor` judges every entry by its own command line.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value;

use crate::doctor::{doctor, has};
use crate::home::Home;

#[test]
fn the_doctor_looks_at_every_entry_whichever_stands_first() {
    let home = Home::empty();
    home.done(&["install", "--user", "--checks", "reads"]);
    home.done(&["install", "--user", "--checks", "promises"]);
    let (lines, _) = doctor(&home, &[]);
    has(&lines, "ok", "checks", "settings.json, PreToolUse: reads");
    has(&lines, "ok", "checks", "settings.json, Stop: promises");
    has(&lines, "fail", "key", "settings.json, Stop: absent, so nothing is judged");
    has(&lines, "ok", "endpoint", "settings.json, Stop: https://");
    let text = home.run(&["doctor"]).stdout;
    assert!(!text.contains("nothing leaves this machine"), "{text}");
}

#[test]
fn every_host_is_told_its_own_command() {
    let todo = |home: &Home, topic: &str| {
        let whole: Value = serde_json::from_str(&home.run(&["doctor", "--json"]).stdout).unwrap();
        let lines = whole["lines"].as_array().unwrap().iter();
        let mut failing = lines.filter(|line| line["level"] == "fail" && line["topic"] == topic);
        failing.next().unwrap()["todo"].as_str().unwrap().to_owned()
    };
    let home = Home::empty();
    home.done(&["install", "--host", "codex"]);
    let words = "enable some: sprag install --host codex --user --checks done,ask --shadow";
    assert_eq!(todo(&home, "checks"), words);
    // Beside a host where all is well, too.
    home.done(&["install", "--checks", "ask"]);
    assert_eq!(todo(&home, "checks"), words);
    has(&doctor(&home, &[]).0, "fail", "checks", "hooks.json, Stop: no checks are enabled");
    home.done(&["install", "--host", "grok", "--command", "/no/such/sprag", "--checks", "ask"]);
    assert_eq!(todo(&home, "hook"), "sprag install --host grok --user, or put the program there");
}

#[test]
fn what_a_host_leaves_behind_when_it_says_its_version_is_not_waited_for() {
    let mut home = Home::empty();
    let left = home.path("left");
    // Nobody reads the pipe that it holds, and it goes with its group.
    let script = format!("#!/bin/sh\n(sleep 5; : > {}) &\necho 2.1.332\n", left.display());
    home.write("bin/claude", script.as_bytes());
    let path = home.path("bin/claude");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let folders = format!("{}:/usr/bin:/bin", home.path("bin").display());
    home.set("PATH", &folders).set("SPRAG_WORKER", "anthropic");
    has(&doctor(&home, &[]).0, "ok", "Claude Code", "2.1.332");
    assert!(!left.exists(), "it was waited for");
}

#[test]
fn the_built_in_judge_has_no_round_trip() {
    let mut home = Home::empty();
    home.set("TYPESAFE_API_KEY", "tsk-of-a-test-alone").set("SPRAG_JUDGE", "local");
    home.done(&["install", "--checks", "done"]);
    let (lines, is_well) = doctor(&home, &["--live"]);
    has(&lines, "ok", "judge", "there is no round trip, so nobody was asked");
    assert!(is_well, "{lines:#?}");
}
