//! Commands where there is no terminal.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use sprag_core::reports::log::Id;
use sprag_harness::ledger::Ledger;

use crate::home::Home;
use crate::{SAMPLE, home, ids, json, lines};

const LOG: &str = ".local/state/sprag/decisions.jsonl";

#[test]
fn stats_counts_both_files_of_records() {
    let home = home();
    let (older, newer) = SAMPLE.split_at(SAMPLE.match_indices('\n').nth(3).unwrap().0 + 1);
    home.write(".local/state/sprag/decisions.1.jsonl", older.as_bytes());
    home.write(LOG, newer.as_bytes());
    let shown = json(&home.done(&["stats", "--days", "3650", "--json"]));
    assert_eq!((&shown["stops"], &shown["blocked"]), (&9.into(), &3.into()));
}

/// What `sprag read` keeps of a delegation.
const USAGE: &str = concat!(
    r#"{"at_ms":1795003100000,"kind":"read","transport":"claude","files":2,"bytes":48123,"#,
    r#""model":null,"input_tokens":12345,"output_tokens":210,"cost_usd":0.0123,"#,
    r#""duration_ms":4210,"answer_bytes":123,"citations":3}"#,
);

#[test]
fn stats_shows_what_a_recount_finds() {
    let mut home = home();
    home.write(".config/sprag/config.toml", b"price = 0.042\n");
    let usage = [USAGE, "no delegation", USAGE, ""].join("\n");
    home.write(".local/state/sprag/usage.1.jsonl", format!("{USAGE}\n").as_bytes());
    home.write(".local/state/sprag/usage.jsonl", usage.as_bytes());
    let json_text = home.done(&["stats", "--days", "3650", "--json"]);
    let id = |line: &str| Id::of(line.as_bytes()).as_str().to_owned();
    let mut shown = json(&json_text);
    // Today is what it is: the rest does not depend on it.
    for name in ["from", "to", "calendar"] {
        shown[name] = Value::Null;
    }
    let price = Some(0.042);
    let now_ms = 1_795_003_200_000;
    let usage = &[USAGE, "\n", &usage].concat();
    let ledger = Ledger { log: SAMPLE, reviews: "", usage, now_ms, days: 3650, price, id };
    let mut recounted = ledger.figures();
    assert_eq!(recounted["delegations"]["reads"], 3);
    for name in ["from", "to", "calendar"] {
        recounted[name] = Value::Null;
    }
    assert_eq!(shown, recounted);
    home.set("COLUMNS", "80");
    let text = home.done(&["stats", "--days", "3650"]);
    let cost = format!("cost      {:.6} USD", recounted["calls"]["cost_usd"].as_f64().unwrap());
    assert!(text.contains(&cost), "{text}");
    assert!(text.contains("about 36,000 tokens of context by reads, estimated"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}

#[test]
fn without_a_price_no_cost_is_named() {
    let text = home().done(&["stats", "--days", "3650"]);
    assert!(text.contains("unknown: no `price` is set"), "{text}");
    assert!(!text.contains("USD"), "{text}");
}

#[test]
fn without_records_each_command_says_so() {
    let home = Home::empty();
    assert!(home.done(&["stats"]).contains("There are no records for these days."));
    assert!(home.done(&["review"]).contains("No objection is waiting"));
    assert!(home.done(&["replay"]).contains("0 stops, decided again"));
    home.refused(&["last"], "no decision is recorded yet");
    home.refused(&["why"], "no decision is recorded yet");
    home.refused(&["why", "0123"], "there is no such record");
    home.refused(&["why", "xyz"], "4 to 10 digits");
    home.refused(&["replay", "nothing.jsonl"], "nothing.jsonl: No such file");
    home.refused(&["stats", "--days", "0"], "not a number of days");
    home.refused(&["replay", "--threshold", "tau=2"], "above 0 and at most 1");
    // Looking leaves nothing behind.
    assert!(!home.path(".local").exists());
}

#[test]
fn last_and_why_show_the_same_decision() {
    let home = home();
    let ids = ids();
    let last = home.done(&["last"]);
    assert!(last.contains(ids.last().unwrap()), "{last}");
    let (by_why, by_last) = (home.done(&["why", "--json"]), home.done(&["last", "--json"]));
    assert_eq!(by_why, by_last);
    assert_eq!(json(&by_why)["id"], ids.last().unwrap().as_str());
    for id in &ids {
        let shown = json(&home.done(&["why", &id[..6], "--json"]));
        assert_eq!((&shown["id"], &shown["decides_again"]), (&id.as_str().into(), &true.into()));
    }
    let text = home.done(&["why", &ids[0]]);
    assert!(text.contains("What would have changed it"), "{text}");
    assert!(text.contains("`tau` above 0.93"), "{text}");
}

#[test]
fn damaged_lines_hide_no_record() {
    let home = home();
    let damaged: Vec<u8> = SAMPLE
        .lines()
        .flat_map(|line| {
            [line.as_bytes(), b"\n\xff\xfe{\n", &line.as_bytes()[..40], b"\n"].concat()
        })
        .collect();
    home.write(LOG, &damaged);
    let stats = json(&home.done(&["stats", "--days", "3650", "--json"]));
    assert_eq!((&stats["stops"], &stats["skipped"]["damaged"]), (&9.into(), &18.into()));
    assert!(home.done(&["last"]).contains(ids().last().unwrap()));
    let replay = json(&home.done(&["replay", "--json"]));
    assert_eq!((&replay["stops"], &replay["identical"]), (&9.into(), &9.into()));
}

#[test]
fn a_replay_of_a_file_is_the_same_under_what_is_recorded_and_flips_under_another_threshold() {
    let home = home();
    fs::rename(home.path(LOG), home.path("project/log.jsonl")).unwrap();
    let same = json(&home.done(&["replay", "log.jsonl", "--json"]));
    assert_eq!((&same["stops"], &same["flipped"]), (&9.into(), &0.into()));
    let other = json(&home.done(&["replay", "log.jsonl", "--tau", "0.92", "--json"]));
    let flips: Vec<&str> = other["flips"]
        .as_array()
        .unwrap()
        .iter()
        .map(|flip| flip["id"].as_str().unwrap())
        .collect();
    assert_eq!(flips, [ids()[6].as_str()]);
    let claim = json(&home.done(&["replay", "log.jsonl", "--threshold", "claim=0.98", "--json"]));
    assert_eq!(claim["flips"][0]["id"], ids()[3].as_str());
}

#[test]
fn the_sample_is_played_card_by_card_and_says_what_it_is() {
    let mut home = Home::empty();
    for (columns, arguments) in [
        ("60", &["replay", "--sample"][..]),
        ("60", &["replay", "--sample", "--wide"]),
        ("80", &["replay", "--sample", "--pace", "1"]),
    ] {
        let text = home.set("COLUMNS", columns).done(arguments);
        let at: Vec<usize> = ids().iter().map(|id| text.find(id.as_str()).unwrap()).collect();
        assert!(at.is_sorted(), "{text}");
        let width = if arguments.contains(&"--wide") { 120 } else { columns.parse().unwrap() };
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert_eq!(widest, width, "{text}");
        assert!(text.contains("9 stops, decided again as recorded"), "{text}");
        assert!(text.contains("stand-in answered"), "{text}");
        assert!(text.contains("invented turns"), "{text}");
    }
}

#[test]
fn a_review_is_taken_at_once_and_the_last_one_counts() {
    let home = home();
    let ids = ids();
    let waiting = json(&home.done(&["review", "--json"]));
    let waiting = waiting["waiting"].as_array().unwrap();
    assert_eq!(waiting.len(), 4);
    assert_eq!(waiting[0]["id"], ids[7].as_str());
    assert_eq!(
        home.done(&["review", &ids[0][..5], "wrong"]),
        format!("{} promises: wrong\n", ids[0])
    );
    home.done(&["review", &ids[0], "right", "--check", "broken_promise"]);
    let path = home.path(".local/state/sprag/reviews.jsonl");
    let marks: Vec<Value> = lines(&path).iter().map(|review| review["mark"].clone()).collect();
    assert_eq!(marks, ["wrong", "right"]);
    let stats = json(&home.done(&["stats", "--days", "3650", "--json"]));
    let own = stats["checks"].as_array().unwrap();
    let own = own.iter().find(|check| check["check"] == "promises").unwrap();
    assert_eq!((&own["right"], &own["wrong"]), (&1.into(), &0.into()));
    assert_eq!(json(&home.done(&["review", "--json"]))["waiting"].as_array().unwrap().len(), 3);
    home.refused(&["review", &ids[2], "right"], "no check objects there");
    home.refused(&["review", &ids[0], "perhaps"], "right or wrong");
    home.refused(&["review", &ids[0], "right", "--check", "watch"], "promises");
}

#[test]
fn a_review_is_whole_though_the_line_before_was_cut() {
    let home = home();
    home.write(".local/state/sprag/reviews.jsonl", b"{\"id\":\"01234");
    home.done(&["review", &ids()[0], "right"]);
    let stats = json(&home.done(&["stats", "--days", "3650", "--json"]));
    assert_eq!(stats["reviews_damaged"], 1);
    assert_eq!(json(&home.done(&["review", "--json"]))["waiting"].as_array().unwrap().len(), 3);
}

#[test]
fn watch_prints_what_comes_where_there_is_no_terminal() {
    let home = home();
    let mut command = home.command(&["watch", "--json"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let line = SAMPLE.lines().next().unwrap().replace("\"at_ms\":17950", "\"at_ms\":17951");
    let (seen, is_seen) = channel();
    let mut log = fs::OpenOptions::new().append(true).open(home.path(LOG)).unwrap();
    let written = line.clone();
    // It begins at the end that the file has then, whenever that is.
    let writer = thread::spawn(move || {
        while is_seen.recv_timeout(Duration::from_millis(50)).is_err() {
            log.write_all(format!("{written}\n").as_bytes()).unwrap();
        }
    });
    let mut shown = String::new();
    out.read_line(&mut shown).unwrap();
    seen.send(()).unwrap();
    writer.join().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(json(&shown)["id"], Id::of(line.as_bytes()).as_str());
}
