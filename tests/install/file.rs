//! Where the file lies, how it is replaced, and what is said.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use serde_json::Value;

use crate::home::{Home, SPRAG};

fn entry(text: &str) -> Value {
    let whole: Value = serde_json::from_str(text).unwrap();
    whole["hooks"]["Stop"][0]["hooks"][0].clone()
}

#[test]
fn the_user_gets_an_absolute_path_and_a_project_a_bare_name() {
    let home = Home::empty();
    home.done(&["install", "--checks", "promises"]);
    assert_eq!(entry(&home.settings_text())["command"], SPRAG);
    home.done(&["install", "--project", "--checks", "promises"]);
    let project = fs::read_to_string(home.path("project/.claude/settings.json")).unwrap();
    assert_eq!(entry(&project)["command"], "sprag");
    let said = home.done(&["uninstall"]);
    assert!(said.contains("sprag uninstall --project"), "{said}");
    home.done(&["uninstall", "--project"]);
    assert!(!home.path("project/.claude/settings.json").exists());
}

#[test]
fn a_folder_can_be_named_and_the_host_s_variable_counts() {
    let mut home = Home::empty();
    home.done(&["install", "--claude-dir", "x", "--checks", "promises"]);
    let text = fs::read_to_string(home.path("project/x/settings.json")).unwrap();
    assert_eq!(entry(&text)["command"], SPRAG);
    let folder = home.path("elsewhere");
    home.set("CLAUDE_CONFIG_DIR", folder.to_str().unwrap());
    home.done(&["install", "--checks", "promises"]);
    assert!(folder.join("settings.json").exists() && home.settings().is_none());
}

#[test]
fn a_file_that_was_not_there_goes_again() {
    let home = Home::empty();
    home.done(&["install", "--checks", "promises"]);
    assert_eq!(home.names(".claude"), ["settings.json"]);
    home.done(&["uninstall"]);
    assert_eq!(home.names(""), ["project"]);
}

#[test]
fn what_was_not_there_goes_after_any_number_of_installations() {
    let home = Home::empty();
    for host in ["claude", "codex", "grok"] {
        for scope in ["--user", "--project"] {
            let install = |checks: &[&str]| {
                home.done(&[&["install", "--host", host, scope, "--checks"], checks].concat());
            };
            install(&["promises"]);
            install(&["promises,watch,reads", "--shadow"]);
            install(&["reads"]);
            install(&["done"]);
            home.done(&["uninstall", "--host", host, scope]);
            assert_eq!(home.names(""), ["project"], "{host} {scope}");
            assert_eq!(home.names("project"), [""; 0], "{host} {scope}");
        }
    }
}

#[test]
fn a_folder_with_something_else_in_it_stays() {
    let home = Home::empty();
    home.done(&["install", "--host", "grok", "--checks", "promises"]);
    home.write(".grok/config.toml", b"");
    home.done(&["uninstall", "--host", "grok"]);
    assert_eq!(home.names(".grok"), ["config.toml"]);
}

#[test]
fn the_bytes_come_back_after_any_number_of_installations() {
    for before in
        ["", "{}", "{}\n", "{\"hooks\": {}}\n", "{\"hooks\":{\"Stop\":[]}}", "{\"a\": 1}\n"]
    {
        let home = Home::with_settings(before.as_bytes());
        home.done(&["install", "--checks", "promises"]);
        home.done(&["install", "--user", "--checks", "promises,reads", "--shadow"]);
        home.done(&["install", "--user", "--checks", "reads,watch"]);
        assert_eq!(
            fs::read(home.path(".claude/settings.json.before-sprag")).unwrap(),
            before.as_bytes()
        );
        home.done(&["uninstall"]);
        assert_eq!(home.settings_text(), before);
        assert_eq!(home.names(".claude"), ["settings.json"]);
    }
}

#[test]
fn a_file_with_our_entry_in_it_is_never_set_aside_and_never_comes_back() {
    let home = Home::empty();
    home.done(&["install", "--checks", "promises"]);
    let ours = home.settings().unwrap();
    home.done(&["install", "--checks", "watch"]);
    assert_eq!(home.names(".claude"), ["settings.json"]);
    // An earlier version did so.
    home.write(".claude/settings.json.before-sprag", &ours);
    home.done(&["uninstall"]);
    assert_eq!(home.names(""), ["project"]);
}

#[test]
fn what_a_kill_leaves_behind_does_no_harm() {
    let home = Home::with_settings(b"{}\n");
    let folder = home.path(".claude");
    let script = format!(
        "touch '{0}/settings.json.'$$.tmp '{0}/settings.json.before-sprag.'$$.tmp; exec \"$0\" \"$@\"",
        folder.display()
    );
    let shell = home.command(&["install", "--checks", "promises"]);
    let mut command = std::process::Command::new("/bin/sh");
    command.arg("-c").arg(script).arg(shell.get_program()).args(shell.get_args());
    command.env_clear().env("HOME", home.path("")).current_dir(home.path("project"));
    command.env("PATH", "/usr/bin:/bin");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(home.settings_text().contains("promises"));
}

