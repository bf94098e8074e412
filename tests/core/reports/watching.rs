//! The live view.

use proptest::prelude::*;
use serde_json::Value;
use sprag_core::reports::explain::Explanation;
use sprag_core::reports::log::{Id, LogLine};
use sprag_core::reports::review::Reviews;
use sprag_core::reports::watch::{Step, Watch};
use sprag_core::text::screen::{Columns, Ink};
use sprag_harness::shown::{fault, grouped, several, time};

use crate::reports::explain::figures::{Line, outcome};
use crate::reports::logged::{Log, any_log, clock, on_every_width, plain_log};
use crate::{assert_bytes, long_properties};

fn watch(log: &Log) -> Watch {
    let mut watch = Watch::default();
    log.lines().for_each(|line| watch.add(line));
    watch
}

fn shown(watch: &Watch, columns: u16, lines: usize) -> String {
    watch.view(&Reviews::default(), &clock(0), Columns::of(Some(columns)), lines).print(Ink::PLAIN)
}

fn short_log() -> Log {
    let log = plain_log();
    Log { text: log.text.lines().take(40).map(|line| format!("{line}\n")).collect(), ..log }
}

#[test]
fn the_live_view_on_every_width() {
    let watch = watch(&short_log());
    let view = on_every_width(|columns| watch.view(&Reviews::default(), &clock(0), columns, 30));
    assert_bytes("the_live_view.txt", view.as_bytes());
    let empty = shown(&Watch::default(), 60, 24);
    assert_bytes("the_live_view_of_no_record.txt", empty.as_bytes());
}

fn chosen(watch: &Watch) -> String {
    let view = shown(watch, 80, 40);
    let line = view.lines().find(|line| line.starts_with('>')).unwrap_or_default();
    line.split_whitespace().find(|word| word.len() == 10).unwrap_or_default().to_owned()
}

fn ids(log: &Log) -> Vec<String> {
    let id = |line| match line {
        LogLine::Stop(entry) => Some(entry.id.as_str().to_owned()),
        LogLine::Read(_) | LogLine::Unknown | LogLine::Damaged | LogLine::Blank => None,
    };
    let mut ids: Vec<String> = log.lines().filter_map(id).collect();
    ids.reverse();
    ids
}

#[test]
fn keys_choose_a_record_and_quit() {
    let log = short_log();
    let (mut watch, ids) = (watch(&log), ids(&log));
    assert_eq!(chosen(&watch), ids[0]);
    for id in &ids[1..] {
        assert_eq!(watch.key('j'), Step::Stay);
        assert_eq!(&chosen(&watch), id);
    }
    watch.key('j');
    assert_eq!(&chosen(&watch), ids.last().unwrap());
    watch.key('k');
    assert_eq!(chosen(&watch), ids[ids.len() - 2]);
    assert_eq!(watch.key('x'), Step::Stay);
    assert_eq!((watch.key('q'), watch.key('Q')), (Step::Quit, Step::Quit));
}

#[test]
fn the_view_follows_what_comes_until_a_record_is_chosen() {
    let log = short_log();
    let ids = ids(&log);
    let lines: Vec<LogLine> = log.lines().collect();
    let mut watch = Watch::default();
    lines[..lines.len() - 2].iter().cloned().for_each(|line| watch.add(line));
    assert_eq!(chosen(&watch), ids[2]);
    watch.add(lines[lines.len() - 2].clone());
    assert_eq!(chosen(&watch), ids[1]);
    watch.key('j');
    assert_eq!(chosen(&watch), ids[2]);
    watch.add(lines[lines.len() - 1].clone());
    assert_eq!(chosen(&watch), ids[2]);
    watch.key('k');
    watch.key('k');
    assert_eq!(chosen(&watch), ids[0]);
}

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_the_view_fits_any_terminal(
        log in any_log(),
        columns: u16,
        lines in 0_usize..60,
        keys in "[jkx]{0,9}",
    ) {
        let mut watch = watch(&log);
        keys.chars().for_each(|key| { watch.key(key); });
        let view = watch.view(&log.reviewed(), &clock(0), Columns::of(Some(columns)), lines);
        prop_assert!(view.lines().len() <= lines);
        for line in view.lines() {
            prop_assert!(line.width() <= view.columns().number());
        }
    }

    #[test]
    fn prop_every_figure_of_the_view_is_that_of_a_recount(log in any_log()) {
        let view = shown(&watch(&log), 120, 200);
        prop_assert_eq!(fault(&view, &texts(&log)), None, "{}", view);
    }
}

/// Returns all that the view says about a log that holds a figure, at 120 columns, on a terminal
/// that is high enough.
fn texts(log: &Log) -> Vec<String> {
    let lines: Vec<Value> = log
        .text
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_default())
        .collect();
    let number = |is: &dyn Fn(&Value) -> bool| {
        u64::try_from(lines.iter().filter(|line| is(line)).count()).unwrap()
    };
    let is_stop = |line: &Value| line["form"] == 1 && !line["plan"].is_null();
    let is_read = |line: &Value| line["form"] == 1 && !line["read"].is_null();
    let of = |verdict: &str| grouped(number(&|line| !line["verdict"][verdict].is_null()));
    let mut head = format!(
        "sprag watch {}, {} sent back, {} in shadow",
        several(number(&is_stop), "stop"),
        of("block"),
        of("would_block"),
    );
    let (reads, unread) = (number(&is_read), number(&|line| !is_stop(line) && !is_read(line)));
    if reads > 0 {
        head.push_str(&format!(", {}", several(reads, "bulk read")));
    }
    if unread > 0 {
        head.push_str(&format!(", {} not read", grouped(unread)));
    }
    let mut said = vec![head];
    for line in log.text.lines().rev() {
        let record: Value = serde_json::from_str(line).unwrap_or_default();
        if is_stop(&record) && said.len() <= 8 {
            let session: String =
                record["plan"]["session"].as_str().unwrap().chars().take(8).collect();
            said.push(format!(
                "{} {} {session} {}",
                Id::of(line.as_bytes()),
                time(record["at_ms"].as_u64().unwrap()),
                outcome(&record["verdict"]),
            ));
        }
    }
    let newest = log.lines().filter_map(|line| match line {
        LogLine::Stop(entry) => Some(entry),
        LogLine::Read(_) | LogLine::Unknown | LogLine::Damaged | LogLine::Blank => None,
    });
    if let Some(newest) = newest.last() {
        said.extend(Line::of(&Explanation::of(&newest, &Reviews::default())).card());
    }
    said
}
