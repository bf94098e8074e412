//! Codex and Grok: the entry in their files, and what the doctor says about them.

use std::fs;

use serde_json::{Value, json};

use crate::doctor::{doctor, has};
use crate::home::{Home, SPRAG};

const FILES: [(&str, &str); 2] =
    [("codex", ".codex/hooks.json"), ("grok", ".grok/hooks/sprag.json")];

fn text(home: &Home, name: &str) -> String {
    fs::read_to_string(home.path(name)).unwrap()
}

/// Returns the commands at the end of a turn.
fn commands(home: &Home, name: &str) -> Vec<Value> {
    let whole: Value = serde_json::from_str(&text(home, name)).unwrap();
    let groups = whole["hooks"]["Stop"].as_array().unwrap();
    groups.iter().flat_map(|group| group["hooks"].as_array().unwrap().clone()).collect()
}

#[test]
fn the_entry_is_one_line_for_a_shell_that_names_its_host() {
    for (host, name) in FILES {
        let home = Home::empty();
        let said = home.done(&["install", "--host", host, "--checks", "promises", "--shadow"]);
        let line = format!("{SPRAG} hook --host {host} --checks promises --shadow");
        assert!(said.contains(&line), "{said}");
        let entry = json!({"type": "command", "command": line, "timeout": 10});
        assert_eq!(commands(&home, name), [entry]);
        assert_eq!(home.settings(), None, "Claude Code's settings are another host's");
    }
}

#[test]
fn an_installation_that_is_taken_back_leaves_the_files_as_they_were() {
    let neighbour = "{ \"hooks\": {\"Stop\": [ {\"hooks\": [{\"type\": \"command\", \
                     \"command\": \"notify\"}]} ]},\r\n \"x\": 1 }";
    for (host, name) in FILES {
        let home = Home::empty();
        home.write(name, neighbour.as_bytes());
        let folder = name.rsplit_once('/').unwrap().0;
        home.done(&["install", "--host", host, "--checks", "promises"]);
        assert_eq!(commands(&home, name).len(), 2);
        let installed = text(&home, name);
        home.done(&["install", "--host", host]);
        assert_eq!(text(&home, name), installed, "a second time changes nothing");
        home.done(&["install", "--host", host, "--checks", "language"]);
        assert!(text(&home, name).contains("--checks language"));
        home.done(&["uninstall", "--host", host]);
        assert_eq!(text(&home, name), neighbour);
        assert_eq!(home.names(folder).len(), 1, "{:?}", home.names(folder));
        // Where there was no file, there is none afterwards.
        let home = Home::empty();
        home.done(&["install", "--host", host]);
        assert!(text(&home, name).contains(&format!("hook --host {host}")));
        home.done(&["uninstall", "--host", host]);
        assert!(!home.path(name).exists());
    }
}

#[test]
fn a_list_of_arguments_that_the_host_would_drop_becomes_a_line() {
    for (host, name) in FILES {
        let home = Home::empty();
        let entry = json!({"type": "command", "command": "sprag", "args": ["hook"]});
        home.write(name, json!({"hooks": {"Stop": [{"hooks": [entry]}]}}).to_string().as_bytes());
        home.done(&["install", "--host", host, "--checks", "promises"]);
        let [only] = &commands(&home, name)[..] else { panic!("{}", text(&home, name)) };
        assert!(only["command"].as_str().unwrap().contains(" hook --host "), "{only}");
        assert_eq!(only.get("args"), None);
    }
}

#[test]
fn variables_move_the_folders_and_projects_have_their_own() {
    for (host, variable, moved, own) in [
        ("codex", "CODEX_HOME", "elsewhere/hooks.json", "project/.codex/hooks.json"),
        ("grok", "GROK_HOME", "elsewhere/hooks/sprag.json", "project/.grok/hooks/sprag.json"),
    ] {
        let mut home = Home::empty();
        let folder = home.path("elsewhere");
        home.set(variable, folder.to_str().unwrap());
        home.done(&["install", "--host", host]);
        assert!(home.path(moved).exists());
        home.done(&["install", "--host", host, "--project"]);
        let line = format!("sprag hook --host {host}");
        assert_eq!(commands(&home, own)[0]["command"], line);
        let said = home.done(&["uninstall", "--host", host]);
        assert!(said.contains(&format!("sprag uninstall --host {host} --project")), "{said}");
    }
}

#[test]
fn an_invalid_host_and_a_folder_of_another_are_refused() {
    let home = Home::empty();
    home.refused(&["install", "--host", "cursor"], "no host `cursor`");
    home.refused(&["install", "--host", "grok", "--claude-dir", "x"], "--claude-dir");
    home.refused(&["uninstall", "--host", "codex", "--claude-dir", "x"], "--claude-dir");
}

