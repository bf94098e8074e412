//! The figures of an audit as a screen.

use alloc::string::{String, ToString as _};
use alloc::{format, vec::Vec};

use super::{Example, Group, Tally};
use crate::text::calendar::Day;
use crate::text::path::base_name;
use crate::text::screen::bar::bar;
use crate::text::screen::number::{count, counted};
use crate::text::screen::{Cell, Column, Columns, Line, Screen, Table, Tone};

/// Projects that are listed: those with the most turn ends.
pub(super) const PROJECTS_MAX: usize = 12;
/// Weeks that are listed: the last ones.
pub(super) const WEEKS_MAX: usize = 26;
/// The width of a bar on a screen of 60 columns, and the most it grows to.
const BAR: usize = 16;
const BAR_MAX: usize = 48;

/// Whether examples show how the closing message begins.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Words {
    /// They do: the user sits before the screen.
    Shown,
    /// They do not.
    LeftOut,
}

/// Returns the screen that shows the figures.
#[must_use]
pub fn screen(tally: &Tally, words: Words, columns: Columns) -> Screen {
    let mut screen = Screen::new(columns);
    screen.heading(&title(tally));
    screen.pairs(totals(tally));
    screen.blank();
    screen.text(PROMISE);
    checks(tally, &mut screen);
    projects(tally, &mut screen);
    weeks(tally, &mut screen);
    examples(tally, words, &mut screen);
    screen.heading("What this does not show");
    for limit in limits(tally) {
        screen.hang(Line::of("- "), Tone::Plain, &limit);
    }
    if !tally.unread.is_empty() {
        screen.heading("Transcripts that could not be read");
        for unread in &tally.unread {
            screen.hang(Line::of("- "), Tone::Warn, unread);
        }
    }
    screen
}

pub(super) const PROMISE: &str = "Nothing left this machine, and nothing was blocked. Each turn \
                                  end went through the checks exactly as in the hook, with every \
                                  check enabled.";

/// Returns what the screen is about.
pub(super) fn title(tally: &Tally) -> String {
    match tally.days {
        Some((first, last)) => format!("Past turn ends, {first} to {last}"),
        None => "Past turn ends".into(),
    }
}

/// Returns the totals, each with its name.
pub(super) fn totals(tally: &Tally) -> Vec<(&'static str, String)> {
    let mut totals = Vec::from([
        ("transcripts", count(tally.files)),
        ("turn ends", count(tally.turns)),
        ("judged", format!("{} that end with a message", count(tally.judged))),
    ]);
    let passed_over = tally.passed_over.iter();
    let reasons: Vec<String> =
        passed_over.map(|(reason, times)| format!("{} {reason}", count(*times))).collect();
    if !reasons.is_empty() {
        totals.push(("passed over", reasons.join(", ")));
    }
    if tally.denied > 0 {
        totals
            .push(("left alone", format!("{} in folders on your deny list", count(tally.denied))));
    }
    totals.push(("judge asked", format!("at {} of them", count(tally.asks))));
    let blocks = count(tally.blocks);
    totals.push(("sent back", format!("{blocks} of them, going by what is known here")));
    totals
}

fn checks(tally: &Tally, screen: &mut Screen) {
    screen.heading("Checks");
    let mut table = Table::new([
        Column::left("check"),
        Column::right("would ask"),
        Column::right("objects"),
        Column::right("sent back"),
        Column::right("unknown"),
        Column::right("noted").from(70),
    ]);
    for (check, found) in tally.each_check() {
        table.row([
            check.word.into(),
            count(found.asks).into(),
            count(found.objects).into(),
            blocks(found.blocks),
            count(found.unknown).into(),
            count(found.noted).into(),
        ]);
    }
    screen.table(&table);
}

fn blocks(number: u64) -> Cell {
    Cell::of(if number > 0 { Tone::Bad } else { Tone::Plain }, &count(number))
}

fn projects(tally: &Tally, screen: &mut Screen) {
    let Listed { shown, rest } = by_turns(tally);
    if shown.is_empty() {
        return;
    }
    screen.heading("Projects");
    let mut table = Table::new([
        Column::left("folder").cut(),
        Column::right("turns"),
        Column::right("would ask"),
        Column::right("sent back"),
    ]);
    let mut row = |name: &str, group: Group| {
        table.row([
            name.into(),
            count(group.turns).into(),
            count(group.asks).into(),
            blocks(group.blocks),
        ]);
    };
    shown.into_iter().for_each(|(name, group)| row(name, group));
    if let Some((others, group)) = rest {
        row(&counted(others, "other", "others"), group);
    }
    screen.table(&table);
}

