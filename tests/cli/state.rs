//! What lies in the state folder, and for how long.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::listener::{self, Listener, answer, read_request};
use crate::run::{BROKEN, SOUND, Stop, names};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn what_is_written_down_is_the_users_alone() {
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
        stop.run().blocks();
        assert!(stop.path(place).join("decisions.jsonl").is_file(), "{place}");
        assert_eq!(names(&stop.path("")).len(), 2, "{place}");
    }
}

#[test]
fn a_stop_leaves_one_record_and_no_draft() {
    let stop = Stop::judged(BROKEN);
    stop.run().blocks();
    stop.run().passes();
    assert_eq!(stop.records().len(), 2);
    assert_eq!(names(&stop.state("")), ["decisions.jsonl", "lock", "sessions"]);
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
    let (old, draft) = (sessions.join("old.json"), sessions.join("old.12.tmp"));
    let young = sessions.join("young.json");
    for (path, days) in [(&old, 31), (&draft, 31), (&young, 29)] {
        let file = File::create(path).unwrap();
        let age = Duration::from_secs(days * 24 * 60 * 60);
        file.set_modified(SystemTime::now() - age).unwrap();
    }
    stop.field("session_id", "another").run().blocks();
    assert!(!old.exists() && !draft.exists() && young.exists());
    assert_eq!(names(&sessions).len(), 3);
}

/// The record alone has to say what was decided, and why.
#[test]
fn a_record_says_what_was_asked_answered_and_decided() {
    let stop = Stop::judged(BROKEN);
    stop.run().blocks();
    let record = &stop.records()[0];
    assert_eq!(record["plan"]["checks"], serde_json::json!(["no_action", "broken_promise"]));
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
