//! `sprag replay`: decides records again, and plays them back.

use core::time::Duration;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::thread;

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::reports::explain::Explanation;
use sprag_core::reports::log::LogLine;
use sprag_core::reports::replay::{Replay, Thresholds};
use sprag_core::reports::review::Reviews;
use sprag_core::text::calendar::Clock;
use sprag_core::text::screen::{Columns, Screen};

use crate::session::run_environment::RunEnvironment;
use crate::session::{records, reviews};
use crate::system::terminal::{Fault, say};
use crate::system::{clock, screen};

pub(crate) const HELP: &str = "\
sprag replay [FILE] [--tau X] [--threshold NAME=X] [--json]
sprag replay [FILE] --pace MS [--wide]
sprag replay --sample [--pace MS] [--wide]

Decides the records in FILE again, by default your own. Without options, every
decision must come out the same; with another threshold (tau, claim or
claim_local) it shows which decisions change, and what reviews said about the
objections that would go away. Each stop is decided on what was known before it.

  --pace MS  play the records back, one card every MS milliseconds
  --sample   use a sample log: invented turns, run through the hook, answered
             by the stand-in and not by a judge
  --wide     use 120 columns
";

/// A sample log. `tests/cli/sample.rs` makes it, from turns of its own.
const SAMPLE: &[u8] = include_bytes!("sample.jsonl");

const INTRODUCTION: &str = "\
A sample: invented turns, run through the hook. A stand-in answered with scores written for each \
turn; no judge has seen them.";

/// How long a card of the sample stands, where somebody watches.
const PACE: Duration = Duration::from_millis(400);

#[derive(Default)]
struct Asked {
    file: Option<PathBuf>,
    thresholds: Thresholds,
    pace: Option<Duration>,
    is_sample: bool,
    is_wide: bool,
    is_json: bool,
}

pub(crate) fn command(mut parser: Parser) -> Result<(), Fault> {
    let mut asked = Asked::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return say(HELP),
            Arg::Long("json") => asked.is_json = true,
            Arg::Long("wide") => asked.is_wide = true,
            Arg::Long("sample") => asked.is_sample = true,
            Arg::Long("tau") => {
                let named = ["tau=", &parser.value()?.string()?].concat();
                asked.thresholds.set(&named)?;
            }
            Arg::Long("threshold") => asked.thresholds.set(&parser.value()?.string()?)?,
            Arg::Long("pace") => {
                asked.pace = Some(Duration::from_millis(parser.value()?.parse()?));
            }
            Arg::Value(file) if asked.file.is_none() => asked.file = Some(file.into()),
            Arg::Long(_) | Arg::Short(_) | Arg::Value(_) => {
                return Err(argument.unexpected().into());
            }
        }
    }
    let is_watched = io::stdout().is_terminal();
    if asked.is_sample && asked.pace.is_none() && !asked.is_json {
        asked.pace = Some(if is_watched { PACE } else { Duration::ZERO });
    }
    run(&asked)
}

fn run(asked: &Asked) -> Result<(), Fault> {
    let environment = RunEnvironment::look(Vec::new());
    let folder = environment.records_folder();
    let reviews = match folder {
        Ok(folder) => reviews::read(folder)?,
        Err(_) => Reviews::default(),
    };
    let columns = if asked.is_wide { Columns::of(Some(u16::MAX)) } else { screen::columns() };
    if asked.is_sample && !asked.is_json {
        let mut introduction = Screen::new(columns);
        introduction.text(INTRODUCTION);
        screen::show(&introduction)?;
    }
    let ahead = clock::ahead();
    let clock = Clock { now_ms: clock::now_ms(), ahead: &ahead };
    let mut replay = Replay::new(asked.thresholds);
    let mut played = Ok(());
    let see = |line: LogLine| {
        if let (LogLine::Stop(entry), Some(pace), Ok(())) = (&line, asked.pace, &played) {
            let card = Explanation::of(entry, &reviews).card(&clock, columns);
            played = screen::show(&card);
            thread::sleep(pace);
        }
        replay.add(line, &reviews);
    };
    match &asked.file {
        _ if asked.is_sample => records::each_of(SAMPLE, see)?,
        Some(file) => records::each_in(file, see)
            .map_err(|error| Fault::of(format!("{}: {error}", file.display())))?,
        None => records::each(folder?, see)?,
    }
    played?;
    if asked.is_json {
        return say(&[serde_json::to_string(&replay)?.as_str(), "\n"].concat());
    }
    screen::show(&replay.screen(&clock, columns))
}
