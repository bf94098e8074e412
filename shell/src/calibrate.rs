//! `sprag calibrate`: labelled lines through the judge that the hook would ask.
//!
//! In: labelled lines. Out: figures, and thresholds that follow from them.
//! May use: `system`, `session`, `asking`.
//! Begin with `command`.

mod asking;
mod kept;
mod own;

use core::time::Duration;
use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt as _};
use serde::Serialize;
use sprag_core::decision::asked::Asked;
use sprag_core::judge::key::Key;
use sprag_core::judge::local::{Weights, built_in};
use sprag_core::reports::calibrate::ask::{Judge, answer_from_built_in};
use sprag_core::reports::calibrate::compare::{Compared, compare};
use sprag_core::reports::calibrate::comparison;
use sprag_core::reports::calibrate::line::{Line, parse};
use sprag_core::reports::calibrate::report::{Outcome, Report};
use sprag_core::settings::Choice;
use sprag_core::settings::Given;

use asking::Asking;

use crate::session::arguments;
use crate::session::run_environment::RunEnvironment;
use crate::system::deadline::Deadline;
use crate::system::terminal::{Fault, say};
use crate::system::{files, screen};

pub(crate) const HELP: &str = "\
sprag calibrate [FILE] [--compare] [--json] [OPTION...]
sprag calibrate --own FILE [--sessions N]
sprag calibrate --lines

Asks the configured judge about labelled lines, with exactly the requests that
the hook sends, and says for each question how far its answers can be trusted:
at the threshold, at other thresholds, and compared with wording alone. Without
FILE it uses the lines that ship with sprag. A request costs about 0.00003 USD.
Answers are kept, so you can run the same command again to continue. The
built-in judge needs no key and sends nothing: --judge local.

  --compare      compare the judge at the endpoint with the built-in one, and
                 show where they disagree
  --json         print one JSON object
  --jobs N       requests at once, 1 to 16 (4)
  --seconds N    stop asking after N seconds, 1 to 86400 (600)
  --own FILE     write the last turns of your own sessions to a new FILE, for
                 you to label; nothing is asked or sent. This leaves out folders
                 that ~/.config/sprag/deny lists, and transcripts that contain
                 the words sprag:no-calibration anywhere
  --sessions N   take the newest N sessions, 1 to 10000 (100)
  --lines        print the lines that ship with sprag

FILE has one JSON object per line, or is a tab-separated table with a header.
`message` and `expect` (QUESTION yes, QUESTION no) are required. The rest is
what the hook would know about the turn; a field that is left out is unknown,
and `none` means that there is none: `tools` (Bash 2, Read 1), `background`
(running TEXT; scheduled TEXT; awaited SESSION), `run` (code 2, lines 40; test
passed pytest), `language`, `task`. `mask` lists names to mask, `miss` lists
questions that are known to be answered wrongly; `id` and `note` are for you.
Labelled lines leave this machine redacted, as a stop would.

Options of `sprag hook` work as they do there.
";

/// The lines that ship.
const LINES: &str = include_str!("calibrate/lines.jsonl");

/// What the command line says.
#[derive(Debug)]
struct Options {
    file: Option<PathBuf>,
    own: Option<PathBuf>,
    sessions: usize,
    jobs: usize,
    seconds: usize,
    is_compared: bool,
    is_json: bool,
    given: Vec<Given>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Shown<'a> {
    report: &'a Report,
    compared: Option<&'a [Compared]>,
}

