//! What is in the state folder, and for how long.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::judge::SPRAG;
use crate::listener::{self, Listener, answer, read_request};
use crate::run::{BROKEN, SOUND, Stop, names};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn what_is_recorded_is_the_users_alone() {
    let mut stop = Stop::judged(BROKEN);
    // Whatever the session's mask allows.
    stop.shell("umask 000; SPRAG");
    stop.run().blocks();
    for folder in ["", "sessions"] {
        assert_eq!(mode(&stop.state(folder)), 0o700, "{folder}");
    }
    let session = format!("sessions/{}", names(&stop.state("sessions"))[0]);
    for file in ["decisions.jsonl", "lock", &session] {
        assert_eq!(mode(&stop.state(file)), 0o600, "{file}");
    }
}

#[test]
fn the_state_folder_is_where_the_first_of_its_variables_says() {
    let places: [(&[&str], &str); 3] = [
        (&["SPRAG_STATE_DIR", "XDG_STATE_HOME"], "SPRAG_STATE_DIR"),
        (&["XDG_STATE_HOME"], "XDG_STATE_HOME/sprag"),
        (&[], ".local/state/sprag"),
    ];
    for (variables, place) in places {
        let mut stop = Stop::judged(BROKEN);
        for variable in variables {
            let folder = stop.path(variable);
            stop.set(variable, folder);
        }
        if let [first, ..] = variables {
            fs::create_dir(stop.path(first)).unwrap();
        }
        stop.run().blocks();
        assert!(stop.path(place).join("decisions.jsonl").is_file(), "{place}");
        assert_eq!(names(&stop.path("")).len(), 2, "{place}");
    }
}

/// A repository can set the variable, and old files are removed from the state.
#[test]
fn a_folder_with_files_of_others_that_a_variable_names_is_left_alone() {
    let places = [
        ("SPRAG_STATE_DIR", "other"),
        ("XDG_STATE_HOME", "other/sprag"),
        ("HOME", "other/.local/state/sprag"),
    ];
    for (variable, place) in places {
        for foreign in ["decisions.jsonl", "notes.txt"] {
            let mut stop = Stop::judged(BROKEN);
            let old = format!("{place}/sessions/{}.json", "a".repeat(32));
            stop.write(&format!("{place}/{foreign}"), "mine\n").write(&old, "mine\n");
            write_days_ago(&stop.path(&old), 400);
            let folder = stop.path("other");
            stop.set(variable, folder).run().blocks();
            assert_eq!(stop.verdict(), "block promises", "{variable}");
            assert_eq!(names(&stop.path(place)), [foreign, "sessions"], "{variable}");
            let kept = fs::read_to_string(stop.path(place).join(foreign)).unwrap();
            assert_eq!(kept, "mine\n", "{variable}");
            assert!(stop.path(&old).exists(), "{variable}");
        }
    }
}

#[test]
fn a_folder_that_a_variable_names_is_used_where_it_is_empty_or_ours() {
    let mut stop = Stop::judged(BROKEN);
    let folder = stop.path("other");
    fs::create_dir(&folder).unwrap();
    stop.set("SPRAG_STATE_DIR", &folder).run().blocks();
    stop.run().passes();
    assert_eq!(names(&folder), [".sprag-state", "decisions.jsonl", "lock", "sessions"]);
    let records = fs::read_to_string(folder.join("decisions.jsonl")).unwrap();
    assert_eq!(records.lines().count(), 2, "{records}");
    assert!(!stop.state("").exists());
}

#[test]
fn a_stop_leaves_one_record_and_no_draft() {
    let stop = Stop::judged(BROKEN);
    stop.run().blocks();
    stop.run().passes();
    assert_eq!(stop.records().len(), 2);
    assert_eq!(names(&stop.state("")), [".sprag-state", "decisions.jsonl", "lock", "sessions"]);
    assert_eq!(names(&stop.state("sessions")).len(), 1);
}