#[test]
fn the_mode_stays() {
    let home = Home::with_settings(b"{}\n");
    let path = home.path(".claude/settings.json");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    home.done(&["install", "--checks", "promises"]);
    for name in [".claude/settings.json", ".claude/settings.json.before-sprag"] {
        let mode = fs::metadata(home.path(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "{name}");
    }
}

#[test]
fn a_link_stays_a_link() {
    let home = Home::empty();
    home.write("dotfiles/claude.json", b"{\"a\": 1}\n");
    fs::create_dir(home.path(".claude")).unwrap();
    symlink("../dotfiles/claude.json", home.path(".claude/settings.json")).unwrap();
    home.done(&["install", "--checks", "promises"]);
    assert!(fs::symlink_metadata(home.path(".claude/settings.json")).unwrap().is_symlink());
    let text = fs::read_to_string(home.path("dotfiles/claude.json")).unwrap();
    assert!(text.contains("promises"));
    home.done(&["uninstall"]);
    assert_eq!(fs::read(home.path("dotfiles/claude.json")).unwrap(), b"{\"a\": 1}\n");
    assert_eq!(home.names("dotfiles"), ["claude.json"]);
}

#[test]
fn a_link_to_nothing_is_refused() {
    let home = Home::empty();
    fs::create_dir(home.path(".claude")).unwrap();
    symlink("nowhere.json", home.path(".claude/settings.json")).unwrap();
    home.refused(&["install", "--checks", "promises"], "it was not changed");
    assert_eq!(home.names(".claude"), ["settings.json"]);
}

#[test]
fn a_dry_run_writes_nothing_and_shows_the_lines() {
    let home = Home::with_settings(b"{\n  \"a\": 1\n}\n");
    let said = home.done(&["install", "--checks", "promises", "--dry-run"]);
    assert!(
        said.contains("nothing was written\n@@ line 2 @@\n-  \"a\": 1\n+  \"a\": 1,\n"),
        "{said}"
    );
    assert_eq!(home.settings_text(), "{\n  \"a\": 1\n}\n");
    assert_eq!(home.names(".claude"), ["settings.json"]);
    home.done(&["install", "--checks", "promises"]);
    let before = home.settings();
    assert!(home.done(&["uninstall", "--dry-run"]).contains("nothing was written"));
    assert_eq!(home.settings(), before);
}

#[test]
fn what_others_change_in_the_meantime_stays() {
    let home = Home::with_settings(b"{\n  \"a\": 1\n}\n");
    home.done(&["install", "--checks", "promises"]);
    let text = home.settings_text().replace("\"a\": 1", "\"a\": 2");
    home.write(".claude/settings.json", text.as_bytes());
    let said = home.done(&["uninstall"]);
    assert_eq!(home.settings_text(), "{\n  \"a\": 2\n}\n");
    assert!(said.contains("Still there, from before"), "{said}");
}

#[test]
fn the_file_of_the_first_day_is_set_aside_once() {
    let home = Home::with_settings(b"{\"a\": 1}");
    home.done(&["install", "--checks", "promises", "--shadow"]);
    home.done(&["install", "--checks", "promises"]);
    let aside = fs::read(home.path(".claude/settings.json.before-sprag")).unwrap();
    assert_eq!(aside, b"{\"a\": 1}");
    home.done(&["uninstall"]);
    assert_eq!(home.settings_text(), "{\"a\": 1}");
}

#[test]
fn it_says_what_is_left_to_do() {
    let mut home = Home::with_settings(b"{\"disableAllHooks\": true}");
    let said = home.done(&["install"]);
    for words in [
        "No checks are enabled yet",
        "key for the judge",
        "disableAllHooks",
        "restart",
        "trust the folder",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    home.set("TYPESAFE_API_KEY", "tsk-of-a-test-alone");
    let said = home.done(&["install", "--checks", "promises", "--command", "/no/such/sprag"]);
    assert!(
        !said.contains("No checks are enabled yet") && !said.contains("key for the judge"),
        "{said}"
    );
    assert!(said.contains("program `/no/such/sprag` was not found"), "{said}");
    assert!(!said.contains("tsk-of-a-test-alone"));
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_written() {
    let home = Home::empty();
    for (args, words) in [
        (&["install", "--user", "--project"][..], "one of --user, --project"),
        (&["install", "--checks", "lint"], "no check is called `lint`"),
        (&["install", "--tau", "2"], "--tau"),
        (&["install", "--command", "bin/sprag"], "absolute"),
        (&["install", "--nonsense"], "--nonsense"),
        (&["uninstall", "--checks", "all"], "--checks"),
        (&["install", "x"], "x"),
    ] {
        home.refused(args, words);
        assert!(!home.path(".claude").exists());
    }
}
