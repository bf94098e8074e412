//! `sprag doctor`: every state of things has its line, and every failing line says what to do.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::home::{Home, SPRAG};

/// Returns the lines that the doctor prints, and whether it succeeds.
pub(crate) fn doctor(home: &Home, args: &[&str]) -> (Vec<(String, String, String)>, bool) {
    let said = home.run(&[&["doctor", "--json"], args].concat());
    let whole: Value = serde_json::from_str(&said.stdout).unwrap();
    assert!(whole["version"].as_str().unwrap().contains(env!("CARGO_PKG_VERSION")));
    let mut lines = Vec::new();
    for line in whole["lines"].as_array().unwrap() {
        let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        assert!(line["level"] == "ok" || !text("todo").is_empty(), "{line}");
        lines.push((text("level"), text("topic"), text("seen")));
    }
    let fails = lines.iter().any(|(level, ..)| level == "fail");
    assert_eq!(said.code, i32::from(fails));
    (lines, !fails)
}

/// Demands a line of this level and topic that says this.
#[track_caller]
pub(crate) fn has(lines: &[(String, String, String)], level: &str, topic: &str, words: &str) {
    let is = |line: &&(String, String, String)| line.0 == level && line.1 == topic;
    let found = lines.iter().filter(is).any(|line| line.2.contains(words));
    assert!(found, "no {level} line of {topic} with `{words}`: {lines:#?}");
}

/// A home in which all is well, but for the host.
fn sound() -> Home {
    let mut home = Home::empty();
    home.set("TYPESAFE_API_KEY", "tsk-of-a-test-alone");
    home.done(&["install", "--checks", "promises"]);
    home
}

#[test]
fn a_fresh_machine_is_told_what_to_do() {
    let (lines, _) = doctor(&Home::empty(), &[]);
    has(&lines, "warn", "Claude Code", "no `claude` on PATH");
    has(&lines, "fail", "hook", "not registered");
    has(&lines, "fail", "checks", "no checks are enabled");
    has(&lines, "warn", "key", "absent: `done`, `challenge` and `ask` work without one");
    has(&lines, "ok", "endpoint", "https://");
    has(&lines, "ok", "round trip", "blocked a stop");
    has(&lines, "ok", "state", "0 sessions");
    has(&lines, "warn", "decisions", "none yet");
}

#[test]
fn where_all_is_well_it_succeeds_and_shows_no_key() {
    let home = sound();
    let (lines, is_well) = doctor(&home, &[]);
    assert!(is_well, "{lines:#?}");
    has(&lines, "ok", "hook", SPRAG);
    has(&lines, "ok", "checks", "promises");
    has(&lines, "ok", "key", "TYPESAFE_API_KEY");
    let text = home.done(&["doctor"]);
    assert!(text.contains("ok    round trip") && !text.contains("of-a-test-alone"), "{text}");
}

#[test]
fn a_missing_key_is_a_fault_only_where_a_check_that_is_on_needs_one() {
    for (checks, judge, key, judged, endpoint) in [
        ("ask,challenge", "auto", "ok needs one", "ok no enabled check asks it", "ok not asked"),
        ("ask", "jev", "ok needs one", "ok no enabled check asks it", "ok not asked"),
        ("ask", "local", "ok needs one", "ok no enabled check asks it", "ok not asked"),
        ("done", "local", "ok needs none", "ok nothing leaves", "ok not asked"),
        ("done,ask", "auto", "ok the built-in judge answers", "ok nothing leaves", "fail host"),
        ("done,promises", "local", "ok needs none", "warn not judged: promises", "ok not asked"),
        ("done,watch", "auto", "warn not asked", "warn for done; not judged: watch", "fail host"),
        ("promises", "local", "ok needs none", "fail none of the enabled checks", "ok not asked"),
        (
            "promises",
            "auto",
            "fail nothing is judged",
            "warn none of the enabled checks",
            "fail host",
        ),
        ("done", "jev", "fail nothing is judged", "ok asked at the endpoint", "fail host"),
    ] {
        let mut home = Home::empty();
        home.done(&["install", "--checks", checks, "--judge", judge]);
        home.set("SPRAG_ENDPOINT", "https://judge.example.com/");
        let (lines, _) = doctor(&home, &[]);
        for (topic, expected) in [("key", key), ("judge", judged), ("endpoint", endpoint)] {
            let (level, words) = expected.split_once(' ').unwrap();
            has(&lines, level, topic, words);
        }
        home.set("TYPESAFE_API_KEY", "a b");
        let level = if key == "ok needs one" || judge == "local" { "warn" } else { "fail" };
        has(&doctor(&home, &[]).0, level, "key", "not hold a valid key: it has a space");
    }
}

