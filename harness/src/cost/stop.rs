//! Stops and reads as hosts start them, and how much each may allocate.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::json;

use super::Heap;
use crate::payload::Payload;
use crate::transcript::Transcript;

/// A run of the hook.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// What it is called.
    pub name: &'static str,
    /// The words behind `hook`.
    options: &'static [&'static str],
    /// Whether there is a key; nobody listens where it would be sent.
    has_key: bool,
    event: Event,
    /// With what it ends.
    exit: i32,
    /// What the record or the reply says, which shows that it was this run and no other.
    says: &'static str,
    /// What it was measured to take.
    pub measured: Heap,
    /// What it may take.
    pub ceiling: Heap,
}

/// What happens to the hook.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// A turn ends that edited and checked, after 60 KB of conversation, with this message.
    Stop(&'static str),
    /// A file of so many lines is about to be read.
    Read(usize),
}

const DONE: &str = "I moved the check into the pool, and all tests pass.";
const PROMISE: &str = "I will move the check into the pool now.";
const ASKS: &str = "The check is in the pool. Shall I commit it?";

/// Every run. A build for tests allocates as often as one for release. Eight allocations are those
/// of the watchdog's thread, where there is one; a short run may end before they are made. Numbers
/// with more digits and answers of the network change a few bytes. So ceilings have some room.
pub const STOPS: &[Stop] = &[
    Stop {
        name: "off",
        options: &[],
        has_key: false,
        event: Event::Stop(PROMISE),
        exit: 0,
        says: "",
        measured: heap(62, 76_018),
        ceiling: heap(66, 80_000),
    },
    Stop {
        name: "on, without a key",
        options: &["--checks", "promises"],
        has_key: false,
        event: Event::Stop(PROMISE),
        exit: 0,
        says: "no_key",
        measured: heap(536, 81_957),
        ceiling: heap(565, 86_000),
    },
    Stop {
        name: "all passed, so nobody is asked",
        options: &["--checks", "done"],
        has_key: true,
        event: Event::Stop(DONE),
        exit: 0,
        says: "nothing_to_ask",
        measured: heap(773, 168_770),
        ceiling: heap(810, 177_000),
    },
    Stop {
        name: "a block that asks nobody",
        options: &["--checks", "ask"],
        has_key: false,
        event: Event::Stop(ASKS),
        exit: 2,
        says: "ask",
        measured: heap(587, 167_244),
        ceiling: heap(620, 176_000),
    },
    Stop {
        name: "asking, up to the request",
        options: &["--checks", "promises,watch"],
        has_key: true,
        event: Event::Stop(PROMISE),
        exit: 0,
        says: "connect",
        measured: heap(724, 284_448),
        ceiling: heap(760, 298_000),
    },
    Stop {
        name: "a read that is small",
        options: &["--checks", "reads"],
        has_key: false,
        event: Event::Read(100),
        exit: 0,
        says: "",
        measured: heap(300, 78_547),
        ceiling: heap(320, 83_000),
    },
    Stop {
        name: "a read that is denied",
        options: &["--checks", "reads"],
        has_key: false,
        event: Event::Read(1_000),
        exit: 0,
        says: "deny",
        measured: heap(394, 78_547),
        ceiling: heap(415, 83_000),
    },
];

const fn heap(allocations: u64, peak: u64) -> Heap {
    Heap { allocations, peak }
}

impl Stop {
    /// Returns why it is not this run that was seen: it ended otherwise, or did not say what shows.
    #[must_use]
    pub fn fault(&self, exit: Option<i32>, said: &str) -> Option<String> {
        let is_it = exit == Some(self.exit) && said.contains(self.says);
        (!is_it).then(|| format!("this was another run: it ended with {exit:?} and said {said}"))
    }

    /// Returns the words of the command line.
    #[must_use]
    pub fn arguments(&self, folder: &Path) -> Vec<String> {
        let words = [&["hook"], self.options].concat().into_iter().map(String::from);
        words.chain(["--home".into(), folder.display().to_string()]).collect()
    }

    /// Returns the whole environment, for a run in `folder`.
    #[must_use]
    pub fn variables(&self, folder: &Path) -> Vec<(&'static str, String)> {
        let mut variables = Vec::from([
            ("HOME", folder.display().to_string()),
            ("SPRAG_ENDPOINT", "https://127.0.0.1:1/".to_string()),
        ]);
        if self.has_key {
            variables.push(("TYPESAFE_API_KEY", "a-key-for-nobody".to_string()));
        }
        variables
    }

    /// Writes what the run looks at into `folder`, and returns its payload.
    ///
    /// # Errors
    ///
    /// Returns what went wrong with writing.
    pub fn prepare(&self, folder: &Path) -> io::Result<Vec<u8>> {
        match self.event {
            Event::Read(lines) => {
                let file = folder.join("pool.rs");
                fs::write(
                    &file,
                    "    let x = one_of(&the, &lines, &that, &are_read);\n".repeat(lines),
                )?;
                let payload =
                    Payload::claude_tool("Read", json!({"file_path": file.display().to_string()}));
                Ok(payload.with("cwd", json!(folder.display().to_string())).bytes())
            }
            Event::Stop(text) => {
                let file = folder.join("session.jsonl");
                fs::write(&file, turn(text).bytes())?;
                let payload =
                    Payload::stop().with("transcript_path", json!(file.display().to_string()));
                let payload = payload.with("last_assistant_message", json!(text));
                Ok(payload.with("cwd", json!(folder.display().to_string())).bytes())
            }
        }
    }
}

/// A turn that edited and checked, after 60 KB of an earlier one.
fn turn(text: &str) -> Transcript {
    let filler = "the quick brown fox ".repeat(100);
    let mut before = Transcript::new();
    for number in 0..15 {
        let id = format!("before-{number}");
        before = before.prompt(&id, &filler).assistant_text(&filler);
    }
    before
        .prompt("p1", "Move the check into the pool and commit it.")
        .edits("/home/dev/calc/src/pool.rs", "one", "two")
        .runs("cargo build", "    Finished `dev` profile [unoptimized] target(s) in 1.20s")
        .runs("cargo clippy", "    Finished `dev` profile [unoptimized] target(s) in 1.20s")
        .runs("cargo test", "test result: ok. 42 passed; 0 failed; 0 ignored; finished in 0.31s")
        .assistant_text(text)
}
