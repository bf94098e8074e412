//! Which entries are ours, and what happens to those that are not.

use serde_json::{Value, json};

use crate::home::{Home, SPRAG};

fn settings(handlers: &[Value]) -> String {
    let groups: Vec<Value> = handlers.iter().map(|handler| json!({"hooks": [handler]})).collect();
    serde_json::to_string_pretty(&json!({"hooks": {"Stop": groups}})).unwrap()
}

fn line(command: &str) -> Value {
    json!({"type": "command", "command": command})
}

fn direct(command: &str, args: &[&str]) -> Value {
    json!({"type": "command", "command": command, "args": args})
}

/// Returns the handlers at the end of a turn.
fn handlers(home: &Home) -> Vec<Value> {
    let whole: Value = serde_json::from_str(&home.settings_text()).unwrap();
    let groups = whole["hooks"]["Stop"].as_array().cloned().unwrap_or_default();
    groups.iter().flat_map(|group| group["hooks"].as_array().unwrap().clone()).collect()
}

#[test]
fn every_way_to_run_ours_is_recognised() {
    for ours in [
        direct("sprag", &["hook"]),
        direct("/opt/x/sprag", &["hook", "--checks", "all"]),
        direct("sprag", &[]),
        direct("sprag", &["--checks", "promises"]),
        direct("sprag.exe", &["hook", "--as", "belay"]),
        direct("/opt/bin/sk", &["hook", "--checks", "promises,watch", "--shadow"]),
        direct("/opt/bin/sk", &["hook", "--host=claude", "--checks=all", "--max-blocks", "2"]),
        direct("/opt/bin/sk", &["hook", "--shadow", "--checks", "promises"]),
        line("sprag hook"),
        line("~/.cargo/bin/sprag hook --checks promises --shadow"),
        line("\"$HOME/my tools/sprag\" hook --checks 'promises, watch'"),
        line("/opt/bin/sk hook --checks promises"),
    ] {
        let home = Home::with_settings(settings(std::slice::from_ref(&ours)).as_bytes());
        home.done(&["install", "--checks", "language"]);
        let [only] = &handlers(&home)[..] else { panic!("{ours} was not taken for ours") };
        assert_eq!(only["command"], SPRAG, "{ours}");
        assert_eq!(only["args"], json!(["hook", "--checks", "language"]), "{ours}");
        home.done(&["uninstall"]);
        assert_eq!(home.settings_text(), "{}", "{ours}");
    }
}

#[test]
fn every_neighbour_is_left_alone() {
    for other in [
        direct("shuntkit", &["hook", "read"]),
        direct("/opt/bin/sk", &["hook"]),
        direct("/opt/bin/sk", &["hook", "--shadow"]),
        direct("/opt/bin/sk", &["hook", "--checks", "lint"]),
        direct("/opt/bin/sk", &["hook", "--checks", "promises", "--verbose"]),
        direct("/opt/bin/sk", &["--checks", "promises"]),
        direct("sprag", &["stats"]),
        direct("sprague", &["hook"]),
        line("echo sprag hook"),
        line("sprag hook && notify"),
        line("FOO=1 sprag hook"),
        line("sprag hook | tee log"),
        line("$(which sprag) hook"),
        line("\"$(which x)/sprag\" hook"),
        line("'sprag hook"),
        line("sprag hook \"--shadow"),
        line("X=1 hook --checks promises"),
        json!({"type": "prompt", "prompt": "sprag hook"}),
        json!({"type": "http", "url": "http://localhost/sprag"}),
        json!({"type": "command", "command": "sprag", "args": "hook"}),
        json!({"type": "command"}),
    ] {
        let before = settings(std::slice::from_ref(&other));
        let home = Home::with_settings(before.as_bytes());
        home.done(&["install", "--checks", "language"]);
        let both = handlers(&home);
        assert_eq!((both.len(), &both[0]), (2, &other));
        // What else changes in the meantime must not save it.
        std::fs::remove_file(home.path(".claude/settings.json.before-sprag")).unwrap();
        home.done(&["uninstall"]);
        assert_eq!(home.settings_text(), before);
        assert!(home.done(&["uninstall"]).contains("no sprag entry"), "{other}");
    }
}