#[test]
fn records_that_have_grown_too_many_are_set_aside() {
    let mut stop = Stop::judged(SOUND);
    stop.run().passes();
    let records = stop.state("decisions.jsonl");
    let file = OpenOptions::new().write(true).open(&records).unwrap();
    file.set_len((32 << 20) + 1).unwrap();
    stop.closing("Done.").run().passes();
    assert_eq!(stop.records().len(), 1);
    let aside = fs::metadata(stop.state("decisions.1.jsonl")).unwrap();
    assert_eq!(aside.len(), (32 << 20) + 1);
}

/// A session that goes on after a long rest starts its cap anew, which is little friction; its
/// file must not stay for ever.
#[test]
fn sessions_of_long_ago_are_forgotten_and_younger_ones_are_not() {
    let mut stop = Stop::judged(BROKEN);
    stop.run().blocks();
    let sessions = stop.state("sessions");
    let name = |digit: &str, end: &str| sessions.join(digit.repeat(32) + end);
    let forgotten = [".json", ".taken", ".search", ".12.tmp"].map(|end| name("a", end));
    let young = name("b", ".json");
    forgotten.iter().for_each(|path| write_days_ago(path, 31));
    write_days_ago(&young, 29);
    stop.field("session_id", "another").run().blocks();
    assert!(!forgotten.iter().any(|path| path.exists()) && young.exists());
    assert_eq!(names(&sessions).len(), 3);
}

fn write_days_ago(path: &Path, days: u64) {
    let age = Duration::from_secs(days * 24 * 60 * 60);
    let file = File::create(path).unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
}

/// Names that people give to files, and some that only look like ours.
fn write_documents(folder: &Path) -> Vec<String> {
    fs::create_dir_all(folder).unwrap();
    let stem = "0123456789abcdef".repeat(2);
    let like_ours = ["", ".txt", ".json.bak", ".tmp", ".x.tmp"].map(|end| [&stem, end].concat());
    let documents = ["thesis.txt", "notes.json", "old.12.tmp", ".search"].map(String::from);
    for name in documents.iter().chain(&like_ours) {
        write_days_ago(&folder.join(name), 400);
    }
    fs::create_dir(folder.join(format!("{stem}.json"))).unwrap();
    names(folder)
}

#[test]
fn old_files_of_the_users_are_not_removed_where_a_link_leads_to_them() {
    for linked in ["sessions", "reads"] {
        let stop = Stop::judged(BROKEN);
        let documents = stop.outside("documents");
        let before = write_documents(&documents);
        write_days_ago(&documents.join("f".repeat(32) + ".json"), 400);
        fs::create_dir_all(stop.state("")).unwrap();
        symlink(&documents, stop.state(linked)).unwrap();
        let ended = stop.run();
        assert_eq!(names(&documents).len(), before.len() + 1, "{linked}");
        // Without counters there is no block; `reads` are none of a stop's business.
        if linked == "sessions" {
            ended.passes()
        } else {
            ended.blocks()
        };
    }
}

#[test]
fn what_is_not_named_like_ours_stays_whatever_its_age() {
    for folder in ["sessions", "reads"] {
        let stop = Stop::judged(BROKEN);
        let before = write_documents(&stop.state(folder));
        stop.run().blocks();
        let after = names(&stop.state(folder));
        assert!(before.iter().all(|name| after.contains(name)), "{folder}: {after:?}");
    }
}

/// Whoever can put a link there could have a record written to any file of the user's.
#[test]
fn no_link_in_the_state_folder_is_followed() {
    let names_of_links = ["decisions.jsonl", "lock", "decisions.1.jsonl"];
    for name in names_of_links {
        let stop = Stop::judged(BROKEN);
        let profile = stop.outside("profile");
        fs::write(&profile, "umask 022\n").unwrap();
        fs::create_dir_all(stop.state("")).unwrap();
        symlink(&profile, stop.state(name)).unwrap();
        let ended = stop.run();
        assert_eq!(fs::read_to_string(&profile).unwrap(), "umask 022\n", "{name}");
        if name == "decisions.1.jsonl" {
            ended.blocks()
        } else {
            ended.passes()
        };
    }
}

