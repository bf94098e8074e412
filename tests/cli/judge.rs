//! The stand-in judge as a process of its own.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The built program.
pub(crate) const SPRAG: &str = env!("CARGO_BIN_EXE_sprag");

/// A stand-in that listens; it ends with its owner.
#[derive(Debug)]
pub(crate) struct Judge {
    child: Child,
    url: String,
    record: PathBuf,
}

impl Judge {
    /// Starts a stand-in that keeps its files in `folder`.
    pub(crate) fn start(folder: &Path, scores: &str, mode: &str) -> Self {
        let record = folder.join("requests.jsonl");
        let mut child = Command::new(SPRAG)
            .env_clear()
            .arg("stand-in")
            .args(["--scores", scores, "--mode", mode, "--record"])
            .arg(&record)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // It prints its URL once it listens; the end of its output is the end of it.
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.ends_with('\n'), "the stand-in did not start: {scores} {mode}");
        Self { child, url: url.trim().into(), record }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns the bodies that it received.
    pub(crate) fn requests(&self) -> Vec<Vec<u8>> {
        let record = fs::read(&self.record).unwrap();
        let lines = record.split_inclusive(|byte| *byte == b'\n');
        lines.map(|line| line.strip_suffix(b"\n").unwrap().to_vec()).collect()
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
