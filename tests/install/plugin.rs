//! The plugin: its files have the shapes that the host reads, seen with 2.1.332.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use sprag_core::hosts::host::Host;
use sprag_core::settings::hook_file::HookEvent;

use crate::home::SPRAG;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().into()
}

fn read(name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(root().join(name)).unwrap()).unwrap()
}

const MANIFEST: &str = "shell/plugin/.claude-plugin/plugin.json";
const MARKETPLACE: &str = ".claude-plugin/marketplace.json";

/// The other hosts, and where each looks for its plugins.
const OTHERS: [(&str, &str); 2] =
    [("codex", ".agents/plugins/marketplace.json"), ("grok", ".grok-plugin/marketplace.json")];
const HOOKS: &str = "shell/plugin/hooks/hooks.json";

#[test]
fn all_versions_are_the_program_s() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(read(MANIFEST)["version"], version);
    assert_eq!(read(MARKETPLACE)["plugins"][0]["version"], version);
    for (host, _) in OTHERS {
        let manifest = format!("shell/plugin/.{host}-plugin/plugin.json");
        assert_eq!(read(&manifest)["version"], version, "{host}");
    }
}

#[test]
fn the_plugins_of_other_hosts_name_their_own_hooks_and_are_found() {
    for (host, market) in OTHERS {
        let manifest = read(&format!("shell/plugin/.{host}-plugin/plugin.json"));
        // Without the field the host would run Claude Code's hooks.
        assert_eq!(manifest["hooks"], format!("./hooks/{host}.json"));
        let plugin = &read(market)["plugins"][0];
        assert_eq!((&plugin["name"], &manifest["name"]), (&json!("sprag"), &json!("sprag")));
        assert_eq!(plugin["source"]["path"], "./shell/plugin");
        assert!(root().join("shell/plugin/hooks").join(format!("{host}.json")).exists());
    }
}

#[test]
fn the_hooks_of_other_hosts_are_one_line_that_harms_nobody_without_the_program() {
    let folder = Path::new(SPRAG).parent().unwrap().to_str().unwrap();
    for (host, _) in OTHERS {
        let hooks = read(&format!("shell/plugin/hooks/{host}.json"));
        // Codex reads no hook from a file with any other key.
        let keys: Vec<&String> = hooks.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["description", "hooks"]);
        let [stop, tool] = ["Stop", "PreToolUse"].map(|event| &hooks["hooks"][event][0]);
        let handler = &stop["hooks"][0];
        assert_eq!(&tool["hooks"][0], handler);
        let matcher = HookEvent::BeforeTool.matcher(Host::from_word(host).unwrap()).unwrap();
        assert_eq!(tool["matcher"], matcher);
        let command = handler["command"].as_str().unwrap();
        let run = format!("exec \"$d/sprag\" hook --host {host};");
        assert_eq!(command, format!("/bin/sh -c '{}'", line("Stop").replace(RUN, &run)));
        assert!(handler["args"].is_null() && handler["timeout"].as_u64().unwrap() > 6);
        let home = tempfile::tempdir().unwrap();
        for path in ["/usr/bin:/bin", &format!("/usr/bin:/bin:{folder}")] {
            let output = Command::new("/bin/sh")
                .args(["-c", command])
                .env_clear()
                .env("PATH", path)
                .env("HOME", home.path())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let said = (output.status.code(), output.stdout.len(), output.stderr.len());
            assert_eq!(said, (Some(0), 0, 0), "{command}");
        }
    }
}

#[test]
fn the_marketplace_points_to_the_plugin() {
    let market = read(MARKETPLACE);
    assert!(market["owner"]["name"].is_string());
    let plugin = &market["plugins"][0];
    let source = plugin["source"].as_str().unwrap();
    assert!(source.starts_with("./"));
    assert!(root().join(source).join(".claude-plugin/plugin.json").exists());
    assert_eq!(plugin["name"], read(MANIFEST)["name"]);
}

#[test]
fn the_manifest_has_known_fields_of_known_types() {
    let manifest = read(MANIFEST);
    for (key, value) in manifest.as_object().unwrap() {
        let is_right = match key.as_str() {
            "name" | "displayName" | "version" | "description" | "license" => value.is_string(),
            "keywords" => value.is_array(),
            "author" => value["name"].is_string(),
            "network" => value["hosts"].is_array(),
            "userConfig" => value.is_object(),
            // Above all no `hooks`: the host finds the file by itself and refuses it twice.
            _ => false,
        };
        assert!(is_right, "{key}: {value}");
    }
}

