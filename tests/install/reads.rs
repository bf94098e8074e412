//! The entry that denies bulk reads: where it goes, what it runs for, and what the doctor says.

use std::fs;

use serde_json::{Value, json};

use crate::doctor::{doctor, has};
use crate::home::{Home, SPRAG};

const FILES: [(&str, &str, &str); 3] = [
    ("claude", ".claude/settings.json", "Read|Bash|PowerShell"),
    ("codex", ".codex/hooks.json", "Bash"),
    ("grok", ".grok/hooks/sprag.json", "read_file|run_terminal_command"),
];

fn read(home: &Home, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(home.path(name)).unwrap()).unwrap()
}

/// Returns the group that an installation registers before tools.
fn group(host: &str, matcher: &str, program: &str) -> Value {
    let handler = match host {
        "claude" => json!({"type": "command", "command": program,
            "args": ["hook", "--checks", "reads"], "timeout": 10}),
        _ => json!({"type": "command", "timeout": 10,
            "command": format!("{program} hook --host {host} --checks reads")}),
    };
    json!({"matcher": matcher, "hooks": [handler]})
}

#[test]
fn its_place_is_the_project_with_the_bare_name() {
    for (host, name, matcher) in FILES {
        let home = Home::empty();
        let said = home.done(&["install", "--host", host, "--checks", "reads"]);
        assert!(said.contains("Before a file is read or a command is run"), "{said}");
        assert!(!said.contains("TYPESAFE_API_KEY"), "it needs no key: {said}");
        let project = format!("project/{name}");
        let expected = json!({"hooks": {"PreToolUse": [group(host, matcher, "sprag")]}});
        assert_eq!(read(&home, &project), expected);
        assert!(!home.path(name).exists(), "the user's own file was written");
        let said = home.done(&["install", "--host", host, "--checks", "reads"]);
        assert!(said.contains("already registered"), "{said}");
        // It is said where it is, and goes with the file that was made for it.
        let said = home.done(&["uninstall", "--host", host]);
        assert!(said.contains("sprag uninstall") && said.contains("--project"), "{said}");
        home.done(&["uninstall", "--host", host, "--project"]);
        assert!(!home.path(&project).exists());
    }
}

#[test]
fn what_a_host_wants_of_a_project_is_said() {
    for (host, words) in [
        ("claude", "answer yes when it asks"),
        ("codex", "trust the project"),
        ("grok", "only in a git"),
    ] {
        let said = Home::empty().done(&["install", "--host", host, "--checks", "reads"]);
        assert!(said.contains("cannot do the rest") && said.contains(words), "{said}");
        let said = Home::empty().done(&["install", "--host", host, "--checks", "promises,reads"]);
        assert_eq!(said.matches(words).count(), 1, "{said}");
    }
}

#[test]
fn a_scope_that_is_named_holds_both_entries() {
    for (host, name, matcher) in FILES {
        let before = "{\n    \"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\",\n        \
            \"hooks\": [{\"type\": \"command\", \"command\": \"lint\"}]}]}, \
            \"x\": \"caf\u{e9}\"\n}";
        let home = Home::empty();
        home.write(name, before.as_bytes());
        let args = ["install", "--host", host, "--user", "--checks", "promises,reads", "--shadow"];
        home.done(&args);
        let whole = read(&home, name);
        let stop = whole["hooks"]["Stop"][0]["hooks"][0].to_string().replace(SPRAG, "");
        assert!(stop.contains("promises") && !stop.contains("reads"), "{stop}");
        let tool = &whole["hooks"]["PreToolUse"][1];
        assert_eq!(tool["matcher"], matcher);
        let tool = tool["hooks"][0].to_string();
        assert!(tool.contains("reads") && !tool.contains("promises"), "{tool}");
        assert!(tool.contains(SPRAG) && tool.contains("--shadow"), "{tool}");
        let said = home.done(&args);
        assert_eq!(said.matches("already registered").count(), 2, "{said}");
        home.done(&["uninstall", "--host", host]);
        assert_eq!(fs::read_to_string(home.path(name)).unwrap(), before);
        assert_eq!(home.names(name.rsplit_once('/').unwrap().0).len(), 1);
    }
}

#[test]
fn without_a_scope_each_entry_goes_to_its_own_place() {
    let home = Home::empty();
    home.done(&["install", "--checks", "reads,watch"]);
    let user = read(&home, ".claude/settings.json");
    assert_eq!(user["hooks"]["Stop"][0]["hooks"][0]["args"], json!(["hook", "--checks", "watch"]));
    assert_eq!(user["hooks"].get("PreToolUse"), None);
    let project = read(&home, "project/.claude/settings.json");
    let expected = group("claude", "Read|Bash|PowerShell", "sprag");
    assert_eq!(project, json!({"hooks": {"PreToolUse": [expected]}}));
}

