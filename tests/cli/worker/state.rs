//! What is kept of a delegation, and that no answer is lost for it.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value;

use super::bench::{Bench, CITED};

const STATE: &str = "home/.local/state/sprag";

fn exemptions(bench: &Bench) -> usize {
    let text = bench.read(&format!("{STATE}/sanctions.json"));
    let exemptions: Value = serde_json::from_str(&text).unwrap();
    exemptions["files"].as_array().unwrap().len()
}

#[test]
fn files_that_were_read_are_exempt_and_those_for_writing_are_not() {
    let mut bench = Bench::new();
    bench.write("project/b.py", "x = 1\n");
    bench.run(&["write", "--spec", "S", "--reference", "config.py"]);
    assert!(!bench.path(&format!("{STATE}/sanctions.json")).exists());
    bench.ask(&["config.py"]);
    bench.ask(&["config.py", "b.py"]);
    assert_eq!(exemptions(&bench), 2);
}

#[test]
fn a_damaged_note_of_exemptions_is_replaced_and_costs_no_answer() {
    for damage in [&b"\xff\xfe"[..], b"{", b"[1,2]", b""] {
        let mut bench = Bench::new();
        bench.write(&format!("{STATE}/sanctions.json"), damage);
        let ended = bench.ask(&["config.py"]);
        assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED), "{}", ended.stderr);
        assert_eq!(exemptions(&bench), 1);
    }
}

#[test]
fn an_answer_is_given_where_nothing_can_be_kept() {
    let mut bench = Bench::new();
    fs::create_dir_all(bench.path(&format!("{STATE}/sanctions.json/x"))).unwrap();
    let ended = bench.ask(&["config.py"]);
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED));
    assert!(ended.stderr.contains("[sprag: the files do not count as read"), "{}", ended.stderr);
    let open = bench.path("home/open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
    bench.set("SPRAG_STATE_DIR", open);
    let ended = bench.ask(&["config.py"]);
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED));
    assert!(ended.stderr.contains("[sprag: this was not recorded"), "{}", ended.stderr);
}

#[test]
fn a_failed_call_exempts_nothing() {
    let mut bench = Bench::new();
    bench.prints(b"<html>", 0).ask(&["config.py"]);
    assert!(!bench.path(&format!("{STATE}/sanctions.json")).exists());
}

#[test]
fn whoever_holds_the_state_holds_no_answer_up() {
    let bench = Bench::new();
    fs::create_dir_all(bench.path(STATE)).unwrap();
    let lock = File::create(bench.path(STATE).join("lock")).unwrap();
    lock.lock().unwrap();
    let ended = bench.ask(&["config.py"]);
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED));
    assert!(ended.stderr.contains("do not count as read"), "{}", ended.stderr);
    drop(lock);
}