#[test]
fn each_host_is_told_what_is_left_to_do() {
    for (host, words) in [("codex", "/hooks"), ("grok", "handled once"), ("claude", "restart")] {
        let said = Home::empty().done(&["install", "--host", host]);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn the_doctor_looks_at_the_hosts_that_run_us() {
    for (host, title) in [("codex", "Codex"), ("grok", "Grok")] {
        let home = Home::empty();
        home.done(&["install", "--host", host, "--checks", "promises"]);
        let (lines, _) = doctor(&home, &[]);
        has(&lines, "warn", title, &format!("no `{host}` on PATH"));
        has(&lines, "ok", "hook", &format!("hook --host {host} --checks promises"));
        has(&lines, "ok", "checks", "promises");
        assert!(lines.iter().all(|line| line.1 != "Claude Code"), "{lines:#?}");
        home.done(&["install"]);
        has(&doctor(&home, &[]).0, "warn", "Claude Code", "no `claude` on PATH");
        has(&doctor(&home, &[]).0, "warn", title, host);
    }
}

#[test]
fn the_doctor_says_whether_codex_has_been_told_to_trust_the_entry() {
    let home = Home::empty();
    home.done(&["install", "--host", "codex", "--checks", "promises"]);
    has(&doctor(&home, &[]).0, "fail", "review", "not reviewed");
    let file = home.path(".codex/hooks.json");
    let state = |key: &str, is: &str| {
        let table = format!("[hooks.state.\"{key}\"]\n{is}\n");
        home.write(".codex/config.toml", table.as_bytes());
        doctor(&home, &[]).0
    };
    let key = format!("{}:stop:0:0", file.display());
    has(&state(&key, "trusted_hash = \"sha256:00\""), "ok", "review", "reviewed");
    has(&state(&key, "enabled = true"), "fail", "review", "not reviewed");
    let other = format!("{}:stop:1:0", file.display());
    has(&state(&other, "trusted_hash = \"sha256:00\""), "fail", "review", "not reviewed");
    home.write(".codex/config.toml", b"not toml");
    has(&doctor(&home, &[]).0, "fail", "review", "cannot be read");
    home.write(".codex/config.toml", b"[features]\nhooks = false\n");
    has(&doctor(&home, &[]).0, "fail", "hook", "turns hooks off");
    let before = home.names(".codex");
    home.done(&["uninstall", "--host", "codex"]);
    assert_eq!(before.len(), 2);
    assert_eq!(text(&home, ".codex/config.toml"), "[features]\nhooks = false\n");
}

#[test]
fn the_doctor_sees_what_makes_codex_read_no_hook() {
    let home = Home::empty();
    home.write(".codex/hooks.json", b"{\"description\": \"\", \"hooks\": {}}");
    home.done(&["install", "--host", "codex"]);
    let reads_none = |lines: &[(String, String, String)]| {
        lines.iter().any(|line| line.0 == "fail" && line.2.contains("Codex reads no hook"))
    };
    assert!(!reads_none(&doctor(&home, &[]).0));
    let text = text(&home, ".codex/hooks.json").replacen('{', "{\"version\": 1, ", 1);
    home.write(".codex/hooks.json", text.as_bytes());
    has(&doctor(&home, &[]).0, "fail", "hook", "a file that contains `version`");
}

#[test]
fn the_doctor_knows_the_plugin_of_codex() {
    let home = Home::empty();
    let plugin = "[plugins.\"sprag@sprag\"]\nenabled = true\n";
    home.write(".codex/config.toml", plugin.as_bytes());
    let (lines, _) = doctor(&home, &[]);
    has(&lines, "ok", "hook", "the plugin is on in");
    has(&lines, "fail", "review", "not reviewed");
    let state = "[hooks.state.\"sprag@sprag:hooks/codex.json:stop:0:0\"]\ntrusted_hash = \"x\"\n";
    home.write(".codex/config.toml", [plugin, state].concat().as_bytes());
    has(&doctor(&home, &[]).0, "ok", "review", "reviewed");
    home.write(".codex/config.toml", plugin.replace("true", "false").as_bytes());
    has(&doctor(&home, &[]).0, "fail", "hook", "not registered with Claude Code");
}

#[test]
fn the_doctor_reads_the_transcripts_of_each_host() {
    for (host, name, known, unknown) in [
        (
            "codex",
            ".codex/sessions/2026/11/30/rollout-1.jsonl",
            "{\"type\":\"event_msg\",\"payload\":{}}",
            "{\"type\":\"event_of_tomorrow\"}",
        ),
        (
            "grok",
            ".grok/sessions/%2Fhome/1/updates.jsonl",
            "{\"params\":{\"update\":{\"sessionUpdate\":\"tool_call\"}}}",
            "{\"params\":{\"update\":{\"sessionUpdate\":\"event_of_tomorrow\"}}}",
        ),
    ] {
        let home = Home::empty();
        home.done(&["install", "--host", host]);
        has(&doctor(&home, &[]).0, "warn", "transcripts", "none in");
        home.write(name, [known, "\n"].concat().as_bytes());
        has(&doctor(&home, &[]).0, "ok", "transcripts", "1 read, 1 lines");
        home.write(name, [known, "\n", unknown, "\ntorn"].concat().as_bytes());
        has(&doctor(&home, &[]).0, "warn", "transcripts", "event_of_tomorrow (1)");
        has(&doctor(&home, &[]).0, "warn", "transcripts", "1 lines are not records");
    }
}
