//! Where a turn lies, which tools it called, and when neither is known.
use serde_json::json;
use sprag_core::activity::facts::{Facts, Tools};
use sprag_core::hosts::transcript::{Chain, Next, Scan, Wanted};
use sprag_core::limits::{LINE_BYTES_MAX, TURN_BYTES_MAX};
use sprag_harness::reader::{last_turn, turn_of};
use sprag_harness::transcript::Transcript;

/// Two turns with a tool call each; the second lies on lines 6 to 9.
fn two_turns() -> Transcript {
    Transcript::new()
        .prompt("p1", "First.")
        .tool("Read")
        .tool_result()
        .assistant_text("Read it.")
        .system("turn_duration")
        .prompt("p2", "Second.")
        .tool("Edit")
        .tool_result()
        .assistant_text("Edited it.")
}

fn lines(facts: &Facts, transcript: &Transcript) -> (u64, u64) {
    let turn = facts.turn.as_ref().unwrap();
    (turn.first.number(transcript.count()), turn.last.number(transcript.count()))
}

fn tools(facts: &Facts) -> Vec<(String, u32)> {
    let tools = facts.tools.as_ref().unwrap();
    tools.sorted().into_iter().map(|tool| (tool.name.to_string(), tool.count)).collect()
}

fn one(name: &str) -> Vec<(String, u32)> {
    vec![(name.into(), 1)]
}

#[test]
fn the_last_turn_holds_its_own_calls_alone() {
    let written = two_turns().system("turn_duration").line(b"{\"type\":\"last-prompt\"}");
    for prompt in [None, Some("p2")] {
        let facts = last_turn(&written.bytes(), prompt);
        assert_eq!(lines(&facts, &written), (6, 9));
        assert_eq!(tools(&facts), one("Edit"));
        assert_eq!(facts.turn.unwrap().prompt.as_deref(), Some("p2"));
    }
}

#[test]
fn a_turn_that_is_named_is_found_before_others() {
    let facts = turn_of(&two_turns().bytes(), "p1");
    assert_eq!(lines(&facts, &two_turns()), (1, 4));
    assert_eq!(tools(&facts), one("Read"));
    let facts = turn_of(&two_turns().bytes(), "p2");
    assert_eq!(lines(&facts, &two_turns()), (6, 9));
    assert_eq!(tools(&facts), one("Edit"));
}

#[test]
fn a_turn_begins_with_the_first_record_of_its_prompts_id() {
    let lead = json!({"promptId": "p1", "isMeta": true});
    let written = two_turns()
        .user(json!("<local-command-caveat>"), lead.clone())
        .user(json!("Base directory"), lead)
        .prompt("p1", "Third.")
        .tool("Bash")
        .tool_result()
        .assistant_text("Ran it.");
    let facts = last_turn(&written.bytes(), Some("p1"));
    assert_eq!(lines(&facts, &written), (10, 15));
    assert_eq!(tools(&facts), one("Bash"));
}

#[test]
fn a_prompt_that_is_not_there_has_no_turn() {
    for facts in [turn_of(&two_turns().bytes(), "p9"), last_turn(&two_turns().bytes(), Some("p9"))]
    {
        assert!(facts.turn.is_none() && facts.tools.is_none());
    }
}

#[test]
fn a_file_without_a_prompt_has_no_turn() {
    let table = [
        Transcript::new(),
        Transcript::new().line(b""),
        Transcript::new().system("informational"),
        Transcript::new().tool("Bash").assistant_text("Done."),
        Transcript::old().tool_result().assistant_text("Done."),
        Transcript::new().blob("Please."),
    ];
    for written in table {
        let facts = last_turn(&written.bytes(), None);
        assert!(facts.turn.is_none() && facts.tools.is_none());
    }
}

#[test]
fn a_turn_without_calls_has_no_tools_and_they_are_known() {
    let written = Transcript::new().prompt("p1", "Please.").assistant_text("Done.");
    let facts = last_turn(&written.bytes(), Some("p1"));
    assert_eq!(facts.tools.unwrap().total(), 0);
}

#[test]
fn a_prompt_id_that_only_the_payload_has_begins_with_the_last_prompt() {
    let written = Transcript::old().prompt("", "First.").tool("Read").assistant_text("Read it.");
    let written = written.prompt("", "Second.").tool("Edit").tool_result().assistant_text("Done.");
    let facts = last_turn(&written.bytes(), Some("p7"));
    assert_eq!(lines(&facts, &written), (4, 7));
    assert_eq!(tools(&facts), one("Edit"));
    // Its own name stays the same when a report continues it under another.
    assert_eq!(facts.turn.unwrap().prompt.as_deref(), Some("uuid-3"));
    assert!(turn_of(&written.bytes(), "p7").turn.is_none());
}

