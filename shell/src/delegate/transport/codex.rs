//! The Codex command line.

use std::fs;

use sprag_core::worker::{Failure, Reply, codex};

use super::{Question, Transport, found, lacking, unheard, worker_environment};
use crate::session::process::Program;
use crate::session::run_environment::RunEnvironment;
use crate::session::worker_folder;
use crate::system::scratch::Scratch;

/// It, as the settings name it.
pub(super) struct Codex<'a>(pub(super) &'a RunEnvironment);

impl Transport for Codex<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Reply, Failure> {
        let settings = &self.0.settings.worker;
        let path = found(self.0, &settings.codex, "codex_bin")?;
        let parent = worker_folder::find(self.0)?;
        let folder = Scratch::make_in(&parent, "worker").map_err(unheard)?;
        // Its working folder stays empty; the prompt, which it takes from a file, lies beside it.
        let work = folder.path().join("work");
        let prompt = folder.path().join("prompt.md");
        fs::create_dir(&work)
            .and_then(|()| fs::write(&prompt, question.prompt))
            .map_err(unheard)?;
        let program = Program {
            path: &path,
            arguments: &codex::arguments(settings.model.as_deref(), &prompt.to_string_lossy()),
            folder: &work,
            environment: &worker_environment(self.0, &parent),
            input: question.message,
        };
        let ended = program.run(question.deadline, question.timeout)?;
        codex::reply(ended.code, &ended.stdout, &ended.stderr)
    }

    fn is_there(&self) -> bool {
        found(self.0, &self.0.settings.worker.codex, "codex_bin").is_ok()
    }

    fn check(&self) -> Result<String, Failure> {
        let path = found(self.0, &self.0.settings.worker.codex, "codex_bin")?;
        lacking(self.0, &path, &["exec", "--help"], &codex::NEEDS)?;
        Ok(path.display().to_string())
    }
}