pub(crate) fn command(mut parser: Parser) -> Result<(), Fault> {
    let mut options = Options {
        file: None,
        own: None,
        sessions: 100,
        jobs: 4,
        seconds: 600,
        is_compared: false,
        is_json: false,
        given: Vec::new(),
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return say(HELP),
            Arg::Long("lines") => return say(LINES),
            Arg::Long("compare") => options.is_compared = true,
            Arg::Long("json") => options.is_json = true,
            Arg::Long("own") => options.own = Some(parser.value()?.into()),
            Arg::Long("sessions") => options.sessions = number(&mut parser, "sessions", 10_000)?,
            Arg::Long("jobs") => options.jobs = number(&mut parser, "jobs", 16)?,
            Arg::Long("seconds") => options.seconds = number(&mut parser, "seconds", 86_400)?,
            Arg::Long(option) => {
                let Some(name) = arguments::setting(option) else {
                    return Err(argument.unexpected().into());
                };
                options.given.push(arguments::given(name, &mut parser)?);
            }
            Arg::Value(path) if options.file.is_none() => options.file = Some(path.into()),
            Arg::Short(_) | Arg::Value(_) => return Err(argument.unexpected().into()),
        }
    }
    let environment = RunEnvironment::look(core::mem::take(&mut options.given));
    match &options.own {
        Some(_) if options.file.is_some() => Err(Fault::of("--own takes exactly one FILE")),
        Some(path) => own::write(path, options.sessions, &environment),
        None => run(&options, &environment),
    }
}

fn number(parser: &mut Parser, option: &str, most: usize) -> Result<usize, Fault> {
    let number = parser.value()?.parse()?;
    if (1..=most).contains(&number) {
        Ok(number)
    } else {
        Err(Fault::of(format!("--{option}: 1 to {most}")))
    }
}

fn run(options: &Options, environment: &RunEnvironment) -> Result<(), Fault> {
    let lines = lines(options)?;
    let settings = &environment.settings;
    let keys = environment.keys();
    let key = Key::choose(keys.iter().map(String::as_str));
    // Both are compared, so the one at the endpoint is wanted.
    let choice = if options.is_compared { Choice::Jev } else { settings.judge };
    let asked = choice.guard_key(key).map_err(Fault::of)?;
    let weights = built_in();
    let (judge, outcomes) = match asked {
        Asked::BuiltIn => (Judge::BuiltIn, from_built_in(&lines, weights.as_ref())),
        Asked::Endpoint(key) => {
            let deadline = Deadline::after(Duration::from_secs(u64::try_from(options.seconds)?));
            let asking = Asking::of(environment, key, deadline, options.jobs)?;
            (Judge::Endpoint, asking.ask_all(&lines)?)
        }
    };
    let report = Report::of(&lines, &outcomes, judge, settings);
    let compared = options.is_compared.then(|| {
        let by_built_in = from_built_in(&lines, weights.as_ref());
        compare(&lines, &outcomes, &by_built_in, settings)
    });
    show(&report, compared.as_deref(), options.is_json)?;
    match report.unanswered.len() {
        0 => Ok(()),
        count => Err(Fault::of(format!(
            "{count} lines have no answer; run the same command to ask for them again"
        ))),
    }
}

fn lines(options: &Options) -> Result<Vec<Line>, Fault> {
    match &options.file {
        None => parse(LINES).map_err(Fault::of),
        Some(path) => {
            let at =
                |error: &dyn core::fmt::Display| Fault::of(format!("{}: {error}", path.display()));
            let text = files::read(path).map_err(|error| at(&error))?;
            let text = String::from_utf8(text).map_err(|error| at(&error))?;
            parse(&text).map_err(|error| at(&error))
        }
    }
}

fn from_built_in(lines: &[Line], weights: Option<&Weights<'_>>) -> Vec<Outcome> {
    let name = weights.map(Weights::name);
    let outcome = |line| Outcome::Answered(answer_from_built_in(line, weights), name.clone());
    lines.iter().map(outcome).collect()
}

fn show(report: &Report, compared: Option<&[Compared]>, is_json: bool) -> Result<(), Fault> {
    if is_json {
        let shown = Shown { report, compared };
        return say(&[serde_json::to_string_pretty(&shown)?.as_str(), "\n"].concat());
    }
    let columns = screen::columns();
    let mut shown = report.screen(columns);
    if let Some(compared) = compared {
        shown.append(comparison(compared, columns));
    }
    screen::show(&shown)
}
