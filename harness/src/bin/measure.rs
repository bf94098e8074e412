//! Holds the checks against labelled turn ends of one's own.
//!
//!     cargo run --release -p sprag-harness --bin measure -- LABELS SESSIONS [--noise S]
//!         [--judge perfect|local [--claim N]] [--declared FILE] [--planted] [--json]
//!
//! LABELS holds one JSON object a line: `id`, `session`, the `line` of the turn's last record, and
//! what the rubric asks. With `--judge local` the built-in judge answers, each label by weights
//! learnt from the other sessions: then they need `project` and `final_text`, too, and `--claim` is
//! the score from which on a claim counts. SESSIONS is a folder with the transcripts,
//! `SESSION.jsonl` at any depth. FILE says which checks each project declares, which a transcript
//! may not show: `{"PROJECT": ["test", "lint"]}`. Nothing is contacted, and no text of a transcript
//! is printed.

use core::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use sprag_core::checks::score::Threshold;
use sprag_harness::measure::declared::Declared;
use sprag_harness::measure::judge::{Drifting, Judge, Perfect};
use sprag_harness::measure::local::Local;
use sprag_harness::measure::planted::plant;
use sprag_harness::measure::seen::SIGHT;
use sprag_harness::measure::sessions::Sessions;
use sprag_harness::measure::{label, measure};
use sprag_harness::train::{Unseen, messages, own_messages};

const USAGE: &str = "measure LABELS SESSIONS [--noise S] [--judge perfect|local] [--claim N] \
                     [--declared FILE] [--planted] [--json]";

struct Arguments {
    places: Vec<PathBuf>,
    noise: f64,
    is_local: bool,
    claim: Threshold,
    declared: Option<PathBuf>,
    is_planted: bool,
    is_json: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where nobody listens, the exit code has to do.
            let _ = writeln!(io::stderr(), "measure: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let Arguments { places, noise, is_local, claim, declared, is_planted, is_json } =
        arguments(std::env::args_os().skip(1))?;
    let [labels, sessions] = places.as_slice() else { return Err(USAGE.into()) };
    let text = fs::read_to_string(labels)?;
    let labels = label::parse(&text)?;
    let mut sessions = Sessions::below(sessions)?;
    let declared = match declared {
        Some(path) => Declared::parse(&fs::read_to_string(path)?)?,
        None => Declared::default(),
    };
    let text = if is_planted {
        let report = plant(&labels, &mut sessions, &declared, SIGHT);
        if is_json { report.json()? } else { report.to_string() }
    } else {
        let judge: Box<dyn Judge> = if is_local {
            let messages = messages(&text)?;
            let unseen = Unseen::learn(&messages, &own_messages(messages.len()));
            Box::new(Local { unseen, claim })
        } else {
            Box::new(Drifting { judge: Perfect, strength: noise })
        };
        let report = measure(&labels, &mut sessions, &declared, &*judge, SIGHT);
        if is_json { report.json()? } else { report.to_string() }
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

fn arguments(given: impl Iterator<Item = OsString>) -> Result<Arguments, Box<dyn Error>> {
    let mut arguments = Arguments {
        places: Vec::new(),
        noise: 0.0,
        is_local: false,
        claim: Threshold::CLAIM_LOCAL,
        declared: None,
        is_planted: false,
        is_json: false,
    };
    let mut given = given;
    while let Some(argument) = given.next() {
        match argument.to_str() {
            Some("--planted") => arguments.is_planted = true,
            Some("--json") => arguments.is_json = true,
            Some("--claim") => {
                arguments.claim = Threshold::parse(&word(given.next())?).ok_or(USAGE)?;
            }
            Some("--declared") => arguments.declared = Some(given.next().ok_or(USAGE)?.into()),
            Some("--noise") => arguments.noise = word(given.next())?.parse()?,
            Some("--judge") => {
                arguments.is_local = match word(given.next())?.as_str() {
                    "perfect" => false,
                    "local" => true,
                    _ => return Err(USAGE.into()),
                }
            }
            Some(odd) if odd.starts_with("--") => return Err(format!("{odd}: {USAGE}").into()),
            Some(_) | None => arguments.places.push(argument.into()),
        }
    }
    Ok(arguments)
}

fn word(argument: Option<OsString>) -> Result<String, Box<dyn Error>> {
    argument.and_then(|argument| argument.into_string().ok()).ok_or_else(|| USAGE.into())
}
