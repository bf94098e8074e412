//! `sprag doctor`: looks at everything that must be right for the hook to do something.
//!
//! What is seen is gathered here; what it means, the core says.

mod hook_runs;
mod look;

use core::time::Duration;
use std::time::Instant;

use lexopt::{Arg, Parser, ValueExt as _};
use serde::Serialize;
use sprag_core::checks::CheckSet;
use sprag_core::checks::verdict::Pass;
use sprag_core::decision::decide::Judged;
use sprag_core::hosts::event::Event;
use sprag_core::hosts::host::Host;
use sprag_core::reports::doctor::{self, Level, Line, Live, Place, Run};
use sprag_core::worker::Failure;
use sprag_core::worker::shown::{guard_json, guard_name};

use crate::asking::pipeline::Pipeline;
use crate::delegate;
use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;
use crate::setup::demo;
use crate::system::clock::now_ms;
use crate::system::deadline::Deadline;
use crate::system::scratch::Scratch;
use crate::system::terminal::{Fault, VERSION, say};

pub(crate) const HELP: &str = "\
sprag doctor [--live [--runs N] [--budget-ms MS]] [--json]

Checks everything that the hook needs in order to work, and says how to fix
what is wrong. It fails if any line fails. Without --live nothing leaves this
machine.

  --live          also ask the real judge about a made-up turn
  --runs N        how many times to ask, 1 to 100 (5)
  --budget-ms MS  how long 95 of 100 answers may take (the setting `timeout`)
  --json          print one JSON object
";

/// What the command line says.
#[derive(Debug)]
struct Options {
    is_live: bool,
    runs: u32,
    budget_ms: Option<u64>,
    is_json: bool,
    is_help: bool,
}

impl Options {
    fn parse(mut parser: Parser) -> Result<Self, Fault> {
        let mut options =
            Self { is_live: false, runs: 5, budget_ms: None, is_json: false, is_help: false };
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Long("help") | Arg::Short('h') => options.is_help = true,
                Arg::Long("live") => options.is_live = true,
                Arg::Long("json") => options.is_json = true,
                Arg::Long("runs") => {
                    let runs = parser.value()?.parse()?;
                    if !(1..=100).contains(&runs) {
                        return Err(Fault::of("--runs: 1 to 100"));
                    }
                    options.runs = runs;
                }
                Arg::Long("budget-ms") => options.budget_ms = Some(parser.value()?.parse()?),
                Arg::Long(_) | Arg::Short(_) | Arg::Value(_) => {
                    return Err(argument.unexpected().into());
                }
            }
        }
        Ok(options)
    }
}

#[derive(Serialize)]
struct Shown<'a> {
    version: &'a str,
    worst: Level,
    lines: &'a [Line],
}

pub(crate) fn command(parser: Parser) -> Result<(), Fault> {
    let options = Options::parse(parser)?;
    if options.is_help {
        return say(HELP);
    }
    let lines = examine(&options)?;
    let version = VERSION.trim_end();
    let worst = doctor::worst(&lines);
    if options.is_json {
        let shown = Shown { version, worst, lines: &lines };
        say(&[guard_json(&serde_json::to_string_pretty(&shown)?).as_str(), "\n"].concat())?;
    } else {
        say(&text(version, &lines))?;
    }
    if worst == Level::Fail {
        let failed = lines.iter().filter(|line| line.level == Level::Fail).count();
        return Err(Fault::of(format!("{failed} of {} lines fail", lines.len())));
    }
    Ok(())
}

