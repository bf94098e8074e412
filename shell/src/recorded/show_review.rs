//! `sprag review`: objections, and a person's verdict on them.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::reports::explain::Explanation;
use sprag_core::reports::log::{LogLine, Named};
use sprag_core::reports::review::screen::{Answer, asked, listed, thanks};
use sprag_core::reports::review::{Mark, Queue, Reviews, Waiting, review};
use sprag_core::text::calendar::Clock;

use crate::recorded::{next_typed, show_why};
use crate::session::run_environment::RunEnvironment;
use crate::session::{records, reviews};
use crate::system::keys::Keys;
use crate::system::terminal::{Fault, say};
use crate::system::{clock, screen};

pub(crate) const HELP: &str = "\
sprag review [--json]
sprag review ID right|wrong [--check CHECK]

Walks through the objections that have not been reviewed, newest first. Press
one key for each: r right (the agent should have continued), w wrong (the turn
was over), s skip, q quit. If the transcript still exists, it shows what you
typed next and which answer that suggests; it does not store this. `sprag stats`
counts the reviews; the last review of an objection counts.

Without a terminal it lists them. With an ID it records a review at once;
--check names the check if several objected.
";

pub(crate) fn command(mut parser: Parser) -> Result<(), Fault> {
    let (mut words, mut check, mut is_json) = (Vec::new(), None, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return say(HELP),
            Arg::Long("json") => is_json = true,
            Arg::Long("check") => check = Some(parser.value()?.string()?),
            Arg::Value(word) => words.push(word.string()?),
            Arg::Long(_) | Arg::Short(_) => return Err(argument.unexpected().into()),
        }
    }
    let environment = RunEnvironment::look(Vec::new());
    let folder = environment.records_folder()?;
    match words.as_slice() {
        [id, word] => {
            let mark = Mark::from_word(word);
            let mark = mark.ok_or_else(|| Fault::of(format!("`{word}`: right or wrong")))?;
            let entry = show_why::find(folder, Some(&Named::parse(id)?))?;
            let review = review(&entry, check.as_deref(), mark, clock::now_ms())?;
            reviews::append(folder, &review)?;
            if is_json { say(&review.line()) } else { say(&thanks(&review)) }
        }
        [] if check.is_none() => walk(folder, &environment, is_json),
        _ => Err(Fault::of("sprag review [ID right|wrong [--check CHECK]]")),
    }
}

fn walk(folder: &Path, environment: &RunEnvironment, is_json: bool) -> Result<(), Fault> {
    let reviews = reviews::read(folder)?;
    let mut queue = Queue::default();
    records::each(folder, |line| {
        if let LogLine::Stop(entry) = line {
            queue.add(&entry, &reviews);
        }
    })?;
    let ahead = clock::ahead();
    let clock = Clock { now_ms: clock::now_ms(), ahead: &ahead };
    if is_json {
        return say(&[serde_json::to_string(&queue)?.as_str(), "\n"].concat());
    }
    if queue.is_empty() || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return screen::show(&listed(&queue, &clock, screen::columns()));
    }
    for (waiting, left) in queue.iter().zip((0..queue.len()).rev()) {
        match ask(waiting, left, environment, &reviews, &clock)? {
            Answer::Mark(mark) => {
                let check = Some(waiting.check.word);
                reviews::append(folder, &review(&waiting.entry, check, mark, clock::now_ms())?)?;
            }
            Answer::Skip => {}
            Answer::Quit => break,
        }
    }
    Ok(())
}

/// Shows an objection and waits for a key.
fn ask(
    waiting: &Waiting,
    left: usize,
    environment: &RunEnvironment,
    reviews: &Reviews,
    clock: &Clock<'_>,
) -> Result<Answer, Fault> {
    let typed = next_typed::find(&waiting.entry.record.plan, environment.home.as_deref());
    let mut shown = Explanation::of(&waiting.entry, reviews).card(clock, screen::columns());
    shown.append(asked(waiting, left, typed.as_deref(), screen::columns()));
    screen::show(&shown)?;
    let keys = Keys::listen()?;
    loop {
        match keys.next()?.map(Answer::of_key) {
            None => return Ok(Answer::Quit),
            Some(Some(answer)) => return Ok(answer),
            Some(None) => {}
        }
    }
}
