//! Runs a program: feeds it, reads its output and, when its time is up, ends it with everything
//! that it started.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::ffi::OsString;
use std::io::{self, Read, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use signal_hook::{SigId, flag, low_level};
use sprag_core::limits::REPLY_BYTES_MAX;
use sprag_core::worker::Failure;

use crate::session::environment::Environment;
use crate::session::program;
use crate::system::deadline::Deadline;
use crate::system::scratch::{Waiting, ending};

/// How often it is looked at.
const STEP: Duration = Duration::from_millis(10);
/// How long the rest of its output may take once it has ended and its group with it.
const REST: Duration = Duration::from_secs(5);

/// A program and what it is given.
#[derive(Debug)]
pub(crate) struct Program<'a> {
    pub(crate) path: &'a Path,
    pub(crate) arguments: &'a [String],
    pub(crate) folder: &'a Path,
    /// All the variables that it gets.
    pub(crate) environment: &'a Environment,
    pub(crate) input: &'a str,
}

/// A program that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Program<'_> {
    /// Runs it to its end, or to the end of its time.
    pub(crate) fn run(&self, deadline: Deadline, timeout: Duration) -> Result<Ended, Failure> {
        let unheard = |error: io::Error| Failure::NotRun(error.to_string());
        let interrupted = Interrupted::watch().map_err(unheard)?;
        let mut command = Command::new(self.path);
        command
            .args(self.arguments.iter().map(OsString::from))
            .current_dir(self.folder)
            .env_clear()
            .envs(self.environment.variables())
            // A group of its own, to be ended as a whole.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folders) = program::path_for(self.path) {
            command.env("PATH", folders);
        }
        let mut child = command.spawn().map_err(unheard)?;
        let group = Pid::from_child(&child);
        let (stdout, stderr) = (read(child.stdout.take()), read(child.stderr.take()));
        feed(&mut child, self.input);
        let waited = wait(group, deadline, &interrupted);
        // Before the child is reaped: until then nobody else can have its number.
        let _ = kill_process_group(group, Signal::KILL);
        let status = child.wait().map_err(unheard)?;
        match waited {
            Waited::Ended => {}
            Waited::TimeOver => return Err(Failure::Timeout { seconds: timeout.as_secs() }),
            Waited::Interrupted => return Err(Failure::Interrupted),
        }
        let rest = Deadline::after(REST);
        let (stdout, stderr) = (heard(&stdout, rest), heard(&stderr, rest));
        if stdout.len() > REPLY_BYTES_MAX {
            return Err(Failure::TooLong);
        }
        Ok(Ended { code: status.code(), stdout, stderr })
    }
}

/// How the waiting ended.
enum Waited {
    Ended,
    TimeOver,
    Interrupted,
}

fn wait(child: Pid, deadline: Deadline, interrupted: &Interrupted) -> Waited {
    // It is not reaped yet: its number must stay its own.
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    loop {
        match waitid(WaitId::Pid(child), look) {
            Ok(None) => {}
            // Whoever cannot be waited for is not there.
            Ok(Some(_)) | Err(_) => return Waited::Ended,
        }
        if interrupted.is_so() {
            return Waited::Interrupted;
        }
        if deadline.is_over() {
            return Waited::TimeOver;
        }
        thread::sleep(STEP);
    }
}

/// Feeds the child on a thread: it may read late or never, and its own end ends this.
fn feed(child: &mut Child, input: &str) {
    let Some(mut stdin) = child.stdin.take() else { return };
    let input = input.to_owned();
    // Without the thread the child has an empty input, and says so.
    let _ = thread::Builder::new().spawn(move || stdin.write_all(input.as_bytes()));
}

/// Reads on a thread, one byte more than anybody asked for at most.
fn read(output: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    let most = u64::try_from(REPLY_BYTES_MAX).unwrap_or(u64::MAX).saturating_add(1);
    let hear = move || {
        let Some(output) = output else { return };
        let mut output = output.take(most);
        let mut bytes = [0; 8_192];
        loop {
            match output.read(&mut bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // What came before an error still came.
                Ok(0) | Err(_) => return,
                Ok(count) => {
                    let part = bytes.get(..count).unwrap_or_default().to_vec();
                    if sender.send(part).is_err() {
                        return;
                    }
                }
            }
        }
    };
    let _ = thread::Builder::new().spawn(hear);
    receiver
}

/// Returns what was read. Whoever has left the group may hold the pipe open for ever: what is there
/// at the deadline is all.
fn heard(output: &Receiver<Vec<u8>>, deadline: Deadline) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Ok(part) = output.recv_timeout(deadline.left()) {
        bytes.extend(part);
    }
    bytes
}

/// Whether the user has broken off. Its group being another, the terminal does not tell the child.
struct Interrupted {
    flag: Arc<AtomicBool>,
    handlers: Vec<SigId>,
    _waiting: Waiting,
}

impl Interrupted {
    fn watch() -> io::Result<Self> {
        let flag = Arc::new(AtomicBool::new(false));
        let mut handlers = Vec::new();
        for signal in ending() {
            handlers.push(flag::register(signal, Arc::clone(&flag))?);
        }
        Ok(Self { flag, handlers, _waiting: Waiting::begin() })
    }

    fn is_so(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }
}

impl Drop for Interrupted {
    fn drop(&mut self) {
        for handler in self.handlers.drain(..) {
            low_level::unregister(handler);
        }
    }
}
