//! `sprag stats`: counts over the records, and over what was handed to the worker.

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::reports::stats::{Days, Tally};
use sprag_core::text::calendar::Clock;

use crate::session::run_environment::RunEnvironment;
use crate::session::{records, reviews};
use crate::system::terminal::{Fault, say};
use crate::system::{clock, screen};

pub(crate) const HELP: &str = "\
sprag stats [--days N] [--json]

Counts the records of the last N days, including today; the default is 30. It
shows how the stops were decided, what each check found and still needs before
it should block, what asking the judge cost, and the figures for each day.

A check is ready to block once it has judged 40 stops in shadow (20 for
watch-match), 70 % of its reviewed objections were right, and at most 3 of 100
stops were sent back wrongly. Objections without a review count as wrong. Review
them with `sprag review`.

The cost is for the tokens that the judge reported, at the `price` in your
settings.

For delegations it counts what was sent, what came back and what the worker
reported, and says how many answers reported it. The tokens that reads kept out
of the context are an estimate, at four bytes per token; it does not measure
whether the files were read anyway.
";

pub(crate) fn command(mut parser: Parser) -> Result<(), Fault> {
    let (mut days, mut is_json) = (Days::DEFAULT, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return say(HELP),
            Arg::Long("json") => is_json = true,
            Arg::Long("days") => {
                let text = parser.value()?.string()?;
                let named = Days::parse(&text);
                days =
                    named.ok_or_else(|| Fault::of(format!("`{text}` is not a number of days")))?;
            }
            Arg::Long(_) | Arg::Short(_) | Arg::Value(_) => {
                return Err(argument.unexpected().into());
            }
        }
    }
    let environment = RunEnvironment::look(Vec::new());
    let folder = environment.records_folder()?;
    let reviews = reviews::read(folder)?;
    let ahead = clock::ahead();
    let clock = Clock { now_ms: clock::now_ms(), ahead: &ahead };
    let mut tally = Tally::new(clock, days, &reviews);
    records::each(folder, |line| tally.add(line))?;
    records::each_of_usage(folder, |line| tally.add_usage(line))?;
    let stats = tally.finish(environment.settings.price);
    if is_json {
        return say(&[serde_json::to_string(&stats)?.as_str(), "\n"].concat());
    }
    screen::show(&stats.screen(&clock, screen::columns()))
}