#[test]
fn an_odd_prompt_id_of_a_record_is_not_an_id() {
    for id in [json!(""), json!("p".repeat(257)), json!(7), json!(null)] {
        let members = json!({"promptId": id});
        let written = Transcript::new().prompt("p0", "First.").assistant_text("Done.");
        let written = written.user(json!("Second."), members).assistant_text("Done.");
        let facts = last_turn(&written.bytes(), Some("p1"));
        assert_eq!(lines(&facts, &written), (3, 4), "{id}");
    }
    let longest = "p".repeat(256);
    let written = Transcript::new().prompt(&longest, "First.").assistant_text("Done.");
    assert_eq!(turn_of(&written.bytes(), &longest).turn.unwrap().prompt, Some(longest));
}

/// Lines that no parser reads.
fn damaged() -> Vec<Vec<u8>> {
    vec![
        b"{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool".to_vec(),
        vec![0; 4096],
        b"not json".to_vec(),
        b"[1]".to_vec(),
        b"\"text\"".to_vec(),
        b"{} {}".to_vec(),
        b"{\"type\":\"user\",\"type\":\"user\"}".to_vec(),
    ]
}

#[test]
fn a_damaged_line_inside_the_turn_makes_its_tools_unknown() {
    for line in damaged() {
        let table = [
            two_turns().line(&line),
            two_turns().line(&line).system("turn_duration"),
            Transcript::new().prompt("p2", "a").line(&line).tool("Bash").tool_result(),
            Transcript::new().prompt("p2", "a").tool("Bash").tool_result().line(&line).tool("Bash"),
        ];
        for written in table {
            let facts = last_turn(&written.bytes(), Some("p2"));
            assert!(facts.turn.is_some() && facts.tools.is_none(), "{}", line.escape_ascii());
        }
    }
}

#[test]
fn a_damaged_line_before_the_turn_matters_to_no_one() {
    for line in damaged() {
        let written = Transcript::new().line(&line).prompt("p1", "a").assistant_text("b");
        let written = written.line(&line).prompt("p2", "Second.").tool("Edit").tool_result();
        let facts = last_turn(&written.bytes(), Some("p2"));
        assert_eq!(tools(&facts), one("Edit"), "{}", line.escape_ascii());
    }
}

#[test]
fn a_line_that_is_too_long_counts_as_damaged() {
    let long = [b"{\"type\":\"progress\",\"a\":\"".as_slice(), &vec![b'x'; LINE_BYTES_MAX], b"\"}"];
    let long = long.concat();
    let inside = Transcript::new().prompt("p1", "a").line(&long).assistant_text("b");
    assert!(last_turn(&inside.bytes(), Some("p1")).tools.is_none());
    let before = Transcript::new().line(&long).prompt("p1", "a").assistant_text("b");
    assert!(last_turn(&before.bytes(), Some("p1")).tools.is_some());
}

