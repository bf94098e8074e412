//! Signals in the middle of a command: what it has made goes, and whoever started it is told.

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::judge::SPRAG;
use crate::run::names;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(90);

/// Waits until it is so.
#[track_caller]
fn until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// What a shell does that becomes `sprag try`.
const TRY: &str = "exec \"$0\" try";

/// Starts `sprag try` before a reader who reads nothing: a pipe of one page holds it up in the
/// middle. Meanwhile `look` is run.
fn held_up(before: &str, temporary: &TempDir, look: impl FnOnce(Child)) {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).unwrap();
    fcntl_setpipe_size(&writer, 4_096).unwrap();
    let child = Command::new("/bin/sh")
        .env_clear()
        .env("TMPDIR", temporary.path())
        .args(["-c", before, SPRAG])
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    until("no folder", || !names(temporary.path()).is_empty());
    look(child);
    drop(reader);
}

#[test]
fn a_demo_that_is_ended_leaves_no_folder_and_ends_as_by_the_signal() {
    for signal in [Signal::HUP, Signal::INT, Signal::TERM] {
        let temporary = tempfile::tempdir().unwrap();
        held_up(TRY, &temporary, |mut child| {
            let [name] = &names(temporary.path())[..] else { panic!("several folders") };
            let mode = fs::metadata(temporary.path().join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
            kill_process(Pid::from_child(&child), signal).unwrap();
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            let status = child.wait().unwrap();
            assert_eq!(status.signal(), Some(signal.as_raw()), "{status} {said}");
            assert_eq!(names(temporary.path()), [""; 0], "{signal:?}");
        });
    }
}

/// As `nohup` does it.
#[test]
fn a_signal_that_is_ignored_from_the_beginning_ends_nothing() {
    let temporary = tempfile::tempdir().unwrap();
    held_up(&format!("trap '' HUP; {TRY}"), &temporary, |mut child| {
        let pid = Pid::from_child(&child);
        kill_process(pid, Signal::HUP).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(Signal::TERM.as_raw()));
        assert_eq!(names(temporary.path()), [""; 0]);
    });
}

#[test]
fn what_a_killed_demo_leaves_behind_does_no_harm() {
    let temporary = tempfile::tempdir().unwrap();
    held_up(TRY, &temporary, |mut child| {
        child.kill().unwrap();
        child.wait().unwrap();
    });
    let left = names(temporary.path());
    let mut again = Command::new(SPRAG);
    again.env_clear().env("TMPDIR", temporary.path()).arg("try");
    assert!(again.output().unwrap().status.success());
    assert_eq!(names(temporary.path()), left);
}

#[test]
fn what_a_stand_in_writes_is_its_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut command = Command::new(SPRAG);
    command.env_clear().arg("stand-in").arg("--port-file").arg(path("port"));
    let mut child =
        command.arg("--record").arg(path("record")).stdout(Stdio::null()).spawn().unwrap();
    until("no port", || path("port").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    for name in ["port", "record"] {
        let mode = fs::metadata(path(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_stand_in_writes_through_no_link() {
    let folder = TempDir::new().unwrap();
    let (mine, link) = (folder.path().join("mine"), folder.path().join("link"));
    fs::write(&mine, "mine").unwrap();
    symlink(&mine, &link).unwrap();
    for option in ["--record", "--port-file"] {
        let output = Command::new(SPRAG).args(["stand-in", option]).arg(&link).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{option}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("a link leads"), "{option}");
        assert_eq!(fs::read(&mine).unwrap(), b"mine", "{option}");
    }
}

#[test]
fn a_stand_in_takes_the_place_of_no_file_of_others() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("mine"), "mine").unwrap();
    fs::create_dir(path("real")).unwrap();
    symlink("real", path("led")).unwrap();
    for (option, name) in [("--port-file", "mine"), ("--port-file", "led/x"), ("--record", "led/x")]
    {
        let mut command = Command::new(SPRAG);
        command.current_dir(folder.path()).args(["stand-in", option, name]);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{option} {name}");
    }
    assert_eq!(fs::read(path("mine")).unwrap(), b"mine");
    assert!(!path("real/x").exists());
}
