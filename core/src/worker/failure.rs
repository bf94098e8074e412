//! Why a delegation failed, in words that say what to do.

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::shown::guard_name;
use super::target_failure::TargetFailure;
use crate::checks::verdict::Refusal;
use crate::security::trust::Doubt;
use crate::text::screen::number::count;

/// Why there is no answer.
#[derive(Clone, Debug, Eq, PartialEq)]
#[must_use]
pub enum Failure {
    /// This process belongs to a worker.
    Nested,
    /// This process has no network.
    Sandboxed,
    /// The user's deny file covers this folder.
    Denied,
    /// There is nothing to ask or to read.
    Empty(&'static str),
    /// These are no files that can be read.
    Missing(Vec<String>),
    /// These were named before.
    Repeated(Vec<String>),
    /// This leads to another file than when it was judged.
    Changed(String),
    /// These are likely to hold secrets: the path and why.
    Secrets(Vec<(String, String)>),
    /// What is asked holds a credential.
    SecretAsked {
        /// The option that says it.
        option: &'static str,
        /// What it is, as a clause.
        holds: String,
    },
    /// More files than one delegation takes.
    TooMany(usize),
    /// The message is too long.
    TooLarge {
        /// Of the message, or of the files that would be in it.
        bytes: u64,
        /// How many may go.
        most: u64,
    },
    /// The file is not written.
    Target(TargetFailure),
    /// The program is of a version that cannot be kept from its tools and settings.
    Outdated {
        /// The program.
        who: &'static str,
        /// The options that it does not know.
        lacks: Vec<&'static str>,
    },
    /// The program did not say what it knows.
    Silent {
        /// The program.
        who: &'static str,
        /// How long it was waited for.
        seconds: u64,
    },
    /// There is no such program.
    NoProgram {
        /// As it was named.
        name: String,
        /// The setting that names it.
        setting: &'static str,
        /// Where one lies that is not run, for others can change it.
        open: Option<String>,
    },
    /// Every folder that the worker's own could be made in belongs to a project.
    NoFolder,
    /// The program could not be started, or not be heard.
    NotRun(String),
    /// There is no key for the API.
    NoKey,
    /// The key would be in a variable, and variables are ignored.
    KeyIgnored,
    /// The key contains an invalid character.
    OddKey,
    /// No key may be sent to the endpoint.
    Endpoint(Refusal),
    /// No connection.
    Connection,
    /// No answer in time.
    Timeout {
        /// How long was waited.
        seconds: u64,
    },
    /// The user broke off.
    Interrupted,
    /// The program ended without an answer.
    Exited {
        /// The program.
        who: &'static str,
        /// How; none where a signal ended it.
        code: Option<i32>,
        /// What it wrote to standard error, its beginning.
        said: String,
    },
    /// The service refused.
    Status {
        /// How.
        status: u16,
        /// In which words.
        said: String,
    },
    /// What came back is not what was agreed.
    Odd {
        /// From whom.
        who: &'static str,
        /// How it begins.
        beginning: String,
    },
    /// More came back than anybody asked for.
    TooLong,
    /// The worker says that it has none, in these words.
    Refused(String),
}

impl Failure {
    /// Returns the word under which it is counted.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Nested => "nested",
            Self::Sandboxed => "sandboxed",
            Self::Denied => "denied",
            Self::Empty(_) => "empty",
            Self::Missing(_) => "missing",
            Self::Repeated(_) => "repeated",
            Self::Changed(_) => "changed",
            Self::Secrets(_) | Self::SecretAsked { .. } => "secrets",
            Self::TooMany(_) => "too_many",
            Self::TooLarge { .. } => "too_large",
            Self::Target(_) => "target",
            Self::Outdated { .. } => "outdated",
            Self::Silent { .. } => "silent",
            Self::NoProgram { .. } => "no_program",
            Self::NoFolder => "no_folder",
            Self::NotRun(_) => "unheard",
            Self::NoKey | Self::KeyIgnored | Self::OddKey => "key",
            Self::Endpoint(_) => "endpoint",
            Self::Connection => "connection",
            Self::Timeout { .. } => "timeout",
            Self::Interrupted => "interrupted",
            Self::Exited { .. } => "exited",
            Self::Status { .. } => "status",
            Self::Odd { .. } => "odd",
            Self::TooLong => "too_long",
            Self::Refused(_) => "refused",
        }
    }

    /// Returns whether somebody was asked: such a failure may have cost something.
    #[must_use]
    pub const fn is_of_call(&self) -> bool {
        match self {
            Self::Connection
            | Self::Timeout { .. }
            | Self::Interrupted
            | Self::Exited { .. }
            | Self::Status { .. }
            | Self::Odd { .. }
            | Self::TooLong
            | Self::NotRun(_)
            | Self::Refused(_) => true,
            Self::Nested
            | Self::Sandboxed
            | Self::Denied
            | Self::Empty(_)
            | Self::Missing(_)
            | Self::Repeated(_)
            | Self::Changed(_)
            | Self::Secrets(_)
            | Self::SecretAsked { .. }
            | Self::TooMany(_)
            | Self::TooLarge { .. }
            | Self::Target(_)
            | Self::Outdated { .. }
            | Self::Silent { .. }
            | Self::NoProgram { .. }
            | Self::NoFolder
            | Self::NoKey
            | Self::KeyIgnored
            | Self::OddKey
            | Self::Endpoint(_) => false,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nested => f.write_str("a worker delegates nothing; read the files"),
            Self::Sandboxed => f.write_str(
                "this runs in Codex's sandbox, which has no network; ask for permission to run it \
                 outside",
            ),
            Self::Denied => f.write_str("the deny file covers this folder; nothing of it is sent"),
            Self::Empty(what) => write!(f, "{what}"),
            Self::Missing(paths) => {
                write!(f, "no such file, or none that can be read: {}", names(paths))
            }
            Self::Repeated(paths) => {
                write!(f, "named twice: {}; name each file once", names(paths))
            }
            Self::Changed(path) => {
                write!(f, "{} was changed meanwhile; nothing was sent", guard_name(path))
            }
            Self::Secrets(files) => secrets(files, f),
            Self::SecretAsked { option, holds } => secret_asked(option, holds, f),
            Self::TooMany(most) => write!(f, "more than {most} files; search first"),
            Self::TooLarge { bytes, most } => write!(
                f,
                "{} bytes are over the {} byte cap (worker_payload); name fewer files, or search \
                 first and name those that matter",
                count(*bytes),
                count(*most)
            ),
            Self::Target(failure) => failure.fmt(f),
            Self::Outdated { who, lacks } => write!(
                f,
                "this version of {who} does not know {}; a newer one does",
                lacks.join(", ")
            ),
            Self::Silent { who, seconds } => write!(f, "{who} --help: silent for {seconds} s"),
            Self::NoProgram { name, setting, open } => {
                no_program(name, setting, open.as_deref(), f)
            }
            Self::NoFolder => f.write_str(NO_FOLDER),
            Self::NotRun(error) => write!(f, "the worker could not be run: {error}"),
            Self::NoKey => f.write_str("no key: set ANTHROPIC_API_KEY"),
            Self::KeyIgnored => f.write_str(
                "no key: ANTHROPIC_API_KEY is ignored, for config.toml sets `environment`",
            ),
            Self::OddKey => f.write_str("ANTHROPIC_API_KEY contains an invalid character"),
            Self::Endpoint(refusal) => write!(f, "worker_endpoint is refused: {refusal}"),
            Self::Connection => f.write_str("no connection to the worker's endpoint"),
            Self::Timeout { seconds } => {
                write!(f, "the worker exceeded {seconds}s (worker_timeout) and was stopped")
            }
            Self::Interrupted => f.write_str("interrupted; the worker was stopped"),
            Self::Exited { who, code: Some(code), said } => {
                write!(f, "{who} exited with {code}: {said}")
            }
            Self::Exited { who, code: None, said } => {
                write!(f, "{who} was ended by a signal: {said}")
            }
            Self::Status { status, said } => write!(f, "the API answered {status}: {said}"),
            Self::Odd { who, beginning } => {
                write!(f, "{who} answered in an unexpected form: {beginning}")
            }
            Self::TooLong => f.write_str("the worker's output is longer than any answer"),
            Self::Refused(said) => write!(f, "the worker returned an error: {said}"),
        }
    }
}

const NO_FOLDER: &str = "\
    no empty folder for the worker: TMPDIR, /tmp and the state folder lie in the project, or below \
    files that lead an agent (CLAUDE.md, .mcp.json)";

fn names(paths: &[String]) -> String {
    let names: Vec<String> = paths.iter().map(|path| guard_name(path)).collect();
    names.join(", ")
}

fn no_program(
    name: &str,
    setting: &str,
    open: Option<&str>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let Some(path) = open else {
        return write!(f, "no program `{name}`; install it, or name it in `{setting}`");
    };
    let why = Doubt::OthersMayWrite.words();
    write!(f, "no program `{name}` is run: {path} is one, but {why}; ")?;
    write!(f, "change that, or name a path in `{setting}`")
}

fn secret_asked(option: &str, holds: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let holds = holds.trim_start_matches("it ");
    write!(f, "{option} {holds}; nothing was sent; write a placeholder instead")
}

fn secrets(files: &[(String, String)], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("nothing was sent: these files are probably secret\n")?;
    for (path, why) in files {
        writeln!(f, "  {}: {why}", guard_name(path))?;
    }
    f.write_str(
        "Leave them out, or read them here. The user, not the agent, may say \
         `secret_guard = \"off\"` in config.toml.",
    )
}
