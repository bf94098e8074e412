//! The Claude Code command line.

use sprag_core::worker::{Failure, Reply, claude};

use super::{Question, Transport, found, lacking, unheard, worker_environment};
use crate::session::process::Program;
use crate::session::run_environment::RunEnvironment;
use crate::session::worker_folder;
use crate::system::scratch::Scratch;

/// It, as the settings name it.
pub(super) struct Claude<'a>(pub(super) &'a RunEnvironment);

impl Transport for Claude<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Reply, Failure> {
        let settings = &self.0.settings.worker;
        let path = found(self.0, &settings.claude, "claude_bin")?;
        // An empty folder: what lies in a project is no business of a worker's.
        let parent = worker_folder::find(self.0)?;
        let folder = Scratch::make_in(&parent, "worker").map_err(unheard)?;
        let program = Program {
            path: &path,
            arguments: &claude::arguments(settings.model.as_deref(), question.prompt),
            folder: folder.path(),
            environment: &worker_environment(self.0, &parent),
            input: question.message,
        };
        let ended = program.run(question.deadline, question.timeout)?;
        claude::reply(ended.code, &ended.stdout, &ended.stderr)
    }

    fn is_there(&self) -> bool {
        found(self.0, &self.0.settings.worker.claude, "claude_bin").is_ok()
    }

    fn check(&self) -> Result<String, Failure> {
        let path = found(self.0, &self.0.settings.worker.claude, "claude_bin")?;
        lacking(self.0, &path, &["--help"], &claude::NEEDS)?;
        Ok(path.display().to_string())
    }
}
