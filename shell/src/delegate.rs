//! `sprag read` and `sprag write`: a cheap model reads files in place of the agent.
//!
//! The core decides what may be sent, what is asked, and what an answer is worth.
//!
//! In: the files and the task of a command line. Out: an answer, or a file that was written.
//! May use: `system`, `session`, `asking`.
//! Begin with `command`.

mod files;
mod options;
mod output;
mod progress;
mod record;
pub(crate) mod skills;
mod target;
mod transport;

use core::time::Duration;
use std::env;
use std::process::ExitCode;
use std::time::Instant;

use lexopt::Parser;
use sprag_core::text::fence::strip;
use sprag_core::worker::citation::{Cited, cite};
use sprag_core::worker::shown::guard_trailer;
use sprag_core::worker::{
    Done, Exit, Failure, Note, Reply, Source, Task, Usage, guard_asked, guard_payload,
    key_variables, message, nesting, prompt,
};

use crate::session::run_environment::RunEnvironment;
use crate::system::clock::now_ms;
use crate::system::deadline::Deadline;
use crate::system::terminal::{self, Fault, say};
use files::Files;
use options::Options;
use output::Ending;
use progress::Progress;
use target::Target;
use transport::Question;

pub(crate) const READ_HELP: &str = "\
sprag read --question QUESTION --paths FILE... [--model MODEL]
           [--transport claude | anthropic | codex] [--json]

A cheap model reads the files and answers. The answer goes to standard output,
a summary to standard error. A quotation that occurs in exactly one place gets
(file:line), which sprag looks up. The files then count as read for the agents
on this machine.

  --question TEXT   what to find out
  --paths FILE...   the files, each once; can be repeated
  --model MODEL     use this model instead of `worker_model`
  --transport WORD  use this transport instead of `worker`
  --json            print the answer and its details as one JSON object

Files that are probably secret are not sent. Settings: `sprag config --table`.
";

pub(crate) const WRITE_HELP: &str = "\
sprag write --spec SPEC --reference FILE [--context FILE...] [--target FILE]
            [--force] [--model MODEL]
            [--transport claude | anthropic | codex] [--json]

A cheap model writes a file to the spec, in the style of the reference. sprag
prints it, or writes it to the target, whole or not at all.

  --spec TEXT        what to write
  --reference FILE   the file whose manner is copied
  --context FILE...  the files that it is about; may be given again for more
  --target FILE      where it goes, in this project; its folders are made
  --force            replace a file that is there, or write one elsewhere or one
                     that may steer a tool, such as any that begins with a dot
  --model MODEL      another model than `worker_model`
  --transport WORD   another way than `worker`
  --json             the text and what is known of it as one JSON object
";

/// Runs one of the two commands.
pub(crate) fn command(task: Task, parser: Parser) -> ExitCode {
    let options = match Options::parse(task, parser) {
        Ok(Some(options)) => options,
        Ok(None) => {
            return terminal::end(say(match task {
                Task::Read => READ_HELP,
                Task::Write => WRITE_HELP,
            }));
        }
        Err(fault) => return terminal::end(Err::<(), Fault>(fault)),
    };
    let exit = match run(&options) {
        Ok(exit) => exit,
        Err(failure) => {
            terminal::complain(&failure);
            Exit::of(&failure)
        }
    };
    ExitCode::from(exit.code())
}

/// An answer as it is given.
struct Answered {
    text: String,
    citations: Option<u32>,
    notes: Vec<Note>,
}

