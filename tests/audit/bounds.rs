//! What an audit leaves alone: folders that are denied, the network, files.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;

use serde_json::{Value, json};
use sprag_harness::recorded::GROK_PLAIN;
use sprag_harness::transcript::Transcript;

use crate::home::{Home, PROJECT};

fn projects(lines: &[Value]) -> Vec<&str> {
    let mut projects: Vec<&str> =
        lines.iter().filter_map(|line| line["project"].as_str()).collect();
    projects.dedup();
    projects
}

/// A home with a session in two folders.
fn two_folders() -> Home {
    let home = Home::empty();
    for (folder, name) in [("calc", "a"), ("secret/deep", "b")] {
        let written = Transcript::new().prompt("p1", "Look.").assistant_text("Seen.");
        let text = String::from_utf8(written.bytes()).unwrap();
        let text = text.replace("/home/dev/calc", &format!("/home/dev/{folder}"));
        home.write(&format!("{PROJECT}/{name}.jsonl"), text.as_bytes());
    }
    home
}

#[test]
fn a_folder_that_is_denied_is_left_alone() {
    let home = two_folders();
    assert_eq!(
        projects(&home.lines(&["audit", "--json"])),
        ["/home/dev/calc", "/home/dev/secret/deep"]
    );
    home.write(".config/sprag/deny", b"# mine\n/home/dev/secret\n");
    assert_eq!(projects(&home.lines(&["audit", "--json"])), ["/home/dev/calc"]);
    let text = home.prints(&["audit", "--html", "page.html"]);
    let page = fs::read_to_string(home.path("page.html")).unwrap();
    for shown in [&text, &page] {
        assert!(shown.contains("1 in folders on your deny list") && !shown.contains("secret"));
    }
}

#[test]
fn a_deny_file_that_cannot_be_read_covers_everything() {
    let home = two_folders();
    home.write(".config/sprag/deny", b"\xff\xfe");
    assert!(home.lines(&["audit", "--json"]).is_empty());
}

#[test]
fn a_transcript_in_a_folder_that_is_denied_is_left_alone() {
    let home = two_folders();
    let folder = home.path(".claude");
    home.write(".config/sprag/deny", folder.to_str().unwrap().as_bytes());
    assert!(home.lines(&["audit", "--json"]).is_empty());
    assert!(home.run(&["show-payload"]).status.success());
    assert_eq!(fs::read(home.path("sprag-payload.jsonl")).unwrap(), b"");
}

/// Where Grok keeps its groups of sessions.
const GROUPS: &str = ".grok/sessions";

#[test]
fn a_folder_of_groks_that_is_denied_is_left_alone_whatever_names_it() {
    let home = Home::empty();
    let summary = json!({"info": {"id": "s1", "cwd": "/home/dev/secret/a"}, "num_messages": 1});
    let summary = format!("{summary:#}");
    for (name, file, text) in [
        ("%2Fhome%2Fdev%2Fcalc/s0", "chat_history.jsonl", "{}\n"),
        ("%2Fhome%2Fdev%2Fmoved/s1", "summary.json", summary.as_str()),
        ("%2Fhome%2Fdev%2Fsecret%2Fb/s2", "chat_history.jsonl", "{}\n"),
        ("c-0123456789abcdef/s3", "../.cwd", "/home/dev/secret/c"),
    ] {
        home.write(&format!("{GROUPS}/{name}/updates.jsonl"), GROK_PLAIN.bytes);
        home.write(&format!("{GROUPS}/{name}/{file}"), text.as_bytes());
    }
    let all = ["/home/dev/calc", "/home/dev/secret/a", "/home/dev/secret/b", "/home/dev/secret/c"];
    let each = |lines: &[Value]| {
        let sessions = lines.iter().map(|line| {
            (line["session"].as_str().unwrap().into(), line["project"].as_str().unwrap().into())
        });
        sessions.collect::<BTreeMap<String, String>>().into_values().collect::<Vec<_>>()
    };
    assert_eq!(each(&home.lines(&["audit", "--json"])), all);
    home.write(".config/sprag/deny", b"/home/dev/moved\n");
    assert_eq!(each(&home.lines(&["audit", "--json"])), [all[0], all[2], all[3]]);
    home.write(".config/sprag/deny", b"/home/dev/secret\n");
    assert_eq!(each(&home.lines(&["audit", "--json"])), [all[0]]);
    assert!(!home.prints(&["audit"]).contains("secret"));
}