#[test]
fn every_version_of_the_host_has_its_level() {
    for (said, level, words) in [
        ("2.1.332 (Claude Code)", "ok", "2.1.332"),
        ("2.1.196 (Claude Code)", "ok", "2.1.196"),
        ("2.1.195 (Claude Code)", "warn", "does not identify prompts"),
        ("2.1.138 (Claude Code)", "fail", "drops the hook's arguments"),
        ("1.9.999", "fail", "drops"),
        ("nonsense 1.2", "warn", "odd version"),
    ] {
        let mut home = sound();
        home.write("bin/claude", format!("#!/bin/sh\necho '{said}'\n").as_bytes());
        let path = home.path("bin/claude");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let folder = home.path("bin");
        home.set("PATH", folder.to_str().unwrap());
        has(&doctor(&home, &[]).0, level, "Claude Code", words);
    }
}

#[test]
fn every_fault_of_the_registration_is_found() {
    let home = sound();
    home.done(&["install", "--project", "--checks", "promises"]);
    has(&doctor(&home, &[]).0, "warn", "hook", "registered more than once");
    let entry = |handler: Value| {
        let settings = json!({"hooks": {"Stop": [{"hooks": [handler]}]}});
        let home = sound();
        home.write(".claude/settings.json", settings.to_string().as_bytes());
        home
    };
    let direct = |program: &str, timeout: u64| {
        let args = ["hook", "--checks", "promises"];
        json!({"type": "command", "command": program, "args": args, "timeout": timeout})
    };
    has(&doctor(&entry(direct("/no/such/sprag", 10)), &[]).0, "fail", "hook", "not there");
    has(&doctor(&entry(direct(SPRAG, 6)), &[]).0, "fail", "hook", "stops the hook after 6 s");
    let line = json!({"type": "command", "command": "sprag hook | tee log"});
    has(&doctor(&entry(line), &[]).0, "warn", "hook", "mentions sprag: sprag hook | tee log");
    let home = sound();
    let off = home.settings_text().replacen('{', "{\"disableAllHooks\": true,", 1);
    home.write(".claude/settings.json", off.as_bytes());
    has(&doctor(&home, &[]).0, "fail", "hook", "disableAllHooks");
    home.write(".claude/settings.json", b"{\n  oops\n}");
    has(&doctor(&home, &[]).0, "fail", "hook", "line 2");
}

#[test]
fn the_entry_s_own_command_line_counts() {
    let mut home = Home::empty();
    home.set("TYPESAFE_API_KEY", "k");
    home.done(&["install", "--checks", "watch", "--shadow"]);
    has(&doctor(&home, &[]).0, "warn", "checks", "watch, in shadow");
}

#[test]
fn the_plugin_counts_as_registered_with_its_own_options() {
    let home = Home::with_settings(
        br#"{"enabledPlugins": {"sprag@sprag": true},
            "pluginConfigs": {"sprag@sprag": {"options": {"checks": "promises", "tau": 0.6}}}}"#,
    );
    let (lines, is_well) = doctor(&home, &[]);
    assert!(is_well, "{lines:#?}");
    has(&lines, "ok", "hook", "the plugin is on");
    has(&lines, "ok", "checks", "promises");
    has(&lines, "warn", "key", "the plugin may have its own");
    home.done(&["install", "--checks", "promises"]);
    has(&doctor(&home, &[]).0, "warn", "hook", "more than once");
}

#[test]
fn settings_that_fall_back_are_listed() {
    let mut home = sound();
    home.set("SPRAG_TAU", "7").set("SPRAG_HOSTS", "x");
    let (lines, _) = doctor(&home, &[]);
    has(&lines, "warn", "settings", "tau from SPRAG_TAU");
    has(&lines, "warn", "settings", "SPRAG_HOSTS");
    home.write(".config/sprag/config.toml", b"x = \n");
    has(&doctor(&home, &[]).0, "fail", "settings", "cannot be read");
}

