//! A terminal, and what somebody reads and types there.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::AsFd;
use std::process::{Child, Command};
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcgetattr, tcsetwinsize};

/// Longer than any program here says nothing.
const PATIENCE: Timespec = Timespec { tv_sec: 90, tv_nsec: 0 };

/// A program on a terminal of its own.
#[derive(Debug)]
pub(crate) struct Terminal {
    /// The end at which the person sits.
    person: File,
    child: Child,
    /// All that the screen has shown, the person's own words included.
    shown: String,
    /// How much of it has been read.
    read: usize,
    /// Its manners before the program began.
    manners: String,
}

impl Terminal {
    /// Starts the program, all of whose streams are the terminal, of 80 columns and 24 rows.
    pub(crate) fn start(mut command: Command) -> Self {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&person).unwrap();
        unlockpt(&person).unwrap();
        // A program that is told of another size while a key comes may miss the key until the next.
        tcsetwinsize(&person, size(80, 24)).unwrap();
        let name = ptsname(&person, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let own = File::from(open(&name, flags, Mode::empty()).unwrap());
        command.stdin(own.try_clone().unwrap()).stdout(own.try_clone().unwrap()).stderr(own);
        let manners = manners(&person);
        let child = command.spawn().unwrap();
        // With the command the last of our own handles of the program's end goes: what is left is
        // the program's.
        drop(command);
        Self { person: person.into(), child, shown: String::new(), read: 0, manners }
    }

    /// Reads up to these words, and returns what stood before them.
    #[track_caller]
    pub(crate) fn expect(&mut self, words: &str) -> String {
        loop {
            let new = &self.shown[self.read..];
            if let Some(at) = new.find(words) {
                let before = new[..at].to_owned();
                self.read += at + words.len();
                return before;
            }
            assert!(self.more(), "no {words:?} in {:?}", self.shown);
        }
    }

    /// Types a line.
    pub(crate) fn type_line(&mut self, words: &str) {
        self.person.write_all(format!("{words}\n").as_bytes()).unwrap();
    }

    /// Types this and nothing more.
    pub(crate) fn type_text(&mut self, words: &str) {
        self.person.write_all(words.as_bytes()).unwrap();
    }

    /// Makes the terminal as wide and as high as this.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        tcsetwinsize(&self.person, size(columns, rows)).unwrap();
        // The terminal is nobody's controlling one: nobody else tells the program.
        self.signal("WINCH");
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let script = format!("kill -{name} {pid}");
        assert!(Command::new("/bin/sh").args(["-c", &script]).status().unwrap().success());
    }

    /// Waits until the program has changed the manners of the terminal.
    pub(crate) fn wait_for_other_manners(&self) {
        while manners(&self.person) == self.manners {
            thread::yield_now();
        }
    }

    /// Waits for the end of the program, and returns all that was shown.
    pub(crate) fn all(mut self) -> String {
        while self.more() {}
        self.child.wait().unwrap();
        self.shown
    }

    /// Says that nothing more is typed.
    pub(crate) fn type_end(&mut self) {
        self.person.write_all(b"\x04").unwrap();
    }

    /// Waits for the end of the program, which must leave the terminal as it found it; returns its
    /// exit code.
    #[track_caller]
    pub(crate) fn end_as_before(mut self) -> i32 {
        let code = self.child.wait().unwrap().code().unwrap();
        assert_eq!(manners(&self.person), self.manners);
        code
    }

    /// Waits for the end of the program, whatever ends it; it must leave the terminal as it found
    /// it. Returns what was not read yet.
    #[track_caller]
    pub(crate) fn whatever_ends_it_as_before(mut self) -> String {
        while self.more() {}
        self.child.wait().unwrap();
        assert_eq!(manners(&self.person), self.manners);
        self.shown.split_off(self.read)
    }

    /// Waits for the end of the program; returns its exit code and what was not read yet.
    pub(crate) fn end(mut self) -> (i32, String) {
        while self.more() {}
        let code = self.child.wait().unwrap().code().unwrap();
        (code, self.shown.split_off(self.read))
    }

    /// Returns whether the screen shows more; it does not once the program has ended.
    fn more(&mut self) -> bool {
        let mut waiting = [PollFd::new(&self.person, PollFlags::IN)];
        if poll(&mut waiting, Some(&PATIENCE)).unwrap() == 0 {
            self.child.kill().unwrap();
            panic!("nothing more after {:?}", self.shown);
        }
        let mut chunk = [0; 4096];
        // Linux fails with `EIO` where the other end is gone, other systems end the file.
        let len = self.person.read(&mut chunk).unwrap_or(0);
        self.shown.push_str(&String::from_utf8_lossy(&chunk[..len]));
        len > 0
    }
}

/// Returns what a terminal does with what is typed: whether it shows it, and when it hands it over.
fn manners(terminal: impl AsFd) -> String {
    let modes = tcgetattr(terminal).unwrap();
    format!("{:?} {:?} {:?}", modes.input_modes, modes.output_modes, modes.local_modes)
}

fn size(columns: u16, rows: u16) -> Winsize {
    Winsize { ws_col: columns, ws_row: rows, ws_xpixel: 0, ws_ypixel: 0 }
}
