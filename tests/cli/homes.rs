//! The homes that could be meant: which settings, deny lists and state they give a say.

use std::fs;
use std::os::unix::fs::symlink;

use sprag_harness::skipped::skipped;

use crate::listener::Listener;
use crate::run::{BROKEN, KEY, Stop, names};

/// What `config.toml` alone may say, a variable does not say through another `config.toml`.
#[test]
fn what_the_users_config_forbids_another_config_does_not_allow() {
    for variable in ["XDG_CONFIG_HOME", "HOME"] {
        let mut stop = Stop::judged(BROKEN);
        let judge = stop.endpoint();
        stop.write(".config/typesafe/api_key", KEY);
        stop.config(&format!(
            "environment = \"ignore\"\nshadow = \"on\"\nendpoint = \"{judge}\"\n"
        ));
        let other = "environment = \"use\"\nshadow = \"off\"\nsend_task = \"on\"\n\
                     log_text = \"on\"\nsecret_guard = \"off\"\n";
        stop.write("other/sprag/config.toml", other)
            .write("other/.config/sprag/config.toml", other);
        let folder = stop.path("other");
        stop.set(variable, folder).with(&["--checks", "promises,done"]).run().notice();
        let [record] = stop.records().try_into().unwrap();
        assert!(record["text"].is_null(), "{variable}: {record}");
        let request = String::from_utf8(stop.request()).unwrap();
        assert!(!request.contains("timeout to 30"), "{variable}: {request}");
    }
}

/// Where the user says nothing, the other one still says no more than a variable could.
#[test]
fn another_config_keeps_no_text_and_sends_no_task() {
    let mut stop = Stop::judged(BROKEN);
    let other = "send_task = \"on\"\nlog_text = \"on\"\ntau = 0.6\n";
    stop.write("other/sprag/config.toml", other);
    let folder = stop.path("other");
    stop.set("XDG_CONFIG_HOME", folder).run().blocks();
    let [record] = stop.records().try_into().unwrap();
    assert!(record["text"].is_null(), "{record}");
    assert_eq!(record["plan"]["tau"], 0.6, "a variable could say that: {record}");
}

#[test]
fn a_deny_list_of_any_home_that_could_be_meant_counts() {
    for (variable, file) in [
        ("XDG_CONFIG_HOME", ".config/sprag/deny"),
        ("XDG_CONFIG_HOME", "other/sprag/deny"),
        ("HOME", ".config/sprag/deny"),
        ("HOME", "other/.config/sprag/deny"),
        ("HOME", "other/.grok/stingray-deny"),
        ("HOME", ".grok/stingray-deny"),
        ("GROK_HOME", ".grok/stingray-deny"),
        ("GROK_HOME", "other/stingray-deny"),
    ] {
        let mut stop = Stop::judged(BROKEN);
        let folder = stop.path("other");
        stop.write(file, "/home/dev\n").set(variable, folder).run().passes();
        assert_eq!(stop.verdict_in(&[".local/state", "other/.local/state"]), "pass denied");
    }
}

