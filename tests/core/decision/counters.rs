//! What a session remembers, and what a damaged memory means.
use proptest::prelude::*;
use sprag_core::activity::facts::StartedBy;
use sprag_core::checks::verdict::{Pass, Verdict};
use sprag_core::decision::counters::{
    Counters, draft_name, file_name, guard_removal, search_name, taken_name,
};
use sprag_core::decision::decide::decide;
use sprag_core::decision::plan::Plan;
use sprag_core::hosts::host::Host;
use sprag_core::limits::COUNTERS_BYTES_MAX;
use sprag_harness::given::{judged, plan};

use crate::properties;

/// Files that do not say how many blocks there were.
fn damaged() -> Vec<Vec<u8>> {
    let sound = Counters::default().text();
    vec![
        b"".to_vec(),
        b"{".to_vec(),
        b"null".to_vec(),
        b"{}".to_vec(),
        b"\0\0\0\0".to_vec(),
        b"\xff".to_vec(),
        sound.replace("\"blocks\":0", "\"blocks\":-1").into_bytes(),
        sound.replace("\"blocks\":0", "\"blocks\":4294967296").into_bytes(),
        sound.replace("\"blocks\":0", "\"blocks\":\"0\"").into_bytes(),
        sound.replace("{\"", "{\"from_the_future\":1,\"").into_bytes(),
        sound.replace("\"answers\":[]", &format!("\"answers\":{:?}", ["a"; 17])).into_bytes(),
        format!("{sound}{}", " ".repeat(COUNTERS_BYTES_MAX)).into_bytes(),
        format!("{sound}{sound}").into_bytes(),
    ]
}

fn verdict(plan: &Plan, counters: &Counters) -> Verdict {
    decide(plan, &judged("0.9", "0.9"), counters, 1).verdict
}

fn by(started_by: StartedBy, prompt: &str) -> Plan {
    Plan { started_by, prompt: Some(prompt.into()), ..plan() }
}

#[test]
fn a_session_without_a_file_has_had_no_block() {
    assert_eq!(Counters::parse(None), Counters::default());
    assert_eq!(Counters::default().blocks, 0);
}

#[test]
fn a_damaged_file_counts_as_a_cap_that_is_reached() {
    for file in damaged() {
        let counters = Counters::parse(Some(&file));
        assert_eq!(counters.blocks, u32::MAX, "{}", file.escape_ascii());
        for starter in [StartedBy::Notification, StartedBy::Schedule, StartedBy::Unknown] {
            let verdict = verdict(&by(starter, "p1"), &counters);
            assert_eq!(verdict, Verdict::Pass(Pass::CapReached), "{starter:?}");
        }
    }
}

#[test]
fn a_file_of_exactly_the_bound_is_read() {
    let mut file = Counters::default().text();
    file.push_str(&" ".repeat(COUNTERS_BYTES_MAX - file.len()));
    assert_eq!(Counters::parse(Some(file.as_bytes())), Counters::default());
}

#[test]
fn a_persons_next_prompt_ends_the_silence_after_damage() {
    let counters = Counters::parse(Some(b"{"));
    let after = decide(&by(StartedBy::Person, "p1"), &judged("0.9", "0.9"), &counters, 1).counters;
    let after = Counters { answers: Counters::default().answers, ..after };
    let verdict = verdict(&by(StartedBy::Person, "p2"), &after);
    assert!(matches!(verdict, Verdict::Block(_)), "{verdict:?}");
}

#[test]
fn damage_in_the_middle_of_a_persons_turn_allows_no_further_blocks() {
    // Nobody can tell whether the prompt at hand has caused its blocks already.
    let counters = Counters::parse(Some(b"{"));
    let verdict = verdict(&by(StartedBy::Person, "p1"), &counters);
    assert_eq!(verdict, Verdict::Pass(Pass::CapReached));
}

#[test]
fn only_a_persons_new_prompt_starts_the_count_again() {
    let mut before = Counters { person: Some("p0".into()), ..Counters::default() };
    before.count_block(Some("a0"), 7);
    let after = |plan: &Plan| before.on_turn(plan);
    let fresh = after(&by(StartedBy::Person, "p1"));
    assert_eq!((fresh.blocks, fresh.person.as_deref()), (0, Some("p1")));
    // What was said is still remembered.
    assert_eq!((fresh.answers.len(), fresh.blocked_at_ms), (1, Some(7)));
    assert_eq!(after(&by(StartedBy::Person, "p0")), before);
    for starter in [StartedBy::Notification, StartedBy::Schedule, StartedBy::Unknown] {
        assert_eq!(after(&by(starter, "p1")), before, "{starter:?}");
    }
    assert_eq!(after(&Plan { prompt: None, ..plan() }), before);
}

#[test]
fn a_block_is_counted_with_its_answer_and_its_time() {
    let mut counters = Counters::default();
    counters.count_block(Some("a1"), 5);
    counters.count_block(Some("a2"), 9);
    assert_eq!((counters.blocks, counters.blocked_at_ms), (2, Some(9)));
    assert_eq!(counters.answers.as_slice(), ["a1", "a2"]);
    let mut spent = Counters { blocks: u32::MAX, ..Counters::default() };
    spent.count_block(Some("a1"), 5);
    assert_eq!(spent.blocks, u32::MAX);
}

#[test]
fn the_oldest_answer_is_forgotten_first() {
    let mut counters = Counters::default();
    (0..16).for_each(|at| counters.count_block(Some(&format!("a{at}")), at));
    assert_eq!((counters.answers.len(), counters.answers[0].as_str()), (16, "a0"));
    counters.count_block(Some("a16"), 16);
    assert_eq!(counters.answers.len(), 16);
    assert_eq!((counters.answers[0].as_str(), counters.answers[15].as_str()), ("a1", "a16"));
}

