//! `sprag audit`: what the checks would have done at the turn ends of the past.

pub(crate) mod place;
mod progress;
mod reading;

use alloc::collections::BTreeMap;
use core::num::NonZero;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::activity::own_check::OddCheck;
use sprag_core::reports::audit::{Tally, Words, all_on, page, screen};
use sprag_core::text::calendar::Clock;

use crate::past::sessions::{fault, transcripts};
use crate::session::run_environment::RunEnvironment;
use crate::system::clock;
use crate::system::draft::{self, Rights};
use crate::system::screen::{columns, show};
use crate::system::terminal::{Fault, say};
use place::Places;
use progress::Progress;
use reading::{Read, Selection, read};

pub(crate) const HELP: &str = "\
sprag audit [PATH...] [--days N] [--json] [--html FILE]

Runs the checks on the end of every past turn in your own transcripts, and says
which checks would have asked the judge, which would have objected, and which
turns would have been sent back. Everything stays on this machine: nothing is
sent, nothing is written, and the judge at the endpoint is not asked. Every
check counts as enabled and out of shadow; your other settings apply as usual.

PATH is a transcript, or a folder to search for transcripts; by default, the
folders in which Claude Code, Codex and Grok keep theirs. Folders listed in
~/.config/sprag/deny are skipped.

  --days N     only turns of the last N days
  --json       print one line per turn end: where it is, its facts as `sprag
               facts` prints them, and what each check found
  --html FILE  write the same figures to one self-contained page
";

#[derive(Debug, Default)]
struct Options {
    paths: Vec<PathBuf>,
    days: Option<u64>,
    is_json: bool,
    html: Option<PathBuf>,
}

impl Options {
    fn parse(mut parser: Parser) -> Result<Option<Self>, Fault> {
        let mut options = Self::default();
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                Arg::Long("days") => options.days = Some(parser.value()?.parse()?),
                Arg::Long("json") => options.is_json = true,
                Arg::Long("html") => options.html = Some(parser.value()?.into()),
                Arg::Value(path) => options.paths.push(path.into()),
                Arg::Long(_) | Arg::Short(_) => return Err(argument.unexpected().into()),
            }
        }
        Ok(Some(options))
    }
}

pub(crate) fn command(parser: Parser) -> Result<(), Fault> {
    let Some(options) = Options::parse(parser)? else { return say(HELP) };
    let environment = RunEnvironment::look_anywhere();
    let own = environment.own_check().map_err(|check| odd(&check))?;
    let files = transcripts(&options.paths, &environment)?;
    let selection = Selection {
        own,
        since_ms: options
            .days
            .map(|days| clock::now_ms().saturating_sub(days.saturating_mul(DAY_MS))),
        has_lines: options.is_json,
    };
    let tally = read_all(&files, &environment, &selection)?;
    if let Some(path) = &options.html {
        draft::replace(path, page(&tally).as_bytes(), Rights::Owner)
            .map_err(|error| fault(path, &error))?;
    }
    if options.is_json {
        return Ok(());
    }
    let words = if io::stdout().is_terminal() { Words::Shown } else { Words::LeftOut };
    show(&screen(&tally, words, columns()))
}

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Reads all files on all processors, and prints the lines that are wanted in their order.
fn read_all(
    files: &[PathBuf],
    environment: &RunEnvironment,
    selection: &Selection,
) -> Result<Tally, Fault> {
    let settings = all_on(environment.settings.clone());
    let deny = environment.deny_files();
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(files.len());
    let mut progress = Progress::of(files.len());
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..workers {
            let sender = sender.clone();
            let (settings, deny, next) = (&settings, deny.as_slice(), &next);
            scope.spawn(move || {
                let mut places = Places::of_all(environment, settings, deny);
                let ahead = clock::ahead();
                let clock = Clock { now_ms: clock::now_ms(), ahead: &ahead };
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(at) else { break };
                    // Nobody listens once the reader of the output has gone.
                    if sender.send((at, read(file, &mut places, selection, &clock))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: BTreeMap<usize, io::Result<Read>> = BTreeMap::new();
        let mut done = 0_usize;
        for (at, read) in receiver {
            waiting.insert(at, read);
            while let Some(read) = waiting.remove(&done) {
                match (read, files.get(done)) {
                    (Ok(read), _) => {
                        say(&read.lines)?;
                        tally.merge(read.tally);
                    }
                    (Err(error), Some(file)) => {
                        tally.unread.push(format!("{}: {error}", file.display()));
                    }
                    (Err(_), None) => {}
                }
                done = done.saturating_add(1);
                progress.done(done);
            }
        }
        Ok(tally)
    })
}

/// Without the user's own check nobody knows which commands are checks.
fn odd(check: &OddCheck) -> Fault {
    Fault::of(format!("the setting `check`: {}", check.problem()))
}