/// Groups as they are listed.
pub(super) struct Listed<K> {
    pub(super) shown: Vec<(K, Group)>,
    /// How many others there are, and what they sum to.
    pub(super) rest: Option<(u64, Group)>,
}

/// Returns the projects, those with the most turns first.
pub(super) fn by_turns(tally: &Tally) -> Listed<&str> {
    let mut all: Vec<(&str, Group)> =
        tally.projects.iter().map(|(name, group)| (name.as_str(), *group)).collect();
    all.sort_by(|(name, group), (other, more)| {
        more.turns.cmp(&group.turns).then_with(|| name.cmp(other))
    });
    let rest = all.split_off(all.len().min(PROJECTS_MAX));
    Listed { rest: summed(&rest), shown: all }
}

fn summed<K>(rest: &[(K, Group)]) -> Option<(u64, Group)> {
    let mut sum = Group::default();
    rest.iter().for_each(|(_, group)| sum.add(*group));
    let others = u64::try_from(rest.len()).unwrap_or(u64::MAX);
    (others > 0).then_some((others, sum))
}

/// Returns the weeks, of which the last are shown.
pub(super) fn last_weeks(tally: &Tally) -> Listed<Day> {
    let mut all: Vec<(Day, Group)> =
        tally.weeks.iter().map(|(week, group)| (*week, *group)).collect();
    let shown = all.split_off(all.len().saturating_sub(WEEKS_MAX));
    Listed { rest: summed(&all), shown }
}

fn weeks(tally: &Tally, screen: &mut Screen) {
    let Listed { shown, rest } = last_weeks(tally);
    if shown.is_empty() {
        return;
    }
    screen.heading("Weeks, by their Monday");
    let most = shown.iter().map(|(_, group)| group.turns).max().unwrap_or(0);
    let width = screen.columns().number().saturating_sub(44).clamp(BAR, BAR_MAX);
    let mut table = Table::new([
        Column::left("week"),
        Column::left(""),
        Column::right("turns"),
        Column::right("would ask").from(70),
        Column::right("sent back"),
    ]);
    let mut row = |name: String, bar: String, group: Group| {
        table.row([
            name.into(),
            bar.into(),
            count(group.turns).into(),
            count(group.asks).into(),
            blocks(group.blocks),
        ]);
    };
    if let Some((_, group)) = rest {
        row("earlier".into(), String::new(), group);
    }
    for (week, group) in shown {
        row(week.to_string(), bar(group.turns, most, width), group);
    }
    screen.table(&table);
}

fn examples(tally: &Tally, words: Words, screen: &mut Screen) {
    let has = |example: &&Example| example.objects;
    for (check, found) in tally.each_check() {
        let mut examples = found.examples.iter().filter(has).peekable();
        if examples.peek().is_none() {
            continue;
        }
        screen.heading(&format!("{} objects, for example", check.word));
        for example in examples {
            let file = base_name(&example.file).unwrap_or(&example.file);
            let day = example.day.map(|day| day.to_string()).unwrap_or_default();
            let place = format!("{file}:{}  {day}", example.line);
            screen.hang(Line::of("- "), Tone::Plain, place.trim_end());
            if words == Words::Shown {
                screen.hang(Line::of("  "), Tone::Faint, &example.words);
            }
        }
    }
}

/// Returns what the figures leave out.
pub(super) fn limits(tally: &Tally) -> Vec<String> {
    let by_built_in = if tally.by_built_in > 0 {
        format!(
            "`done` was answered by the built-in judge at {}; it only understands English. ",
            counted(tally.by_built_in, "turn end", "turn ends"),
        )
    } else {
        String::new()
    };
    let tools = format!(
        "It is not known which tools were called in {}: a line could not be read, or the \
         beginning is missing.",
        counted(tally.unknown_tools, "turn end", "turn ends"),
    );
    let limits = [
        "Transcripts do not record what ran in the background, so sprag cannot tell here and \
         blocks nothing for it: `watch` and `watch-match` ask but find nothing, and no promise is \
         compared with a running task."
            .into(),
        format!(
            "{by_built_in}What the judge at the endpoint would answer is not known: for `promises` and \
             `language`, only the number of times it would be asked is counted."
        ),
        "A turn that was sent back and continued counts once, at its last end. The caps apply as \
         in the hook, but what an agent would have done after a block is not known."
            .into(),
        "If the transcript does not say whether the host was in plan mode, `ask` finds nothing. \
         The checks that a project declares, and the language, are today's."
            .into(),
    ];
    limits.into_iter().chain((tally.unknown_tools > 0).then_some(tools)).collect()
}
