//! `sprag facts`: what a transcript shows of a turn.

mod corpus;
mod shown;
mod work;

use core::fmt::Display;
use core::time::Duration;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use lexopt::{Arg, Parser, ValueExt as _};
use serde::Serialize;
use sprag_core::hosts::drift::Drift;
use sprag_core::hosts::event::Event;
use sprag_core::hosts::handoff::Handoffs;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Chain, Scan, Wanted};

use crate::session::run_environment::RunEnvironment;
use crate::session::{declared, search, subagents, transcript};
use crate::system::deadline::Deadline;
use crate::system::files;
use crate::system::terminal::{Fault, say};
use corpus::Corpus;
pub(crate) use corpus::find;
pub(crate) use shown::Shown;
use shown::ShownBackground;

pub(crate) const HELP: &str = "\
sprag facts FILE [--prompt-id ID] [--payload FILE] [--host HOST] [--strict]
sprag facts PATH ... [--host HOST] [--strict]

Prints what the transcript FILE shows about its last turn, or about the turn of
prompt ID, as one JSON object. Lines are counted from 1. What is unknown is
null. Only a hook's payload says what runs in the background and in which
folder: name one with --payload. HOST is claude, codex or grok; by default the
file's name decides.

With --strict it also lists everything in the file that sprag does not know:
types of records and blocks, and missing fields. If there are any, it fails with
1. Run it after upgrading the host.

For several files, or for a folder, it prints what is unknown in all of the
files, or in all .jsonl files in the folder and below, together.
";

/// No transcript takes longer; a file that never ends must not hang a terminal.
pub(crate) const LIMIT: Duration = Duration::from_secs(600);

pub(crate) fn command(mut parser: Parser) -> Result<(), Fault> {
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut wanted = Wanted::Last(None);
    let mut is_strict = false;
    let mut payload: Option<PathBuf> = None;
    let mut host: Option<Host> = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return say(HELP),
            Arg::Long("strict") => is_strict = true,
            Arg::Long("payload") => payload = Some(parser.value()?.into()),
            Arg::Long("prompt-id") => wanted = Wanted::Prompt(parser.value()?.string()?),
            Arg::Long("host") => {
                let word = parser.value()?.string()?;
                let named = Host::from_word(&word);
                host = Some(named.ok_or_else(|| Fault::of(format!("no host `{word}`")))?);
            }
            Arg::Value(path) => paths.push(path.into()),
            Arg::Long(_) | Arg::Short(_) => return Err(argument.unexpected().into()),
        }
    }
    let unknown = match (paths.as_slice(), &wanted) {
        ([], _) => return Err(Fault::of("name a transcript; `sprag facts --help`")),
        ([path], _) if !path.is_dir() => {
            let event = payload.as_deref().map(event).transpose()?;
            let host = host.unwrap_or_else(|| host_of(path));
            one(host, path, &wanted, event.as_ref(), is_strict)?
        }
        (paths, Wanted::Last(_)) => many(host, paths)?,
        (_, Wanted::Prompt(_)) => {
            return Err(Fault::of(
                "a prompt belongs to one file: name one \
                                                        file",
            ));
        }
    };
    if is_strict && !unknown.is_empty() {
        return Err(Fault::of("the file contains something that sprag does not know"));
    }
    Ok(())
}

/// Returns whose transcript a file is, by its name.
pub(crate) fn host_of(path: &Path) -> Host {
    Host::of_transcript(&path.file_name().unwrap_or_default().to_string_lossy())
}

/// Prints the facts of one file, and returns what was not known if anybody asks for that.
fn one(
    host: Host,
    path: &Path,
    wanted: &Wanted,
    event: Option<&Event>,
    is_strict: bool,
) -> Result<Drift, Fault> {
    let at = |error| Fault::of(format!("{}: {error}", path.display()));
    let cwd = event.and_then(|event| event.cwd.as_deref());
    let mut shown = show(host, path, wanted, cwd).map_err(at)?;
    shown.background = event.map(|event| ShownBackground::of(&event.background));
    let mut unknown = Drift::default();
    if is_strict {
        corpus::read(host, path, &mut unknown).map_err(at)?;
        shown.unknown = Some(unknown.clone());
    }
    say(&line(&shown)?)?;
    Ok(unknown)
}

/// Returns the event whose payload is in a file.
fn event(path: &Path) -> Result<Event, Fault> {
    let at = |error: &dyn Display| Fault::of(format!("{}: {error}", path.display()));
    let mut payload = files::read(path).map_err(|error| at(&error))?;
    Event::parse(&mut payload, None).map_err(|error| at(&error))
}

/// Prints what was not known of many files, and returns it.
fn many(host: Option<Host>, paths: &[PathBuf]) -> Result<Drift, Fault> {
    let corpus = Corpus::read(host, paths)?;
    say(&line(&corpus)?)?;
    Ok(corpus.unknown)
}

fn line(value: &impl Serialize) -> Result<String, Fault> {
    let mut text = serde_json::to_string(value)?;
    text.push('\n');
    Ok(text)
}

fn show(host: Host, path: &Path, wanted: &Wanted, cwd: Option<&str>) -> io::Result<Shown> {
    let deadline = Deadline::after(LIMIT);
    let own = RunEnvironment::look(Vec::new()).own_check().ok().flatten();
    let read = |scan: Scan| transcript::read(path, scan.with_work(own.clone()), deadline, |_| {});
    let mut scan = read(Scan::begin_on(host, wanted.clone()))?;
    if host == Host::Claude && scan.is_side_chain_only() {
        scan = read(Scan::begin(wanted.clone(), Chain::Side))?;
    }
    let mut facts = scan.finish();
    subagents::merge(&mut facts, path, own.as_ref(), deadline);
    if facts.wants_declared_checks() {
        declared::add(&mut facts.known_checks, cwd);
    }
    let lines = count_lines(path)?;
    let end = facts.turn.as_ref().map(|turn| turn.end).filter(|end| end.0 > 0);
    let end = end.map_or(Ok(u64::MAX), |end| end_of_line(path, end.number(lines)))?;
    let handoffs = match Handoffs::without_any_on(host) {
        Some(none) => none,
        None => search::handoffs_before(path, end, deadline)?,
    };
    Ok(Shown::of(host, facts, handoffs.open(), lines))
}

/// Returns the number of lines; what follows the last line end is one, too.
fn count_lines(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut block = vec![0; 64 << 10];
    let (mut lines, mut last) = (0_u64, b'\n');
    loop {
        let len = file.read(&mut block)?;
        let Some(read) = block.get(..len).filter(|read| !read.is_empty()) else { break };
        let ends = memchr::memchr_iter(b'\n', read).count();
        lines = lines.saturating_add(u64::try_from(ends).unwrap_or(u64::MAX));
        last = read.last().copied().unwrap_or(last);
    }
    Ok(if last == b'\n' { lines } else { lines.saturating_add(1) })
}

/// Returns the offset behind the line of this number, its end included.
fn end_of_line(path: &Path, number: u64) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut block = vec![0; 64 << 10];
    let (mut lines, mut offset) = (0_u64, 0_u64);
    loop {
        let len = file.read(&mut block)?;
        let Some(read) = block.get(..len).filter(|read| !read.is_empty()) else {
            return Ok(u64::MAX);
        };
        for end in memchr::memchr_iter(b'\n', read) {
            lines = lines.saturating_add(1);
            if lines == number {
                let within = u64::try_from(end).unwrap_or(0).saturating_add(1);
                return Ok(offset.saturating_add(within));
            }
        }
        offset = offset.saturating_add(u64::try_from(len).unwrap_or(0));
    }
}