fn examine(options: &Options) -> Result<Vec<Line>, Fault> {
    let hosts = look::hosts(&RunEnvironment::look(Vec::new()));
    let Some(first) = hosts.first() else { return Err(Fault::of("no host is known")) };
    let plain = RunEnvironment::look_as(first.host, Vec::new());
    // What holds is what holds for each hook that is registered.
    let hook_runs = hook_runs::hook_runs(&hosts)?;
    let (runs, around): (Vec<Run>, Vec<RunEnvironment>) = hook_runs.into_iter().unzip();

    let mut lines = Vec::new();
    for host in &hosts {
        lines.push(doctor::host(host.host, &look::version::of(host.host)?));
        lines.extend(doctor::registration(host.host, &host.places, &host.entries));
        if host.host == Host::Codex {
            lines.extend(reviews(plain.home.as_deref(), &host.places));
        }
    }
    lines.extend(doctor::runs(&runs));
    lines.extend(doctor::deny(&plain.deny_files_found()));
    let worker = delegate::check(&plain);
    if worker == Err(Failure::Interrupted) {
        return Err(Fault::of("interrupted"));
    }
    lines.push(doctor::worker(plain.settings.worker.transport, &worker));
    let played = demo::round_trip();
    lines.push(doctor::stand_in(match &played {
        Ok((verdict, took)) => Ok((verdict, *took)),
        Err(fault) => Err(fault.to_string()),
    }));
    let states = doctor::once_a_folder(&around, |one| &one.state_folder);
    for state in &states {
        lines.extend(doctor::state(&look::state(state)));
    }
    for host in &hosts {
        lines.extend(doctor::transcripts(&look::transcripts(host.host, &plain)));
    }
    for state in states {
        lines.extend(doctor::decisions(&look::decisions(state), now_ms()));
    }
    if options.is_live {
        lines.extend(live(&runs, &around, options)?);
    }
    Ok(lines)
}

/// Returns the lines about what Codex lets run.
fn reviews(home: Option<&str>, places: &[Place]) -> Vec<Line> {
    let switch = look::codex::switch(home);
    let switch = switch.and_then(|(file, is_off)| doctor::switch(&file, is_off));
    let reviews = look::codex::reviews(home, places);
    let lines = reviews.into_iter().map(|(file, review)| doctor::review(&file, review));
    switch.into_iter().chain(lines).collect()
}

/// Asks the configured judge in each way in which the hook would.
fn live(runs: &[Run], around: &[RunEnvironment], options: &Options) -> Result<Vec<Line>, Fault> {
    let numbers = match doctor::to_ask(runs) {
        Ok(numbers) => numbers,
        Err(line) => return Ok(vec![line]),
    };
    let mut asked = Vec::new();
    for (number, (run, environment)) in runs.iter().zip(around).enumerate() {
        if numbers.contains(&number) {
            asked.push((run, ask(environment.clone(), options)?));
        }
    }
    Ok(doctor::live(&asked))
}

/// Asks about a made-up turn.
fn ask(mut environment: RunEnvironment, options: &Options) -> Result<Live, Fault> {
    let folder = Scratch::make("doctor")?;
    let mut payload = demo::example(folder.path())?.into_bytes();
    let event = Event::parse(&mut payload, Some(Host::Claude)).map_err(Fault::of)?;
    let project = Project::find(event.cwd.as_deref());
    environment.settings.checks = CheckSet::parse("promises");
    let timeout_ms = environment.settings.timeout_ms;
    let budget_ms = options.budget_ms.unwrap_or(timeout_ms);
    let mut live = Live { budget_ms, ..Live::default() };
    for _ in 0..options.runs {
        let begun = Instant::now();
        let deadline = Deadline::after(Duration::from_millis(timeout_ms));
        let (event, environment) = (&event, &environment);
        let outcome = Pipeline { event, project: &project, environment, deadline }.run();
        match (outcome.plan.pass, outcome.judged) {
            (_, Judged::Answered(_)) => {
                let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                live.times_ms.push(took);
            }
            (_, Judged::Failed(failure)) => live.passes.push(Pass::Unavailable(failure)),
            (Some(pass), Judged::NotAsked) => live.passes.push(pass),
            (None, Judged::NotAsked) => live.passes.push(Pass::NothingToAsk),
        }
    }
    Ok(live)
}

fn text(version: &str, lines: &[Line]) -> String {
    let mut text = [version, "\n"].concat();
    for line in lines {
        let level = match line.level {
            Level::Ok => "ok  ",
            Level::Warn => "warn",
            Level::Fail => "FAIL",
        };
        text.push_str(&format!("{level}  {}: {}\n", line.topic, guard_name(&line.seen)));
        if let Some(todo) = &line.todo {
            text.push_str(&format!("      -> {}\n", guard_name(todo)));
        }
    }
    text
}