/// It would turn sprag off: so could anybody who sets variables.
#[test]
fn where_variables_are_ignored_none_of_them_turns_sprag_off() {
    let turns: [(&str, fn(&mut Stop)); 7] = [
        ("a marker of a worker", |stop| _ = stop.set("SPRAG_INSIDE_WORKER", "1")),
        ("the token of no worker", |stop| {
            stop.write(".local/state/sprag/workers/none", "");
            stop.set("SPRAG_INSIDE_WORKER", "0123456789abcdef0123456789abcdef");
        }),
        ("a broken config", |stop| {
            let folder = stop.path("other");
            stop.write("other/sprag/config.toml", "[").set("XDG_CONFIG_HOME", folder);
        }),
        ("a broken config of another home", |stop| {
            let folder = stop.path("other");
            stop.write("other/.config/sprag/config.toml", "[").set("HOME", folder);
        }),
        ("a deny list", |stop| {
            let folder = stop.path("other");
            stop.write("other/sprag/deny", "/\n").set("XDG_CONFIG_HOME", folder);
        }),
        ("a deny list of another home", |stop| {
            let folder = stop.path("other");
            stop.write("other/.config/sprag/deny", "/\n").set("HOME", folder);
        }),
        ("a deny list of Grok", |stop| {
            let folder = stop.path("other");
            stop.write("other/stingray-deny", "/\n").set("GROK_HOME", folder);
        }),
    ];
    for (name, turn) in turns {
        let mut stop = Stop::judged(BROKEN);
        let judge = stop.endpoint();
        stop.write(".config/typesafe/api_key", KEY);
        stop.config(&format!("environment = \"ignore\"\nendpoint = \"{judge}\"\n"));
        turn(&mut stop);
        stop.run().blocks();
        assert_eq!(stop.verdict(), "block promises", "{name}");
    }
    for file in [".config/sprag/deny", ".grok/stingray-deny"] {
        let mut stop = Stop::judged(BROKEN);
        stop.config("environment = \"ignore\"\n").write(file, "/\n").run().passes();
        assert_eq!(stop.verdict(), "pass denied", "the user's own counts: {file}");
    }
}

/// A repository would have the user's file count as its own.
#[test]
fn a_forged_project_takes_no_word_from_the_users_config() {
    let forged: [(&str, fn(&mut Stop)); 8] = [
        ("the root, by a variable", |stop| _ = stop.set("GROK_WORKSPACE_ROOT", "/")),
        ("the root, by the host's variable", |stop| _ = stop.set("CLAUDE_PROJECT_DIR", "/")),
        ("the home, by a variable", |stop| {
            let home = stop.path("");
            stop.set("CLAUDE_PROJECT_DIR", home);
        }),
        ("the root, by a git file", |stop| _ = stop.write("zebra/.git", "gitdir: /.git\n")),
        ("the home, by a git file", |stop| _ = stop.write("zebra/.git", "gitdir: ../.git\n")),
        ("the home, by a worktree", |stop| {
            let home = format!("{}/.git\n", stop.path("").display());
            stop.write("zebra/.git/worktrees/x/gitdir", home);
        }),
        ("the user's settings, by a worktree", |stop| {
            let settings = format!("{}/.git\n", stop.path(".config").display());
            stop.write("zebra/.git/worktrees/x/gitdir", settings);
        }),
        ("the root, by a git folder", |stop| _ = stop.write("zebra/.git/commondir", "/")),
    ];
    for (name, forge) in forged {
        let mut stop = Stop::judged(BROKEN);
        let judge = stop.endpoint();
        stop.write(".config/typesafe/api_key", KEY);
        stop.config(&format!(
            "environment = \"ignore\"\nshadow = \"on\"\nendpoint = \"{judge}\"\n"
        ));
        stop.write("zebra/file", "").set("SPRAG_SHADOW", "off");
        let project = stop.path("zebra");
        stop.field("cwd", project.to_str().unwrap());
        forge(&mut stop);
        stop.run().notice();
        assert_eq!(stop.verdict(), "would_block promises", "{name}");
    }
}

/// It makes the folder of the user's settings one of the project's, so that it is not known whose
/// they are.
#[test]
fn a_link_of_the_project_to_the_users_settings_undoes_nothing_that_they_forbid() {
    let linked = |stop: &mut Stop| {
        stop.write("zebra/.git/HEAD", "").write(".config/typesafe/api_key", KEY);
        let link = stop.path("zebra/conf");
        symlink("../.config", &link).unwrap();
        stop.field("cwd", link.to_str().unwrap());
    };
    let mut stop = Stop::judged(BROKEN);
    linked(&mut stop);
    let judge = stop.endpoint();
    stop.config(&format!("environment = \"ignore\"\nshadow = \"on\"\nendpoint = \"{judge}\"\n"));
    stop.set("SPRAG_SHADOW", "off").run().notice();
    assert_eq!(stop.verdict(), "would_block promises");

    let mut stop = Stop::judged(BROKEN);
    linked(&mut stop);
    stop.config("judge = \"local\"\n").set("SPRAG_JUDGE", "jev").run();
    assert!(stop.requests().is_empty(), "something left");
}

