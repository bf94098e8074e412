//! The live view.

use proptest::prelude::*;
use sprag_core::log::LogLine;
use sprag_core::review::Reviews;
use sprag_core::screen::{Columns, Ink};
use sprag_core::watch::{Step, Watch};

use crate::logged::{Log, any_log, clock, on_every_width, plain_log};
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
    fn prop_the_head_counts_what_a_recount_finds(log in any_log()) {
        let records: Vec<serde_json::Value> = log
            .text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .filter(|record: &serde_json::Value| record["form"] == 1 && !record["plan"].is_null())
            .collect();
        let number = |verdict: &str| {
            records.iter().filter(|record| !record["verdict"][verdict].is_null()).count()
        };
        let head = shown(&watch(&log), 120, 24).lines().next().unwrap().to_owned();
        let plural = if records.len() == 1 { "" } else { "s" };
        let stops = format!("{} stop{plural}", records.len());
        let text = format!(
            "sprag watch  {stops}, {} sent back, {} in shadow",
            number("block"),
            number("would_block"),
        );
        prop_assert!(head.starts_with(&text), "{} {}", head, text);
    }
}
