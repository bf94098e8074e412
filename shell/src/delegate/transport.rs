//! The transports: how a worker is reached.

mod anthropic;
mod claude;
mod codex;

use core::time::Duration;
use std::io;
use std::path::{Path, PathBuf};

use sprag_core::security::key_variable::guard_variables;
use sprag_core::worker::{Failure, Reply, Transport as Word};

use crate::session::environment::Environment;
use crate::session::process::Program;
use crate::session::program::{self, NotFound};
use crate::session::run_environment::RunEnvironment;
use crate::session::worker_folder;
use crate::system::deadline::Deadline;

/// What a worker is asked.
#[derive(Debug)]
pub(super) struct Question<'a> {
    pub(super) prompt: &'a str,
    pub(super) message: &'a str,
    /// By when it has to have answered, and how long that is.
    pub(super) deadline: Deadline,
    pub(super) timeout: Duration,
}

/// A way to a worker.
pub(super) trait Transport {
    /// Asks.
    fn ask(&self, question: &Question<'_>) -> Result<Reply, Failure>;

    /// Returns whether its program or its key is there.
    fn is_there(&self) -> bool;

    /// Looks whether it could be asked, without asking; returns what was seen.
    fn check(&self) -> Result<String, Failure>;
}

/// Returns the way that the settings name.
pub(super) fn of(environment: &RunEnvironment) -> Box<dyn Transport + '_> {
    match environment.settings.worker.transport {
        Word::Claude => Box::new(claude::Claude(environment)),
        Word::Anthropic => Box::new(anthropic::Anthropic(environment)),
        Word::Codex => Box::new(codex::Codex(environment)),
    }
}

/// Returns the absolute path of a program: it is run in another folder.
fn found(
    environment: &RunEnvironment,
    name: &str,
    setting: &'static str,
) -> Result<PathBuf, Failure> {
    let none = |open| Failure::NoProgram { name: name.into(), setting, open };
    program::find_to_run(name, &environment.guarded()).map_err(|why| match why {
        NotFound::Absent => none(None),
        NotFound::Open(path) => none(Some(path.display().to_string())),
        NotFound::Lost(error) => unheard(error),
    })
}

/// How long a `--help` may take; it starts a whole runtime.
const HELP_WAIT: Duration = Duration::from_secs(10);

/// Returns an error where the program's help does not name all of these options.
fn lacking(
    environment: &RunEnvironment,
    path: &Path,
    arguments: &[&str],
    needs: &[&'static str],
) -> Result<(), Failure> {
    let word = environment.settings.worker.transport;
    let folder = worker_folder::find(environment)?;
    let environment = worker_environment(environment, &folder);
    let arguments: Vec<String> = arguments.iter().map(|argument| String::from(*argument)).collect();
    let program = Program {
        path,
        arguments: &arguments,
        folder: &folder,
        environment: &environment,
        input: "",
    };
    // It is no worker yet, and no setting says how long it may take.
    let silent = |failure| {
        if let Failure::Timeout { seconds } = failure {
            return Failure::Silent { who: word.word(), seconds };
        }
        failure
    };
    let ended = program.run(Deadline::after(HELP_WAIT), HELP_WAIT).map_err(silent)?;
    let lacks = Word::lacking(needs, &ended.stdout);
    if lacks.is_empty() { Ok(()) } else { Err(Failure::Outdated { who: word.word(), lacks }) }
}

/// Returns the variables of the program that is asked.
fn worker_environment(environment: &RunEnvironment, parent: &Path) -> Environment {
    let RunEnvironment { settings, state_folder, .. } = environment;
    let worker = &settings.worker;
    let keys = guard_variables(worker.transport.keys().iter().copied(), settings.uses_environment);
    Environment::of(&keys, &worker.env, Some(parent), state_folder.as_deref())
}

fn unheard(error: io::Error) -> Failure {
    Failure::NotRun(error.to_string())
}