#[test]
fn no_state_is_kept_inside_a_project() {
    for variable in ["SPRAG_STATE_DIR", "XDG_STATE_HOME", "HOME"] {
        let mut stop = Stop::judged(BROKEN);
        stop.write("zebra/.git/HEAD", "").write("zebra/deep/file", "");
        let (project, within) = (stop.path("zebra"), stop.path("zebra/deep"));
        stop.set(variable, &project).field("cwd", within.to_str().unwrap()).run().blocks();
        assert_eq!(stop.verdict(), "block promises", "{variable}");
        assert_eq!(names(&project), [".git", "deep"], "{variable}");
    }
}

#[test]
fn no_state_is_kept_in_another_worktree_of_the_project() {
    let mut stop = Stop::judged(BROKEN);
    let gitdir = format!("{}/.git\n", stop.path("tree").display());
    stop.write("zebra/.git/worktrees/tree/gitdir", gitdir).write("tree/file", "");
    let (main, state) = (stop.path("zebra"), stop.path("tree/state"));
    fs::create_dir(&state).unwrap();
    stop.set("SPRAG_STATE_DIR", &state).field("cwd", main.to_str().unwrap()).run().blocks();
    assert_eq!(stop.verdict(), "block promises");
    assert!(names(&state).is_empty());
}

#[test]
fn variables_that_are_ignored_move_no_state() {
    for variable in ["SPRAG_STATE_DIR", "XDG_STATE_HOME", "HOME"] {
        let mut stop = Stop::judged(BROKEN);
        let judge = stop.endpoint();
        stop.write(".config/typesafe/api_key", KEY);
        stop.config(&format!("environment = \"ignore\"\nendpoint = \"{judge}\"\n"));
        let folder = stop.path("other");
        // Each of them could hold state.
        let inner = if variable == "HOME" { "other/.local/state" } else { "other" };
        fs::create_dir_all(stop.path(inner)).unwrap();
        stop.set(variable, folder).run().blocks();
        assert_eq!(stop.verdict(), "block promises", "{variable}");
        assert!(names(&stop.path(inner)).is_empty(), "{variable}");
    }
}

/// A folder where a file is looked for would stand in its way: a deny list that cannot be read
/// covers every folder.
#[test]
fn no_folder_that_a_variable_names_is_made() {
    let files = [
        ".config/sprag/deny",
        ".config/sprag/config.toml",
        ".config/typesafe/api_key",
        ".gitconfig",
        ".bash_profile",
        ".ssh/authorized_keys",
        ".claude/CLAUDE.md",
    ];
    for variable in ["SPRAG_STATE_DIR", "XDG_STATE_HOME", "HOME"] {
        for file in files {
            let mut stop = Stop::judged(BROKEN);
            let folder = stop.path(file);
            stop.set(variable, &folder).run().blocks();
            assert_eq!(stop.verdict(), "block promises", "{variable}: {file}");
            assert!(fs::symlink_metadata(&folder).is_err(), "{variable}: {file}");
            assert_eq!(names(&stop.path("")), [".local", "session.jsonl"], "{variable}: {file}");
        }
    }
}