/// The other name may be that of any file of the user's.
#[test]
fn a_file_of_the_state_with_another_name_is_not_written_to() {
    for name in ["decisions.jsonl", "lock"] {
        let stop = Stop::judged(BROKEN);
        let profile = stop.outside("profile");
        fs::write(&profile, "umask 022\n").unwrap();
        fs::create_dir_all(stop.state("")).unwrap();
        fs::hard_link(&profile, stop.state(name)).unwrap();
        stop.run().passes();
        assert_eq!(fs::read_to_string(&profile).unwrap(), "umask 022\n", "{name}");
    }
}

/// A disk that is full, or a kill, leaves half a line.
#[test]
fn a_record_that_was_cut_does_not_take_the_next_one_with_it() {
    let mut stop = Stop::judged(BROKEN);
    stop.run().blocks();
    let records = stop.state("decisions.jsonl");
    let file = OpenOptions::new().write(true).open(&records).unwrap();
    file.set_len(file.metadata().unwrap().len() - 40).unwrap();
    stop.closing("I'll do it now.").run().blocks();
    stop.closing("I'll do that now.").run().blocks();
    let text = fs::read_to_string(&records).unwrap();
    let is_record = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    let whole: Vec<bool> = text.lines().map(is_record).collect();
    assert_eq!((whole, text.ends_with('\n')), (vec![false, true, true], true), "{text}");
    let stats = stats(&stop);
    assert!(stats.contains("1 damaged line"), "{stats}");
}

#[test]
fn a_write_that_is_cut_off_passes_and_the_next_record_is_readable() {
    let mut stop = Stop::judged(BROKEN);
    // Counters fit into the first block of a file, and a record does not.
    stop.shell("ulimit -f 1; SPRAG").run().passes();
    let cut = fs::read(stop.state("decisions.jsonl")).unwrap();
    assert!(!cut.is_empty() && !cut.ends_with(b"\n"), "{}", cut.escape_ascii());
    stop.shell("SPRAG").closing("I'll do it now.").run().blocks();
    let text = fs::read_to_string(stop.state("decisions.jsonl")).unwrap();
    let (_, record) = text.trim_end().rsplit_once('\n').unwrap();
    let record: serde_json::Value = serde_json::from_str(record).unwrap();
    assert_eq!(record["verdict"], serde_json::json!({"block": "promises"}));
}

/// Returns what `sprag stats` says about a stop's records.
fn stats(stop: &Stop) -> String {
    let mut command = Command::new(SPRAG);
    let command = command.arg("stats").env_clear().envs(&stop.environment);
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// The record alone has to say what was decided, and why.
#[test]
fn a_record_says_what_was_asked_answered_and_decided() {
    let stop = Stop::judged(BROKEN);
    stop.run().blocks();
    let record = &stop.records()[0];
    assert_eq!(record["plan"]["checks"], serde_json::json!(["promises"]));
    assert_eq!(record["plan"]["known"]["tools"], 1);
    assert_eq!(record["plan"]["started_by"], "person");
    assert_eq!(record["judged"]["answered"]["broken_promise"], 0.93);
    assert_eq!(record["counters"]["blocks"], 0);
    assert_eq!(record["call"]["request_id"], "req_standin_1");
    assert!(record["call"]["input_tokens"].is_u64(), "{record}");
    assert!(record["at_ms"].as_u64().unwrap() > 1_600_000_000_000, "{record}");
}

#[test]
fn a_lock_that_is_held_for_a_moment_is_waited_for() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.with(&["--timeout", "60"]);
    let lock = stop.lock();
    let (running, stdin) = stop.start();
    let payload = stop.payload();
    thread::scope(|scope| {
        let hook = scope.spawn(move || running.fed(stdin, payload));
        let mut client = listener.client();
        read_request(&mut client);
        answer(&mut client, listener::BROKEN);
        // The lock is next, and it is ours.
        assert!(!stop.state("decisions.jsonl").exists());
        lock.unlock().unwrap();
        hook.join().unwrap().blocks();
    });
}
