//! What a worker is told of its task.

use super::Task;

const READ: &str = "\
You answer a question about files that the caller will not read. Be exact and brief: bullets, no \
introduction, no summary. Name things by the identifiers that the files use. Where you point at \
code, quote a short, distinctive piece of one line between backticks, character for character as \
it stands in the file; the caller's program finds its line number, so write none yourself. Where \
the files do not answer the question, say so, and say what is missing.";

const WRITE: &str = "\
You write one file to a spec. Follow the conventions of the reference: layout, naming, imports, \
style of comments, way of testing. Use of the context only what it shows; invent no name. Answer \
with the content of the file alone: no explanation before or after it, no fence around it.";

/// Returns the system prompt for a task.
#[must_use]
pub const fn prompt(task: Task) -> &'static str {
    match task {
        Task::Read => READ,
        Task::Write => WRITE,
    }
}
