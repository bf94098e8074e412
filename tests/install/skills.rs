//! The skills and the agent that tell of the worker: those of the plugin, and those that are put
//! into a home.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use sprag_core::worker::skill::FILES;

use crate::home::{Home, SPRAG};

const INSTALL: [&str; 4] = ["install", "--checks", "promises", "--with-worker"];

fn text(home: &Home, name: &str) -> String {
    fs::read_to_string(home.path(".claude").join(name)).unwrap()
}

/// To renew them: `cp core/src/worker/skill/NAME.md shell/plugin/...`, as the core lists them.
#[test]
fn those_of_the_plugin_are_the_core_s() {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("plugin");
    for file in FILES {
        let there = fs::read_to_string(root.join(file.path)).unwrap();
        assert_eq!(there, file.of_plugin(), "{}", file.path);
    }
}

#[test]
fn without_the_option_none_is_put() {
    let home = Home::empty();
    home.done(&INSTALL[..3]);
    assert_eq!(home.names(".claude"), ["settings.json"]);
}

#[test]
fn they_are_put_beside_the_entry_and_go_with_it() {
    let home = Home::empty();
    let said = home.done(&INSTALL);
    for file in FILES {
        assert_eq!(text(&home, file.path), file.installed(SPRAG));
        assert!(said.contains(&format!("{}: written\n", file.path)), "{said}");
    }
    assert_eq!(home.done(&INSTALL).matches(": there already\n").count(), 3);
    let said = home.done(&["uninstall"]);
    assert_eq!(said.matches(": removed\n").count(), 3, "{said}");
    assert_eq!(home.names(""), ["project"]);
}

#[test]
fn a_dry_run_touches_none() {
    let home = Home::empty();
    let said = home.done(&[&INSTALL[..], &["--dry-run"]].concat());
    assert_eq!(said.matches(": would be written\n").count(), 3, "{said}");
    assert!(!home.path(".claude").exists());
    home.done(&INSTALL);
    let said = home.done(&["uninstall", "--dry-run"]);
    assert_eq!(said.matches(": would be removed\n").count(), 3, "{said}");
    assert_eq!(home.names(".claude/agents"), ["bulk-reader.md"]);
}

#[test]
fn a_file_of_the_user_s_is_neither_replaced_nor_removed() {
    let home = Home::empty();
    let [skill, other, agent] = FILES.map(|file| file.path);
    home.write(&format!(".claude/{skill}"), b"mine\n");
    home.write(".claude/agents/own.md", b"mine, too\n");
    symlink("own.md", home.path(".claude").join(agent)).unwrap();
    let said = home.done(&INSTALL);
    assert_eq!(said.matches(": left alone: it is not sprag's\n").count(), 2, "{said}");
    let said = home.done(&["uninstall"]);
    assert_eq!(said.matches(": left alone: ").count(), 2, "{said}");
    assert_eq!((text(&home, skill), text(&home, agent)), ("mine\n".into(), "mine, too\n".into()));
    assert!(!home.path(".claude").join(other).exists());
}

#[test]
fn a_file_that_the_user_has_changed_is_the_user_s() {
    let home = Home::empty();
    let [skill, ..] = FILES.map(|file| file.path);
    home.done(&INSTALL);
    let changed =
        text(&home, skill).replace("bullets", "sentences").replace("Run one", "Always run one");
    home.write(&format!(".claude/{skill}"), changed.as_bytes());
    let said = home.done(&INSTALL);
    assert!(said.contains(&format!("{skill}: left alone: it was changed\n")), "{said}");
    home.done(&["uninstall"]);
    assert_eq!(text(&home, skill), changed);
}

#[test]
fn only_claude_code_has_them() {
    let home = Home::empty();
    let said = home.run(&["install", "--host", "codex", "--with-worker"]);
    assert_eq!(said.code, 1);
    assert!(
        said.stderr.contains("--with-worker installs skills for Claude Code"),
        "{}",
        said.stderr
    );
}
