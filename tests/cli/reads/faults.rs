//! Payloads and files that are not what they should be: the tool runs.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::process::Command;

use serde_json::{Value, json};
use sprag_harness::skipped::skipped;

use super::{Claude, Grok, Reading, reason, rows};

#[test]
fn every_broken_payload_passes() {
    let mut reading = Reading::new();
    let path = reading.project("large.txt");
    let sound = reading.payload(Claude, "Read", &json!({"file_path": path}));
    let with = |name: &str, value: Value| {
        let mut payload = sound.clone();
        payload[name] = value;
        payload.to_string().into_bytes()
    };
    let input = |input: Value| with("tool_input", input);
    let mut truncated = reading.payload(Grok, "read_file", &json!({"target_file": path}));
    truncated["toolInputTruncated"] = true.into();
    let whole = sound.to_string();
    for (name, bytes) in [
        ("nothing", Vec::new()),
        ("blank", b" \n".to_vec()),
        ("no JSON", b"read it".to_vec()),
        ("a list", format!("[{whole}]").into_bytes()),
        ("half of it", whole.as_bytes()[..whole.len() / 2].to_vec()),
        ("no session", with("session_id", json!(null))),
        ("no event", with("hook_event_name", json!(7))),
        ("another event", with("hook_event_name", json!("PostToolUse"))),
        ("no tool", with("tool_name", json!(null))),
        ("a tool that is a list", with("tool_name", json!(["Read"]))),
        ("no input", input(json!(null))),
        ("an input that is text", input(json!(path))),
        ("an input that is a list", input(json!([path]))),
        ("no file", input(json!({}))),
        ("an empty file", input(json!({"file_path": ""}))),
        ("a file that is a number", input(json!({"file_path": 7}))),
        ("a file with a NUL", input(json!({"file_path": format!("{path}\0")}))),
        ("a file with a long name", input(json!({"file_path": format!("/{}", "x".repeat(9_000))}))),
        ("a command for a file", input(json!({"command": "cat large.txt"}))),
        ("an input that was cut", truncated.to_string().into_bytes()),
    ] {
        reading.stop.input(bytes);
        let ended = reading.stop.run();
        assert_eq!((ended.exit, &*ended.stdout, &*ended.stderr), (Some(0), "", ""), "{name}");
        assert!(reading.stop.records().is_empty(), "{name}");
    }
    // Bytes that are no text do not hide the rest.
    let mut odd = whole.into_bytes();
    let at = odd.windows(2).position(|pair| pair == b"p1").unwrap();
    odd[at] = 0xff;
    reading.stop.input(odd);
    reason(Claude, &reading.stop.run());
}

#[test]
fn what_is_not_a_regular_file_is_never_opened() {
    let mut reading = Reading::new();
    let place = |name: &str| reading.project(name);
    assert!(Command::new("mkfifo").arg(place("fifo")).status().unwrap().success());
    // Whoever opens it would find a large file, and take it away from whom it is for.
    let mut fifo = OpenOptions::new().read(true).write(true).open(place("fifo")).unwrap();
    fifo.write_all(rows(2_000).as_bytes()).unwrap();
    symlink("nowhere", place("dangling")).unwrap();
    symlink("loop", place("loop")).unwrap();
    symlink("/dev/zero", place("zero")).unwrap();
    fs::create_dir(place("folder")).unwrap();
    let _socket = UnixListener::bind(place("socket")).unwrap();
    for name in ["fifo", "dangling", "loop", "zero", "folder", "socket", "large.txt/below"] {
        reading.read(name, &json!({})).passes();
        reading.shell(&format!("cat {name}")).passes();
    }
    let mut left = vec![0; rows(2_000).len()];
    fifo.read_exact(&mut left).unwrap();
    assert_eq!(left, rows(2_000).as_bytes());
    reading.shell("cat /dev/zero /dev/random /dev/stdin").passes();
    // A link to a file is that file.
    symlink("large.txt", reading.project("link")).unwrap();
    reason(Claude, &reading.read("link", &json!({})));
}

#[test]
fn a_file_that_cannot_be_read_passes() {
    let mut reading = Reading::new();
    let path = reading.project("large.txt");
    fs::set_permissions(&path, Permissions::from_mode(0o000)).unwrap();
    if File::open(&path).is_ok() {
        return skipped("this user may read everything");
    }
    reading.read("large.txt", &json!({})).passes();
}

#[test]
fn a_file_larger_than_memory_is_looked_at_in_a_little_of_it() {
    let mut reading = Reading::new();
    reading.stop.write("project/line", "x".repeat(48 << 20));
    reading.stop.write("project/lines", "a line of a large file\n".repeat(2 << 20));
    File::create(reading.project("sparse")).unwrap().set_len(500 << 20).unwrap();
    // With an address space smaller than any of the files.
    reading.stop.shell("ulimit -v 40000; SPRAG");
    for name in ["line", "lines"] {
        reason(Claude, &reading.read(name, &json!({})));
        reason(Claude, &reading.shell(&format!("tail -n 900 {name} {name}")));
        reading.shell(&format!("tail -n 2 {name} | wc -c")).passes();
    }
    reading.read("sparse", &json!({})).passes();
    reading.read("lines", &json!({"offset": 2_000_000, "limit": 100})).passes();
}
