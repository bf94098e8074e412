//! What is remembered of reads: by calls side by side, after a kill, on disks that fail.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;
use std::thread;

use serde_json::{Value, json};

use super::{Claude, Reading, reason};
use crate::run::{Ended, names};

/// Returns how many lines of a file the only session was charged.
fn charged(reading: &Reading) -> u64 {
    let folder = reading.stop.state("reads");
    let tallies: Vec<String> =
        names(&folder).into_iter().filter(|name| name.ends_with(".json")).collect();
    let [tally] = tallies.as_slice() else { panic!("{tallies:?}") };
    let tally: Value = serde_json::from_slice(&fs::read(folder.join(tally)).unwrap()).unwrap();
    tally["files"][0]["charged"].as_u64().unwrap()
}

#[test]
fn slices_at_once_are_all_charged() {
    const SLICES: u32 = 20;
    let mut reading = Reading::new();
    reading.arguments(&["--checks", "reads", "--timeout", "60"]);
    // All of them run before the first gets its payload.
    let mut running = Vec::new();
    for at in 0..SLICES {
        let input =
            json!({"file_path": reading.project("large.txt"), "offset": at * 30 + 1, "limit": 30});
        let payload = reading.payload(Claude, "Read", &input);
        let (hook, stdin) = reading.stop.start();
        running.push((hook, stdin, payload.to_string().into_bytes()));
    }
    let ended: Vec<Ended> = thread::scope(|scope| {
        let fed: Vec<_> = running
            .into_iter()
            .map(|(hook, stdin, payload)| scope.spawn(move || hook.fed(stdin, payload)))
            .collect();
        fed.into_iter().map(|hook| hook.join().unwrap()).collect()
    });
    for ended in &ended {
        ended.passes();
    }
    assert_eq!(charged(&reading), u64::from(SLICES * 30));
    // Of 700 lines 600 are spent.
    reading.slice(601, 100).passes();
    reason(Claude, &reading.slice(701, 30));
}

#[test]
fn a_hook_that_is_ended_midway_leaves_a_tally_that_the_next_can_use() {
    for signal in ["TERM", "KILL"] {
        let mut reading = Reading::new();
        reading.slice(1, 300).passes();
        let lock = reading.stop.lock();
        let input = json!({"file_path": reading.project("large.txt"), "offset": 301, "limit": 300});
        let payload = reading.payload(Claude, "Read", &input);
        reading.arguments(&["--checks", "reads", "--timeout", "60"]);
        let (running, stdin) = reading.stop.start();
        let pid = running.child.id().to_string();
        let ended = thread::scope(|scope| {
            let hook = scope.spawn(|| running.fed(stdin, payload.to_string().into_bytes()));
            let script = "kill -$0 $1";
            let sent = Command::new("/bin/sh").args(["-c", script, signal, &pid]).status();
            assert!(sent.unwrap().success());
            hook.join().unwrap()
        });
        assert_eq!((ended.exit, ended.stdout.as_str()), (None, ""));
        lock.unlock().unwrap();
        assert_eq!(charged(&reading), 300);
        reading.slice(301, 300).passes();
        reason(Claude, &reading.slice(601, 300));
    }
}

#[test]
fn a_denial_that_cannot_be_recorded_does_not_happen() {
    let faults: [(&str, fn(&mut Reading)); 7] = [
        ("a home that cannot be written", |reading| {
            reading.stop.set("HOME", "/proc").user_home = "/proc".into();
        }),
        ("no home", |reading| {
            reading.stop.unset("HOME").user_home = "/nonexistent".into();
        }),
        ("a file for a state folder", |reading| {
            reading.stop.write(".local/state/sprag", "");
        }),
        ("a folder for the records", |reading| {
            fs::create_dir_all(reading.stop.state("decisions.jsonl")).unwrap();
        }),
        ("a disk that is full", |reading| {
            fs::create_dir_all(reading.stop.state("")).unwrap();
            symlink("/dev/full", reading.stop.state("decisions.jsonl")).unwrap();
        }),
        ("a folder for the lock", |reading| {
            fs::create_dir_all(reading.stop.state("lock")).unwrap();
        }),
        ("a file for the folder of tallies", |reading| {
            reading.stop.write(".local/state/sprag/reads", "");
        }),
    ];
    for (name, set) in faults {
        let mut reading = Reading::new();
        set(&mut reading);
        let ended = reading.read("large.txt", &json!({}));
        assert_eq!((ended.exit, &*ended.stdout, &*ended.stderr), (Some(0), "", ""), "{name}");
        reading.slice(1, 300).passes();
    }
}

#[test]
fn what_cannot_be_read_of_the_state_denies_nothing() {
    for fault in ["tally", "sanctions"] {
        let mut reading = Reading::new();
        for offset in [1, 301] {
            reading.slice(offset, 300).passes();
        }
        let name = names(&reading.stop.state("reads")).remove(0);
        let path = match fault {
            "tally" => reading.stop.state("reads").join(name),
            _ => reading.stop.state("sanctions.json"),
        };
        let _ = fs::remove_file(&path);
        fs::create_dir(&path).unwrap();
        reading.slice(601, 300).passes();
        reading.read("large.txt", &json!({})).passes();
    }
}

#[test]
fn a_damaged_tally_is_an_empty_one() {
    for damage in ["", "three", "{\"files\":[{\"file\":1,", "\0\0", "{\"files\":[],\"x\":1}"] {
        let mut reading = Reading::new();
        for offset in [1, 301] {
            reading.slice(offset, 300).passes();
        }
        let name = names(&reading.stop.state("reads")).remove(0);
        fs::write(reading.stop.state("reads").join(name), damage).unwrap();
        reading.slice(601, 300).passes();
        assert_eq!(charged(&reading), 300, "{damage:?}");
    }
}

#[test]
fn a_lock_that_is_held_denies_nothing() {
    let mut reading = Reading::new();
    reading.arguments(&["--checks", "reads", "--timeout", "1"]);
    let lock = reading.stop.lock();
    reading.read("large.txt", &json!({})).passes();
    lock.unlock().unwrap();
    reason(Claude, &reading.read("large.txt", &json!({})));
}