/// Asks, and gives the answer.
fn run(options: &Options) -> Result<Exit, Failure> {
    let environment = options.environment();
    if environment.is_in_worker() {
        return Err(Failure::Nested);
    }
    if nesting::guard_sandbox(env::var(nesting::SANDBOX).ok().as_deref()) {
        return Err(Failure::Sandboxed);
    }
    let settings = &environment.settings.worker;
    let find = |path| Target::find(path, options.overwrite, &environment);
    let target = options.target.as_deref().map(find).transpose()?;
    let of_workers = key_variables().filter_map(|name| env::var(name).ok());
    let keys: Vec<String> = environment.keys_to_hold().into_iter().chain(of_workers).collect();
    guard_asked(options.task, &options.asked, &keys)?;
    let files = Files::read(&options.paths, &environment, &keys)?;
    let sources = files.sources();
    let message = message(options, &sources);
    guard_payload(u64::try_from(message.len()).unwrap_or(u64::MAX), settings.payload_max)?;

    let begun = Instant::now();
    let reply = ask(options, &environment, &message, &files);
    let done = Done {
        task: options.task,
        transport: settings.transport,
        files: sources.len(),
        bytes: files.bytes(),
        duration_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
    };
    let reply = reply.inspect_err(|failure| {
        if failure.is_of_call() {
            // The failure is what is said; that it is not on record changes nothing.
            let _ = record::usage(&environment, &Usage::failed(now_ms(), done, failure));
        }
    })?;
    let Answered { text, citations, notes } = answered(options, &reply, &sources, &environment);
    let notes: Vec<Note> = files::notes(&sources).chain(options.note()).chain(notes).collect();

    // The answer is paid for: it is given before anything else can go wrong.
    let put = target.as_ref().map_or(Ok(()), |target| target.put(&text));
    let target = target.filter(|_| put.is_ok()).map(|target| target.path);
    if target.is_none() {
        options.output.answer(options.task, &text);
    }
    let answer_bytes = if target.is_some() { 0 } else { text.len() };
    let answer_bytes = u64::try_from(answer_bytes).unwrap_or(u64::MAX);
    let usage = Usage::answered(now_ms(), done, &reply, answer_bytes, citations);
    let notes = [notes, kept(options, &environment, &files, &usage)].concat();
    let target = target.as_deref();
    options.output.end(&Ending { answer: &text, target, notes: &notes, usage: &usage });
    put.map(|()| Exit::Done)
}

/// Returns what the worker is sent.
fn message(options: &Options, sources: &[Source]) -> String {
    match (options.task, sources) {
        (Task::Write, [reference, context @ ..]) => {
            message::order(&options.asked, context, reference)
        }
        (Task::Read | Task::Write, _) => message::question(sources, &options.asked),
    }
}

fn ask(
    options: &Options,
    environment: &RunEnvironment,
    message: &str,
    files: &Files,
) -> Result<Reply, Failure> {
    let settings = &environment.settings.worker;
    let timeout = Duration::from_millis(settings.timeout_ms);
    let words = files.words(settings.transport.word());
    let _progress = Progress::start(words);
    transport::of(environment).ask(&Question {
        prompt: prompt(options.task),
        message,
        deadline: Deadline::after(timeout),
        timeout,
    })
}

/// Keeps what is to be kept; returns what could not be.
fn kept(
    options: &Options,
    environment: &RunEnvironment,
    files: &Files,
    usage: &Usage,
) -> Vec<Note> {
    let mut notes = Vec::new();
    if options.task == Task::Read
        && let Err(error) = record::exempt(environment, &files.resolved())
    {
        notes.push(Note::NotExempted(error.to_string()));
    }
    if let Err(error) = record::usage(environment, usage) {
        notes.push(Note::NotRecorded(error.to_string()));
    }
    notes
}

/// Returns what is made of a reply.
fn answered(
    options: &Options,
    reply: &Reply,
    sources: &[Source],
    environment: &RunEnvironment,
) -> Answered {
    let mut notes = Vec::new();
    if reply.is_cut {
        notes.push(Note::Cut);
    }
    let (text, citations) = match options.task {
        Task::Read if environment.settings.worker.is_cited => {
            let Cited { text, verified, unverified } = cite(&reply.text, sources);
            if unverified > 0 {
                notes.push(Note::Unverified(unverified));
            }
            (guard_trailer(&text), Some(verified))
        }
        Task::Read => (guard_trailer(&reply.text), None),
        Task::Write => {
            let stripped = strip(&reply.text);
            notes.extend(stripped.remark.map(Note::Remark));
            let ends = sources.first().and_then(|first| first.line_ends_for(&stripped.text));
            if ends.is_some() {
                notes.push(Note::LineEnds);
            }
            (ends.unwrap_or(stripped.text), None)
        }
    };
    Answered { text, citations, notes }
}

/// Returns whether there is somebody to ask, at one glance: a program, or a key.
pub(crate) fn is_there(environment: &RunEnvironment) -> bool {
    transport::of(environment).is_there()
}

/// Looks whether the worker that the settings name could be asked; nobody is.
pub(crate) fn check(environment: &RunEnvironment) -> Result<String, Failure> {
    transport::of(environment).check()
}
