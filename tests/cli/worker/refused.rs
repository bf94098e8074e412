//! What nobody is asked.

use core::sync::atomic::{AtomicBool, Ordering};
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::thread;

use super::bench::Bench;
use crate::judge::SPRAG;
use crate::run::{BROKEN, Stop};

fn read<'a>(paths: &[&'a str]) -> Vec<&'a str> {
    [&["read", "--question", "Q", "--paths"], paths].concat()
}

#[test]
fn a_command_line_that_is_not_understood_fails_and_never_blocks() {
    let bench = Bench::new();
    for (arguments, said) in [
        (&["read"][..], "--question is missing, or empty"),
        (&["read", "--question", " ", "--paths", "config.py"], "--question is missing, or empty"),
        (&["read", "--question", "Q"], "--paths is missing, or empty"),
        (&["read", "--question", "Q", "--question", "R"], "--question is given twice"),
        (&["read", "--question", "Q", "--paths"], "missing argument for option '--paths'"),
        (&["read", "--what"], "invalid option '--what'"),
        (&["read", "--target", "x"], "invalid option '--target'"),
        (&["read", "--transport", "carrier-pigeon"], "no transport `carrier-pigeon`; there are"),
        (&["read", "--model", "a b"], "--model: `a b` is not a plain word"),
        (&["write", "--spec", "S"], "--reference is missing, or empty"),
        (&["write", "--reference", "config.py"], "--spec is missing, or empty"),
    ] {
        let refusal = bench.is_refused(arguments);
        assert!(refusal.starts_with(said), "{arguments:?}: {refusal}");
    }
}

#[test]
fn help_is_given_before_anything_is_looked_at() {
    let bench = Bench::new();
    for task in ["read", "write"] {
        let ended = bench.run(&[task, "--help"]);
        assert_eq!((ended.exit, ended.stderr.as_str()), (Some(0), ""));
        assert!(ended.stdout.starts_with(&format!("sprag {task} ")), "{}", ended.stdout);
        let long = ended.stdout.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None);
    }
}

#[test]
fn files_that_are_none_are_named_all_at_once() {
    let mut bench = Bench::new();
    bench.write("project/folder/x", "");
    let said = bench.is_refused(&read(&["config.py", "none.py", "folder", "/dev/zero"]));
    assert_eq!(said, "no such file, or none that can be read: none.py, folder, /dev/zero\n");
}

#[test]
fn a_file_that_is_named_twice_is_refused() {
    let bench = Bench::new();
    symlink("config.py", bench.path("project/link.py")).unwrap();
    let said = bench.is_refused(&read(&["config.py", "./config.py", "link.py"]));
    assert_eq!(said, "named twice: ./config.py, link.py; name each file once\n");
}

#[test]
fn a_likely_secret_holds_the_whole_call_back_under_any_name() {
    let mut bench = Bench::new();
    bench.write("project/.env", "A=1\n").write("home/.aws/config", "[default]\n");
    symlink(".env", bench.path("project/notes.txt")).unwrap();
    let key = ["x\n".repeat(20_000), "-----BEGIN PGP PRIVATE KEY BLOCK-----\n".into()].concat();
    bench.write("project/late.txt", key);
    for path in [".env", "notes.txt", "late.txt", "~/.aws/config"] {
        let said = bench.is_refused(&read(&["config.py", path]));
        assert!(said.contains("probably secret"), "{said}");
        assert!(said.contains(&format!("\n  {path}: ")), "{said}");
        assert!(!said.contains("  config.py"), "{said}");
    }
    let there = bench.run_in("home/.aws", &read(&["config"]));
    assert!(there.stderr.contains("  config: it is in .aws\n"), "{}", there.stderr);
}

#[test]
fn only_the_user_s_own_file_turns_the_secret_guard_off() {
    let mut bench = Bench::new();
    bench.write("project/.env", "A=1\n").set("SPRAG_SECRET_GUARD", "off");
    assert!(bench.is_refused(&read(&[".env"])).contains("probably secret"));
    bench.set("SHUNTKIT_SECRET_GUARD", "off");
    let as_shuntkit = [&["read", "--as", "shuntkit"], &read(&[".env"])[1..]].concat();
    assert!(bench.is_refused(&as_shuntkit).contains("probably secret"));
    bench.config("secret_guard", "off");
    assert_eq!(bench.run(&read(&[".env"])).exit, Some(0));
}

#[test]
fn more_than_the_cap_is_refused_before_it_is_read() {
    let mut bench = Bench::new();
    // A terabyte that takes no room: to read it would take the memory of this machine.
    File::create(bench.path("project/huge.log")).unwrap().set_len(1 << 40).unwrap();
    let said = bench.is_refused(&read(&["huge.log"]));
    assert!(said.starts_with("1,099,511,627,776 bytes are over the 600,000 byte cap"), "{said}");
    bench.write("project/two.log", "x".repeat(1_990)).set("SPRAG_WORKER_PAYLOAD", "2000");
    let said = bench.is_refused(&read(&["two.log"]));
    assert!(said.starts_with("2,"), "the question and the tags count, too: {said}");
    assert_eq!(bench.set("SPRAG_WORKER_PAYLOAD", "3000").run(&read(&["two.log"])).exit, Some(0));
}