#[test]
fn a_pass_ends_a_row_of_blocks_only_where_prompts_have_no_ids() {
    for (prompt, expected) in [(Some("p1"), 1), (None, 0)] {
        let mut counters = Counters::default();
        counters.count_block(Some("a1"), 1);
        counters.count_pass(&Plan { prompt: prompt.map(Into::into), ..plan() });
        assert_eq!(counters.blocks, expected);
        assert_eq!(counters.answers.len(), 1);
    }
}

#[test]
fn a_pass_without_an_id_ends_no_row_in_a_session_that_has_ids() {
    let nameless = Plan { prompt: None, ..plan() };
    let after = |before: &Counters| decide(&nameless, &judged("0", "0"), before, 1).counters;
    let mut before = Counters { person: Some("p1".into()), ..Counters::default() };
    before.count_block(Some("a1"), 1);
    assert_eq!(after(&before).blocks, 1);
    assert_eq!(after(&Counters::parse(Some(b"{"))).blocks, u32::MAX);
}

#[test]
fn a_stop_whose_transcript_was_not_read_ends_no_row() {
    let mut before = Counters::default();
    before.count_block(Some("a1"), 1);
    for (answer, expected) in [(None, 1), (Some("a2".into()), 0)] {
        let unread = Plan { prompt: None, answer, pass: Some(Pass::Continuing), ..plan() };
        let after = decide(&unread, &judged("0", "0"), &before, 1).counters;
        assert_eq!(after.blocks, expected);
    }
}

#[test]
fn counters_are_written_as_they_are_read() {
    let mut counters = Counters { person: Some("p1".into()), ..Counters::default() };
    counters.count_block(Some("a1"), 12);
    let expected = r#"{"person":"p1","blocks":1,"answers":["a1"],"blocked_at_ms":12,"told":[]}"#;
    assert_eq!(counters.text(), expected);
    assert_eq!(Counters::parse(Some(expected.as_bytes())), counters);
}

#[test]
fn every_session_of_every_host_has_a_file_of_its_own() {
    let sessions = ["s1", "S1", "../x", "..", "", "null", "claude", "s1\n", "\ns1", "\u{e9}"];
    let mut names = Vec::new();
    for host in Host::ALL {
        for session in sessions {
            let name = file_name(host, session);
            let (stem, end) = name.split_at(32);
            assert!(stem.bytes().all(|byte| byte.is_ascii_hexdigit()), "{name}");
            assert_eq!(end, ".json");
            assert_eq!(name, file_name(host, session));
            names.push(name);
        }
    }
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 3 * sessions.len());
}

#[test]
fn only_a_file_that_is_named_like_a_session_s_own_is_removed() {
    let own = file_name(Host::Claude, "s1");
    let stem = own.strip_suffix(".json").unwrap();
    for end in [".json", ".taken", ".search", ".worker", ".1.tmp", ".4294967295.tmp"] {
        assert!(guard_removal(&format!("{stem}{end}")), "{end}");
    }
    let ends = ["", ".", ".txt", ".tmp", "..tmp", ".x.tmp", ".+1.tmp", ".01.tmp", ".json.bak"];
    for end in ends.into_iter().chain([".4294967296.tmp", ".1.tmp.", "json", ".JSON", "0.json"]) {
        assert!(!guard_removal(&format!("{stem}{end}")), "{end}");
    }
    let others = ["", ".json", "thesis.json", "notes.txt", "old.12.tmp", "sanctions.json"];
    for name in others {
        assert!(!guard_removal(name), "{name}");
    }
    let short = &stem[1..];
    let odd = [short.to_owned(), format!("g{short}"), format!("A{short}"), format!("-{short}")];
    for stem in odd.iter().chain([&format!("\u{e9}{}", &stem[2..])]) {
        assert!(!guard_removal(&format!("{stem}.json")), "{stem}");
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_every_name_of_a_session_s_file_is_one_that_is_removed(session: String, process: u32) {
        for host in Host::ALL {
            let own = [file_name, taken_name, search_name].map(|name| name(host, &session));
            for name in own {
                prop_assert!(guard_removal(&name), "{}", name);
                let draft = draft_name(&name, process);
                prop_assert!(guard_removal(&draft), "{}", draft);
            }
        }
    }

    #[test]
    fn prop_no_other_name_is_one_that_is_removed(
        name in "[0-9a-f]{30,34}\\.?(json|taken|search|[0-9]{0,3}\\.tmp|txt)|.*",
    ) {
        let parts = name.split_once('.').unwrap_or_default();
        let is_digit = |c: char| "0123456789abcdef".contains(c);
        let is_stem = parts.0.len() == 32 && parts.0.chars().all(is_digit);
        let is_end = ["json", "taken", "search"].contains(&parts.1)
            || (0..1000).any(|process| parts.1 == format!("{process}.tmp"));
        prop_assert_eq!(guard_removal(&name), is_stem && is_end);
    }

    #[test]
    fn prop_any_file_is_read_without_a_panic(bytes: Vec<u8>) {
        let _ = Counters::parse(Some(&bytes));
    }

    #[test]
    fn prop_counters_survive_their_file(
        person: Option<String>,
        answers in prop::collection::vec(any::<String>(), 0..20),
        blocks: u32,
        at: u64,
    ) {
        let mut counters = Counters { person, ..Counters::default() };
        answers.iter().for_each(|answer| counters.count_block(Some(answer), at));
        counters.blocks = blocks;
        prop_assert_eq!(Counters::parse(Some(counters.text().as_bytes())), counters);
    }
}