#[test]
fn nobody_is_contacted_and_nothing_is_written() {
    let mut home = Home::lived_in();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://127.0.0.1:{}/v1/systemone", listener.local_addr().unwrap().port());
    home.set("SPRAG_ENDPOINT", &url);
    home.set("TYPESAFE_API_KEY", "tsk-3v9XqLw0bTzR7yKd");
    let before = home.files();
    home.prints(&["audit"]);
    home.prints(&["audit", "--json"]);
    assert!(listener.accept().is_err(), "somebody connected");
    assert_eq!(home.files(), before);
}

#[test]
fn only_turns_of_the_last_days_are_counted_where_anybody_says_so() {
    let home = Home::empty();
    let written = Transcript::new().prompt("p1", "Look.").assistant_text("Seen.").bytes();
    let text = String::from_utf8(written).unwrap();
    home.write(
        &format!("{PROJECT}/old.jsonl"),
        text.replace("2026-11-30", "2019-01-07").as_bytes(),
    );
    let far = text.replace("2026-11-30", "9998-01-01").replace("\"p1\"", "\"p2\"");
    home.write(&format!("{PROJECT}/new.jsonl"), far.as_bytes());
    assert_eq!(home.lines(&["audit", "--json"]).len(), 2);
    let lines = home.lines(&["audit", "--json", "--days", "30"]);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["prompt_id"], "p2");
}

#[test]
fn what_ran_in_the_background_is_unknown_and_blocks_nothing() {
    let home = Home::empty();
    let written = Transcript::new()
        .prompt("p1", "Deploy it.")
        .runs("deploy", "started")
        .assistant_text("I am watching the deployment and will report when it is through.");
    home.write(&format!("{PROJECT}/a.jsonl"), &written.bytes());
    let lines = home.lines(&["audit", "--json"]);
    let of = |check: &str| {
        let findings = lines[0]["findings"].as_array().unwrap();
        findings.iter().find(|finding| finding["check"] == check).unwrap().clone()
    };
    for check in ["watch", "watch-match"] {
        assert_eq!((&of(check)["asks"], &of(check)["finding"]), (&false.into(), &"unknown".into()));
    }
    assert!(lines[0]["facts"]["background"].is_null());
    assert!(home.prints(&["audit"]).contains(
        "Transcripts do not record what ran in the \
                           background"
    ));
}

#[test]
fn an_invalid_check_expression_and_a_home_without_transcripts_are_reported() {
    let home = Home::empty();
    home.write("empty/notes.txt", b"nothing");
    home.write("agents/subagents/agent-1.jsonl", b"{}\n");
    let of_hosts = [".claude/projects", ".codex/sessions", ".grok/sessions"];
    for (arguments, searched) in [
        (&["audit"][..], of_hosts.map(|name| home.path(name).display().to_string()).join(", ")),
        (&["show-payload"], of_hosts.map(|name| home.path(name).display().to_string()).join(", ")),
        (&["audit", "empty"], "empty".into()),
        (&["audit", "empty", "agents/subagents"], "empty, agents/subagents".into()),
    ] {
        let nothing = home.run(arguments);
        assert_eq!(nothing.status.code(), Some(1));
        let said = String::from_utf8_lossy(&nothing.stderr);
        let expected =
            format!("sprag: no transcript of a session in {searched}; name a folder or file\n");
        assert_eq!(said, expected, "{arguments:?}");
    }
    let missing = home.run(&["audit", "nowhere"]);
    let said = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(said.starts_with("sprag: nowhere: No such file"), "{said}");
    let mut home = Home::lived_in();
    home.set("SPRAG_CHECK", "(");
    let odd = home.run(&["audit"]);
    assert_eq!(odd.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&odd.stderr).contains("the setting `check`"));
}