#[test]
fn every_option_is_a_setting_or_the_key() {
    let table = Command::new(SPRAG).args(["config", "--table"]).output().unwrap().stdout;
    let table = String::from_utf8(table).unwrap();
    for (key, option) in read(MANIFEST)["userConfig"].as_object().unwrap() {
        assert!(option["title"].is_string() && option["description"].is_string(), "{key}");
        let kinds = ["string", "number", "boolean"];
        assert!(kinds.contains(&option["type"].as_str().unwrap()), "{key}");
        // The host shows a default and does not pass it on: it would promise what does not hold.
        assert!(option.get("default").is_none(), "{key}");
        let is_key = key == "api_key";
        assert_eq!(option["sensitive"], if is_key { json!(true) } else { Value::Null }, "{key}");
        assert!(is_key || table.contains(&format!("| `{key}` |")), "{key}");
    }
}

#[test]
fn the_options_of_done_are_among_them() {
    let options = &read(MANIFEST)["userConfig"];
    assert_eq!(
        (&options["check"]["type"], &options["claim"]["type"]),
        (&json!("string"), &json!("number"))
    );
    for threshold in ["tau", "claim"] {
        let range = (&options[threshold]["min"], &options[threshold]["max"]);
        assert_eq!(range, (&json!(0), &json!(1)), "{threshold}");
    }
}

/// Returns the handlers of an event.
fn handlers(event: &str) -> Vec<Value> {
    let groups = read(HOOKS)["hooks"][event].as_array().unwrap().clone();
    groups.iter().flat_map(|group| group["hooks"].as_array().unwrap().clone()).collect()
}

/// What a line does with the program that it has found.
const RUN: &str = "exec \"$d/sprag\" hook;";

/// Returns the line that the plugin has the shell run.
fn line(event: &str) -> String {
    let [handler] = &handlers(event)[..] else { panic!("one handler at {event}") };
    // A name would be looked for along a `PATH` that the project may begin.
    assert_eq!((&handler["command"], &handler["args"][0]), (&json!("/bin/sh"), &json!("-c")));
    handler["args"][1].as_str().unwrap().into()
}

/// Runs what the plugin runs, with this `PATH` and this home.
fn run(event: &str, path: &str, home: &Path) -> (i32, String, String) {
    run_in(Path::new("/"), event, &[("PATH", path), ("HOME", home.to_str().unwrap())])
}