#[test]
fn a_prompt_that_cannot_be_read_leaves_the_tools_of_its_turn_unknown() {
    for line in damaged() {
        let written = Transcript::new().prompt("p0", "First.").assistant_text("Done.");
        // The damaged line was the prompt: the call behind it belongs to the turn.
        let written = written.line(&line).tool("Bash");
        let result = json!([{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]);
        let written = written.user(result, json!({"promptId": "p1"})).assistant_text("Done.");
        let facts = last_turn(&written.bytes(), Some("p1"));
        assert!(facts.tools.is_none(), "{:?} {}", facts.tools, line.escape_ascii());
    }
}

#[test]
fn a_turn_that_begins_before_the_file_does_has_unknown_tools() {
    let written = Transcript::new().tool("Bash");
    let result = json!([{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]);
    let written = written.user(result, json!({"promptId": "p1"})).assistant_text("Done.");
    let facts = last_turn(&written.bytes(), Some("p1"));
    assert!(facts.tools.is_none(), "{:?}", facts.tools);
}

#[test]
fn a_blank_line_is_not_damage() {
    for blank in [b"".as_slice(), b"  ", b"\r", b"\t \r"] {
        let written = Transcript::new().prompt("p1", "a").line(blank).assistant_text("b");
        assert!(last_turn(&written.bytes(), Some("p1")).tools.is_some());
    }
}

#[test]
fn line_ends_of_windows_change_nothing() {
    let mut bytes = Vec::new();
    for line in two_turns().lines() {
        bytes.extend_from_slice(line);
        bytes.extend_from_slice(b"\r\n");
    }
    let facts = last_turn(&bytes, Some("p2"));
    assert_eq!((lines(&facts, &two_turns()), tools(&facts)), ((6, 9), one("Edit")));
}

#[test]
fn a_turn_longer_than_the_bound_is_unknown_unless_it_is_named() {
    for (bytes, is_found) in [(TURN_BYTES_MAX, true), (TURN_BYTES_MAX + 1, false)] {
        let prompt = Transcript::new().prompt("p1", "a").lines()[0].clone();
        let rest = bytes - prompt.len() as u64;
        let mut last = Scan::begin(Wanted::Last(Some("p1".into())), Chain::Main);
        assert_eq!(last.skipped_line(rest), Next::Older);
        let next = last.line(&mut prompt.clone());
        assert_eq!(next, if is_found { Next::Older } else { Next::Enough });
        assert_eq!(last.finish().turn.is_some(), is_found);
        let mut named = Scan::begin(Wanted::Prompt("p1".into()), Chain::Main);
        named.skipped_line(rest);
        assert_eq!(named.line(&mut prompt.clone()), Next::Older);
        assert!(named.finish().turn.is_some());
    }
    let mut scan = Scan::begin(Wanted::Last(None), Chain::Main);
    assert_eq!(scan.skipped_line(TURN_BYTES_MAX + 1), Next::Enough);
    assert_eq!(scan.skipped_line(u64::MAX), Next::Enough);
}

#[test]
fn reading_stops_where_the_turn_does() {
    for wanted in [Wanted::Last(Some("p2".into())), Wanted::Last(None), Wanted::Prompt("p2".into())]
    {
        let mut scan = Scan::begin(wanted, Chain::Main);
        let lines = two_turns();
        let mut older = lines.lines().iter().rev();
        let read = older.position(|line| scan.line(&mut line.clone()) == Next::Enough);
        // Up to the last record of the user's that belongs to the turn before.
        assert_eq!(read, Some(6));
    }
    let old = Transcript::old().prompt("", "a").assistant_text("b").prompt("", "c");
    let mut scan = Scan::begin(Wanted::Last(None), Chain::Main);
    assert_eq!(scan.line(&mut old.lines()[2].clone()), Next::Enough);
}

#[test]
fn a_prompt_that_an_older_host_wrote_is_not_part_of_the_turn_behind_it() {
    let none = json!({"promptId": null});
    let written = Transcript::new().user(json!("First."), none).tool("Read");
    let written = written.prompt("p2", "Second.").tool("Edit").tool_result().assistant_text("b");
    for facts in [last_turn(&written.bytes(), Some("p2")), turn_of(&written.bytes(), "p2")] {
        assert_eq!((lines(&facts, &written), tools(&facts)), ((3, 6), one("Edit")));
    }
}

#[test]
fn work_whose_prompt_is_missing_is_not_that_of_the_prompt_before_it() {
    let first = Transcript::new().prompt("p0", "First.");
    for before in [first.clone(), first.tool("Read").tool_result()] {
        let written = before.assistant_text("Done.").tool("Bash");
        let result = json!([{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]);
        let written = written.user(result, json!({"promptId": "p1"})).assistant_text("Ran it.");
        let facts = last_turn(&written.bytes(), Some("p1"));
        assert_eq!(lines(&facts, &written), (written.count() - 1, written.count()));
        assert!(facts.tools.is_none(), "{:?}", facts.tools);
    }
}

#[test]
fn what_the_user_did_before_a_command_does_not_hide_that_the_agent_was_at_work() {
    let written = Transcript::new().prompt("p1", "Go.").tool("Edit").tool_result();
    let written = written.user(json!("<bash-input>ls</bash-input>"), json!({}));
    let written = written.command("p2", "review").tool("Read").tool_result().assistant_text("Ok.");
    let facts = last_turn(&written.bytes(), Some("p2"));
    assert_eq!(lines(&facts, &written), (1, 8));
    assert_eq!(tools(&facts), [("Edit".into(), 1), ("Read".into(), 1)]);
}

#[test]
fn names_beyond_the_bound_are_counted_together() {
    let mut tools = Tools::default();
    for at in 0..50 {
        tools.add(&format!("tool-{at:02}"));
    }
    tools.add("tool-00");
    tools.add("tool-49");
    assert_eq!((tools.total(), tools.others(), tools.sorted().len()), (52, 3, 48));
    let mut sum = Tools::default();
    sum.add("tool-00");
    sum.add_all(&tools);
    sum.add_all(&tools);
    assert_eq!((sum.total(), sum.others()), (105, 6));
    assert_eq!(sum.sorted()[0].count, 5);
}

#[test]
fn a_name_beyond_the_bound_is_cut_at_a_character() {
    let mut tools = Tools::default();
    tools.add(&"n".repeat(200));
    tools.add(&["m".repeat(63), "\u{e9}".into()].concat());
    let names: Vec<usize> = tools.sorted().iter().map(|tool| tool.name.len()).collect();
    assert_eq!(names, [63, 64]);
}

#[test]
fn a_call_without_a_usable_name_is_still_a_call() {
    let long = json!({"type": "tool_use", "name": "n".repeat(2_000)});
    let table = [json!({"type": "tool_use"}), json!({"type": "tool_use", "name": 5}), long];
    for block in table {
        let written = Transcript::new().prompt("p1", "a").part(block).assistant_text("b");
        assert_eq!(last_turn(&written.bytes(), Some("p1")).tools.unwrap().total(), 1);
    }
}

#[test]
fn calls_of_one_message_are_all_counted() {
    let calls = json!([
        {"type": "text", "text": "Looking."},
        {"type": "tool_use", "name": "Read"},
        7,
        {"type": "server_tool_use", "name": "Search"},
        {"type": "tool_use", "name": "Bash"},
        {"type": "tool_use", "name": "Read"},
    ]);
    let written = Transcript::new().prompt("p1", "a").parts(calls).tool_result();
    let facts = last_turn(&written.bytes(), Some("p1"));
    assert_eq!(tools(&facts), [("Bash".into(), 1), ("Read".into(), 2)]);
}
