//! What a host says about its version.

use core::time::Duration;
use std::env;
use std::path::Path;

use sprag_core::hosts::host::Host;
use sprag_core::reports::doctor::Asked;
use sprag_core::security::trust::Doubt;
use sprag_core::worker::Failure;

use crate::session::environment::Environment;
use crate::session::process::Program;
use crate::session::program::{self, Guarded, NotFound};
use crate::system::deadline::Deadline;
use crate::system::terminal::Fault;

/// How long a host's `--version` may take; it starts a whole runtime.
const WAIT: Duration = Duration::from_secs(10);

/// Returns what comes of a host's `--version`.
pub(crate) fn of(host: Host) -> Result<Asked, Fault> {
    match program::find_to_run(host.word(), &Guarded::here()) {
        Ok(path) => ask(&path, WAIT),
        Err(NotFound::Absent) => Ok(Asked::Absent),
        Err(NotFound::Open(path)) => {
            let why = Doubt::OthersMayWrite.words();
            Ok(Asked::Failed(format!("{}: {why}", path.display())))
        }
        Err(NotFound::Lost(error)) => Err(error.into()),
    }
}

fn ask(path: &Path, wait: Duration) -> Result<Asked, Fault> {
    let folder = env::current_dir()?;
    let arguments = ["--version".into()];
    let environment = &Environment::of(&[], &[], None, None);
    let program = Program { path, arguments: &arguments, folder: &folder, environment, input: "" };
    // The exit code does not matter.
    match program.run(Deadline::after(wait), wait) {
        Ok(ended) => {
            let said = String::from_utf8_lossy(&ended.stdout);
            Ok(Asked::Said(said.lines().next().unwrap_or_default().into()))
        }
        Err(Failure::Timeout { seconds }) => Ok(Asked::Silent(seconds)),
        Err(Failure::NotRun(why)) => Ok(Asked::Failed(why)),
        Err(Failure::Interrupted) => Err(Fault::of("interrupted")),
        Err(failure) => Ok(Asked::Failed(failure.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_program_that_waits_is_ended_with_all_that_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("claude");
        // Both would hold the pipe for longer than any test runs.
        fs::write(&path, "#!/bin/sh\nsleep 100000 &\nsleep 100000\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let asked = ask(&path, Duration::from_secs(1)).unwrap();
        assert_eq!(asked, Asked::Silent(1));
    }
}