/// Runs it in a folder.
fn run_in(folder: &Path, event: &str, variables: &[(&str, &str)]) -> (i32, String, String) {
    let output = Command::new("/bin/sh")
        .args(["-c", &line(event)])
        .current_dir(folder)
        .env_clear()
        .envs(variables.iter().copied())
        .env("CLAUDE_PLUGIN_OPTION_CHECKS", "promises")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_hooks_have_the_direct_form_and_more_time_than_we_take() {
    let hooks = read(HOOKS);
    let events: Vec<&String> = hooks["hooks"].as_object().unwrap().keys().collect();
    assert_eq!(events, ["PreToolUse", "SessionStart", "Stop"]);
    let matcher = HookEvent::BeforeTool.matcher(Host::Claude).unwrap();
    assert_eq!(hooks["hooks"]["PreToolUse"][0]["matcher"], matcher);
    for event in events {
        for handler in handlers(event) {
            assert_eq!(handler["type"], "command");
            assert!(handler["args"].is_array() && handler["timeout"].as_u64().unwrap() > 6);
        }
    }
}

#[test]
fn without_the_program_a_turn_ends_and_a_session_says_so() {
    let home = tempfile::tempdir().unwrap();
    let nothing = (0, String::new(), String::new());
    assert_eq!(run("Stop", "/nowhere", home.path()), nothing);
    assert_eq!(run("PreToolUse", "/nowhere", home.path()), nothing);
    let (code, stdout, stderr) = run("SessionStart", "/nowhere", home.path());
    assert_eq!((code, stderr.as_str()), (0, ""));
    let said: Value = serde_json::from_str(&stdout).unwrap();
    assert!(said["systemMessage"].as_str().unwrap().contains("not on PATH"));
    assert_eq!(said.as_object().unwrap().len(), 1);
}

#[test]
fn with_the_program_a_session_says_nothing_and_a_turn_is_looked_at() {
    let home = tempfile::tempdir().unwrap();
    let folder = Path::new(SPRAG).parent().unwrap().to_str().unwrap();
    let nothing = (0, String::new(), String::new());
    assert_eq!(run("SessionStart", folder, home.path()), nothing);
    assert_eq!(run("Stop", folder, home.path()), nothing);
    assert_eq!(run("PreToolUse", folder, home.path()), nothing);
    // Where cargo puts it, it is found without PATH.
    fs::create_dir_all(home.path().join(".cargo/bin")).unwrap();
    std::os::unix::fs::symlink(SPRAG, home.path().join(".cargo/bin/sprag")).unwrap();
    assert_eq!(run("SessionStart", "/nowhere", home.path()), nothing);
}

#[test]
fn every_line_finds_the_program_in_one_way() {
    let [stop, tool, session] = ["Stop", "PreToolUse", "SessionStart"].map(line);
    assert_eq!(stop, tool);
    let (find, rest) = stop.split_once(RUN).unwrap();
    assert_eq!(rest, " done; exit 0");
    assert!(session.starts_with(&format!("{find}exit 0; done; printf ")), "{session}");
}

/// A program that says that it ran, and where.
fn fake(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join("sprag");
    fs::write(&path, "#!/bin/sh\necho \"$0 ran\"\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_program_that_is_in_the_project_is_not_run_wherever_path_begins() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["project/bin", "project/sub", "project/.cargo/bin", "project", "real"] {
        fake(Path::new(&at(name)));
    }
    fs::create_dir(at("project/.git")).unwrap();
    std::os::unix::fs::symlink(at("project/bin"), at("link")).unwrap();
    let nothing = (0, String::new(), String::new());
    let found = (0, format!("{}/sprag ran\n", at("real")), String::new());
    let firsts = ["", ".", "bin", "../bin", "~/bin", "*", &at("project/bin"), &at("link")];
    let homes = [&at("nobody"), &at("project"), "/proc/self/cwd", ""];
    for (first, home) in firsts.iter().flat_map(|first| homes.map(|home| (*first, home))) {
        for (cwd, project) in [("project", ""), ("project/sub", ""), ("nobody", "project")] {
            fs::create_dir_all(at("nobody")).unwrap();
            let project = if project.is_empty() { "".into() } else { at(project) };
            let set = |path: &str| {
                let more = [("w", "/"), ("IFS", "x"), ("CDPATH", &at(""))];
                let set = [("PATH", path), ("HOME", home), ("CLAUDE_PROJECT_DIR", &project)];
                run_in(Path::new(&at(cwd)), "Stop", &[set, more].concat())
            };
            assert_eq!(set(first), nothing, "{first} {home} {cwd}");
            assert_eq!(set(&[first, ":", &at("real")].concat()), found, "{first} {home} {cwd}");
        }
    }
}

#[test]
fn whoever_works_in_the_home_itself_still_has_the_program() {
    let said = Command::new("/bin/sh").args(["-c", "eval echo ~$(id -un)"]).output().unwrap();
    let home = String::from_utf8(said.stdout).unwrap();
    let home = Path::new(home.trim());
    // Nothing is written to the real home, but for where everything is built that is inside it.
    let bin = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bin");
    if !bin.starts_with(home) || home == Path::new("/") {
        return eprintln!("SKIPPED: what is built here does not lie in the home");
    }
    fake(&bin);
    let set = [("PATH", bin.to_str().unwrap()), ("HOME", home.to_str().unwrap())];
    let (code, stdout, _) = run_in(home, "Stop", &set);
    assert_eq!((code, stdout), (0, format!("{}/sprag ran\n", bin.display())));
}

#[test]
fn every_skill_says_when_it_is_used_and_what_it_may_run() {
    for skill in ["why", "doctor"] {
        let path = root().join("shell/plugin/skills").join(skill).join("SKILL.md");
        let text = fs::read_to_string(path).unwrap();
        let head = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap().0;
        assert!(head.contains(&format!("name: {skill}\n")), "{head}");
        assert!(head.contains("\ndescription: ") && head.contains("\nallowed-tools: "), "{head}");
    }
}
