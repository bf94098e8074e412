//! What test programs print, read back: which tests ran in which program, and how they ended.
use alloc::collections::BTreeMap;

use crate::{TestName, unit_program};

/// How a test ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Status {
    /// It failed.
    Failed,
    /// It was not run.
    Ignored,
    /// It passed.
    Ok,
}

/// The tests that a run of `cargo test` printed, stdout and stderr in one text.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Report {
    seen: BTreeMap<(String, String), Status>,
}

impl Report {
    /// Reads the text; lines that are not about a test mean nothing.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut seen = BTreeMap::new();
        let mut program = String::new();
        for line in text.lines() {
            let line = line.trim();
            if let Some(name) = started(line) {
                program = name;
            } else if let Some((path, status)) = ended(line) {
                seen.insert((program.clone(), path), status);
            }
        }
        Self { seen }
    }

    /// Takes over what another run printed.
    pub fn add(&mut self, other: Self) {
        self.seen.extend(other.seen);
    }

    /// Returns how that test ended; nothing if it is not in the text.
    #[must_use]
    pub fn status(&self, test: &TestName) -> Option<Status> {
        let find = |program: &str| self.seen.get(&(program.to_owned(), test.path.clone()));
        let unit = || unit_program(&test.program).and_then(|program| find(&program));
        find(&test.program).or_else(unit).copied()
    }

    /// Returns how many tests ran.
    #[must_use]
    pub fn ran(&self) -> usize {
        self.seen.values().filter(|status| **status != Status::Ignored).count()
    }

    /// Returns the tests that failed, as `PROGRAM::path`.
    #[must_use]
    pub fn failed(&self) -> Vec<String> {
        let failed = self.seen.iter().filter(|(_, status)| **status == Status::Failed);
        failed.map(|((program, path), _)| format!("{program}::{path}")).collect()
    }
}

/// Returns the name of the program that this line says is started.
///
/// Cargo writes `Running tests/x/main.rs (target/debug/deps/x-0123)`, or with `--verbose` the
/// command itself in backticks; the compiler's own commands look alike but name libraries.
fn started(line: &str) -> Option<String> {
    if let Some(package) = line.strip_prefix("Doc-tests ") {
        return Some(format!("doc {package}"));
    }
    let command = line.strip_prefix("Running ")?;
    let (_, program) = command.rsplit_once("/deps/")?;
    let program = program.split([')', '`', ' ']).next()?;
    let (stem, hash) = program.rsplit_once('-')?;
    let whole = !hash.is_empty() && hash.chars().all(|c| c.is_ascii_hexdigit());
    whole.then(|| stem.to_owned())
}

/// Returns the test that this line says has ended, and how.
fn ended(line: &str) -> Option<(String, Status)> {
    let (path, word) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    let status = match word {
        "FAILED" => Status::Failed,
        "ok" => Status::Ok,
        other if other.starts_with("ignored") => Status::Ignored,
        _ => return None,
    };
    Some((path.split(" - ").next()?.to_owned(), status))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
        Compiling x v0.1.0
         Running unittests src/lib.rs (target/debug/deps/sprag_core-00ff)
    running 1 test
    test secret::tests::a_key_is_found ... ok
         Running `rustc --crate-name cli --extern a=/t/debug/deps/liba-12.rlib -L /t/debug/deps`
         Running `/t/debug/deps/cli-1a2b --nocapture`
    test hook::a_block_exits_2 ... FAILED
    test hook::slow ... ignored, takes long
    test hook::panics - should panic ... ok
    ";

    #[test]
    fn tests_are_found_by_program_and_path() {
        let report = Report::read(TEXT);
        let status = |name: &str| report.status(&TestName::read(name).unwrap());
        assert_eq!(status("core::secret::tests::a_key_is_found"), Some(Status::Ok));
        assert_eq!(status("cli::hook::a_block_exits_2"), Some(Status::Failed));
        assert_eq!(status("cli::hook::slow"), Some(Status::Ignored));
        assert_eq!(status("cli::hook::panics"), Some(Status::Ok));
        assert_eq!(status("wire::hook::a_block_exits_2"), None);
        assert_eq!(report.ran(), 3);
        assert_eq!(report.failed(), ["cli::hook::a_block_exits_2"]);
    }

    #[test]
    fn an_empty_run_has_run_nothing() {
        let text = "Running tests/x/main.rs (target/debug/deps/x-1)\nrunning 0 tests\n\
                    test result: ok. 0 passed; 0 failed; 0 ignored";
        assert_eq!(Report::read(text), Report::default());
        assert_eq!(Report::default().ran(), 0);
    }
}
