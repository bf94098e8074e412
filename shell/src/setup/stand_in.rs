//! The stand-in judge: a loopback HTTP server that answers in the judge's format with scores that
//! it was given. It judges nothing, and never uses the name of a real model.

mod answer;
mod http;
mod mode;
mod question;
mod record;
mod refusal;

use core::fmt;
use core::net::Ipv4Addr;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::io::{self, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

use lexopt::ValueExt as _;
use sprag_core::worker::replacement::guard_port_file;

pub(crate) use answer::Scores;
use http::{Connection, Request, Response, Unread};
pub(crate) use mode::Mode;
use mode::{Content, Delivery, Flaw};
use record::Record;
use refusal::Refusal;

use crate::system::draft::{self, Rights};

/// What `sprag stand-in --help` prints.
pub(crate) const HELP: &str = "\
Usage: sprag stand-in [OPTIONS]

Answers like the judge, on 127.0.0.1 only, with the scores that it is given.
Prints its URL and runs until it is stopped.

Options:
  --port N          listen on this port; the default 0 takes a free one
  --port-file FILE  write the port to FILE as soon as it listens
  --scores JSON     scores by question: a number for yes/no, an object of
                    option probabilities for a choice; any other question
                    gets 0.02, or equal probabilities
  --record FILE     append every request body to FILE, one per line
  --mode MODE       misbehave; the default is `answer`
  -h, --help        print this help

Modes:
  answer                 a proper answer
  401 403 422 429 500 529
                         that status with the judge's error body
  bad-json               half of the answer
  bad-score nan string-score
                         2, NaN or \"0.9\" in place of every score
  missing                no answer to the first question
  envelope               the answer inside {\"success\":true,\"result\":...}
  huge                   32 MiB of blanks, then the answer
  redirect[:PORT]        307 to /elsewhere, where it answers; on PORT if given
  slow:MS                the answer after MS milliseconds
  drip:MS                the answer, one byte every MS milliseconds
  hang                   no answer until the client closes, or for 60 s
  close                  reads the request, then closes
  close-early            closes without reading

Example:
  sprag stand-in --scores '{\"no_action\":0.97,\"claims_tests\":0.9}'
";

/// Connections served at once; further ones wait to be accepted.
const CONNECTIONS_MAX: u32 = 32;
/// How long `hang` holds a connection that the client does not close.
const HANG_MAX: Duration = Duration::from_secs(60);
/// Rest after a failed accept, which is mostly a lack of file descriptors that passes.
const ACCEPT_REST: Duration = Duration::from_millis(50);
/// Where `redirect` points to, and the one path that it answers.
const ELSEWHERE: &str = "/elsewhere";

/// What the stand-in answers, how, and where it keeps what it was asked.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// The scores to answer with.
    pub(crate) scores: Scores,
    /// The way to misbehave, if any.
    pub(crate) mode: Mode,
    /// The file that every request body is appended to.
    pub(crate) record: Option<PathBuf>,
}

/// A stand-in judge that listens.
#[derive(Debug)]
pub(crate) struct StandIn {
    listener: TcpListener,
    port: u16,
    scores: Scores,
    mode: Mode,
    record: Option<Record>,
    answered: AtomicU64,
}

impl StandIn {
    /// Listens on this port of 127.0.0.1, or on a free one for 0. Clients can connect from now on.
    ///
    /// # Errors
    /// The port cannot be had, or the record cannot be opened.
    pub(crate) fn bind(options: Options, port: u16) -> io::Result<Self> {
        let record = options.record.as_deref().map(Record::open).transpose()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .map_err(|error| about(&format!("{}:{port}", Ipv4Addr::LOCALHOST), &error))?;
        let port = listener.local_addr()?.port();
        let Options { scores, mode, record: _ } = options;
        Ok(Self { listener, port, scores, mode, record, answered: AtomicU64::new(0) })
    }

    /// The port it listens on.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Answers until the process ends.
    ///
    /// # Errors
    /// Not even one thread can be started.
    pub(crate) fn serve(self) -> io::Result<()> {
        thread::scope(|scope| {
            for _ in 0..CONNECTIONS_MAX {
                // A later failure leaves fewer threads: the scope does not end while one runs.
                thread::Builder::new().spawn_scoped(scope, || self.accept())?;
            }
            Ok(())
        })
    }

    fn accept(&self) {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) if self.mode.delivery != Delivery::CloseEarly => {
                    // What goes wrong on one connection is the client's to notice.
                    let _ = self.converse(stream);
                }
                Ok(_) => {}
                Err(_) => thread::sleep(ACCEPT_REST),
            }
        }
    }

    fn converse(&self, stream: TcpStream) -> io::Result<()> {
        let mut connection = Connection::new(stream)?;
        loop {
            let request = match connection.read() {
                Ok(request) => request,
                Err(Unread::Closed) => return Ok(()),
                Err(Unread::Malformed) => return self.reject(connection, Refusal::Malformed),
                Err(Unread::TooLarge) => return self.reject(connection, Refusal::TooLarge),
            };
            let response = self.reply(&request);
            let mut pace = None;
            match self.mode.delivery {
                Delivery::AtOnce => {}
                Delivery::After(wait) => thread::sleep(wait),
                Delivery::Drip(each) => pace = Some(each),
                Delivery::Hang => {
                    connection.wait_for_close(HANG_MAX);
                    return Ok(());
                }
                Delivery::Close | Delivery::CloseEarly => return Ok(()),
            }
            connection.write(&response, &self.next_id(), request.keep_alive, pace)?;
            if !request.keep_alive {
                return Ok(());
            }
        }
    }

    fn reject(&self, mut connection: Connection, refusal: Refusal) -> io::Result<()> {
        connection.write(&refusal.response(), &self.next_id(), false, None)?;
        connection.finish()
    }

    fn next_id(&self) -> String {
        format!("req_standin_{}", self.answered.fetch_add(1, Ordering::Relaxed).saturating_add(1))
    }

    fn reply(&self, request: &Request) -> Response {
        if request.method != "POST" {
            return Refusal::MethodNotAllowed.response();
        }
        if self.record.as_ref().is_some_and(|record| record.append(&request.body).is_err()) {
            return Refusal::NotRecorded.response();
        }
        match self.mode.content {
            Content::Refusal(refusal) => refusal.response(),
            Content::Redirect(port) if request.path != ELSEWHERE => {
                let port = port.unwrap_or(self.port);
                let place = format!("http://{}:{port}{ELSEWHERE}", Ipv4Addr::LOCALHOST);
                Response::new(307, String::new()).with_header("location", place)
            }
            Content::Redirect(_) => self.judge(request, Flaw::None),
            Content::Answer(flaw) => self.judge(request, flaw),
        }
    }

    fn judge(&self, request: &Request, flaw: Flaw) -> Response {
        match question::parse(&request.body) {
            Ok(questions) => answer::answer(&self.scores, &questions, request.body.len(), flaw),
            Err(details) => refusal::unprocessable(details),
        }
    }
}

