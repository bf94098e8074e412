//! The bytes that the last turns would send.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use sprag_harness::recorded::{CODEX_TURNS, GROK_PLAIN};
use sprag_harness::skipped::skipped;
use sprag_harness::transcript::Transcript;

use crate::home::{Home, PROJECT};

fn payload(home: &Home, arguments: &[&str]) -> (Value, Vec<Value>) {
    let out = home.path("out.jsonl");
    let _ = fs::remove_file(&out);
    let arguments = [&["show-payload", "--json", "--out", "out.jsonl"], arguments].concat();
    let shown = home.lines(&arguments);
    let [shown] = shown.as_slice() else { panic!("{shown:?}") };
    let bytes = fs::read_to_string(out).unwrap();
    (shown.clone(), bytes.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// A turn whose closing message holds something of every kind.
fn leaky(home: &Home) -> Transcript {
    let closing = format!(
        "Fixed src/parser.rs:12 in calc for dev@example.org, see https://example.org/x and \
         {}/notes.txt, commit 4f9c2a7be15d, issue #123.\n```\nlet a = 1;\n```\n\
         I will run `cargo test` next.",
        home.root().display()
    );
    Transcript::new().prompt("p1", "Fix it.").tool("Read").tool_result().assistant_text(&closing)
}

#[test]
fn the_bytes_are_those_that_the_hook_sends_and_nothing_else_is_left_behind() {
    let home = Home::empty();
    home.write(&format!("{PROJECT}/a.jsonl"), &leaky(&home).bytes());
    let before = home.files();
    let (shown, bodies) = payload(&home, &["3"]);
    assert_eq!((&shown["turns"], &shown["requests"]), (&json!(1), &json!(1)));
    let questions = bodies[0]["questions"].as_object().unwrap();
    let text = questions["no_action"]["instructions"]["final_text"].as_str().unwrap();
    assert!(text.contains("Fixed") && text.contains("cargo test"), "{text}");
    assert!(questions["no_action"]["instructions"]["tools"].as_str().unwrap().contains("Read 1"));
    let out = home.path("out.jsonl");
    let bytes = fs::read(&out).unwrap();
    assert_eq!(shown["bytes"], json!(bytes.len() - 1), "all but the line end");
    assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o600);
    let mut after = home.files();
    assert_eq!(after.remove(&out), Some(bytes));
    assert_eq!(after, before);
}

#[test]
fn what_is_masked_is_not_found_and_what_is_in_the_wording_is_reported() {
    let home = Home::empty();
    home.write(&format!("{PROJECT}/a.jsonl"), &leaky(&home).bytes());
    let (shown, _) = payload(&home, &[]);
    assert_eq!(shown["found"], shown["wording"], "something of the message left");
    assert!(shown["found"]["code"].as_u64().unwrap() > 0, "the questions name fields");
}

#[test]
fn what_is_not_masked_is_found() {
    let home = Home::empty();
    let written = Transcript::new().prompt("p1", "Where?").assistant_text("It runs on 10.0.0.7.");
    home.write(&format!("{PROJECT}/a.jsonl"), &written.bytes());
    let (shown, bodies) = payload(&home, &[]);
    let times = bodies[0].to_string().matches("10.0.0.7").count();
    assert!(times > 0, "it is masked by now: find another shape");
    assert_eq!(
        (&shown["found"]["address"], &shown["wording"]["address"]),
        (&json!(times), &json!(0))
    );
    let text = home.prints(&["show-payload", "--out", "again.jsonl"]);
    assert!(text.contains("Zero does not prove that nothing leaked"), "{text}");
}

#[test]
fn the_last_turns_of_every_host_go_through() {
    let home = Home::empty();
    home.write(&format!("{PROJECT}/a.jsonl"), &leaky(&home).bytes());
    let name = "rollout-2026-11-30T00-00-00-01a229b7-c845-7aa3-a282-9d5c5f36b822.jsonl";
    home.write(&format!(".codex/sessions/2026/11/30/{name}"), CODEX_TURNS.bytes);
    let folder = ".grok/sessions/%2Fhome%2Fdev%2Fcalc/s1";
    home.write(&format!("{folder}/updates.jsonl"), GROK_PLAIN.bytes);
    let (shown, bodies) = payload(&home, &["9"]);
    assert_eq!((&shown["turns"], &shown["requests"]), (&json!(4), &json!(4)), "{shown}");
    let said = |words: &str| bodies.iter().filter(|body| body.to_string().contains(words)).count();
    assert_eq!(said("I ran it and all tests pass."), 3);
    let (shown, _) = payload(&home, &["2"]);
    assert_eq!(shown["turns"], json!(2));
}

#[test]
fn nothing_goes_to_the_judge_that_the_user_has_set() {
    let mut home = Home::empty();
    home.write(&format!("{PROJECT}/a.jsonl"), &leaky(&home).bytes());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://127.0.0.1:{}/v1/systemone", listener.local_addr().unwrap().port());
    home.set("SPRAG_ENDPOINT", &url);
    home.set("HTTPS_PROXY", &url);
    home.set("HTTP_PROXY", &url);
    let config = format!("endpoint = \"{url}\"\nenvironment = \"ignore\"\njudge = \"local\"\n");
    home.write(".config/sprag/config.toml", config.as_bytes());
    let (shown, bodies) = payload(&home, &[]);
    assert_eq!((shown["requests"].as_u64(), bodies.len()), (Some(1), 1));
    assert!(listener.accept().is_err(), "somebody connected");
}

#[test]
fn what_the_user_consents_to_send_is_shown_too() {
    let home = Home::lived_in();
    let has_task = |home: &Home| {
        let (_, bodies) = payload(home, &[]);
        bodies.iter().any(|body| body.to_string().contains("drops the last line"))
    };
    assert!(!has_task(&home));
    home.write(".config/sprag/config.toml", b"send_task = \"on\"\n");
    assert!(has_task(&home));
}

#[test]
fn a_file_that_is_there_is_not_replaced() {
    let home = Home::lived_in();
    home.write("sprag-payload.jsonl", b"mine");
    let refused = home.run(&["show-payload"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(fs::read(home.path("sprag-payload.jsonl")).unwrap(), b"mine");
}

#[test]
fn the_figures_follow_from_the_bytes() {
    let home = Home::of_every_host();
    let (shown, bodies) = payload(&home, &["12"]);
    assert_eq!(shown["turns"], json!(12));
    assert_eq!(shown["requests"], json!(bodies.len()));
    let passed = shown["passed"].as_object().unwrap();
    let passed: u64 = passed.values().map(|times| times.as_u64().unwrap()).sum();
    assert_eq!(passed + u64::try_from(bodies.len()).unwrap(), 12);
    let text = home.prints(&["show-payload", "12", "--out", "again.jsonl"]);
    for (name, title) in [("code", "inline code"), ("path", "paths"), ("file", "file names")] {
        let row = text.lines().find(|line| line.starts_with(title)).unwrap();
        let numbers: Vec<&str> = row[title.len()..].split_whitespace().collect();
        let expected = [&shown["found"][name], &shown["wording"][name]].map(Value::to_string);
        assert_eq!(numbers, expected, "{title}");
    }
}

/// Returns the command lines of all processes whose environment names this folder.
fn processes_about(folder: &Path) -> Vec<String> {
    let name = folder.to_str().unwrap().as_bytes();
    let Ok(processes) = fs::read_dir("/proc") else {
        skipped("no /proc, so nobody knows which processes are left");
        return Vec::new();
    };
    let mut found = Vec::new();
    for process in processes.flatten() {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        if environment.windows(name.len()).any(|part| part == name) {
            let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
            found.push(String::from_utf8_lossy(&line).replace('\0', " "));
        }
    }
    found
}

/// More turns than can be played before the signal comes.
#[test]
fn a_signal_leaves_neither_a_copy_of_a_transcript_nor_a_process() {
    const TURNS: u32 = 200;
    let home = Home::empty();
    let mut written = Transcript::new();
    for number in 0..TURNS {
        let prompt = format!("p{number}");
        written = written.prompt(&prompt, "Fix it.").assistant_text("I will run the tests next.");
    }
    home.write(&format!("{PROJECT}/a.jsonl"), &written.bytes());
    let before = home.files();
    for signal in [Signal::HUP, Signal::INT, Signal::TERM] {
        let temporary = tempfile::tempdir().unwrap();
        let mut command = home.command(&["show-payload", &TURNS.to_string()]);
        command.env("TMPDIR", temporary.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let transcript = || {
            let folder = fs::read_dir(temporary.path()).unwrap().next()?.unwrap().path();
            folder.join("1/a.jsonl").exists().then_some(folder)
        };
        let folder = loop {
            match transcript() {
                Some(folder) => break folder,
                None => thread::sleep(Duration::from_millis(1)),
            }
            assert!(child.try_wait().unwrap().is_none(), "it ended first");
        };
        assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
        kill_process(Pid::from_child(&child), signal).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.signal(), Some(signal.as_raw()), "{status}");
        assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0, "{signal:?}");
        assert_eq!(processes_about(temporary.path()), [""; 0]);
        assert_eq!(home.files(), before);
    }
}

#[test]
fn a_page_is_its_owners_alone_and_takes_the_place_of_a_plain_file() {
    let home = Home::lived_in();
    let page = home.path("page.html");
    let mode = || fs::metadata(&page).unwrap().permissions().mode() & 0o777;
    home.prints(&["audit", "--html", "page.html"]);
    assert_eq!(mode(), 0o600);
    let text = fs::read(&page).unwrap();
    fs::write(&page, "older").unwrap();
    fs::set_permissions(&page, fs::Permissions::from_mode(0o640)).unwrap();
    home.prints(&["audit", "--html", "page.html"]);
    assert_eq!((mode(), fs::read(&page).unwrap()), (0o640, text));
    fs::hard_link(&page, home.path("other.html")).unwrap();
    let output = home.run(&["audit", "--html", "page.html"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("page.html: it has 2 names (hard links)"), "{said}");
}

#[test]
fn a_page_follows_no_link() {
    let home = Home::lived_in();
    home.write("mine", b"mine");
    symlink(home.path("mine"), home.path("page.html")).unwrap();
    let output = home.run(&["audit", "--html", "page.html"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("a link leads elsewhere"));
    assert_eq!(fs::read(home.path("mine")).unwrap(), b"mine");
}