#[test]
fn what_the_user_s_deny_file_covers_is_sent_nowhere() {
    let mut bench = Bench::new();
    let project = fs::canonicalize(bench.path("project")).unwrap();
    bench.write("home/.config/sprag/deny", format!("{}\n", project.display()));
    bench.write("elsewhere/x", "");
    assert!(bench.is_refused(&read(&["config.py"])).starts_with("the deny file covers"));
    let there = project.join("config.py");
    let from_elsewhere = bench.run_in("elsewhere", &read(&[there.to_str().unwrap()]));
    assert_eq!(from_elsewhere.exit, Some(1), "{}", from_elsewhere.stdout);
    // Nor a file of one of its worktrees.
    let git = project.join(".git/worktrees/tree");
    bench.write("project/.git/worktrees/tree/commondir", "../..\n");
    bench.write("tree/.git", format!("gitdir: {}\n", git.display())).write("tree/sub/x", "x\n");
    for (folder, path) in [("elsewhere", "../tree/sub/x"), ("tree/sub", "x")] {
        let ended = bench.run_in(folder, &read(&[path]));
        assert!(ended.stderr.contains("the deny file covers"), "{folder}: {}", ended.stderr);
    }
}

#[test]
fn nobody_is_asked_from_a_sandbox_without_a_network() {
    let mut bench = Bench::new();
    let said = bench.set("CODEX_SANDBOX_NETWORK_DISABLED", "1").is_refused(&read(&["config.py"]));
    assert!(said.contains("Codex's sandbox, which has no network"), "{said}");
}

#[test]
fn a_worker_has_no_worker_and_no_hook() {
    let mut bench = Bench::new();
    bench.set("SPRAG_INSIDE_WORKER", "1");
    assert_eq!(
        bench.is_refused(&read(&["config.py"])),
        "a worker delegates nothing; read the files\n"
    );
    let mut stop = Stop::judged(BROKEN);
    stop.run().blocks();
    stop.set("SPRAG_INSIDE_WORKER", "1").run().passes();
    assert_eq!(stop.records().len(), 1, "the hook of a worker kept a record");
}

/// Also where variables are ignored: a worker that runs has a token, which nobody can set.
#[test]
fn a_worker_is_known_by_its_token_for_as_long_as_it_runs() {
    let mut bench = Bench::new();
    let script = format!(
        "#!/bin/sh\nenv > '{took}'\ncd '{project}'\n\
         '{SPRAG}' read --home '{home}' --question q --paths config.py 2> '{said}'\n\
         printf '{{\"result\":\"x\"}}'\n",
        took = bench.path("took").display(),
        project = bench.path("project").display(),
        home = bench.path("home").display(),
        said = bench.path("said").display(),
    );
    bench.config("environment", "ignore").program("claude", &script);
    assert_eq!(bench.run(&read(&["config.py"])).exit, Some(0));
    assert_eq!(bench.read("said"), "sprag: a worker delegates nothing; read the files\n");
    let environment = bench.read("took");
    let mut lines = environment.lines();
    let token = lines.find_map(|line| line.strip_prefix("SPRAG_INSIDE_WORKER=")).unwrap();
    assert_eq!(fs::read_dir(bench.path("home/.local/state/sprag/workers")).unwrap().count(), 0);
    // It has ended, so this is no worker of its any more.
    bench.set("SPRAG_INSIDE_WORKER", token);
    assert_eq!(bench.run(&read(&["config.py"])).exit, Some(0));
}

#[test]
fn a_file_that_becomes_another_while_it_is_judged_is_sent_nowhere() {
    let mut bench = Bench::new();
    let denied = bench.path("denied");
    bench.write("denied/notes.txt", "of-the-denied\n").write("project/way.txt", "plain\n");
    let denied = fs::canonicalize(denied).unwrap();
    bench.write("home/.config/sprag/deny", format!("{}\n", denied.display()));
    let (place, is_over) = (bench.path("project/way.txt"), AtomicBool::new(false));
    thread::scope(|scope| {
        // A file and a link take turns at one name, as fast as they can.
        scope.spawn(|| {
            let next = place.with_extension("next");
            while !is_over.load(Ordering::Relaxed) {
                symlink(denied.join("notes.txt"), &next).unwrap();
                fs::rename(&next, &place).unwrap();
                fs::write(&next, "plain\n").unwrap();
                fs::rename(&next, &place).unwrap();
            }
        });
        for _ in 0..40 {
            bench.run(&read(&["way.txt"]));
            let took = bench.took("input").unwrap_or_default();
            let sent = String::from_utf8(took).unwrap();
            if sent.contains("of-the-denied") {
                is_over.store(true, Ordering::Relaxed);
                panic!("{sent}");
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn no_name_of_a_file_moves_the_cursor_in_a_refusal() {
    let bench = Bench::new();
    let said = bench.is_refused(&read(&["\u{1b}[2J\u{7}none"]));
    assert_eq!(said, "no such file, or none that can be read: \\u{1b}[2J\\u{7}none\n");
    let ended = bench.run(&["facts", "\u{1b}[2J\u{7}none"]);
    assert!(!ended.stderr.contains(['\u{1b}', '\u{7}']), "{}", ended.stderr);
}
