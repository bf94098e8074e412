//! Programs that fail, hang, or are interrupted.

use std::fs::File;
use std::io::Read as _;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{Pid, Signal, kill_process};

use super::bench::Bench;
use crate::ended::Running;

/// Longer than anything takes here.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn what_a_program_answers_instead_is_said() {
    for (stdout, complaint, code, said) in [
        (&b""[..], "boom\n", 1, "claude exited with 1: boom"),
        (b"<html>", "", 0, "claude answered in an unexpected form: <html>"),
        (b"[]", "", 0, "claude answered in an unexpected form: []"),
        (
            br#"{"is_error":true,"result":"Not logged in"}"#,
            "",
            0,
            "the worker returned an error: Not logged in",
        ),
        (
            br#"{"is_error":true,"result":"Not logged in"}"#,
            "x",
            1,
            "the worker returned an error: Not logged in",
        ),
    ] {
        let mut bench = Bench::new();
        bench.prints(stdout, code).write("bin/complaint", complaint);
        let ended = bench.ask(&["config.py"]);
        assert_eq!((ended.exit, ended.stdout.as_str()), (Some(1), ""), "{said}");
        assert_eq!(ended.stderr, format!("sprag: {said}\n"));
        let [usage] = bench.usage().try_into().unwrap();
        assert!(usage["failure"].is_string() && usage["answer_bytes"] == 0, "{usage}");
    }
}

#[test]
fn a_program_that_is_not_there_is_named_with_its_setting() {
    let mut bench = Bench::new();
    let said = bench.config("claude_bin", "no-such-program").is_refused(&[
        "read",
        "--question",
        "Q",
        "--paths",
        "config.py",
    ]);
    assert_eq!(said, "no program `no-such-program`; install it, or name it in `claude_bin`\n");
    assert_eq!(bench.usage().len(), 0, "nobody was asked");
}

#[test]
fn a_program_that_reads_nothing_and_one_that_never_stops_are_ended() {
    let mut bench = Bench::new();
    bench.write("project/long.txt", "x\n".repeat(250_000));
    bench.program("claude", "#!/bin/sh\nexec 0<&-\nprintf '{\"result\":\"enough\"}'\n");
    assert_eq!(bench.ask(&["long.txt"]).stdout, "enough\n");
    bench.program("claude", "#!/bin/sh\nexec cat /dev/zero\n");
    let ended = bench.ask(&["config.py"]);
    assert_eq!(ended.stderr, "sprag: the worker's output is longer than any answer\n");
}

#[test]
fn what_leaves_its_group_and_holds_the_pipe_costs_no_answer() {
    let mut bench = Bench::new();
    bench.program("claude", "#!/bin/sh\nsetsid sleep 20 &\nprintf '{\"result\":\"enough\"}'\n");
    assert_eq!(bench.ask(&["config.py"]).stdout, "enough\n");
}

/// A program, and what tells that everything that it started has ended.
struct Hanging(Receiver<()>);

impl Hanging {
    /// Has a program that starts another and waits for it; both hold a pipe.
    fn on(bench: &mut Bench) -> Self {
        let fifo = bench.path("fifo");
        mknodat(CWD, &fifo, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
        bench.program(
            "claude",
            &format!("#!/bin/sh\nexec 9> '{}'\nsleep 1000 &\necho >&9\nwait\n", fifo.display()),
        );
        let (sender, ended) = channel();
        thread::spawn(move || {
            let mut file = File::open(fifo).unwrap();
            let mut first = [0];
            file.read_exact(&mut first).unwrap();
            sender.send(()).unwrap();
            // The end comes when nobody holds the pipe any more.
            file.read_to_end(&mut Vec::new()).unwrap();
            sender.send(()).unwrap();
        });
        Self(ended)
    }

    fn wait(&self, what: &str) {
        self.0.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{what}"));
    }
}

#[test]
fn when_the_time_is_over_all_that_the_program_started_ends() {
    let mut bench = Bench::new();
    let hanging = Hanging::on(&mut bench);
    let ended = bench.set("SPRAG_WORKER_TIMEOUT", "1").ask(&["config.py"]);
    hanging.wait("it never began");
    assert_eq!(ended.exit, Some(1));
    assert_eq!(ended.stderr, "sprag: the worker exceeded 1s (worker_timeout) and was stopped\n");
    hanging.wait("something is still running");
    assert_eq!(bench.usage()[0]["failure"], "timeout");
}

#[test]
fn an_interruption_ends_all_of_it_with_130() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut bench = Bench::new();
        let hanging = Hanging::on(&mut bench);
        let child = bench.start(&["read", "--question", "Q", "--paths", "config.py"]);
        hanging.wait("it never began");
        kill_process(Pid::from_child(&child), signal).unwrap();
        let ended = Running::of(child, Instant::now()).ended();
        assert_eq!(ended.exit, Some(130), "{}", ended.stderr);
        assert_eq!(ended.stderr, "sprag: interrupted; the worker was stopped\n");
        hanging.wait("something is still running");
    }
}

/// What a program leaves running behind its answer may hold its output open.
#[test]
fn an_answer_does_not_wait_for_what_the_program_left_running() {
    let mut bench = Bench::new();
    bench.program("claude", "#!/bin/sh\nsleep 1000 &\nprintf '{\"result\":\"there\"}'\n");
    assert_eq!(bench.ask(&["config.py"]).stdout, "there\n");
}
