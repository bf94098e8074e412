//! `sprag last` and `sprag why`: one decision, and everything it is based on.

use std::path::Path;

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::reports::explain::Explanation;
use sprag_core::reports::log::{Entry, LogLine, Named, Search};
use sprag_core::text::calendar::Clock;

use crate::session::run_environment::RunEnvironment;
use crate::session::{records, reviews};
use crate::system::terminal::{Fault, say};
use crate::system::{clock, screen};

pub(crate) const HELP_LAST: &str = "\
sprag last [--json]

Shows the last decision: the outcome, the facts, the scores and what the agent
was told. `sprag why` explains it.
";

pub(crate) const HELP_WHY: &str = "\
sprag why [ID] [--json]

Explains a decision, by default the last one: the facts, the scores and their
thresholds, the rule of each check, who was asked or why nobody was, and what
would have changed the decision. To find that out, it decides again with one
thing changed at a time. ID is what `sprag last` and `sprag watch` show, or the
beginning of it.
";

pub(crate) fn last(mut parser: Parser) -> Result<(), Fault> {
    let mut is_json = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return say(HELP_LAST),
            Arg::Long("json") => is_json = true,
            Arg::Long(_) | Arg::Short(_) | Arg::Value(_) => {
                return Err(argument.unexpected().into());
            }
        }
    }
    show(None, |explanation, clock| match is_json {
        true => json(explanation),
        false => screen::show(&explanation.card(clock, screen::columns())),
    })
}

pub(crate) fn why(mut parser: Parser) -> Result<(), Fault> {
    let (mut named, mut is_json) = (None, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return say(HELP_WHY),
            Arg::Long("json") => is_json = true,
            Arg::Value(id) if named.is_none() => named = Some(Named::parse(&id.string()?)?),
            Arg::Long(_) | Arg::Short(_) | Arg::Value(_) => {
                return Err(argument.unexpected().into());
            }
        }
    }
    show(named.as_ref(), |explanation, clock| match is_json {
        true => json(explanation),
        false => screen::show(&explanation.screen(clock, screen::columns())),
    })
}

fn json(explanation: &Explanation) -> Result<(), Fault> {
    say(&[serde_json::to_string(explanation)?.as_str(), "\n"].concat())
}

fn show(
    named: Option<&Named>,
    print: impl FnOnce(&Explanation, &Clock<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let environment = RunEnvironment::look(Vec::new());
    let folder = environment.records_folder()?;
    let entry = find(folder, named)?;
    let ahead = clock::ahead();
    let clock = Clock { now_ms: clock::now_ms(), ahead: &ahead };
    print(&Explanation::of(&entry, &reviews::read(folder)?), &clock)
}

/// Returns the record that is named; the last one, if none is.
pub(crate) fn find(folder: &Path, named: Option<&Named>) -> Result<Box<Entry>, Fault> {
    let mut search = Search::default();
    let mut last = None;
    records::each(folder, |line| {
        let LogLine::Stop(entry) = line else { return };
        match named {
            None => last = Some(entry),
            Some(named) if named.fits(&entry.id) => search.add(entry),
            Some(_) => {}
        }
    })?;
    match named {
        None => last.ok_or_else(|| Fault::of("no decision is recorded yet; see `sprag doctor`")),
        Some(_) => Ok(search.only()?),
    }
}
