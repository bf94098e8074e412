//! What people see of the records: the commands on a log of a made-up home, and on a terminal.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

#[path = "../install/home.rs"]
#[allow(dead_code, reason = "the tests of installing use the rest")]
mod home;
mod shown;
#[path = "../install/terminal.rs"]
#[allow(dead_code, reason = "the tests of installing use the rest")]
mod terminal;
mod typed;
mod watched;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use home::Home;
use serde_json::Value;

/// The log that ships: nine stops, three sent back, one in shadow.
const SAMPLE: &str = include_str!("../../shell/src/recorded/sample.jsonl");

/// A home with that log.
fn home() -> Home {
    let mut home = Home::empty();
    home.write(".local/state/sprag/decisions.jsonl", SAMPLE.as_bytes());
    home.set("TZ", "UTC").set("TERM", "xterm-256color").set("LANG", "C.UTF-8");
    home
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Returns the names of the records, the oldest first.
fn ids() -> Vec<String> {
    let id = |line: &str| sprag_core::reports::log::Id::of(line.as_bytes()).as_str().to_owned();
    SAMPLE.lines().map(id).collect()
}

fn lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(json).collect()
}

#[test]
fn no_command_waits_for_a_pipe_that_a_time_zone_names() {
    let mut home = home();
    home.write("place/x", b"");
    let pipe = home.path("place/pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for value in [format!(":{}", pipe.display()), pipe.display().to_string(), "pipe".into()] {
        home.set("TZ", &value);
        for command in ["last", "stats", "audit"] {
            let mut command = home.command(&[command]);
            command.current_dir(home.path("place")).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.stdin(Stdio::null()).spawn().unwrap();
            let begun = Instant::now();
            while child.try_wait().unwrap().is_none() {
                if begun.elapsed() > Duration::from_secs(20) {
                    child.kill().unwrap();
                    panic!("{value}: it waits");
                }
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

#[test]
fn a_time_zone_counts_that_the_system_has() {
    let mut home = home();
    let shown = |home: &Home| home.done(&["last"]);
    let utc = shown(&home);
    for zone in ["Asia/Tokyo", ":Asia/Tokyo", "/usr/share/zoneinfo/Asia/Tokyo", "JST-9"] {
        assert_ne!(shown(home.set("TZ", zone)), utc, "{zone}");
    }
    for zone in ["", ":/nonexistent", "/nonexistent", "Nowhere/None"] {
        assert_eq!(shown(home.set("TZ", zone)), utc, "{zone}");
    }
}
