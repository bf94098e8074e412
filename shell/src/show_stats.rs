//! `sprag stats`: counts over the records, and over what was handed to the worker.

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::calendar::Clock;
use sprag_core::stats::{Days, Tally};

use crate::surroundings::Surroundings;
use crate::terminal::{Fault, say};
use crate::{clock, records, reviews, screen};

pub(crate) const HELP: &str = "\
sprag stats [--days N] [--json]

Counts the records of the last N days, 30 if left out, today included: what
became of the stops, what each check found and what is missing before it should
block, what asking the judge took, and how it was day by day.

A check may block once shadow has seen it judge 40 stops (20 for watch-match),
70 % of the objections that were reviewed are right, and at most 3 of 100 stops
were sent back wrongly; what nobody reviewed may be wrong, and counts so.
Review with `sprag review`.

The cost is that of the tokens that the judge reported, at the `price` that your
settings name.

Of delegations it counts what was sent, what came back and what the worker
reported, and says of how many answers that is known. The tokens that reads kept
out of the context are an estimate, four bytes to each; what of the files was
read all the same is not measured.
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
    let surroundings = Surroundings::look(Vec::new());
    let folder = surroundings.records_folder()?;
    let reviews = reviews::read(folder)?;
    let ahead = clock::ahead();
    let clock = Clock { now_ms: clock::now_ms(), ahead: &ahead };
    let mut tally = Tally::new(clock, days, &reviews);
    records::each(folder, |line| tally.add(line))?;
    records::each_of_usage(folder, |line| tally.add_usage(line))?;
    let stats = tally.finish(surroundings.settings.price);
    if is_json {
        return say(&[serde_json::to_string(&stats)?.as_str(), "\n"].concat());
    }
    screen::show(&stats.screen(&clock, screen::columns()))
}