/// Why `sprag stand-in` did not start.
#[derive(Debug)]
pub(crate) enum StandInError {
    /// The command line is wrong: the caller's fault.
    Arguments(lexopt::Error),
    /// The port or a file cannot be had: the environment's fault.
    Io(io::Error),
}

impl fmt::Display for StandInError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments(error) => error.fmt(formatter),
            Self::Io(error) => error.fmt(formatter),
        }
    }
}

impl core::error::Error for StandInError {}

impl From<lexopt::Error> for StandInError {
    fn from(error: lexopt::Error) -> Self {
        Self::Arguments(error)
    }
}

impl From<io::Error> for StandInError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Runs `sprag stand-in` with what follows on the command line; returns only for `--help`.
///
/// # Errors
/// The arguments are wrong, or the port or a file cannot be had.
pub(crate) fn command(mut arguments: lexopt::Parser) -> Result<(), StandInError> {
    let mut options = Options::default();
    let mut port = 0;
    let mut port_file = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            lexopt::Arg::Short('h') | lexopt::Arg::Long("help") => {
                return Ok(io::stdout().write_all(HELP.as_bytes())?);
            }
            lexopt::Arg::Long("port") => port = arguments.value()?.parse()?,
            lexopt::Arg::Long("port-file") => port_file = Some(PathBuf::from(arguments.value()?)),
            lexopt::Arg::Long("scores") => options.scores = arguments.value()?.parse()?,
            lexopt::Arg::Long("mode") => options.mode = arguments.value()?.parse()?,
            lexopt::Arg::Long("record") => options.record = Some(arguments.value()?.into()),
            other @ (lexopt::Arg::Short(_) | lexopt::Arg::Long(_) | lexopt::Arg::Value(_)) => {
                return Err(other.unexpected().into());
            }
        }
    }
    let stand_in = StandIn::bind(options, port)?;
    let port = stand_in.port();
    if let Some(path) = port_file {
        write_port(&path, port).map_err(|error| about(&path.display(), &error))?;
    }
    // For people only: nobody has to be reading.
    let _ = writeln!(io::stdout(), "http://{}:{port}/v1/systemone", Ipv4Addr::LOCALHOST);
    Ok(stand_in.serve()?)
}

/// Whole, so that who waits for the file never reads half a number.
fn write_port(path: &Path, port: u16) -> io::Result<()> {
    draft::replace_only(path, format!("{port}\n").as_bytes(), Rights::Owner, guard_port_file)
}

/// The error, with the file or address that it is about.
fn about(subject: &dyn fmt::Display, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{subject}: {error}"))
}

#[cfg(test)]
mod client;
#[cfg(test)]
mod tests;
