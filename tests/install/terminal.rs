//! A terminal, and what somebody reads and types there.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

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
}

impl Terminal {
    /// Starts the program, all of whose streams are the terminal.
    pub(crate) fn start(mut command: Command) -> Self {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&person).unwrap();
        unlockpt(&person).unwrap();
        let name = ptsname(&person, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let own = File::from(open(&name, flags, Mode::empty()).unwrap());
        command.stdin(own.try_clone().unwrap()).stdout(own.try_clone().unwrap()).stderr(own);
        let child = command.spawn().unwrap();
        // With the command the last of our own handles of the program's end goes: what is left is
        // the program's.
        drop(command);
        Self { person: person.into(), child, shown: String::new(), read: 0 }
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

    /// Says that nothing more is typed.
    pub(crate) fn type_end(&mut self) {
        self.person.write_all(b"\x04").unwrap();
    }

    /// Waits for the end of the program; returns its exit code and what was not read yet.
    pub(crate) fn end(mut self) -> (i32, String) {
        while self.more() {}
        let code = self.child.wait().unwrap().code().unwrap();
        (code, self.shown.split_off(self.read))
    }

    /// Returns whether the screen shows more; it does not once the program has ended.
    fn more(&mut self) -> bool {
        let mut chunk = [0; 4096];
        // Linux fails with `EIO` where the other end is gone, other systems end the file.
        let len = self.person.read(&mut chunk).unwrap_or(0);
        self.shown.push_str(&String::from_utf8_lossy(&chunk[..len]));
        len > 0
    }
}
