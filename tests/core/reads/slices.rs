//! What slices of large files cost, and when they are free.

use sprag_core::decision::counters::file_name;
use sprag_core::hosts::host::Host;
use sprag_core::reads::{ReadSettings, Tally, Why};

use super::Session;
use super::disk::Disk;

const LARGE: &str = "/home/dev/rocket/a.txt";

/// Returns a disk with one file of so many lines.
fn disk(lines: usize) -> Disk {
    let mut disk = Disk::default();
    disk.put("a.txt", "x\n".repeat(lines));
    disk
}

impl Session {
    /// Reads a slice; returns why it may not.
    fn slice(&mut self, disk: &Disk, offset: u64, limit: u64) -> Option<Why> {
        let input = format!(r#"{{"file_path":"a.txt","offset":{offset},"limit":{limit}}}"#);
        self.call(disk, "Read", &input).denial.map(|denial| denial.why)
    }

    fn charged(&self) -> u64 {
        self.state.tally.charged(LARGE)
    }
}

#[test]
fn slices_of_a_large_file_pass_up_to_its_budget() {
    let (disk, mut session) = (disk(1_200), Session::new());
    assert_eq!(session.slice(&disk, 1, 350), None);
    assert_eq!(session.slice(&disk, 1, 350), None);
    assert_eq!(session.charged(), 700);
    assert_eq!(session.slice(&disk, 1, 21), Some(Why::Budget { charged: 700, cost: 21 }));
    // A shell is charged the same.
    for command in [
        "head -n 30 a.txt",
        "sed -n 1,30p a.txt",
        "cat a.txt | head -30",
        "head -c 1200 a.txt",
        "tail -c 1200 a.txt",
        "sed -n 1,90p a.txt | head -c 1200",
    ] {
        let denial = session.shell(&disk, command).denial.expect(command);
        assert_eq!(denial.why, Why::Budget { charged: 700, cost: 30 }, "{command}");
        assert_eq!(denial.path, LARGE);
    }
    assert_eq!(session.charged(), 700, "what was denied was not read");
}

#[test]
fn each_file_has_its_budget_under_all_its_names() {
    let (mut disk, mut session) = (disk(1_200), Session::new());
    disk.put("b.txt", "x\n".repeat(1_200));
    disk.link("link.txt", "a.txt");
    assert!(session.shell(&disk, "head -n 350 a.txt b.txt").denial.is_none());
    assert!(session.shell(&disk, "head -n 350 link.txt b.txt").denial.is_none());
    assert_eq!(session.charged(), 700);
    assert!(session.shell(&disk, "head -n 30 link.txt").denial.is_some());
    // Of several the first that is over is named, and none is charged.
    let before = session.state.clone();
    let denial = session.shell(&disk, "head -n 30 b.txt link.txt").denial.expect("it is over");
    assert_eq!(denial.path, "/home/dev/rocket/b.txt");
    assert_eq!(session.state, before);
}

#[test]
fn a_line_that_names_a_file_twice_is_charged_twice() {
    let (disk, mut session) = (disk(1_200), Session::new());
    assert!(session.shell(&disk, "head -n 100 a.txt a.txt; sed -n 1,50p a.txt").denial.is_none());
    assert_eq!(session.charged(), 250);
    let many = "sed -n 1,20p a.txt;".repeat(30);
    assert!(session.shell(&disk, &many).denial.is_some());
}

#[test]
fn the_last_lines_of_the_first_ones_are_a_slice() {
    let (disk, mut session) = (disk(1_200), Session::new());
    let mut charge = |command: &str| {
        let denial = session.shell(&disk, command).denial.map(|denial| denial.why);
        (denial, session.charged())
    };
    for (command, charged) in [
        ("head -n 600 a.txt | tail -n 100", 100),
        // No more than there are.
        ("head -n 30 a.txt | tail -n 300", 130),
        ("head -n 5000 a.txt | tail -n 50", 180),
        ("sed -n '1191,5000p' a.txt | tail -n 300", 190),
        ("sed -n '5000,6000p' a.txt | tail -n 300", 190),
        ("head -n 1000 a.txt | tail -n 350", 540),
    ] {
        assert_eq!(charge(command), (None, charged), "{command}");
    }
    let (denial, charged) = charge("head -n 700 a.txt | tail -n 200");
    assert_eq!(denial, Some(Why::Budget { charged: 540, cost: 200 }));
    assert_eq!(charged, 540);
    let (denial, _) = charge("head -n 1000 a.txt | tail -n 351");
    assert_eq!(denial, Some(Why::Size { shown: 351, total: 1_200, is_exact: true }));
    // Of what was read before an edit the same lines are free.
    let (mut changed, mut session) = (disk.clone(), Session::new());
    assert_eq!(session.slice(&disk, 501, 100), None);
    changed.put("a.txt", "y\n".repeat(1_200));
    assert!(session.shell(&changed, "head -n 600 a.txt | tail -n 150").denial.is_none());
    assert_eq!(session.charged(), 150);
}

#[test]
fn slices_that_are_too_much_together_are_distinguished_from_those_that_were_read() {
    let (disk, session) = (disk(1_200), Session::new());
    let parts = "sed -n '1,350p' a.txt; sed -n '351,700p' a.txt; sed -n '701,1050p' a.txt";
    let denial = session.clone().shell(&disk, parts).denial.expect("it is over");
    assert_eq!(denial.why, Why::Budget { charged: 0, cost: 1_050 });
    // In another order, and behind another file, the figures are the same.
    let parts = "head -n 5 b.txt; sed -n '701,1050p' a.txt; sed -n '1,350p' a.txt; head -n 9 a.txt";
    let mut spent = session;
    assert_eq!(spent.slice(&disk, 1, 100), None);
    let denial = spent.shell(&disk, parts).denial.expect("it is over");
    assert_eq!(denial.why, Why::Budget { charged: 100, cost: 709 });
    assert_eq!(spent.charged(), 100, "what was denied was not read");
}

#[test]
fn a_small_file_is_never_charged() {
    let (disk, mut session) = (disk(350), Session::new());
    for _ in 0..9 {
        assert_eq!(session.slice(&disk, 1, 350), None);
        assert!(session.shell(&disk, "cat a.txt").denial.is_none());
    }
    assert_eq!(session.state.tally, Tally::default());
}

#[test]
fn without_a_budget_nothing_is_charged() {
    let (disk, mut session) = (disk(1_200), Session::new());
    session.settings.budget = 0;
    for _ in 0..9 {
        assert_eq!(session.slice(&disk, 1, 350), None);
    }
    assert_eq!(session.state.tally, Tally::default());
}

#[test]
fn the_smallest_slices_always_pass_so_that_no_edit_is_locked_out() {
    let (disk, mut session) = (disk(1_200), Session::new());
    for _ in 0..2 {
        assert_eq!(session.slice(&disk, 1, 350), None);
    }
    for at in 0..40 {
        assert_eq!(session.slice(&disk, at * 20, 20), None);
        assert!(session.shell(&disk, "sed -n '100,119p' a.txt").denial.is_none());
    }
    assert_eq!(session.charged(), 700 + 80 * 20, "they are charged all the same");
    assert!(session.slice(&disk, 1, 21).is_some());
    assert!(session.shell(&disk, "sed -n '1,20p' a.txt; sed -n '21,40p' a.txt").denial.is_some());
    // With a threshold below that they are smaller.
    session.settings = ReadSettings { lines_min: 5, budget: 10, ..ReadSettings::default() };
    assert_eq!(session.slice(&disk, 1, 5), None);
    assert!(session.slice(&disk, 1, 6).is_some());
}

#[test]
fn a_slice_of_what_was_read_before_an_edit_is_free_once() {
    let (mut disk, mut session) = (disk(1_200), Session::new());
    assert_eq!(session.slice(&disk, 101, 350), None);
    assert_eq!(session.slice(&disk, 101, 100), None);
    assert_eq!(session.charged(), 450);
    disk.put("a.txt", "y\n".repeat(1_201));
    assert_eq!(session.slice(&disk, 151, 100), None);
    assert_eq!(session.charged(), 450, "the same lines after an edit are free");
    assert_eq!(session.slice(&disk, 151, 100), None);
    assert_eq!(session.charged(), 550, "once");
    assert_eq!(session.slice(&disk, 91, 70), None);
    assert_eq!(session.charged(), 570, "what was not read before is charged");
    // What was read in the new state is free after the next edit, and so is the rest of the old.
    disk.put("a.txt", "z\n".repeat(1_201));
    assert_eq!(session.slice(&disk, 91, 350), None);
    assert_eq!(session.charged(), 570);
}

#[test]
fn an_edit_may_be_followed_by_a_read_whatever_the_budget() {
    let (mut disk, mut session) = (disk(1_200), Session::new());
    for _ in 0..2 {
        assert_eq!(session.slice(&disk, 1, 350), None);
    }
    for edit in 0..20 {
        disk.put("a.txt", "y\n".repeat(1_200 + edit));
        assert_eq!(session.slice(&disk, 1, 350), None);
        assert!(session.slice(&disk, 1, 350).is_some());
    }
}

#[test]
fn slices_at_the_same_time_lose_nothing_in_any_order() {
    let disk = disk(1_200);
    let slices: Vec<u64> = (0..20).map(|at| at * 10 + 1).collect();
    let mut orders = vec![slices.clone(), slices.iter().rev().copied().collect()];
    orders.push(slices.iter().map(|at| (at * 7) % 200 + 1).collect());
    for order in orders {
        let mut session = Session::new();
        for offset in order {
            // Each reads what the one before it has written.
            let text = session.state.tally.text();
            session.state.tally = Tally::parse(Some(text.as_bytes()));
            assert_eq!(session.slice(&disk, offset, 10), None);
        }
        assert_eq!(session.charged(), 200);
    }
}

#[test]
fn a_file_that_was_read_for_the_agent_is_read_in_slices_for_nothing() {
    let (disk, mut session) = (disk(1_200), Session::new());
    for _ in 0..2 {
        assert_eq!(session.slice(&disk, 1, 350), None);
    }
    assert!(session.slice(&disk, 1, 350).is_some());
    let lasting_ms = session.settings.exemption_ms;
    session.state.exemptions.add(LARGE, session.now_ms, lasting_ms);
    session.now_ms += lasting_ms;
    assert_eq!(session.slice(&disk, 1, 350), None);
    assert_eq!(session.charged(), 700);
    // Whole it is not.
    assert!(session.shell(&disk, "cat a.txt").denial.is_some());
    session.now_ms += 1;
    assert!(session.slice(&disk, 1, 350).is_some(), "it has run out");
    // A clock that goes back does not end it.
    session.now_ms = 5;
    assert_eq!(session.slice(&disk, 1, 350), None);
}

#[test]
fn a_subagent_whose_work_it_is_to_read_passes() {
    let disk = disk(5_000);
    for (agent, passes) in [
        ("bulk-reader", true),
        ("sprag:bulk-reader", true),
        ("Bulk-Reader", false),
        ("other:bulk-reader", false),
        ("", false),
    ] {
        let mut session = Session { agent: Some(agent.into()), ..Session::new() };
        let whole = session.call(&disk, "Read", r#"{"file_path":"a.txt"}"#);
        assert_eq!(whole.denial.is_none(), passes, "{agent}");
        let held = session.state.exemptions.hold(LARGE, session.now_ms, 1);
        assert_eq!(held, passes, "{agent}");
        assert_eq!(session.shell(&disk, "cat a.txt").denial.is_none(), passes, "{agent}");
    }
    // What it reads in part exempts nothing.
    let mut session = Session { agent: Some("bulk-reader".into()), ..Session::new() };
    assert_eq!(session.slice(&disk, 1, 5), None);
    assert_eq!(session.state, Session::new().state);
}

#[test]
fn a_damaged_tally_is_empty_and_a_sound_one_comes_back() {
    let (disk, mut session) = (disk(1_200), Session::new());
    assert_eq!(session.slice(&disk, 5, 30), None);
    let text = session.state.tally.text();
    assert_eq!(Tally::parse(Some(text.as_bytes())), session.state.tally);
    assert!(!text.contains("rocket"), "{text}");
    for damaged in ["", "{", "[]", "null", r#"{"files":[{"file":1}]}"#, r#"{"files":[],"x":1}"#] {
        assert_eq!(Tally::parse(Some(damaged.as_bytes())), Tally::default(), "{damaged}");
    }
    let long = [text.as_bytes(), &[b' '; 600 << 10]].concat();
    assert_eq!(Tally::parse(Some(&long)), Tally::default());
    assert_eq!(Tally::parse(None), Tally::default());
}

#[test]
fn two_sessions_share_no_tally() {
    let names =
        [(Host::Claude, "a"), (Host::Codex, "a"), (Host::Claude, "b"), (Host::Claude, "../a")];
    let names: alloc::collections::BTreeSet<String> =
        names.iter().map(|(host, session)| file_name(*host, session)).collect();
    assert_eq!(names.len(), 4);
    assert!(names.iter().all(|name| !name.contains('/') && name.ends_with(".json")));
}
