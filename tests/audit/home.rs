//! A home in which hosts have left transcripts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use sprag_harness::recorded::{CODEX, GROK};
use sprag_harness::session::{samples, write, write_old};
use sprag_harness::transcript::Transcript;
use tempfile::TempDir;

pub(crate) const SPRAG: &str = env!("CARGO_BIN_EXE_sprag");

/// Where Claude Code keeps the transcripts of `/home/dev/calc`.
pub(crate) const PROJECT: &str = ".claude/projects/-home-dev-calc";

pub(crate) struct Home {
    folder: TempDir,
    environment: BTreeMap<&'static str, String>,
}

impl Home {
    pub(crate) fn empty() -> Self {
        let folder = tempfile::Builder::new().prefix("sprag-audit-").tempdir().unwrap();
        Self { folder, environment: BTreeMap::new() }
    }

    /// Returns a home with a few sessions of which the checks say something.
    pub(crate) fn lived_in() -> Self {
        let home = Self::empty();
        home.write(&format!("{PROJECT}/one.jsonl"), &checked().bytes());
        home.write(&format!("{PROJECT}/two.jsonl"), &asking().bytes());
        home.write(".claude/projects/other/old.jsonl", &old().bytes());
        home
    }

    /// Returns a home with transcripts of every host.
    pub(crate) fn of_every_host() -> Self {
        let home = Self::lived_in();
        for (number, turns) in samples(24).iter().enumerate() {
            home.write(&format!("{PROJECT}/new-{number}.jsonl"), &write(turns).0.bytes());
            home.write(&format!("{PROJECT}/old-{number}.jsonl"), &write_old(turns).0.bytes());
        }
        home.add_codex();
        home.add_grok();
        home
    }

    /// Adds what was recorded of Codex.
    pub(crate) fn add_codex(&self) {
        for (number, recorded) in CODEX.iter().enumerate() {
            let name = format!(
                "rollout-2026-11-30T00-00-0{number}-01a229b7-c845-7aa3-a282-9d5c5f36b82{number}"
            );
            self.write(&format!(".codex/sessions/2026/11/30/{name}.jsonl"), recorded.bytes);
        }
    }

    /// Adds what was recorded of Grok, in the folders in which it keeps that.
    pub(crate) fn add_grok(&self) {
        for (number, recorded) in GROK.iter().enumerate() {
            let folder = format!(".grok/sessions/%2Fhome%2Fdev%2Fcalc/session-{number}");
            self.write(&format!("{folder}/updates.jsonl"), recorded.bytes);
            self.write(&format!("{folder}/chat_history.jsonl"), b"{}\n");
            let summary = json!({"info": {"id": "s1", "cwd": "/home/dev/calc"}});
            self.write(&format!("{folder}/summary.json"), format!("{summary:#}").as_bytes());
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn set(&mut self, name: &'static str, value: &str) {
        self.environment.insert(name, value.into());
    }

    /// Returns what the program says on the command line.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(SPRAG);
        command.env_clear().env("HOME", self.folder.path()).env("TZ", "UTC").env("COLUMNS", "80");
        command.envs(&self.environment).args(arguments.first()).arg("--home");
        command.arg(self.folder.path()).args(arguments.iter().skip(1));
        command.current_dir(self.folder.path());
        command
    }

    /// Returns what it prints where it succeeds without a complaint.
    pub(crate) fn prints(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Returns the lines of JSON that it prints.
    pub(crate) fn lines(&self, arguments: &[&str]) -> Vec<Value> {
        let text = self.prints(arguments);
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Returns every file with what it holds.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.folder.path().to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    files.insert(path.clone(), fs::read(path).unwrap());
                }
            }
        }
        files
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }
}

/// What members a prompt has in normal mode.
fn normal() -> Value {
    json!({
        "promptSource": "typed", "origin": {"kind": "human"}, "turnOrigin": "human",
        "permissionMode": "default",
    })
}

/// Tests ran; then code changes, and they are said to pass.
pub(crate) fn checked() -> Transcript {
    Transcript::new()
        .prompt_with("p1", "Run the tests.", normal())
        .runs("pytest -q", "3 passed in 0.04s")
        .assistant_text("They pass.")
        .prompt_with("p2", "The parser drops the last line. Fix it.", normal())
        .edits_lines("/home/dev/calc/src/parser.py", 12)
        .assistant_text(CLAIM)
        .prompt_with("p3", "Thanks.", normal())
        .assistant_text("You are welcome.")
}

/// How the turn closes that nothing bears out.
pub(crate) const CLAIM: &str =
    "Fixed: the parser keeps the last line now, and <b>all tests pass</b>. It is done.";

/// Leave is asked for that was given.
fn asking() -> Transcript {
    Transcript::new()
        .prompt_with("q1", "Fix both warnings and commit.", normal())
        .edits_lines("/home/dev/calc/src/add.py", 2)
        .runs("ruff check .", "All checks passed!")
        .assistant_text("Both warnings are fixed. Shall I commit?")
}

/// What a host of old wrote, and an answer that nobody gave.
fn old() -> Transcript {
    Transcript::old()
        .prompt("", "First.")
        .tool("Read")
        .tool_result()
        .assistant_text("It reads the file.")
        .prompt("", "Second.")
        .tool("Read")
        .tool_result()
}