#[test]
fn an_entry_of_which_no_check_is_named_stays_and_that_is_said() {
    let stays = "Not changed, because none of its checks was named: ";
    for (host, option) in [("claude", ""), ("codex", "--host codex "), ("grok", "--host grok ")] {
        let home = Home::empty();
        let install = |checks, more: &[&str]| {
            home.done(&[&["install", "--host", host, "--checks", checks], more].concat())
        };
        assert!(!install("done,reads", &[]).contains(stays));
        for more in [&[][..], &["--dry-run"]] {
            let said = install("done", more);
            assert!(said.contains(stays) && said.contains(", PreToolUse.\n"), "{said}");
            let remove = format!("To remove it: sprag uninstall {option}--project\n");
            assert!(said.contains(&remove), "{said}");
        }
        let said = install("reads", &[]);
        assert!(said.contains(stays) && said.contains(", Stop.\n"), "{said}");
        assert!(!home.done(&["install", "--host", host]).contains(stays));
        home.done(&["uninstall", "--host", host, "--project"]);
        assert!(!install("done", &[]).contains(stays));
    }
    let home = Home::empty();
    home.done(&["install", "--claude-dir", "other", "--checks", "done,reads"]);
    let said = home.done(&["install", "--claude-dir", "other", "--checks", "ask"]);
    assert!(said.contains("other, then install what you want to keep\n"), "{said}");
}

#[test]
fn entries_that_come_one_after_the_other_leave_the_first_backup_alone() {
    let before = "{ \"x\": 1 }\n";
    let home = Home::with_settings(before.as_bytes());
    home.done(&["install", "--checks", "promises"]);
    home.done(&["install", "--user", "--checks", "reads"]);
    let aside = fs::read_to_string(home.path(".claude/settings.json.before-sprag")).unwrap();
    assert_eq!(aside, before);
    home.done(&["uninstall"]);
    assert_eq!(home.settings_text(), before);
    // A file that was made for the first is made for both.
    let home = Home::empty();
    home.done(&["install", "--user", "--checks", "reads"]);
    home.done(&["install", "--checks", "promises"]);
    home.done(&["uninstall"]);
    assert_eq!(home.settings(), None);
}

#[test]
fn the_settings_say_which_entries_there_are_where_the_command_line_does_not() {
    let home = Home::empty();
    home.write(".config/sprag/config.toml", b"checks = ['promises', 'reads']\n");
    home.done(&["install"]);
    let kept = json!(["hook"]);
    let user = read(&home, ".claude/settings.json");
    assert_eq!(user["hooks"]["Stop"][0]["hooks"][0]["args"], kept);
    let project = read(&home, "project/.claude/settings.json");
    assert_eq!(project["hooks"]["PreToolUse"][0]["hooks"][0]["args"], kept);
    // In the place of the tool whose hooks are reads alone, there is that entry alone.
    let home = Home::empty();
    home.done(&["install", "--as", "shuntkit"]);
    assert_eq!(home.settings(), None);
    let project = read(&home, "project/.claude/settings.json");
    let args = &project["hooks"]["PreToolUse"][0]["hooks"][0]["args"];
    assert_eq!(*args, json!(["hook", "--as", "shuntkit"]));
}

#[test]
fn the_doctor_knows_whether_reads_have_their_entry() {
    for (host, name, _) in FILES {
        let home = Home::empty();
        home.done(&["install", "--host", host, "--checks", "reads"]);
        let (lines, _) = doctor(&home, &[]);
        has(&lines, "ok", "reads", "denies bulk reads");
        has(&lines, "ok", "checks", "reads");
        has(&lines, "ok", "key", "no enabled check needs one");
        // A matcher that leaves a tool out is seen.
        let file = format!("project/{name}");
        let text = fs::read_to_string(home.path(&file)).unwrap();
        let matcher = text.find("\"matcher\"").unwrap();
        let (head, tail) = text.split_at(matcher);
        let rest = tail.split_once(',').unwrap().1;
        home.write(&file, [head, "\"matcher\": \"Write\",", rest].concat().as_bytes());
        has(&doctor(&home, &[]).0, "warn", "reads", "only for `Write`");
    }
}

#[test]
fn the_doctor_misses_an_entry_where_reads_are_on_and_a_switch_where_they_are_not() {
    let mut home = Home::empty();
    home.done(&["install", "--checks", "promises"]);
    home.write(".config/sprag/config.toml", b"checks = 'reads'\n");
    assert!(doctor(&home, &[]).0.iter().all(|(_, topic, _)| topic != "reads"));
    home.done(&["uninstall"]);
    home.write(".config/sprag/config.toml", b"");
    home.set("SPRAG_CHECKS", "promises,reads");
    home.write(
        ".claude/settings.json",
        br#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "sprag hook"}]}]}}"#,
    );
    has(&doctor(&home, &[]).0, "fail", "reads", "sprag does not run before a file is read");
    home.done(&["install", "--project"]);
    has(&doctor(&home, &[]).0, "ok", "reads", "denies bulk reads");
    home.set("SPRAG_CHECKS", "promises");
    has(&doctor(&home, &[]).0, "fail", "reads", "`reads` is not enabled there");
}
