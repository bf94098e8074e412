//! Runs a program under valgrind and reads what it counted.

use alloc::string::String;
use alloc::vec::Vec;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::Heap;

/// A valgrind that runs on this machine.
#[derive(Clone, Debug)]
pub struct Valgrind {
    /// What it says about itself.
    pub version: String,
}

impl Valgrind {
    /// Returns it, or nothing where there is none.
    #[must_use]
    pub fn find() -> Option<Self> {
        let said = Command::new("valgrind").arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&said.stdout).trim().into();
        said.status.success().then_some(Self { version })
    }

    /// Runs a program under callgrind and returns, in order, how many instructions each call of
    /// this function took. What callgrind writes goes to `folder`, which is empty.
    ///
    /// # Errors
    ///
    /// Returns what went wrong with the run or with what it has written.
    pub fn instructions(
        &self,
        program: &[&str],
        function: &str,
        folder: &Path,
    ) -> io::Result<Vec<u64>> {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--collect-atstart=no", "--dump-line=no"]);
        command.arg(format!("--toggle-collect={function}"));
        command.arg(format!("--dump-after={function}"));
        command.arg(format!("--callgrind-out-file={}", folder.join("dump").display()));
        ran(&command.args(program).output()?)?;
        let mut dumps: Vec<(u32, PathBuf)> = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let number = path.extension().and_then(|number| number.to_str()?.parse().ok());
            dumps.extend(number.map(|number| (number, path)));
        }
        dumps.sort();
        let read = |(_, path): &(u32, PathBuf)| {
            let dump = fs::read_to_string(path)?;
            total(&dump).ok_or_else(|| io::Error::other("a dump of callgrind has no total"))
        };
        dumps.iter().map(read).collect()
    }
}

impl Valgrind {
    /// Runs a program under dhat and returns how it ended, and what it allocated. `log` is a file
    /// that dhat writes.
    ///
    /// # Errors
    ///
    /// Returns what went wrong with the run.
    pub fn heap(&self, mut under: Under<'_>) -> io::Result<(Output, Option<Heap>)> {
        let mut command = Command::new("valgrind");
        command.args(["--tool=dhat", "--dhat-out-file=/dev/null"]);
        command.arg(format!("--log-file={}", under.log.display()));
        command.arg(under.program).args(under.arguments).env_clear();
        command.envs(under.variables.drain(..)).env("PATH", "/usr/bin:/bin");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = command.spawn()?;
        if let Some(mut stdin) = running.stdin.take() {
            stdin.write_all(under.payload)?;
        }
        let output = running.wait_with_output()?;
        Ok((output, Heap::said(&fs::read_to_string(under.log)?)))
    }
}

/// A program that is to run under dhat.
#[derive(Debug)]
pub struct Under<'a> {
    /// Where it lies.
    pub program: &'a Path,
    /// Its command line.
    pub arguments: &'a [&'a str],
    /// Its whole environment.
    pub variables: Vec<(&'static str, String)>,
    /// Its standard input.
    pub payload: &'a [u8],
    /// Where dhat writes to.
    pub log: &'a Path,
}

/// Demands that what ran under valgrind ended well.
fn ran(output: &Output) -> io::Result<()> {
    if output.status.success() {
        return Ok(());
    }
    Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Returns the total of a dump of callgrind.
fn total(dump: &str) -> Option<u64> {
    let said = dump.lines().find_map(|line| line.strip_prefix("totals: "));
    said?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_of_a_dump_is_read() {
        let dump = "version: 1\nevents: Ir\nfn=(0) run\n16 400\ntotals: 437\n";
        assert_eq!(total(dump), Some(437));
        assert_eq!(total("version: 1\n"), None);
    }
}
