//! The command lines of `sprag read` and `sprag write`.

use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::settings::{Given, Name};
use sprag_core::worker::target::Overwrite;
use sprag_core::worker::{Note, Task, Transport};

use super::output::Output;
use crate::session::arguments;
use crate::session::run_environment::RunEnvironment;
use crate::system::terminal::Fault;

/// What the command line says.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) task: Task,
    /// The question or the spec.
    pub(super) asked: String,
    /// The files; for a spec the reference first, then the context.
    pub(super) paths: Vec<String>,
    pub(super) target: Option<PathBuf>,
    pub(super) overwrite: Overwrite,
    pub(super) output: Output,
    transport: Option<Transport>,
    model: Option<String>,
    given: Vec<Given>,
}

impl Options {
    /// Returns what the command line says; nothing where it asks for help.
    pub(super) fn parse(task: Task, mut parser: Parser) -> Result<Option<Self>, Fault> {
        let (mut asked, mut reference, mut target) = (None, None, None);
        let (mut transport, mut model) = (None, None);
        let (mut paths, mut given) = (Vec::new(), Vec::new());
        let (mut overwrite, mut output) = (Overwrite::Refuse, Output::Plain);
        while let Some(argument) = parser.next()? {
            match (task, argument) {
                (_, Arg::Long("help") | Arg::Short('h')) => return Ok(None),
                (Task::Read, Arg::Long(name @ "question"))
                | (Task::Write, Arg::Long(name @ "spec")) => {
                    let name = String::from(name);
                    once(&name, &mut asked, parser.value()?.string()?)?;
                }
                (Task::Read, Arg::Long("paths")) | (Task::Write, Arg::Long("context")) => {
                    for value in parser.values()? {
                        paths.push(value.string()?);
                    }
                }
                (Task::Write, Arg::Long("reference")) => {
                    once("reference", &mut reference, parser.value()?.string()?)?;
                }
                (Task::Write, Arg::Long("target")) => {
                    once("target", &mut target, PathBuf::from(parser.value()?))?;
                }
                (Task::Write, Arg::Long("force")) => overwrite = Overwrite::Force,
                (_, Arg::Long("json")) => output = Output::Json,
                (_, Arg::Long("model")) => {
                    let word = parser.value()?.string()?;
                    if let Some(problem) = Name::WorkerModel.setting().kind.problem(&word) {
                        return Err(Fault::of(format!("--model: {problem}")));
                    }
                    once("model", &mut model, word)?;
                }
                (_, Arg::Long("transport")) => {
                    let word = parser.value()?.string()?.to_lowercase();
                    let found = Transport::from_word(word.trim()).ok_or_else(|| {
                        let words = Transport::WORDS.join(", ");
                        Fault::of(format!("no transport `{word}`; there are {words}"))
                    });
                    once("transport", &mut transport, found?)?;
                }
                (_, Arg::Long("as")) => given.push(arguments::given(Name::As, &mut parser)?),
                (_, argument) => return Err(argument.unexpected().into()),
            }
        }
        let lacks = |option: &str| Fault::of(format!("{option} is missing, or empty"));
        let (text, is_empty, list) = match task {
            Task::Read => ("--question", paths.is_empty(), "--paths"),
            Task::Write => ("--spec", reference.is_none(), "--reference"),
        };
        let is_said = |text: &String| !text.trim().is_empty();
        let asked = asked.filter(is_said).ok_or_else(|| lacks(text))?;
        if is_empty {
            return Err(lacks(list));
        }
        let paths = reference.into_iter().chain(paths).collect();
        Ok(Some(Self { task, asked, paths, target, overwrite, output, transport, model, given }))
    }

    /// Looks around, with the settings of this call.
    pub(super) fn environment(&self) -> RunEnvironment {
        let mut environment = RunEnvironment::look(self.given.clone());
        environment.settings.worker.prefer(self.transport, self.model.as_deref());
        environment
    }

    /// Returns what there is to say of the command line.
    pub(super) fn note(&self) -> Option<Note> {
        (self.task == Task::Write && self.paths.len() < 2).then_some(Note::NoContext)
    }
}

/// Takes the value of an option that says one thing.
fn once<T>(name: &str, slot: &mut Option<T>, value: T) -> Result<(), Fault> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(Fault::of(format!("--{name} is given twice"))),
    }
}
