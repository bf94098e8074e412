//! The commands for people.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use insta::assert_binary_snapshot;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::conversation::{ASKED, CLOSING, Conversation, PROMPT};
use crate::judge::SPRAG;
use crate::run::{Stop, names};
use crate::snapshot;

/// Runs a command with an environment of its own.
fn run(arguments: &[&str], environment: &[(&str, &Path)]) -> Output {
    Command::new(SPRAG)
        .env_clear()
        .envs(environment.iter().copied())
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs a command that has to succeed, and returns what it prints.
#[track_caller]
fn said(arguments: &[&str]) -> String {
    let output = run(arguments, &[]);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that has to fail, and returns what it says.
#[track_caller]
fn complains(arguments: &[&str]) -> String {
    let output = run(arguments, &[]);
    // 2 would be a block for a host that runs the command as a hook.
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), b"".as_slice()));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("sprag: ") && said.ends_with('\n'), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn the_version_is_the_packages() {
    let version = format!("sprag {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(said(&["--version"]), version);
    assert_eq!(said(&["-V"]), version);
}

#[test]
fn the_help_of_the_program() {
    let help = said(&["--help"]);
    assert_eq!((said(&["-h"]), said(&["help"])), (help.clone(), help.clone()));
    snapshot::settings().bind(|| {
        assert_binary_snapshot!("the_help_of_the_program.txt", help.into_bytes());
    });
}

#[test]
fn every_help_fits_80_columns() {
    fits(&said(&["--help"]));
    for command in ["try", "facts", "stand-in"] {
        let help = said(&[command, "--help"]);
        assert!(help.contains(&format!("sprag {command}")), "{help}");
        fits(&help);
    }
}

#[track_caller]
fn fits(text: &str) {
    let long = text.lines().find(|line| line.chars().count() > 80);
    assert_eq!(long, None);
}

#[test]
fn what_is_not_a_command_fails_and_never_blocks() {
    assert!(complains(&["hooks"]).contains("hooks"));
    assert!(complains(&[""]).contains("--help"));
    assert!(complains(&["try", "more"]).contains("more"));
    assert!(complains(&["try", "--more"]).contains("--more"));
    assert!(complains(&["stand-in", "--mode", "404"]).contains("mode"));
    assert!(complains(&["stand-in", "--scores", "{\"a\": 2}"]).contains("between 0 and 1"));
    assert!(complains(&["facts"]).contains("--help"));
    assert!(complains(&["facts", "--host", "cursor", "x"]).contains("cursor"));
    assert!(complains(&["facts", "a", "b"]).contains("a: "));
    assert!(complains(&["facts", "a", "b", "--prompt-id", "p"]).contains("one file"));
    assert!(complains(&["facts", "a", "--strictly"]).contains("strictly"));
}

#[test]
fn facts_names_a_file_that_cannot_be_read() {
    let folder = TempDir::new().unwrap();
    let missing = folder.path().join("missing.jsonl");
    for path in [&missing, folder.path(), Path::new("/dev/zero")] {
        let path = path.to_str().unwrap();
        assert!(complains(&["facts", path]).contains(path));
    }
}

/// Returns what `facts` says about a conversation.
fn facts(conversation: &Conversation, more: &[&str]) -> Value {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("session.jsonl");
    fs::write(&path, conversation.bytes()).unwrap();
    let text = said(&[&["facts", path.to_str().unwrap()], more].concat());
    assert!(text.ends_with("}\n") && text.lines().count() == 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn two_turns() -> Conversation {
    Conversation::begin()
        .person("an-older-prompt", "Look around.")
        .tool("Grep", "main")
        .says("Done.")
        .person(PROMPT, ASKED)
        .tool("Read", "src/config.rs")
        .tool("Bash", "cargo test")
        .tool("Read", "src/main.rs")
        .says(CLOSING)
}

#[test]
fn facts_tells_the_last_turn_exactly() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("session.jsonl");
    fs::write(&path, two_turns().bytes()).unwrap();
    let expected = format!(
        "{{\"host\":\"claude\",\"turn\":{{\"prompt_id\":\"{PROMPT}\",\"started_by\":\"person\",\
         \"first_line\":7,\"last_line\":14}},\"tools\":[{{\"name\":\"Bash\",\"count\":1}},\
         {{\"name\":\"Read\",\"count\":2}}],\"handoffs\":[],\"changes\":[],\
         \"checks\":[{{\"line\":10,\"by\":\"agent\",\"kind\":[\"test\"],\
         \"runner\":\"cargo test\",\"scope\":\"whole\",\"result\":\"passed\",\
         \"fresh\":true,\"seen_in\":\"command\"}}],\"fresh_pass\":{{\"test\":true,\
         \"build\":false,\"lint\":false,\"types\":false,\"format\":false}},\
         \"known_checks\":[],\"background\":null}}\n"
    );
    assert_eq!(said(&["facts", path.to_str().unwrap()]), expected);
}

#[test]
fn facts_tells_the_turn_of_a_prompt() {
    let facts = facts(&two_turns(), &["--prompt-id", "an-older-prompt", "--host", "claude"]);
    let turn = json!({"prompt_id": "an-older-prompt", "started_by": "person",
                      "first_line": 3, "last_line": 6});
    assert_eq!(facts["turn"], turn);
    assert_eq!(facts["tools"], json!([{"name": "Grep", "count": 1}]));
}

#[test]
fn what_facts_does_not_know_is_null() {
    let unknown = facts(&two_turns(), &["--prompt-id", "nobodys"]);
    assert_eq!((&unknown["turn"], &unknown["tools"]), (&Value::Null, &Value::Null));
    let damaged = facts(&Conversation::plain().line("{").says(CLOSING), &[]);
    assert_eq!((&damaged["turn"]["first_line"], &damaged["tools"]), (&json!(3), &Value::Null));
}

#[test]
fn facts_tells_who_started_a_turn() {
    let notified = two_turns().notification("later").tool("Read", "log").says("Seen.");
    let of_notification = facts(&notified, &["--prompt-id", "later"]);
    let turn = &of_notification["turn"];
    assert_eq!((&turn["started_by"], &turn["first_line"]), (&json!("person"), &json!(7)));
    assert_eq!(turn["last_line"], 18);
    // What is named and what is last is the same turn: that of which the task reports.
    assert_eq!(facts(&notified, &[]), of_notification);
    let alone = Conversation::begin().notification("later").tool("Read", "log").says("Seen.");
    assert_eq!(facts(&alone, &[])["turn"]["started_by"], "notification");
    let old = facts(&Conversation::begin().person_of_old("Go.").says("Done."), &[]);
    let turn = json!({"prompt_id": null, "started_by": "person", "first_line": 3, "last_line": 4});
    assert_eq!(old["turn"], turn);
}

#[test]
fn try_shows_turns_in_eighty_columns_and_leaves_nothing_behind() {
    let folder = TempDir::new().unwrap();
    let (home, temporary) = (folder.path().join("home"), folder.path().join("temporary"));
    fs::create_dir(&home).unwrap();
    fs::create_dir(&temporary).unwrap();
    // A key, an endpoint and settings of the user's are none of its business.
    let wrong = Path::new("https://0.0.0.0:1/");
    let output = run(
        &["try"],
        &[
            ("HOME", &home),
            ("TMPDIR", &temporary),
            ("SPRAG_ENDPOINT", wrong),
            ("SPRAG_SHADOW", Path::new("1")),
        ],
    );
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
    let text = String::from_utf8(output.stdout).unwrap();
    fits(&text);
    assert!(!text.contains('\u{1b}'), "a pipe gets no colours");
    assert!(!text.contains(temporary.to_str().unwrap()), "{text}");
    assert!(text.matches("\n   asked ").count() >= 4, "{text}");
    for expected in [
        "sent back for promises",
        "sent back for done",
        "nothing was sent)",
        "the agent reads",
        "the user reads",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert_eq!(names(&temporary), Vec::<String>::new());
    assert_eq!(names(&home), Vec::<String>::new());
}

#[test]
fn try_says_where_it_cannot_keep_its_files() {
    let nowhere = Path::new("/proc/nowhere");
    let output = run(&["try"], &[("TMPDIR", nowhere)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("/proc/nowhere"));
}

#[test]
fn a_reader_that_has_read_enough_is_not_a_fault() {
    for arguments in [&["--help"][..], &["facts", "--help"]] {
        let script = format!("\"$0\" {} | true", arguments.join(" "));
        let output = Command::new("/bin/sh").args(["-c", &script, SPRAG]).output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
    }
}

#[test]
fn a_stand_in_tells_its_port_in_a_file() {
    let folder = TempDir::new().unwrap();
    let port_file = folder.path().join("port");
    let mut child = Command::new(SPRAG)
        .env_clear()
        .args(["stand-in", "--port-file", port_file.to_str().unwrap()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut stdout, &mut url).unwrap();
    let port = fs::read_to_string(&port_file).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(url.trim(), format!("http://127.0.0.1:{}/v1/systemone", port.trim()));
    assert_eq!(names(folder.path()), ["port"]);
}

/// Where someone follows the readme: the printed command line works as it stands.
#[test]
fn the_options_in_the_help_are_understood() {
    let mut stop = Stop::judged(crate::run::BROKEN);
    let options = ["--tau", "0.5", "--max-blocks", "3", "--timeout", "6", "--host", "claude"];
    stop.with(&options).run().blocks();
    let mut stop = Stop::judged(crate::run::BROKEN);
    stop.arguments = ["hook", "--checks", "all", "--shadow"].map(Into::into).to_vec();
    stop.run().notice();
}
