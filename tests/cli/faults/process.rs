//! Streams that are closed, and resources that are missing.

use std::fs::File;
use std::io::Write as _;

use rustix::fs::{Mode, OFlags, open};

use super::{Block, Row, Silence, fifo, row, while_open};
use crate::run::{Ended, Stop};

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("standard input closed", Silence, |stop| _ = stop.shell("SPRAG <&-")),
        row("a folder for standard input", Silence, |stop| _ = stop.shell("SPRAG </")),
        row("an endless standard input", Silence, |stop| _ = stop.shell("SPRAG </dev/zero")),
        row("standard output closed", Block, |stop| _ = stop.shell("SPRAG >&-")),
        row("standard output closed, and the reason due there", Silence, |stop| {
            stop.shell("SPRAG >&-").with(&["--reply", "json"]);
        }),
        row("standard output full, and the reason due there", Silence, |stop| {
            stop.shell("SPRAG >/dev/full").with(&["--reply", "json"]);
        }),
        row("standard output full, and a notice due there", Silence, |stop| {
            stop.shell("SPRAG >/dev/full").with(&["--shadow"]);
        }),
        // Who cannot hear the reason must not be held up.
        row("standard error closed", Silence, |stop| _ = stop.shell("SPRAG 2>&-")),
        row("standard error full", Silence, |stop| _ = stop.shell("SPRAG 2>/dev/full")),
        row("standard error without a reader", Silence, |_| {}).run_by(unheard),
        row("standard error full, and its reader asleep", Silence, |stop| {
            stop.shell("cd ..; SPRAG 2>home/asleep").with(&["--timeout", "1"]);
        })
        .run_by(unread),
        row("standard output full, and its reader asleep", Silence, |stop| {
            stop.shell("cd ..; SPRAG >home/asleep").with(&["--timeout", "1", "--reply", "json"]);
        })
        .run_by(unread),
        row("the same, and the environment sets the deadline", Silence, |stop| {
            stop.shell("cd ..; SPRAG 2>home/asleep").set("SPRAG_TIMEOUT", "1");
        })
        .run_by(unread),
        row("all streams closed", Silence, |stop| _ = stop.shell("SPRAG <&- >&- 2>&-")),
        row("hardly a file can be opened", Silence, |stop| {
            // Whoever runs the tests may have left files open; the loader needs one itself.
            stop.shell("exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n 4; SPRAG");
        }),
    ]
}

/// Runs a stop whose standard error nobody reads.
fn unheard(stop: &Stop) -> Ended {
    let (mut running, stdin) = stop.start();
    drop(running.child.stderr.replace(none()));
    running.fed(stdin, stop.payload())
}

/// Runs a stop that writes into a pipe which is full already: nothing but the watchdog ends it.
fn unread(stop: &Stop) -> Ended {
    let path = stop.path("asleep");
    let fifo = fifo(&path);
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let mut writer = File::from(open(&path, flags, Mode::empty()).unwrap());
    while writer.write(&[b'x'; 4096]).is_ok() {}
    while_open(stop, fifo)
}

/// Returns a stream that has ended.
fn none() -> std::process::ChildStderr {
    let mut child = std::process::Command::new("true");
    let mut child = child.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let stderr = child.stderr.take().unwrap();
    child.wait().unwrap();
    stderr
}
