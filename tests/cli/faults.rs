//! Every fault passes: exit code 0 in time, nothing said but one line to the user, state intact.

mod endpoint;
mod fault_injection;
mod input;
mod judge;
mod place;
mod process;
mod settings;

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::listener::{Listener, read_request};
use crate::run::{BROKEN, Ended, Stop, names};

/// One fault.
struct Row {
    name: String,
    /// How the judge behaves.
    mode: String,
    set: Box<dyn Fn(&mut Stop) + Sync>,
    run: Box<dyn Fn(&Stop) -> Ended + Sync>,
    expected: Expected,
}

/// What a fault may lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    /// Nothing is said.
    Silence,
    /// One line to the user.
    Notice,
    /// It is none of the hook's business: the stop is sent back as ever.
    Block,
}

use Expected::{Block, Notice, Silence};

fn row(name: &str, expected: Expected, set: impl Fn(&mut Stop) + Sync + 'static) -> Row {
    Row {
        name: name.into(),
        mode: "answer".into(),
        set: Box::new(set),
        run: Box::new(Stop::run),
        expected,
    }
}

impl Row {
    fn in_mode(self, mode: &str) -> Self {
        Self { mode: mode.into(), ..self }
    }

    fn run_by(self, run: impl Fn(&Stop) -> Ended + Sync + 'static) -> Self {
        Self { run: Box::new(run), ..self }
    }

    fn check(&self) {
        let mut stop = Stop::in_mode(&self.mode);
        (self.set)(&mut stop);
        let beside = names(&stop.outside(""));
        let ended = (self.run)(&stop);
        match self.expected {
            Silence => _ = ended.passes(),
            Notice => _ = ended.notice(),
            Block => _ = ended.blocks(),
        }
        assert!(ended.elapsed < deadline(&stop) + MARGIN, "took {:?}", ended.elapsed);
        // Each line and each file is checked for being JSON.
        stop.records();
        stop.sessions();
        assert_eq!(names(&stop.outside("")), beside);
    }
}

/// For starting the process and for a busy machine.
const MARGIN: Duration = Duration::from_secs(3);

/// Returns the deadline that the command line or the environment sets.
fn deadline(stop: &Stop) -> Duration {
    let at = stop.arguments.iter().position(|argument| argument == "--timeout");
    let given = match at {
        Some(at) => Some(&stop.arguments[at + 1]),
        None => stop.environment.get("SPRAG_TIMEOUT"),
    };
    let seconds = given.and_then(|given| given.to_str()?.parse().ok());
    let in_range = |seconds: &f64| (0.0..=60.0).contains(seconds);
    Duration::from_secs_f64(seconds.filter(in_range).unwrap_or(6.0))
}

/// Makes a FIFO and opens both ends of it.
fn fifo(path: &Path) -> File {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    OpenOptions::new().read(true).write(true).open(path).unwrap()
}

/// Runs a stop that waits for this FIFO. Long after the deadline it closes, so that a hook that
/// still waits ends, too late.
fn while_open(stop: &Stop, fifo: File) -> Ended {
    let (sender, ended) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| sender.send(stop.run()).unwrap());
        let in_time = ended.recv_timeout(deadline(stop) + 2 * MARGIN);
        drop(fifo);
        in_time.or_else(|_| ended.recv()).unwrap()
    })
}

#[test]
fn every_fault_passes() {
    let rows: Vec<Row> = [
        input::rows(),
        place::transcript_rows(),
        place::state_rows(),
        place::waiting_rows(),
        settings::rows(),
        settings::key_rows(),
        endpoint::rows(),
        judge::rows(),
        process::rows(),
    ]
    .into_iter()
    .flatten()
    .collect();
    assert!(rows.len() > 100, "{} rows", rows.len());
    let failures = Mutex::new(String::new());
    let next = AtomicUsize::new(0);
    // Most of the time is spent waiting for deadlines.
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| row.check())) {
                        let why = panic.downcast_ref::<String>().map_or("?", String::as_str);
                        let mut failures = failures.lock().unwrap();
                        writeln!(failures, "{} ({:?}): {why}", row.name, row.expected).unwrap();
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn a_hook_that_is_ended_midway_leaves_state_that_the_next_stop_can_use() {
    for (signal, number) in [("TERM", 15), ("KILL", 9)] {
        let listener = Listener::open();
        let mut stop = Stop::at(&listener);
        stop.with(&["--timeout", "60"]);
        let (running, mut stdin) = stop.start();
        stdin.write_all(&stop.payload()).unwrap();
        // It waits for its answer.
        let mut client = listener.client();
        read_request(&mut client);
        let pid = running.child.id().to_string();
        let sent = Command::new("/bin/sh").args(["-c", "kill -$0 $1", signal, &pid]).status();
        assert!(sent.unwrap().success());
        let ended = running.ended();
        assert_eq!((ended.exit, ended.signal), (None, Some(number)));
        assert_eq!((ended.stdout.as_str(), ended.stderr.as_str()), ("", ""));
        assert!(stop.records().is_empty());
        stop.judge_anew(BROKEN);
        stop.run().blocks();
        assert_eq!(stop.records().len(), 1);
    }
}

#[test]
fn what_a_killed_writer_leaves_behind_does_no_harm() {
    let mut stop = Stop::judged(BROKEN);
    stop.run().blocks();
    let sessions = stop.state("sessions");
    let file = names(&sessions).remove(0);
    let draft = file.replace(".json", ".4711.tmp");
    fs::write(sessions.join(&draft), r#"{"person":"#).unwrap();
    stop.closing("I'll do it now.").run().blocks();
    assert_eq!(names(&sessions).len(), 2);
}
