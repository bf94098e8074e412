//! The hook: one payload in, one reply out.
//!
//! Every step that fails passes. Nothing here looks at a fact, a score or a switch to conclude
//! anything from it: that is the core's.
//!
//! In: one payload on standard input. Out: one reply, one record.
//! May use: `system`, `session`, `asking`, `delegate`.
//! Begin with `guarded`.

mod debug;
mod fail_open;
mod fault_injection;
mod reads;

use core::fmt::Display;
use core::time::Duration;
use std::fs::{self, Metadata};
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::process::ExitCode;
use std::time::Instant;

use lexopt::Parser;
use sprag_core::checks::verdict::Verdict;
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::{Decision, decide};
use sprag_core::decision::record::Record;
use sprag_core::decision::reply::{Reply, render};
use sprag_core::hosts::event::{Event, Kind};
use sprag_core::limits::DRAIN_MS_MAX;

use crate::asking::pipeline::{Outcome, Pipeline};
use crate::hook::reads::Reading;
use crate::session::arguments::Arguments;
use crate::session::project::Project;
use crate::session::run_environment::{EarlyEnvironment, RunEnvironment};
use crate::session::state::State;
use crate::system::clock::now_ms;
use crate::system::deadline::{Deadline, Watchdog};
use crate::system::input;

/// What is kept free at the end of the deadline for writing and replying.
const MARGIN: Duration = Duration::from_millis(250);

/// Runs the hook so that whatever goes wrong with it passes.
///
/// A command line that is not understood turns everything off: it may have meant shadow. A fault of
/// ours is none of the agent's or the user's business.
pub(crate) fn guarded(parser: Parser) -> ExitCode {
    fail_open::faults();
    fault_injection::at("start");
    let odd = |error| off(format!("{error}: the command line is invalid, so no check is enabled"));
    fail_open::with_stack(|| Arguments::parse(parser).map_or_else(odd, run))
}

/// Reads a payload from standard input and answers it.
fn run(arguments: Arguments) -> ExitCode {
    let begin = Instant::now();
    let early = EarlyEnvironment::read(arguments.given);
    fault_injection::at("settings");
    // Off has to cost least, and a second thread would be a tenth of it. Where `config.toml`
    // itself cannot be read in time, nor can the host's own settings beside it.
    if early.settings.is_off() {
        return off("no check is enabled");
    }
    if early.is_in_worker() {
        return off("this is a worker's own session");
    }
    fail_open::file_size();
    let end = Deadline::since(begin, Duration::from_millis(early.settings.timeout_ms));
    let watchdog = Watchdog::start(end);
    let mut payload = input::read_value(end);
    let event = match Event::parse(&mut payload, arguments.host) {
        Ok(event) => event,
        Err(error) => return passed(error),
    };
    if !early.settings.concerns(event.kind) {
        return passed("no enabled check concerns this event");
    }
    let project = Project::find(event.cwd.as_deref());
    let environment = early.within(&project);
    if event.kind == Kind::BeforeTool {
        let (event, payload, project) = (&event, &payload, &project);
        let reading = Reading { event, payload, project, environment: &environment, end };
        return reading.hold(&watchdog).map_or_else(passed, |reply| print(&reply));
    }
    drop(payload);
    match is_taken(&event, &environment, end) {
        Ok(false) => {}
        Ok(true) => return passed("another sprag entry has handled this event"),
        Err(error) => return passed(format!("counters and records: {error}")),
    }
    let deadline = end.before(MARGIN);
    let pipeline =
        Pipeline { event: &event, project: &project, environment: &environment, deadline };
    let outcome = pipeline.run();
    if !watchdog.commit() {
        return passed("the time is up");
    }
    // What cannot be counted must not block, and a notice that cannot be remembered would come at
    // every stop: without the state there is no reply.
    match settle(outcome, &event, &environment, end) {
        Ok(decision) => {
            let code = print(&render(&decision, event.host, environment.settings.reply));
            match decision.verdict {
                Verdict::Pass(pass) => debug::passed(pass),
                Verdict::WouldBlock(check) => debug::passed(format!("shadow; for {}", check.word)),
                Verdict::Block(_) => {}
            }
            code
        }
        Err(error) => passed(format!("counters and records: {error}")),
    }
}

/// Returns whether another process has taken the event; else it is taken for this one.
fn is_taken(event: &Event, environment: &RunEnvironment, end: Deadline) -> io::Result<bool> {
    if event.delivery.is_none() {
        return Ok(false);
    }
    let folder = environment.state_folder.as_deref().ok_or(io::ErrorKind::NotFound)?;
    State::lock(folder, end)?.take(event)
}

fn passed(why: impl Display) -> ExitCode {
    debug::passed(why);
    ExitCode::SUCCESS
}

/// With no check on, nothing is parsed, created or sent.
fn off(why: impl Display) -> ExitCode {
    input::drain(Deadline::after(Duration::from_millis(DRAIN_MS_MAX)));
    passed(why)
}

/// Decides under the lock and writes down what was decided.
fn settle(
    outcome: Outcome,
    event: &Event,
    environment: &RunEnvironment,
    end: Deadline,
) -> io::Result<Decision> {
    let folder = environment.state_folder.as_deref().ok_or(io::ErrorKind::NotFound)?;
    let state = State::lock(folder, end)?;
    fault_injection::at("decision");
    let before = state.counters(event.host, &event.session)?;
    let Outcome { plan, judged, call, text } = outcome;
    let now_ms = now_ms();
    let decision = decide(&plan, &judged, &before, now_ms);
    if decision.counters != before {
        state.write_counters(event.host, &event.session, &decision.counters)?;
        if before == Counters::default() {
            state.prune();
        }
    }
    fault_injection::at("record");
    let record = Record::of(plan, judged, before, now_ms, &decision, call).with_text(text);
    state.append(&record.line())?;
    Ok(decision)
}

/// Returns whether standard error goes nowhere. Where it is closed, Rust's start-up code has put
/// `/dev/null` in its place.
fn is_deaf() -> bool {
    let device = |metadata: Metadata| metadata.rdev();
    let nowhere = fs::metadata("/dev/null").map(device);
    let own = rustix::fs::fstat(io::stderr()).map(|stat| stat.st_rdev);
    matches!((own, nowhere), (Ok(own), Ok(nowhere)) if own == nowhere)
}

/// Says it and ends accordingly; a host that cannot hear the reason is not held up.
fn print(reply: &Reply) -> ExitCode {
    fault_injection::at("reply");
    if !reply.stderr.is_empty() && is_deaf() {
        return ExitCode::SUCCESS;
    }
    let said = io::stderr()
        .write_all(reply.stderr.as_bytes())
        .and_then(|()| io::stdout().write_all(reply.stdout.as_bytes()))
        .and_then(|()| io::stdout().flush());
    if said.is_ok() { ExitCode::from(reply.exit) } else { ExitCode::SUCCESS }
}