#[test]
fn an_invalid_check_of_ones_own_fails() {
    let mut home = sound();
    home.set("SPRAG_CHECK", r"^\./belt\.sh");
    assert!(doctor(&home, &[]).1);
    home.set("SPRAG_CHECK", "^(./belt");
    has(
        &doctor(&home, &[]).0,
        "fail",
        "settings",
        "check from SPRAG_CHECK: not a valid regular expression",
    );
    home.set("SPRAG_CHECK", "(belt)?");
    has(&doctor(&home, &[]).0, "fail", "settings", "it matches the empty text");
    let text = home.run(&["doctor"]).stdout;
    assert!(text.contains(r"-> fix it, as in ^\./check\.sh, or remove it"), "{text}");
}

#[test]
fn an_endpoint_that_is_refused_fails() {
    let mut home = sound();
    home.set("SPRAG_ENDPOINT", "https://judge.example.com/");
    has(&doctor(&home, &[]).0, "fail", "endpoint", "does not list its host");
    home.set("TYPESAFE_API_KEY", "a b");
    has(&doctor(&home, &[]).0, "fail", "key", "not hold a valid key: it has a space");
}

#[test]
fn an_invalid_state_folder_fails() {
    let home = sound();
    home.write(".local/state/sprag", b"");
    has(&doctor(&home, &[]).0, "fail", "state", "does not block");
}

#[test]
fn a_state_folder_that_is_not_there_is_to_be_made_first() {
    let mut home = sound();
    let path = home.path("new");
    home.set("SPRAG_STATE_DIR", path.to_str().unwrap());
    let (lines, _) = doctor(&home, &[]);
    has(&lines, "warn", "state", "new: not used, for there is no such folder");
    let said = home.run(&["doctor"]).stdout;
    assert!(said.contains(&format!("make it first: mkdir -p {}", path.display())), "{said}");
    fs::create_dir(&path).unwrap();
    has(&doctor(&home, &[]).0, "ok", "state", "new, 0 sessions");
}

#[test]
fn a_state_folder_that_is_not_used_is_named_with_what_to_do() {
    let mut home = sound();
    home.write("other/decisions.jsonl", b"{}\n");
    let path = home.path("other");
    home.set("SPRAG_STATE_DIR", path.to_str().unwrap());
    let (lines, _) = doctor(&home, &[]);
    has(&lines, "warn", "state", "other: not used");
    has(&lines, "ok", "state", ".local/state/sprag, ");
    // What it says to do helps.
    home.write("other/.sprag-state", b"");
    let (lines, _) = doctor(&home, &[]);
    has(&lines, "ok", "state", "other, 0 sessions");
    assert!(!lines.iter().any(|(_, _, seen)| seen.contains("not used")), "{lines:?}");
}

#[test]
fn a_deny_list_that_does_not_say_what_it_seems_to_say_is_named() {
    let home = sound();
    home.write(".config/sprag/deny", b"# mine\n~/a\n~dev/b\nc/d\n/e\n~/f/*\n~/g # mine\n");
    let (lines, _) = doctor(&home, &[]);
    for odd in ["`~dev/b`", "`c/d`", "`~/f/*`", "`~/g # mine`"] {
        has(&lines, "warn", "deny", &format!("deny lists {odd}, which counts for nothing"));
    }
    assert_eq!(lines.iter().filter(|(_, topic, _)| topic == "deny").count(), 4, "{lines:?}");
    home.write(".config/sprag/deny", b"\xff\n");
    has(&doctor(&home, &[]).0, "fail", "deny", "deny cannot be read, so every folder");
}

#[test]
fn what_was_left_behind_is_counted() {
    let home = sound();
    home.write(".local/state/sprag/sessions/a.json", b"{}");
    home.write(".local/state/sprag/sessions/a.7.tmp", b"{}");
    let (lines, _) = doctor(&home, &[]);
    has(&lines, "ok", "state", "1 sessions");
    has(&lines, "warn", "state", "1 drafts");
}

