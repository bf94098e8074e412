//! A claim is only compared with a kind of check that the project has.

use std::fs;

use serde_json::{Value, json};

use super::{CLAIMED, Conversation, PROMPT, Stop, UNSUPPORTED, changed, claimed, closes};

/// A file of a language that brings no checks along.
const SCRIPT: &str = "/home/dev/rocket/src/parser.py";

/// Returns the stop at the end of a turn in this folder of the home that changed a file.
fn within(folder: &str, files: &[(&str, &str)]) -> Stop {
    let mut stop = closes(Stop::judged(CLAIMED), changed(SCRIPT));
    for (name, text) in files {
        stop.write(name, text);
    }
    let folder = stop.path(folder);
    fs::create_dir_all(&folder).unwrap();
    stop.field("cwd", folder.to_str().unwrap());
    stop
}

const HEAD: (&str, &str) = ("rocket/.git/HEAD", "ref: refs/heads/main\n");
const PACKAGE: &str = r#"{"scripts": {"test": "vitest run", "dev": "vite"}}"#;

#[test]
fn where_no_check_is_known_a_claim_is_believed() {
    let stop = within("rocket", &[HEAD]);
    stop.run().passes();
    assert_eq!(stop.verdict(), "pass nothing_to_ask");
}

#[test]
fn a_check_that_the_project_declares_can_be_demanded() {
    for (name, text) in [
        ("rocket/package.json", PACKAGE),
        ("rocket/pyproject.toml", "[tool.pytest.ini_options]\naddopts = \"-q\"\n"),
        ("rocket/Makefile", "test: build\n\tpython -m pytest\n"),
        ("rocket/justfile", "test *args:\n    pytest {{args}}\n"),
        ("rocket/mise.toml", "[tasks.test]\nrun = \"pytest\"\n"),
        ("rocket/go.mod", "module rocket\n"),
        ("rocket/Cargo.toml", "[package]\nname = \"rocket\"\n"),
    ] {
        let stop = within("rocket", &[HEAD, (name, text)]);
        stop.run().blocks_saying(UNSUPPORTED);
    }
}

#[test]
fn a_folder_within_the_checkout_has_the_checks_of_all_folders_up_to_its_root() {
    within("rocket/deep/er", &[HEAD, ("rocket/package.json", PACKAGE)])
        .run()
        .blocks_saying(UNSUPPORTED);
    within("rocket/deep/er", &[HEAD, ("rocket/deep/package.json", PACKAGE)])
        .run()
        .blocks_saying(UNSUPPORTED);
}

#[test]
fn what_is_above_the_checkout_is_not_the_projects() {
    within("rocket/deep", &[HEAD, ("package.json", PACKAGE)]).run().passes();
    // A worktree or submodule has a file in that place.
    let link = ("rocket/.git", "gitdir: /home/dev/main/.git/worktrees/rocket\n");
    within("rocket/deep", &[link, ("package.json", PACKAGE)]).run().passes();
}

#[test]
fn outside_of_a_checkout_only_the_folder_itself_counts() {
    within("rocket/deep", &[("rocket/package.json", PACKAGE)]).run().passes();
    within("rocket", &[("rocket/package.json", PACKAGE)]).run().blocks_saying(UNSUPPORTED);
}

#[test]
fn files_that_declare_nothing_or_cannot_be_read_are_no_fault() {
    for (name, text) in [
        ("rocket/package.json", r#"{"scripts": {"dev": "vite"}}"#),
        ("rocket/package.json", r#"{"scripts": {"test": "#),
        ("rocket/package.json", "[]"),
        ("rocket/package.json/file", ""),
        ("rocket/Makefile", "\u{0}"),
        ("rocket/test", "test:"),
    ] {
        within("rocket", &[HEAD, (name, text)]).run().passes();
    }
}

#[test]
fn an_invalid_working_directory_declares_nothing() {
    let turn = || changed(SCRIPT);
    for cwd in ["", "rocket", "/nowhere", "."] {
        let mut stop = claimed(turn());
        stop.write("rocket/package.json", PACKAGE).field("cwd", cwd).run().passes();
    }
    let mut stop = claimed(turn());
    stop.without("cwd").run().passes();
}

/// What ran earlier in the session is known as well as what a file declares.
#[test]
fn a_check_that_ran_in_an_earlier_turn_can_be_demanded() {
    let turn = Conversation::begin()
        .person("an-older-prompt", "Does it work?")
        .call("Bash", "pytest")
        .result("3 passed in 0.10s")
        .says("It does.")
        .person(PROMPT, "Fix the parser.")
        .tool("Edit", SCRIPT);
    claimed(turn).run().blocks_saying(UNSUPPORTED);
}

#[test]
fn facts_tells_what_the_project_of_a_payload_declares() {
    let mut stop = within("rocket", &[HEAD, ("rocket/package.json", PACKAGE)]);
    let payload = stop.payload();
    stop.write("payload.json", payload);
    let session = stop.path("session.jsonl");
    let known = |stop: &Stop| {
        let facts: Value = serde_json::from_str(&stop.run().stdout).unwrap();
        facts["known_checks"].clone()
    };
    stop.arguments = vec!["facts".into(), session.into()];
    assert_eq!(known(&stop), json!([]));
    stop.arguments.extend(["--payload".into(), stop.path("payload.json").into()]);
    let declared = json!([{"kind": ["test"], "runner": "npm test", "from": "project"}]);
    assert_eq!(known(&stop), declared);
}