#[test]
fn state_that_variables_lead_into_settings_is_kept_elsewhere() {
    let places = [
        ("SPRAG_STATE_DIR", ".config/sprag"),
        ("SPRAG_STATE_DIR", ".config/sprag/empty"),
        ("SPRAG_STATE_DIR", ".config/typesafe"),
        ("SPRAG_STATE_DIR", "other/sprag"),
        ("SPRAG_STATE_DIR", "home/.config/sprag"),
        ("XDG_STATE_HOME", ".config"),
        ("XDG_STATE_HOME", "other"),
        ("XDG_STATE_HOME", ".config/sprag"),
    ];
    for (variable, place) in places {
        let mut stop = Stop::judged(BROKEN);
        let (folder, other, home) = (stop.path(place), stop.path("other"), stop.path("home"));
        fs::create_dir_all(&folder).unwrap();
        stop.set("XDG_CONFIG_HOME", other).set("HOME", home);
        stop.set(variable, &folder).run().blocks();
        assert_eq!(stop.verdict(), "block promises", "{variable}: {place}");
        assert!(names(&folder).is_empty(), "{variable}: {place}");
    }
}

/// Each of them is empty, and what is put there would be read.
#[test]
fn no_state_is_kept_where_tools_look_for_files() {
    let places = [
        ("SPRAG_STATE_DIR", ".claude/agents"),
        ("SPRAG_STATE_DIR", ".ssh"),
        ("SPRAG_STATE_DIR", "elsewhere/.git/hooks"),
        ("SPRAG_STATE_DIR", "bin"),
        ("XDG_STATE_HOME", ".config/autostart"),
        ("XDG_STATE_HOME", ".claude/agents"),
    ];
    for (variable, place) in places {
        let mut stop = Stop::judged(BROKEN);
        let folder = stop.path(place);
        fs::create_dir_all(&folder).unwrap();
        stop.set(variable, &folder).run().blocks();
        assert_eq!(stop.verdict(), "block promises", "{variable}: {place}");
        assert!(names(&folder).is_empty(), "{variable}: {place}");
    }
    for place in [".cache/ci", ".local/state/other", "plain"] {
        let mut stop = Stop::judged(BROKEN);
        let folder = stop.path(place);
        fs::create_dir_all(&folder).unwrap();
        stop.set("SPRAG_STATE_DIR", &folder).run().blocks();
        assert!(names(&folder).contains(&"decisions.jsonl".into()), "{place}");
    }
}

#[test]
fn a_mark_that_is_a_link_marks_no_folder() {
    for is_link in [true, false] {
        let mut stop = Stop::judged(BROKEN);
        stop.write("papers/letter", "mine").write("mark", "");
        let (folder, mark) = (stop.path("papers"), stop.path("mark"));
        if is_link {
            symlink(&mark, folder.join(".sprag-state")).unwrap();
        } else {
            fs::rename(&mark, folder.join(".sprag-state")).unwrap();
        }
        stop.set("SPRAG_STATE_DIR", &folder).run().blocks();
        assert_eq!(folder.join("decisions.jsonl").exists(), !is_link);
    }
}

#[test]
fn the_variable_for_the_home_does_not_say_where_the_users_key_is() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.unset("TYPESAFE_API_KEY").write("other/.config/typesafe/api_key", KEY);
    let folder = stop.path("other");
    stop.set("HOME", folder).run().notice();
    assert_eq!(listener.untaken(), 0);
}

/// Without `--home`, which the other tests take, and whatever `HOME` says.
#[test]
fn the_users_home_is_that_of_the_user_database() {
    let output = std::process::Command::new("getent").args(["passwd"]).output();
    let Ok(output) = output else { return skipped("this machine has no getent") };
    let user = rustix::process::geteuid().as_raw().to_string();
    let text = String::from_utf8(output.stdout).unwrap();
    let entries = text.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let entry = entries.clone().find(|entry| entry[2] == user);
    let Some(entry) = entry else { return skipped("the user database does not know this user") };
    let home = std::process::Command::new(crate::judge::SPRAG)
        .args(["config", "--json"])
        .env_clear()
        .env("HOME", "/nonexistent")
        .output()
        .unwrap();
    let shown: serde_json::Value = serde_json::from_slice(&home.stdout).unwrap();
    assert_eq!(shown["config_file"], format!("{}/.config/sprag/config.toml", entry[5]));
}