#[test]
fn transcripts_are_read_and_unknown_kinds_named() {
    let home = sound();
    let known = "{\"type\":\"user\"}\n{\"type\":\"assistant\"}\n";
    home.write(".claude/projects/-x/a.jsonl", known.as_bytes());
    has(&doctor(&home, &[]).0, "ok", "transcripts", "1 read, 2 lines");
    let strange = [known, "{\"type\":\"hologram\"}\n{\"a\":1}\nhalf a li"].concat();
    home.write(".claude/projects/-x/b.jsonl", strange.as_bytes());
    let (lines, _) = doctor(&home, &[]);
    has(&lines, "warn", "transcripts", "(none) (1), hologram (1)");
    has(&lines, "warn", "transcripts", "1 lines are not records");
    std::os::unix::fs::symlink("/nowhere", home.path(".claude/projects/-x/c.jsonl")).unwrap();
    has(&doctor(&home, &[]).0, "fail", "transcripts", "c.jsonl");
}

#[test]
fn decisions_and_outages_are_counted() {
    let mut home = sound();
    let mut judge = StandIn::start(&home, &["--scores", "{\"no_action\": 0.9}"]);
    home.set("SPRAG_ENDPOINT", &judge.url);
    stop(&home);
    has(&doctor(&home, &[]).0, "ok", "decisions", "of the last 1: 1 sent back");
    judge.end();
    stop(&home);
    let (lines, _) = doctor(&home, &[]);
    has(&lines, "ok", "decisions", "of the last 2: 1 sent back");
    has(&lines, "warn", "outages", "did not answer in 1 of 2; last: no connection");
    let judge = StandIn::start(&home, &[]);
    home.set("SPRAG_ENDPOINT", &judge.url);
    stop(&home);
    has(&doctor(&home, &[]).0, "ok", "outages", "1 of 3");
    let file = home.path(".local/state/sprag/decisions.jsonl");
    let records = fs::read_to_string(&file).unwrap();
    fs::write(&file, [&records, "half a li"].concat()).unwrap();
    has(&doctor(&home, &[]).0, "warn", "decisions", "cannot read 1 of the lines");
}

/// Runs the hook on a turn that announces an action.
fn stop(home: &Home) {
    let transcript = home.path("session.jsonl");
    let line = json!({"type": "user", "promptId": "p", "promptSource": "sdk", "sessionId": "s",
        "message": {"role": "user", "content": "Fix it."}});
    fs::write(&transcript, [&line.to_string(), "\n"].concat()).unwrap();
    let payload = json!({"session_id": "s", "prompt_id": "p", "hook_event_name": "Stop",
        "transcript_path": transcript, "cwd": home.path("project"), "stop_hook_active": false,
        "last_assistant_message": "I'll fix the parser now and then run the suite again.",
        "background_tasks": [], "session_crons": []});
    home.feed(&["hook", "--checks", "promises"], payload.to_string().as_bytes());
}

/// A stand-in judge that listens.
struct StandIn {
    child: Child,
    url: String,
}

impl StandIn {
    fn start(home: &Home, args: &[&str]) -> Self {
        let file = home.path("port");
        let _ = fs::remove_file(&file);
        let mut command = Command::new(SPRAG);
        command.arg("stand-in").args(args).arg("--port-file").arg(&file).stdout(Stdio::null());
        let child = command.spawn().unwrap();
        let port = loop {
            let port = fs::read_to_string(&file).unwrap_or_default();
            if !port.trim().is_empty() {
                break port;
            }
            thread::sleep(Duration::from_millis(2));
        };
        Self { child, url: format!("http://127.0.0.1:{}/v1/systemone", port.trim()) }
    }

    fn end(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn live_asks_the_judge_and_holds_it_to_the_budget() {
    let mut home = sound();
    for (mode, args, level, words) in [
        ("answer", &["--live", "--runs", "3"][..], "ok", "3 answers, p50 "),
        ("slow:30", &["--live", "--runs", "2", "--budget-ms", "5"], "fail", "budget 5 ms"),
        ("500", &["--live", "--runs", "2"], "fail", "2 of 2 runs without an answer"),
        ("401", &["--live"], "fail", "the key was refused"),
    ] {
        let judge = StandIn::start(&home, &["--mode", mode]);
        home.set("SPRAG_ENDPOINT", &judge.url);
        let (lines, _) = doctor(&home, args);
        has(&lines, level, "judge", words);
    }
}

#[test]
fn without_live_nobody_is_asked() {
    let mut home = sound();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    home.set("SPRAG_ENDPOINT", &format!("http://127.0.0.1:{port}/"));
    assert!(doctor(&home, &[]).1);
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err());
}
