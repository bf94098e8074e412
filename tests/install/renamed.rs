//! A program that is called otherwise knows its entry again, whatever the command line says.

use std::fs;

use serde_json::{Value, json};

use crate::doctor::{doctor, has};
use crate::home::{Home, Said};

const BEFORE: &[u8] = b"{\n  \"model\": \"opus\"\n}\n";

/// Returns the arguments of the only handler at the end of a turn.
#[track_caller]
fn args(home: &Home, program: &str) -> Value {
    let whole: Value = serde_json::from_str(&home.settings_text()).unwrap();
    let [group] = &whole["hooks"]["Stop"].as_array().unwrap()[..] else { panic!("{whole}") };
    let [handler] = &group["hooks"].as_array().unwrap()[..] else { panic!("{whole}") };
    assert_eq!(handler["command"], program);
    handler["args"].clone()
}

#[test]
fn its_entry_comes_once_and_goes_whole_whatever_it_is_told() {
    for (options, expected) in [
        (&[][..], json!(["hook", "--of", "sprag"])),
        (&["--shadow"], json!(["hook", "--of", "sprag", "--shadow"])),
        (&["--as", "belay"], json!(["hook", "--as", "belay"])),
        (&["--checks", "done,ask"], json!(["hook", "--checks", "done,ask"])),
    ] {
        let mut home = Home::with_settings(BEFORE);
        home.write(".config/sprag/config.toml", b"checks = \"done,ask\"\n");
        let program = home.rename("x/sprag-static");
        let install = [&["install"], options].concat();
        let said = home.done(&install);
        assert!(said.contains("entry added") && !said.contains("Left alone"), "{said}");
        let words: Vec<&str> =
            expected.as_array().unwrap().iter().flat_map(Value::as_str).collect();
        let runs = format!("Claude Code runs: {program} {}", words.join(" "));
        assert!(said.contains(&runs), "{said}");
        assert_eq!(args(&home, &program), expected);
        let said = home.done(&install);
        assert!(said.contains("already registered; nothing changed"), "{said}");
        let (lines, _) = doctor(&home, &[]);
        has(&lines, "ok", "hook", &program);
        home.done(&["uninstall"]);
        assert_eq!(home.settings().unwrap(), BEFORE);
        assert_eq!(home.names(".claude"), ["settings.json"]);
    }
}

#[test]
fn an_entry_of_another_program_is_found_by_whoever_looks() {
    let home = Home::with_settings(BEFORE);
    let install = ["install", "--command", "/opt/x/other", "--shadow"];
    home.done(&install);
    assert_eq!(args(&home, "/opt/x/other"), json!(["hook", "--of", "sprag", "--shadow"]));
    assert!(home.done(&install).contains("already registered"));
    home.done(&["uninstall"]);
    assert_eq!(home.settings().unwrap(), BEFORE);
    // An entry that was known by its program's name is known by its options from now on.
    home.done(&["install"]);
    home.done(&["install", "--command", "/opt/x/other"]);
    assert_eq!(args(&home, "/opt/x/other"), json!(["hook", "--of", "sprag"]));
    home.done(&["uninstall"]);
    assert_eq!(home.settings().unwrap(), BEFORE);
}

#[test]
fn a_line_for_a_shell_is_known_again_too() {
    for (host, name) in [("codex", ".codex/hooks.json"), ("grok", ".grok/hooks/sprag.json")] {
        let mut home = Home::empty();
        let program = home.rename("a=b/sprag-static");
        home.done(&["install", "--host", host]);
        let line = format!("'{program}' hook --of sprag --host {host}");
        assert!(fs::read_to_string(home.path(name)).unwrap().contains(&line));
        assert!(home.done(&["install", "--host", host]).contains("already registered"));
        home.done(&["uninstall", "--host", host]);
        assert!(!home.path(name).exists());
    }
}

#[test]
fn whose_the_entry_is_sets_nothing_and_anothers_is_off() {
    let mut home = Home::empty();
    home.set("SPRAG_DEBUG", "1");
    for (args, why) in [
        (&["hook", "--of", "sprag"][..], "no check is enabled"),
        (&["hook", "--of", "sprag", "--checks", "promises"], "not a JSON object"),
        (&["hook", "--of", "other", "--checks", "promises"], "an entry of `other`"),
    ] {
        let Said { code, stdout, stderr } = home.feed(args, b"");
        assert_eq!((code, stdout.as_str()), (0, ""));
        assert!(stderr.contains(why), "{args:?}: {stderr}");
    }
}