#[test]
fn a_neighbour_in_our_own_group_stays() {
    let group = json!({"hooks": [
        direct("sprag", &["hook"]),
        line("other"),
    ]});
    let before = json!({"hooks": {"Stop": [group]}}).to_string();
    let home = Home::with_settings(before.as_bytes());
    home.done(&["uninstall"]);
    assert_eq!(handlers(&home), [line("other")]);
    assert_eq!(home.settings_text(), settings_line("other"));
}

fn settings_line(command: &str) -> String {
    json!({"hooks": {"Stop": [{"hooks": [line(command)]}]}}).to_string()
}

#[test]
fn entries_of_ours_become_one() {
    let three =
        [line("sprag hook"), line("other"), direct("/x/sprag", &["hook"]), line("/y/sprag")];
    let home = Home::with_settings(settings(&three).as_bytes());
    home.done(&["install", "--checks", "watch"]);
    let after = handlers(&home);
    assert_eq!((after.len(), &after[1]), (2, &line("other")));
    assert_eq!(after[0]["args"], json!(["hook", "--checks", "watch"]));
}

#[test]
fn without_options_an_entry_keeps_its_own() {
    let own = json!({
        "type": "command", "command": "/old/sprag hook --checks watch --tau 0.7",
        "statusMessage": "mine", "timeout": 30,
    });
    let home = Home::with_settings(settings(&[own]).as_bytes());
    home.done(&["install"]);
    let expected = json!({
        "type": "command", "command": SPRAG, "statusMessage": "mine", "timeout": 30,
        "args": ["hook", "--checks", "watch", "--tau", "0.7"],
    });
    assert_eq!(handlers(&home), [expected]);
}

#[test]
fn the_host_grants_more_time_than_we_take() {
    for (args, timeout) in [
        (vec!["install", "--checks", "all"], 10),
        (vec!["install", "--checks", "all", "--timeout", "20.5"], 25),
        (vec!["install", "--as", "belay"], 24),
    ] {
        let home = Home::empty();
        home.done(&args);
        assert_eq!(handlers(&home)[0]["timeout"], timeout, "{args:?}");
    }
    let home = Home::empty();
    home.write(".config/sprag/config.toml", b"timeout = 30\n");
    home.done(&["install", "--checks", "all"]);
    assert_eq!(handlers(&home)[0]["timeout"], 34);
}

#[test]
fn an_installation_fixes_the_time_of_an_entry_that_keeps_its_options() {
    for (event, words, file) in [
        ("Stop", "done", ".claude/settings.json"),
        ("PreToolUse", "reads", ".claude/settings.json"),
        ("PreToolUse", "reads", "project/.claude/settings.json"),
    ] {
        let home = Home::empty();
        let scope = if file.starts_with("project") { "--project" } else { "--user" };
        home.done(&["install", scope, "--checks", words, "--timeout", "30"]);
        let whole = std::fs::read_to_string(home.path(file)).unwrap();
        home.write(file, whole.replace("\"timeout\": 34", "\"timeout\": 20").as_bytes());
        let text = home.run(&["doctor"]).stdout;
        let todo = format!("-> sprag install {scope}, or a smaller `timeout`\n");
        assert!(
            text.contains("the host stops the hook after 20 s") && text.contains(&todo),
            "{text}"
        );
        let said = home.done(&["install", scope]);
        assert!(said.contains("entry updated"), "{event}: {said}");
        assert_eq!(std::fs::read_to_string(home.path(file)).unwrap(), whole);
        let text = home.run(&["doctor"]).stdout;
        assert!(!text.contains("the host stops the hook"), "{text}");
        assert!(home.done(&["install", scope]).contains("already registered"));
    }
}

#[test]
fn a_key_is_asked_for_only_where_a_check_that_is_on_needs_one() {
    for (checks, asks) in
        [("promises", true), ("done,promises", true), ("done", false), ("ask,challenge", false)]
    {
        let said = Home::empty().done(&["install", "--checks", checks, "--shadow"]);
        assert_eq!(said.contains("TYPESAFE_API_KEY"), asks, "{checks}: {said}");
    }
}
